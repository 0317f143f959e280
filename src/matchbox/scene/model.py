"""The vocabulary of scenes: areas, pieces, buttons, forms and translatable sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.json import Encoder

from matchbox.engine import SPECTATOR


class Player(NamedTuple):
    """A seat as an argument of a sentence: the player's name, or "you" for the viewer."""

    seat: int


class Text(Struct, frozen=True, omit_defaults=True):
    """A translatable sentence: an English template and its arguments.

    `{name}` inserts an argument. `{n|card|cards}` chooses a word by the number n: "{n} {n|card|cards}".
    The template `you` is for a viewer who is the player `who`: "You win." instead of "Ann wins."
    """

    say: str
    args: dict[str, str | int | Text] = {}
    players: dict[str, int] = {}  # arguments that are seats
    you: str = ""

    def __str__(self) -> str:
        return self.told()

    def told(self, names: Sequence[str] = (), viewer: int = SPECTATOR) -> str:
        """The sentence as a viewer reads it, with the players' names."""
        who = self.players.get("who", SPECTATOR)
        template = self.you if self.you and who == viewer != SPECTATOR else self.say
        found = _PLACEHOLDER.sub(lambda match: self._insert(match, names, viewer), template)
        whole = "who" in self.players or (self.say.startswith("{") and self.say.endswith("."))
        return found[:1].upper() + found[1:] if whole else found

    def _insert(self, found: re.Match[str], names: Sequence[str], viewer: int) -> str:
        name, forms = found[1], found[2]
        if name in self.players:
            seat = self.players[name]
            return "you" if seat == viewer else names[seat] if names else f"seat {seat}"
        value = self.args[name]
        if forms is not None:
            one, _, other = forms.partition("|")
            return one if value == 1 else other
        return value.told(names, viewer) if isinstance(value, Text) else str(value)


_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")


Words = str | Text
"""Text for people: plain or translatable."""


def say(template: str, *, you: str = "", **args: Any) -> Text:
    """A translatable sentence from an English template such as `Waiting for {names}.`

    A sentence about a player names the seat: `say("{who} passes.", you="You pass.", who=Player(seat))`.
    """
    players = {name: int(value.seat) for name, value in args.items() if isinstance(value, Player)}
    others = {name: value for name, value in args.items() if name not in players}
    kept = {name: value if isinstance(value, Text | str) else int(value) for name, value in others.items()}
    return Text(template, kept, players, you)


PieceKind = Literal[
    "card", "tile", "chip", "cube", "die", "disc", "pawn", "marker", "hand",
    "square", "slot", "hole", "point", "bar", "tray", "edge",  # places and parts of a board
    "ring", "line", "zone",  # marks on a plane
]  # fmt: skip
Layout = Literal["row", "fan", "pile", "counters", "grid", "hex", "track", "table", "free"]
AreaLook = Literal["", "bag", "board", "cavern", "felt", "numbers", "points", "screen", "strip", "temple", "track"]
PartKind = Literal["counter", "choice"]
Axis = Literal["column", "row"]


class Piece(Struct, frozen=True, omit_defaults=True):
    """A thing on the table, or several equal ones."""

    kind: PieceKind
    text: Words = ""  # the label on it; colour alone is never enough
    colour: str = ""
    symbol: str = ""
    number: int | None = None
    count: int = 1
    hidden: bool = False  # face down
    marked: bool = False  # highlighted: the last move, the wild symbol
    at: tuple[int, int] | None = None  # column and row; pieces in the same place are stacked
    actions: tuple[int, ...] = ()  # legal actions that start with picking it
    ends: tuple[int, ...] = ()  # legal actions that picking it after another piece completes
    dimmed: bool = False  # spent, or out of play
    background: str = ""
    span: tuple[int, int] | None = None  # the columns and rows it covers
    to: tuple[int, int] | None = None  # the far end of a line
    label: Words = ""  # for screen readers; the text if empty


