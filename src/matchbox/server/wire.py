"""What goes over the wire: requests, answers and WebSocket messages."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from matchbox.table.scene import Piece, Scene, Summary, Words

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$", description="random hexadecimal digits")]
Token = Annotated[str, Meta(max_length=100)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Failure(Struct):
    """Every error: what is wrong and what to do."""

    error: str


# --- games ---


class OwnText(Struct):
    """What an option takes beside its values: a text, such as a map. The examples are by number of seats."""

    noun: str
    examples: dict[str, str]


class Option(Struct, omit_defaults=True):
    name: str
    default: int | str
    values: list[int | str]
    text: str
    own: OwnText | None = None


class GameInfo(Struct):
    id: str
    name: str
    box: str
    designers: str
    seats: list[int]
    minutes: str
    complexity: int
    kind: str
    cooperative: bool
    real_time: bool
    race: dict[str, int | str]
    """The option value that makes it a game in real time, if there is one: tables of people ask for it."""
    options: list[Option]
    levels: list[str]
    summary: Summary | None
    cover: list[Piece]
    ready: bool


class Rules(Struct):
    name: str
    markdown: str


# --- tables ---


class Clock(Struct, frozen=True):
    """Seconds a person has for the whole game, and seconds gained with every decision."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class PlayerWish(Struct, omit_defaults=True):
    """Who is to sit in a seat."""

    kind: Literal["me", "local", "open", "bot"]
    name: Name = "Guest"
    level: str = "casual"


class NewTable(Struct, omit_defaults=True):
    game: Annotated[str, Meta(max_length=60)]
    players: Annotated[list[PlayerWish], Meta(min_length=1, max_length=16)]
    options: dict[str, int | str] = {}
    nonce: Nonce = ""
    clock: Clock | None = None
    listed: bool = False
    pace: Annotated[int, Meta(ge=0, le=10_000, description="milliseconds between moves of bots")] = 0
    table: Annotated[str, Meta(max_length=20, description="a reserved table, from POST /api/reserve")] = ""


class Reserved(Struct):
    """A table's name and the commitment to its secret, before any nonce is known."""

    table: str
    commitment: str


class SeatToken(Struct):
    seat: int
    token: str


class Invite(Struct):
    seat: int
    invite: str


class Created(Struct):
    table: str
    seats: list[SeatToken]
    invites: list[Invite]


class SeatInfo(Struct, omit_defaults=True):
    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    present: bool
    level: str | None = None
    left: bool | None = None
    clock: float | None = None
    running: bool | None = None


class TableInfo(Struct, omit_defaults=True):
    id: str
    game: str
    name: str
    options: dict[str, int | str]
    seats: list[SeatInfo]
    started: bool
    over: bool
    commitment: str
    nonces: list[str]
    preparing: bool | None = None
    """Everybody is there; the game is still being compiled on this machine."""
    began: int | None = None
    """When a game in real time began, as `now` counts: pages count three seconds down, and bots wait for them."""
    deadline: int | None = None
    """When it has lasted too long."""
    abandoned: bool | None = None
    secret: str | None = None
    rematch: str | None = None


class OpenTable(Struct):
    table: str
    game: str
    name: str
    seats: list[SeatInfo]
    created: int


class Tokens(Struct):
    tokens: Annotated[list[Token], Meta(max_length=200)]


class MyTable(Struct):
    table: str
    game: str
    name: str
    seat: int
    your_turn: bool
    over: bool
    seats: list[SeatInfo]


class Join(Struct, omit_defaults=True):
    name: Name
    nonce: Nonce = ""
    invite: Token | None = None
    seat: SeatNumber | None = None


class Act(Struct, omit_defaults=True):
    """Choose an action, by its id or its text."""

    decision: Count
    action: Count | Annotated[str, Meta(min_length=1, max_length=200)]
    relies: int | None = None


class Accepted(Struct):
    accepted: bool
    step: int
    decision: int


class Leave(Struct, omit_defaults=True):
    level: str = "casual"


class TakeOver(Struct):
    seat: SeatNumber
    level: str = "casual"


class Done(Struct):
    done: bool = True


class Again(Struct, omit_defaults=True):
    nonce: Nonce = ""


class Rematch(Struct):
    table: str
    seats: list[SeatToken]


class HintChoice(Struct):
    action: int
    text: str
    weight: float
    value: float


class Hint(Struct):
    choices: list[HintChoice]
    value: float


class ReviewChoice(Struct):
    number: int
    seat: int
    played: str
    best: str
    cost: float


class ReviewAnswer(Struct):
    values: list[list[float]]
    choices: list[ReviewChoice]
    luck: list[float]
    svg: str


class Progress(Struct):
    progress: float


class Health(Struct):
    status: str
    version: str
    compiled: int
    games: int
    tables: int


# --- state ---


class LogLine(Struct):
    """A line of the log by its number; one that comes again replaces what was told before."""

    number: int
    step: int
    seat: int
    text: Words


class ReplayStep(Struct, omit_defaults=True):
    step: int
    steps: int
    scene: Scene
    line: LogLine | None = None


class Score(Struct, omit_defaults=True):
    seat: int
    score: int
    rank: int | None = None


class Outcome(Struct):
    ranks: list[int]
    scores: list[int]
    reason: Words
    winners: list[int]


class Place(Struct, omit_defaults=True):
    area: str
    at: tuple[int, int] | None = None


class TableEvent(Struct, omit_defaults=True, rename={"start": "from", "end": "to"}):
    """Something that happened between two scenes of the same viewer."""

    kind: Literal["moved", "turned", "appeared", "gone", "scored"]
    piece: Piece | None = None
    count: int = 1
    start: Place | None = None
    end: Place | None = None
    seat: int | None = None
    by: int | None = None


class State(Struct, tag_field="type", tag="state"):
    """What one viewer sees. `scene` and `events` for people, `view` for programs."""

    seat: int
    decision: int
    asked: bool
    actions: dict[str, str]
    acting: list[int]
    """Seats that are to choose now."""
    chosen: list[int]
    """Seats that were asked together with those, and have chosen."""
    table: TableInfo
    step: int
    live: bool
    scores: list[Score]
    now: int
    result: Outcome | None
    log: list[LogLine]
    relies: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    scene: Scene | msgspec.UnsetType = msgspec.UNSET
    events: list[TableEvent] | msgspec.UnsetType = msgspec.UNSET
    view: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


# --- WebSocket ---


class Hello(Struct, tag_field="type", tag="hello"):
    token: Token | None = None
    format: Literal["scene", "plain"] = "scene"


class LiveAct(Struct, tag_field="type", tag="act"):
    decision: Count
    action: Count | Annotated[str, Meta(min_length=1, max_length=200)]
    relies: int | None = None


class Ping(Struct, tag_field="type", tag="ping"):
    pass


class Refused(Struct, tag_field="type", tag="refused"):
    decision: int
    error: str


class Error(Struct, tag_field="type", tag="error"):
    error: str


Said = Hello | LiveAct | Ping
said = msgspec.json.Decoder(Said)

PONG = b'{"type":"pong"}'


def accepted(decision: int) -> bytes:
    return b'{"type":"accepted","decision":%d}' % decision
