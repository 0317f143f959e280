"""The vocabulary of scenes: areas, pieces, buttons, forms and translatable sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import force_setattr

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
Role = Literal["", "board", "market", "supply", "tray", "purse", "secret"]
Crop = Literal["", "strip", "slice", "token"]
Threat = Literal["", "sure", "maybe", "now", "hit"]
Layout = Literal["row", "fan", "pile", "counters", "grid", "hex", "track", "table", "free"]
AreaLook = Literal[
    "", "bag", "bids", "board", "cavern", "columns", "felt", "garden", "gauge", "numbers", "picks", "points", "race",
    "screen", "slices", "strip", "temple", "tower", "track",
]  # fmt: skip
PartKind = Literal["counter", "choice"]
Axis = Literal["column", "row"]


def python_flags(found: Struct, names: Sequence[str]) -> None:
    """NumPy's booleans become Python's: only those are left out of messages when they are false."""
    for name in names:
        value = getattr(found, name)
        if value is not False and value is not True:
            force_setattr(found, name, bool(value))


class Piece(Struct, frozen=True, omit_defaults=True):
    """A thing on the table, or several equal ones."""

    kind: PieceKind
    text: Words = ""  # the label on it; colour alone is never enough
    colour: str = ""
    symbol: str = ""
    number: int | None = None
    count: int = 1
    hidden: bool = False  # face down
    marked: bool = False  # highlighted: it counts, it leads, it is wild
    last: bool = False  # part of the last move
    at: tuple[int, int] | None = None  # column and row; pieces in the same place are stacked
    actions: tuple[int, ...] = ()  # legal actions that start with picking it
    ends: tuple[int, ...] = ()  # legal actions that picking it after another piece completes
    dimmed: bool = False  # spent, or out of play
    background: str = ""
    span: tuple[int, int] | None = None  # the columns and rows it covers
    to: tuple[int, int] | None = None  # the far end of a line
    label: Words = ""  # for screen readers; the text if empty
    name: Words = ""  # what it is called in this game, printed on it: "Shield"
    effect: Words = ""  # what it does in this game, in a few words: printed where there is room, and shown on request
    cost: Words = ""  # a short tag on a target: the die it uses, the price, what it brings
    crop: Crop = ""  # the part of a card to draw: its upper half, its index edge, or symbol and colour only
    turned: bool = False  # askew, or a quarter turn
    threat: Threat = ""  # it will be lost: for sure, perhaps, at this moment, or it would be hit
    safe: bool = False  # held off, collected, out of danger
    tries: tuple[int, ...] = ()  # in a race: actions to try with it, while the page does not show which are legal
    try_ends: tuple[int, ...] = ()  # and those that it completes, as a target for a piece with tries
    z: int = 0  # the height in a tower, in the units of `at`
    level: tuple[int, int] | None = None  # of a tower: where its weight rests, from -100 to 100 on both axes

    def __post_init__(self) -> None:
        python_flags(self, ("hidden", "marked", "last", "dimmed", "turned", "safe"))


class Odds(Struct, frozen=True, omit_defaults=True):
    """Something that may turn out to be there, and its chance in per cent."""

    pieces: Sequence[Piece]
    percent: int


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
    role: Role = ""  # its part on the table; guessed from seat and layout if empty
    on: str = ""  # the key of an area that it is on: dice on a board
    cell: tuple[int, int] | None = None  # the smallest and largest width of a cell or piece, in pixels
    weight: int = 0  # how much a large size matters: 1 to 8; by role if 0
    turn: bool = False  # the board may be turned by a quarter to fit the window
    passing: bool = False  # for one phase only: when it is gone, the table is laid out again without it
    fold: int = 0  # a long track may be folded into rows of at least this number of columns
    odds: Sequence[Odds] = ()  # what may be there, where the table allows this help
    focus: tuple[int, int, int, int] | None = None  # the part of a plane to show: column, row, columns, rows

    @property
    def name(self) -> str:
        return self.key or (str(self.title) if self.seat is None else f"{self.title}/{self.seat}")


class Choice(Struct, frozen=True, omit_defaults=True):
    """A button."""

    text: Words
    action: int
    note: Words = ""
    quiet: bool = False  # for programs that must answer: a live table has no button for doing nothing
    until: str = ""  # the table makes this choice again as long as a scene has one with the same text here


class Part(Struct, frozen=True, omit_defaults=True):
    """A part of a form: a counter, or a choice from several values."""

    name: str
    label: Words
    kind: PartKind
    values: Sequence[int]
    labels: Sequence[Words]
    piece: Piece | None = None  # the piece that a counter counts
    pieces: Sequence[Piece] = ()  # the pieces of a choice, one per value
    area: str = ""  # key of the area whose pieces it counts, or to choose from: the page puts it on them
    boxed: bool = True  # are its pieces shown in the form's box?


class Form(Struct, frozen=True, omit_defaults=True):
    """A compound choice: only the combinations in `rows` are legal."""

    title: Words
    parts: Sequence[Part]
    rows: Sequence[Sequence[int]]  # a value for every part, then the action
    submit: Words
    notes: Sequence[Words] = ()  # the meaning of each row
    submits: Sequence[Words] = ()  # the words on the button for each row: "Close hand · 60p"; `submit` if empty
    box: Words = ""  # the title of the box that shows the counted pieces; no box if empty
    adds: Sequence[int] = ()  # what a piece of each part adds to a total that has to reach `goal`
    goal: int = 0


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
    piece: Piece | None = None  # what is put there; it must not overlap other pieces of its kind
    commit: Words = ""  # the words on the button that confirms the point; without them a click is enough


class Preview(Struct, frozen=True, omit_defaults=True):
    """The places of an area that an action would change, shown while the player points at it."""

    action: int
    area: str  # key of the area
    places: Sequence[tuple[int, int]]
    note: Words = ""  # the result in a few words: "3 + 2 = 5"


class Route(Struct, frozen=True, omit_defaults=True):
    """Several actions in a row with one click on their end: a chain of jumps, both dice with one piece.

    The page plays the first action, and each further one if it is legal in the next scene. An action that waits for a
    button (`Scene.commits`) waits here, too. A route of one action only tags the end of that action with its cost.
    """

    actions: Sequence[int]
    area: str  # key of the area with the end
    end: tuple[int, int]
    start: tuple[int, int] | None = None  # the piece that has to be picked first, if any
    cost: Words = ""  # a short tag on the end: the dice it uses


class SeatStatus(Struct, frozen=True, omit_defaults=True):
    """What the plate of a seat shows besides the player's name."""

    seat: int
    colour: str = ""  # of the player's pieces
    score: int | None = None
    goal: int | None = None  # the score that wins
    unit: Words = ""  # of the score: "points", "pips to go"
    line: Words = ""  # one short fact: "180p left", "on the bar"
    lives: tuple[int, int] | None = None  # left, and at the start
    out: bool = False  # no longer in the round or the game
    says: Words = ""  # table talk

    def __post_init__(self) -> None:
        python_flags(self, ("out",))


