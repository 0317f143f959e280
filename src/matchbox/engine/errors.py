"""Errors that a person can do something about. Their text says what."""


class MatchboxError(ValueError):
    """Bad input of any kind; nothing has been changed."""


class UnknownGame(MatchboxError):
    """No game of that name."""


class BadOption(MatchboxError):
    """An option, its value or the number of seats does not fit the game."""


class BadState(MatchboxError):
    """Stored bytes that are damaged, or belong to another game or version."""


class Unreadable(MatchboxError):
    """Text that does not follow the notation."""


class Illegal(MatchboxError):
    """An action that exists but is not allowed now."""


class Ambiguous(MatchboxError):
    """Text that fits several legal actions."""
