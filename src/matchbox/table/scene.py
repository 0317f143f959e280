"""Scenes: what one seat sees of a game, as data that a terminal or a page can draw.

A scene is made from a view, never from a state. `scenes/<game id>.py` holds one function
`scene(look)` per game, a `summary` and a `cover`, and `revealed(before, after)` where choices are secret
for a while; a game without one is shown field by field.

Choosing: a piece names the legal actions that begin with it (`actions`) and those it can
complete (`ends`). One action acts at once; several are narrowed by further pieces, and what
no piece can tell apart becomes a menu. Buttons (`Choice`) and forms (`Form`) stand beside. Points
of a plane are chosen by column and row, with one click for both (`Aim`).
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.json import Encoder

from matchbox.engine import Block, Game, Result, States


class Text(Struct, frozen=True, omit_defaults=True):
    """A sentence that can be translated: an English template and what stands in its places."""

    say: str
    args: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.say.format(**{name: str(value) for name, value in self.args.items()})


Words = str | Text
"""What people read: plain, or to be translated."""


def say(template: str, **args: Any) -> Text:
    return Text(
        template, {name: value if isinstance(value, Text | str) else int(value) for name, value in args.items()}
    )


class Piece(Struct, frozen=True, omit_defaults=True):
    """One thing on the table, or several alike."""

    kind: str  # card tile chip cube die disc pawn square marker slot ring line zone
    text: Words = ""  # what a person reads on it; never only a colour
    colour: str = ""
    symbol: str = ""
    number: int | None = None
    count: int = 1
    hidden: bool = False  # face down
    marked: bool = False  # worth a look: the last move, the wild symbol
    at: tuple[int, int] | None = None  # column and row; pieces at one place lie on each other
    actions: tuple[int, ...] = ()  # what choosing it first can lead to
    ends: tuple[int, ...] = ()  # what choosing it after another piece completes
    dimmed: bool = False  # spent, or out of play
    background: str = ""
    span: tuple[int, int] | None = None  # how many columns and rows it covers
    to: tuple[int, int] | None = None  # the other end of a line
    label: Words = ""  # for those who hear the table; the text if empty


class Area(Struct, frozen=True, omit_defaults=True):
    """A place on the table with pieces in it."""

    title: Words
    pieces: Sequence[Piece] = ()
    layout: str = "row"  # row fan pile grid hex track free counters table
    seat: int | None = None  # whose it is
    note: Words = ""  # a short fact: a sum, a count
    size: tuple[int, int] | None = None  # columns and rows, where more than the pieces show
    look: str = ""  # how a page may dress it: board, felt, points, track, bag, screen
    key: str = ""  # its name among the areas of a scene; title and seat if empty

    @property
    def name(self) -> str:
        return self.key or (str(self.title) if self.seat is None else f"{self.title}/{self.seat}")


class Choice(Struct, frozen=True, omit_defaults=True):
    """A button."""

    text: Words
    action: int
    note: Words = ""


class Part(Struct, frozen=True, omit_defaults=True):
    """One part of a compound choice: a number to raise and lower, or one of several things."""

    name: str
    label: Words
    kind: str  # counter, choice
    values: Sequence[int]
    labels: Sequence[Words]
    piece: Piece | None = None  # what is counted
    pieces: Sequence[Piece] = ()  # what is chosen from, one a value


class Form(Struct, frozen=True, omit_defaults=True):
    """A compound choice: only the combinations in `rows` are legal."""

    title: Words
    parts: Sequence[Part]
    rows: Sequence[Sequence[int]]  # a value for every part, then the action
    submit: Words
    notes: Sequence[Words] = ()  # what each row means


class Aim(Struct, frozen=True, omit_defaults=True):
    """Half of the choice of a point in a free area: its column, or its row once the column is chosen.

    A click on the plane means the pair: the column is sent now, and the row when the next scene asks
    for it with the same area and `fixed` as sent; if it does not, there was only one row. Coordinates
    are the area's own units.
    """

    area: str  # key of the area
    axis: str  # column, row
    ids: Sequence[tuple[int, int]]  # coordinate and action, ascending
    fixed: int | None = None  # the column, when a row is chosen
    origin: tuple[int, int] | None = None  # from where reach is measured
    reach: int = 0  # radius of the circle around the origin that holds every point, 0 for the whole plane
    blast: int = 0  # side of the square around the point that will be hit


class Preview(Struct, frozen=True, omit_defaults=True):
    """The places of an area that an action would change, for those who point at it before they choose."""

    action: int
    area: str  # key of the area
    places: Sequence[tuple[int, int]]


class Scene(Struct, frozen=True, omit_defaults=True):
    prompt: Words  # what the asked seat has to do, in one sentence
    areas: Sequence[Area] = ()
    choices: Sequence[Choice] = ()
    forms: Sequence[Form] = ()
    coach: Words = ""  # what the choice means, for a first game
    rules: str = ""  # heading of the rules page that matters now
    waiting: Words = ""  # what those read who do not choose, where names would tell too much
    aims: Sequence[Aim] = ()
    previews: Sequence[Preview] = ()


class Summary(Struct, frozen=True):
    """A game in a minute."""

    goal: Words
    turn: Words
    end: Words


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

    def waiting(self) -> Text:
        """Whose turn it is, when it is somebody else's."""
        return say("Waiting for {names}.", names=", ".join(self.names[seat] for seat in self.acting))

    def only(self, *actions: int) -> tuple[int, ...]:
        """Those of these actions that are legal."""
        return tuple(int(action) for action in actions if action in self.legal)


