"""Positions as text, which reads back exactly: a header line, the options, then the fields that are not 0.

A position comes from outside, and compiled rules do not check their indices. `parse_position` therefore accepts
only numbers within the ranges that the record declares and only states that the game finds consistent, and it
returns the game as a checked one, whose rules run as plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .checked import checked
from .errors import BadState, OtherVersion, Unreadable, counted
from .game import Game
from .record import SPECTATOR, Base, Field, States, blank
from .registry import get


def print_position(game: Game, state: States, seen_by: int | None = None) -> str:
    """A full state, or the view of a seat or SPECTATOR, as text."""
    viewer = "whole" if seen_by is None else "spectator" if seen_by == SPECTATOR else f"seat {seen_by}"
    lines = [f"position {game.id} {game.about.version} {viewer}"]
    lines += [f"option {name} {value}" for name, value in game.options_of(state).items()]
    lines += _print_fields(game.State.fields, state, "")
    return "\n".join(lines) + "\n"


def _print_fields(fields: dict[str, Field], state: Any, prefix: str) -> Iterator[str]:
    for name, spec in fields.items():
        if spec.visible == "inside":
            yield from _print_fields(spec.code.fields, state[name], f"{prefix}{name}.")
        elif (prefix or not spec.is_option) and state[name].any():
            rows = np.asarray(state[name][0]).reshape(spec.shape[0] if len(spec.shape) > 1 else 1, -1)
            yield f"{prefix}{name} " + " / ".join(" ".join(str(int(x)) for x in row) for row in rows)


def parse_position(text: str) -> tuple[Game, States]:
    """The state of a printed position, and its game, checked: see `matchbox.engine.checked`."""
    game, state, _ = parse_view(text)
    return game, state


def parse_view(text: str) -> tuple[Game, States, int | None]:
    """Also whose view the position is: a seat, SPECTATOR, or None for a full state."""
    game, state, viewer = _read(text)
    check_state(game, state, viewer)
    return game, state, viewer


def _read(text: str) -> tuple[Game, States, int | None]:
    lines = numbered_lines(text)
    number, first = next(lines, (0, ""))
    words = first.split()
    if len(words) < 4 or words[0] != "position":
        raise Unreadable("start the position with a line such as 'position othellino 1 whole'")
    game = checked(get(words[1]))
    check_version(game, words[2])
    viewer = _read_viewer(game, words[3:])
    state = blank(game.State.dtype)
    options: dict[str, str] = {}
    for number, line in lines:
        name, _, rest = line.partition(" ")
        if name == "option":
            key, _, value = rest.partition(" ")
            options[key] = value
        else:
            _read_field(game, state, name, rest, number)
    game.store_options(state, game.read_options(options))
    return game, state, viewer


def _read_viewer(game: Game, words: list[str]) -> int | None:
    match words:
        case ["whole"]:
            return None
        case ["spectator"]:
            return SPECTATOR
        case ["seat", number] if number in map(str, range(game.about.seats[-1])):
            return int(number)
    raise Unreadable("end the first line of a position with 'whole', 'spectator' or a seat, such as 'seat 0'")


def _read_field(game: Game, state: States, path: str, text: str, number: int) -> None:
    fields, target = game.State.fields, state
    *outer, name = path.split(".")
    for part in outer:
        if part not in fields or fields[part].visible != "inside":
            raise Unreadable(f"line {number}: {game.about.name} has no field {path!r}")
        fields, target = fields[part].code.fields, target[part]
    if name not in fields:
        raise Unreadable(f"line {number}: {game.about.name} has no field {path!r}")
    spec = fields[name]
    try:
        values = [int(word) for word in text.split() if word != "/"]
        target[name] = np.array(values, np.dtype(spec.code)).reshape((1, *spec.shape))
    except (ValueError, OverflowError):
        wanted = counted(int(np.prod(spec.shape)), "whole number")
        raise Unreadable(f"line {number}: {path} needs {wanted} of type {spec.code}") from None


# --- checking states that come from outside ---


def check_state(game: Game, state: States, viewer: int | None = None) -> None:
    """Raise BadState unless the rules can go on from this state, or from this view of a seat or SPECTATOR."""
    seats = int(state["seats"][0])
    if seats not in game.about.seats:
        raise BadState(f"write the number of seats, such as 'seats {game.about.seats[0]}'")
    if viewer is not None and viewer >= seats:
        raise BadState(f"this is the view of seat {viewer}, but the position has {counted(seats, 'seat')}")
    check_ranges(game.State, state)
    game.template(seats, game.options_of(state))
    if int(state["reason"][0]) >= len(game.reasons.texts):
        raise BadState("'reason' is not a reason for which this game ends")
    if bool(state["over"][0]) == bool(state["acting"][0]):
        raise BadState("either the game is over or somebody acts: change 'over' or 'acting'")
    if not _is_consistent(game, state, viewer):
        raise BadState(f"this is not a position of {game.about.name}: its pieces do not add up")


def check_ranges(State: type[Base], state: Any, prefix: str = "") -> None:
    """Raise BadState unless every number is within its declared range; all states have the same number of seats."""
    seats = int(state["seats"][0]) or State.most_seats  # a game inside a match that has not started has none
    for name, field in State.fields.items():
        if field.visible == "inside":
            check_ranges(field.code, state[name], f"{prefix}{name}.")
            continue
        low, high = (0, (1 << seats) - 1) if name == "acting" else field.range_for(seats)
        if int(state[name].min()) < low or int(state[name].max()) > high:
            raise BadState(f"{prefix}{name}: write numbers from {low} to {high}")


def _is_consistent(game: Game, state: States, viewer: int | None) -> bool:
    """Do the pieces add up? In a view the hidden ones are dealt first; a spectator's view may lack all hands."""
    if viewer == SPECTATOR:
        return True
    return game.conserved(state if viewer is None else game.redeal(state, viewer, 0))


def check_version(game: Game, version: str) -> None:
    if version != str(game.about.version):
        raise OtherVersion(
            f"this is version {version} of {game.id}, but this program plays version {game.about.version}"
        )


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, without comments and blank lines."""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if line:
            yield number, line
