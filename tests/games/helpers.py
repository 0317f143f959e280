"""Helpers to set up positions and play moves."""

from __future__ import annotations

from typing import Any

from matchbox.engine import Game, States
from matchbox.engine.notation import parse_action
from matchbox.play.match import Match


def start(game: Game, seats: int | None = None, seed: int = 1, **options: Any) -> States:
    return game.new(seats, seed, **options)


def act(game: Game, state: States, *moves: tuple[int, str]) -> None:
    """Play moves given as (seat, text); each must be legal."""
    for seat, text in moves:
        game.apply(state, seat, parse_action(game, state, seat, text))


def texts(game: Game, state: States, seat: int) -> list[str]:
    """The legal actions of a seat as text."""
    return [game.text_of(state, action) for action in game.legal(state, seat)]


def fill(state: States, **fields: Any) -> None:
    """Set fields of the record; each value must have the field's shape."""
    for name, value in fields.items():
        state[name][0] = value


def match_at(game: Game, state: States) -> Match:
    """A game that goes on from a position."""
    match = Match(game, int(state["seats"][0]))
    match.start_at(state)
    return match