class Area(Struct, frozen=True, omit_defaults=True):
    """A place on the table with pieces in it."""

    title: Words
    pieces: Sequence[Piece] = ()
    layout: Layout = "row"
    seat: int | None = None  # the owner
    note: Words = ""  # a short fact: a sum, a count
    size: tuple[int, int] | None = None  # columns and rows, if more than the pieces cover
    look: AreaLook = ""  # the style on the page
    key: str = ""  # its unique name in the scene; title and seat if empty

    @property
    def name(self) -> str:
        return self.key or (str(self.title) if self.seat is None else f"{self.title}/{self.seat}")


class Choice(Struct, frozen=True, omit_defaults=True):
    """A button."""

    text: Words
    action: int
    note: Words = ""


class Part(Struct, frozen=True, omit_defaults=True):
    """A part of a form: a counter, or a choice from several values."""

    name: str
    label: Words
    kind: PartKind
    values: Sequence[int]
    labels: Sequence[Words]
    piece: Piece | None = None  # the piece that a counter counts
    pieces: Sequence[Piece] = ()  # the pieces of a choice, one per value


class Form(Struct, frozen=True, omit_defaults=True):
    """A compound choice: only the combinations in `rows` are legal."""

    title: Words
    parts: Sequence[Part]
    rows: Sequence[Sequence[int]]  # a value for every part, then the action
    submit: Words
    notes: Sequence[Words] = ()  # the meaning of each row


class Aim(Struct, frozen=True, omit_defaults=True):
    """Half of the choice of a point in a free area: the column, or the row after the column is chosen.

    A click on the plane chooses both. The page sends the column now, and the row when the next scene has
    an aim with the same area and this column as `fixed`. Without such an aim there was only one row.
    Coordinates are in the units of the area.
    """

    area: str  # key of the area
    axis: Axis
    ids: Sequence[tuple[int, int]]  # coordinate and action, ascending
    fixed: int | None = None  # the chosen column, if the axis is row
    origin: tuple[int, int] | None = None  # the centre of the reach
    reach: int = 0  # radius of the circle around the origin that contains every point, 0 for the whole plane
    blast: int = 0  # side of the square around the point that is hit


class Preview(Struct, frozen=True, omit_defaults=True):
    """The places of an area that an action would change, shown while the player points at it."""

    action: int
    area: str  # key of the area
    places: Sequence[tuple[int, int]]


class Scene(Struct, frozen=True, omit_defaults=True):
    prompt: Words  # what the viewer has to do, in one sentence
    areas: Sequence[Area] = ()
    choices: Sequence[Choice] = ()
    forms: Sequence[Form] = ()
    coach: Words = ""  # advice for a first game
    rules: str = ""  # anchor of the rules page's section that matters now
    waiting: Words = ""  # the prompt for other seats, if the names of the acting seats are secret
    aims: Sequence[Aim] = ()
    previews: Sequence[Preview] = ()


class Summary(Struct, frozen=True):
    """A game in a minute."""

    goal: Words
    turn: Words
    end: Words


def actions_in(scene: Scene) -> set[int]:
    """Every action that can be chosen in a scene."""
    pieces = {action for area in scene.areas for piece in area.pieces for action in piece.actions}
    aimed = {action for aim in scene.aims for _, action in aim.ids}
    filled_in = {row[-1] for form in scene.forms for row in form.rows}
    return pieces | aimed | filled_in | {choice.action for choice in scene.choices}


def shown_in(scene: Scene) -> Iterator[Piece]:
    for area in scene.areas:
        yield from area.pieces


def _number(value: Any) -> Any:
    """NumPy's numbers and arrays, as Python's."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"a scene cannot contain {type(value).__name__}; use text, numbers and the types of this module")


encode = Encoder(enc_hook=_number).encode
"""Encode a scene, or a message that contains scenes, as JSON."""