class Turn(Struct, frozen=True, omit_defaults=True):
    """A seat's place in the order of acting, with the card that decides it."""

    seat: int
    piece: Piece | None = None
    done: bool = False

    def __post_init__(self) -> None:
        python_flags(self, ("done",))


class Shared(Struct, frozen=True, omit_defaults=True):
    """The common score of a co-operative game."""

    score: int
    unit: Words = ""
    line: Words = ""


class TallyRow(Struct, frozen=True, omit_defaults=True):
    """A source of points at the end of a game, with what every seat got from it."""

    label: Words
    values: Sequence[int]
    icon: Piece | None = None
    total: bool = False  # the row is the total itself, where that is not the sum of the rows


class Scene(Struct, frozen=True, omit_defaults=True):
    prompt: Words  # what the viewer has to do, in one sentence
    areas: Sequence[Area] = ()
    choices: Sequence[Choice] = ()
    forms: Sequence[Form] = ()
    coach: Words = ""  # advice for a first game
    rules: str = ""  # heading of the rules page that matters now; "war#your-turn" is on another game's page
    waiting: Words = ""  # the prompt for other seats, if the names of the acting seats are secret
    aims: Sequence[Aim] = ()
    previews: Sequence[Preview] = ()
    why: Words = ""  # the second line of the prompt: what follows from the choice
    round: Words = ""  # where the game is: "Round 5", "Turn 12"
    commits: Sequence[Choice] = ()  # secret or final actions that wait for a button, with the words on it
    routes: Sequence[Route] = ()
    seats: Sequence[SeatStatus] = ()
    order: Sequence[Turn] = ()
    ordered: Words = ""  # what the order is about: "Step 2 of 3, highest first"
    shared: Shared | None = None
    tally: Sequence[TallyRow] = ()  # after the game: where the points came from
    ready: Sequence[Words] = ()  # the rules in a few words, shown while a live game counts down
    pause: bool = False  # a finished game of a match is on the table: the players look at it and go on


class Summary(Struct, frozen=True):
    """A game in a minute."""

    goal: Words
    turn: Words
    end: Words


Category = Literal["bidding", "cards", "dice", "boards", "together"]
Weave = Literal[
    "rays", "bricks", "cheese", "waves", "diamonds", "steps", "stripes", "petals", "checks", "stars",
    "tunnels", "hexes", "camo", "sparks", "arrows", "fog", "planks", "scales",
]  # fmt: skip


class Theme(Struct, frozen=True):
    """How a game looks from afar: its ink, the pattern on its box, and the shelf it is on."""

    hue: int  # in degrees; lightness and strength are the same for all games
    weave: Weave
    category: Category
    tagline: Words  # in a few words: "Secret bid and target"
    short: str = ""  # a shorter name for narrow bars


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
