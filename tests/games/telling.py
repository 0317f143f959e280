"""Helpers to play a few moves and to read what the log tells about them."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, Game, States
from matchbox.play.match import Match
from matchbox.scene import GameEvent, Moment, Text, Words

from .helpers import match_at

NAMES = ("Ann", "Bob", "Cem", "Dora", "Eve", "Fay")


def play(match: Match, seat: int, *moves: int | str) -> None:
    """Moves of one seat, by id or text, with the forced moves after them."""
    make_moves(match, *((seat, move) for move in moves))


def make_moves(match: Match, *moves: tuple[int, int | str]) -> None:
    """Moves given as seat and action, with the forced moves after them."""
    for seat, move in moves:
        for step in match.plan_move(seat, move):
            match.play(step)


def played(game: Game, state: States, *moves: tuple[int, int | str]) -> Match:
    """A game from a position, with these moves."""
    match = match_at(game, state)
    make_moves(match, *moves)
    return match


def events(match: Match, viewer: int, first: int = 0) -> list[GameEvent]:
    """The events from log entry `first` on."""
    return [event for number in range(first, len(match.log)) for event in match.told(number, viewer)]


def sentences(match: Match, viewer: int, first: int = 0) -> list[str]:
    """The sentences from log entry `first` on."""
    return [event.text.told(NAMES, viewer) for event in events(match, viewer, first)]


def entry(match: Match, number: int, viewer: int = SPECTATOR) -> list[str]:
    """The sentences of one log entry."""
    return [event.text.told(NAMES, viewer) for event in match.told(number, viewer)]


def last(match: Match, viewer: int) -> list[str]:
    """The sentences of the last step."""
    return entry(match, len(match.log) - 1, viewer)


def moment(match: Match) -> Moment:
    """The moment of the last step."""
    (found,) = [event.moment for event in match.told(len(match.log) - 1, SPECTATOR) if event.moment]
    return found


def reads(words: Words, viewer: int = SPECTATOR) -> str:
    """A text as a viewer reads it."""
    return words.told(NAMES, viewer) if isinstance(words, Text) else words
