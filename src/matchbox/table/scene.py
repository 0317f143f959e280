"""Scenes: what one seat sees of a game, as data that a terminal or a page can draw.

A scene is made from a view, never from a state. `scenes/<game id>.py` holds one function
`scene(look)` per game; a game without one is shown field by field.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from matchbox.engine import Game, Result, States


@dataclass(frozen=True)
class Piece:
    """One thing on the table, or several alike."""

    kind: str  # card, tile, chip, cube, die, disc, square, marker
    text: str = ""  # what a person reads on it; never only a colour
    colour: str = ""
    symbol: str = ""
    number: int | None = None
    count: int = 1
    hidden: bool = False  # face down
    marked: bool = False  # worth a look: the last move, the wild symbol
    at: tuple[int, int] | None = None  # column and row, in a grid
    actions: tuple[int, ...] = ()  # what clicking it does: one acts at once, several open a menu


@dataclass(frozen=True)
class Area:
    """A place on the table with pieces in it."""

    title: str
    pieces: Sequence[Piece] = ()
    layout: str = "row"  # row, fan, pile, grid, hex, track, free, counters
    seat: int | None = None  # whose it is
    note: str = ""  # a short fact: a sum, a count


@dataclass(frozen=True)
class Scene:
    prompt: str  # what the asked seat has to do, in one sentence
    areas: Sequence[Area] = ()


@dataclass(frozen=True)
class Look:
    """Who looks at what: everything a scene function may use."""

    game: Game
    view: States
    seat: int  # the looking seat, or SPECTATOR
    names: Sequence[str]
    legal: Sequence[int] = field(default=())  # of the looking seat

    @property
    def s(self) -> Any:
        """The record, with fields as attributes."""
        return self.view[0]

    @property
    def acting(self) -> list[int]:
        return self.game.acting(self.view)

    def name(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat]

    def each_seat(self) -> list[int]:
        """All seats, the looking one first."""
        seats = int(self.view["seats"][0])
        first = max(self.seat, 0)
        return [(first + i) % seats for i in range(seats)]

    def waiting(self) -> str:
        """Whose turn it is, when it is somebody else's."""
        return "Waiting for " + ", ".join(self.names[seat] for seat in self.acting) + "."


SceneFunction = Callable[[Look], Scene]


def scene_of(look: Look) -> Scene:
    """The scene of a game as one seat sees it; finished games say how they ended."""
    scene = _function(look.game)(look)
    result = look.game.result(look.view)
    if result:
        return Scene(f"Game over: {_outcome(look, result)} ({result.reason}).", scene.areas)
    if look.seat not in look.acting:
        return Scene(look.waiting(), scene.areas)
    return scene


def _outcome(look: Look, result: Result) -> str:
    seats = len(result.ranks)
    if not result.winners:
        return "you have lost" if seats == 1 else "everybody has lost"
    if look.game.about.cooperative:
        return "you have won" if seats == 1 else "everybody has won"
    if len(result.winners) == seats:
        return "a draw"
    winners = " and ".join(look.name(seat) for seat in result.winners)
    return f"{winners} {'win' if look.seat in result.winners or len(result.winners) > 1 else 'wins'}"


def _function(game: Game) -> SceneFunction:
    name = f"{__package__}.scenes.{game.id}"
    if importlib.util.find_spec(name) is None:
        return plain
    function: SceneFunction = importlib.import_module(name).scene
    return function


def plain(look: Look) -> Scene:
    """Any game, field by field: for authors who have not drawn a scene yet."""
    from matchbox.engine import Base

    hidden = {"key", "block", "words", "used"}
    areas = []
    for name in look.game.State.fields:
        if name not in hidden and (name == "score" or not hasattr(Base, name)):
            areas.append(Area(name, note=np.array2string(look.view[name][0], separator=" ")))
    return Scene("Choose an action.", areas)


def chips(counts: Any, colours: Sequence[str], kind: str = "chip") -> list[Piece]:
    """Stacks of chips or cubes by colour, empty ones left out."""
    pairs = zip(colours, counts, strict=False)
    return [Piece(kind, colour, colour=colour, count=int(n)) for colour, n in pairs if n]


def tiles(counts: Any) -> list[Piece]:
    """Number tiles given as counts by number."""
    return [Piece("tile", str(number), number=number) for number, n in enumerate(counts) for _ in range(int(n))]
