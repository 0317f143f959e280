"""Pictures on a rules page: real positions, drawn from the scene and played by the tests.

The `examples.py` beside a game's rules defines `examples`, by name. Its page shows one where the Markdown has the image
`![What happens here](pictures/NAME.jpg)`. The page in the browser and the terminal draw the position themselves; the
files are for readers elsewhere, and `python -m docs.pictures` makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from matchbox.engine import SPECTATOR, Game, States
from matchbox.engine.checked import checked
from matchbox.engine.notation import parse_action
from matchbox.engine.registry import companion

from .look import Look, scene_of
from .model import Scene

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope", "Ivy", "Jack", "Kim", "Leo")


@dataclass(frozen=True)
class Example:
    """A position and the moves that follow; the picture shows what a player sees after them."""

    start: Callable[[Game], States]
    moves: Sequence[tuple[int, str]] = ()  # seat, and the action as in a record: (0, "take 5")
    seat: int = 0  # the viewer
    areas: Sequence[str] = ()  # keys of the areas to draw; all, and the plates of the players, if empty
    tells: Sequence[str] = ()  # sentences that the log has for these moves, as everybody reads them
    names: Sequence[str] = NAMES  # of the players


class Picture(Struct, frozen=True, omit_defaults=True):
    """A table to look at."""

    scene: Scene
    seat: int = SPECTATOR
    names: Sequence[str] = ()  # of the players; without them no plates are drawn


def dealt(seats: int, seed: int, **options: Any) -> Callable[[Game], States]:
    """The start of a game."""
    return lambda game: game.new(seats, seed, **options)


def examples_of(game: Game) -> Mapping[str, Example]:
    found: Mapping[str, Example] = getattr(companion(game, "examples"), "examples", {})
    return found


def played(game: Game, example: Example) -> States:
    """The position after the moves, and after the forced ones, which a table plays by itself.

    The rules run as plain Python, so nobody waits for a compiler.
    """
    game = checked(game)
    state = example.start(game)
    for seat, move in example.moves:
        game.apply(state, seat, parse_action(game, state, seat, move))
        while forced := _forced(game, state):
            game.apply(state, *forced)
    return state


def _forced(game: Game, state: States) -> tuple[int, int] | None:
    """A seat and its only action, if everybody knows that there is no other."""
    for seat in game.acting(state):
        legal = game.legal(state, seat)
        if len(legal) == 1 and game.is_obvious(
            game.actions.named(legal[0], game.context_of(state)), int(state["phase"][0])
        ):
            return seat, legal[0]
    return None


def picture_of(game: Game, example: Example) -> Picture:
    game = checked(game)
    view = game.view(played(game, example), example.seat)
    names = example.names[: int(view["seats"][0])]
    scene = scene_of(Look(game, view, example.seat, names, named=True))
    if not example.areas:
        return Picture(scene, example.seat, names)
    areas = [area for area in scene.areas if area.name in example.areas or area.on in example.areas]
    return Picture(Scene("", areas), example.seat)


def pictures_of(game: Game) -> dict[str, Picture]:
    return {name: picture_of(game, example) for name, example in examples_of(game).items()}