SceneFunction = Callable[[Look], Scene]


def scene_of(look: Look) -> Scene:
    """The scene of a game as one seat sees it; finished games say how they ended."""
    scene = _function(look.game)(look)
    result = look.game.result(look.view)
    if result:
        prompt = say("Game over: {outcome} ({reason}).", outcome=_outcome(look, result), reason=result.reason)
        return Scene(prompt, scene.areas, rules=scene.rules)
    if look.seat not in look.acting:
        return Scene(scene.waiting or look.waiting(), scene.areas, rules=scene.rules)
    return scene


def actions_in(scene: Scene) -> set[int]:
    """Every action that can be chosen in a scene."""
    pieces = {action for area in scene.areas for piece in area.pieces for action in piece.actions}
    aimed = {action for aim in scene.aims for _, action in aim.ids}
    filled_in = {row[-1] for form in scene.forms for row in form.rows}
    return pieces | aimed | filled_in | {choice.action for choice in scene.choices}


def shown_in(scene: Scene) -> Iterator[Piece]:
    for area in scene.areas:
        yield from area.pieces


def _outcome(look: Look, result: Result) -> Text:
    seats = len(result.ranks)
    if not result.winners:
        return say("you have lost") if seats == 1 else say("everybody has lost")
    if look.game.about.cooperative:
        return say("you have won") if seats == 1 else say("everybody has won")
    if len(result.winners) == seats:
        return say("a draw")
    if result.winners == (look.seat,):
        return say("you win")
    winners = " and ".join(look.name(seat) for seat in result.winners)
    if len(result.winners) > 1:
        return say("{names} win", names=winners)
    return say("{name} wins", name=winners)


def _number(value: Any) -> Any:
    """Numbers and truth values as records hold them, alone or in arrays."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no place in a scene")


encode = Encoder(enc_hook=_number).encode
"""A scene, or a message with scenes in it, as JSON."""


# --- what is known of a game's scene ---


def _module(game: Game) -> Any:
    name = f"{__package__}.scenes.{game.id}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def _function(game: Game) -> SceneFunction:
    function: SceneFunction = getattr(_module(game), "scene", plain)
    return function


def summary_of(game: Game) -> Summary | None:
    """Goal, turn and end in three sentences, where the scene's author wrote them."""
    found: Summary | None = getattr(_module(game), "summary", None)
    return found


def revealed(game: Game, before: Any, after: Any) -> list[tuple[int, int]]:
    """Seats and their secret choices that a step has made known to everybody, where the scene's author tells them.

    Both are records of a spectator's view, so nothing can be told that does not lie open.
    """
    function = getattr(_module(game), "revealed", None)
    return [(int(seat), int(action)) for seat, action in function(before, after)] if function else []


def cover_of(game: Game) -> Sequence[Piece]:
    """A few pieces that stand for the game in a list of games."""
    found: Sequence[Piece] = getattr(_module(game), "cover", ())
    return found


def plain(look: Look) -> Scene:
    """Any game, field by field, with a button an action: for authors who have not drawn a scene yet."""
    from matchbox.engine import Base

    hidden = {"key", "block", "words", "used"}
    areas = []
    for name in look.game.State.fields:
        if name not in hidden and (name == "score" or not hasattr(Base, name)):
            areas.append(Area(name, note=np.array2string(look.view[name][0], separator=" ")))
    choices = [Choice(look.game.text_of(look.view, action), action) for action in look.legal]
    return Scene("Choose an action.", areas, choices)


# --- what scenes are made of ---


def chips(counts: Any, colours: Sequence[str], kind: str = "chip") -> list[Piece]:
    """Stacks of chips or cubes by colour, empty ones left out."""
    pairs = zip(colours, counts, strict=False)
    return [Piece(kind, colour, colour=colour, count=int(n)) for colour, n in pairs if n]


def tiles(counts: Any) -> list[Piece]:
    """Number tiles given as counts by number."""
    return [Piece("tile", str(number), number=number) for number, n in enumerate(counts) for _ in range(int(n))]


def form(
    look: Look,
    block: Block,
    title: Words,
    submit: Words,
    *,
    counted: dict[str, Piece] | None = None,
    shown: dict[str, Sequence[Piece]] | None = None,
    note: Callable[..., Words] | None = None,
) -> list[Form]:
    """The legal actions of a block as a form, one part an argument; none if there are none.

    `counted` gives the piece that an argument counts, `shown` the pieces an argument chooses
    from (by its value), `note` says what a combination means.
    """
    ids = [action for action in look.legal if block.has(action)]
    if not ids:
        return []
    named = look.game.actions.named(ids[0], look.game.context_of(look.view))
    rows = [[int(x) for x in block.args(action)] for action in ids]
    written = [named.values(action) for action in ids]
    parts = []
    for place, name in enumerate(named.arguments):
        texts = {row[place]: values[name] for row, values in zip(rows, written, strict=True)}
        values = sorted(texts)
        piece = (counted or {}).get(name)
        parts.append(
            Part(
                name,
                name,
                "counter" if piece else "choice",
                values,
                [texts[value] for value in values],
                piece,
                [(shown or {})[name][value] for value in values] if name in (shown or {}) else (),
            )
        )
    notes = [note(*row) for row in rows] if note else ()
    return [Form(title, parts, [[*row, action] for row, action in zip(rows, ids, strict=True)], submit, notes)]
