"""Errors that the user can fix. Their text says how."""


class MatchboxError(ValueError):
    """Bad input of any kind. Nothing has been changed."""


class UnknownGame(MatchboxError):
    """No game has this id."""


class BadOption(MatchboxError):
    """An option, its value or the number of seats does not fit the game."""


class BadState(MatchboxError):
    """A state is not usable here: it is damaged, over, or of another game or version."""


class BadRules(MatchboxError):
    """The rules of a game do not compile. The text has several lines: the place, its source, and the mistake."""


class Unreadable(MatchboxError):
    """Text does not follow the notation."""


class OtherVersion(Unreadable):
    """Text belongs to a version of the rules that is not installed."""


class Illegal(MatchboxError):
    """An action exists but is not legal now."""


class Ambiguous(MatchboxError):
    """Text matches several legal actions."""


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 player`, `2 players`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
