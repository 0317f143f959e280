"""The messages of the API: requests, responses and WebSocket messages."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from matchbox.play.table import Clock
from matchbox.scene import GameEvent, Piece, Scene, Summary, Words
from matchbox.scene.changes import Place

Name = Annotated[str, Meta(min_length=1, max_length=40, description="printable; the server trims it")]
Nonce = Annotated[str, Meta(max_length=64, pattern=r"^[0-9a-f]*$(?!\n)", description="random hexadecimal digits")]
Token = Annotated[str, Meta(max_length=100)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


def clean_name(text: str) -> str:
    """A name with single spaces, without any around it. Control characters could forge or reorder other text."""
    found = unicodedata.normalize("NFC", " ".join(text.split()))
    if not found or not found.isprintable():
        raise ValueError("a name needs a visible character, and no control characters")
    return found


class Failure(Struct):
    """The body of every error response. The text says what is wrong and what to do."""

    error: str


# --- games ---


class CustomText(Struct):
    """Free text that an option accepts besides its values, such as a map, with an example per number of seats."""

    noun: str
    examples: dict[str, str]


class Option(Struct, omit_defaults=True):
    name: str
    default: int | str
    values: list[int | str]
    text: str
    custom: CustomText | None = None


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
    """The option value that makes the game real-time, if there is one. The page sets it for tables of people."""
    options: list[Option]
    levels: list[str]
    summary: Summary | None
    cover: list[Piece]
    ready: bool


class RulesPage(Struct):
    name: str
    html: str


# --- tables ---


class SeatRequest(Struct, omit_defaults=True):
    """The player wanted for a seat."""

    kind: Literal["me", "local", "open", "bot"]
    name: Name = "Guest"
    level: str = "casual"

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)


class NewTable(Struct, omit_defaults=True):
    game: Annotated[str, Meta(max_length=60)]
    players: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    options: dict[str, int | str] = {}
    nonce: Nonce = ""
    clock: Clock | None = None
    listed: bool = False
    pace: Annotated[int, Meta(ge=0, le=10_000, description="milliseconds from a bot's turn to its move")] = 0
    table: Annotated[
        str,
        Meta(max_length=20, pattern=r"^[0-9a-z]*$(?!\n)", description="a table id reserved with POST /api/reserve"),
    ] = ""
    hints: Annotated[bool | None, Meta(description="may players ask for hints? By default not where clocks run")] = None


class Reserved(Struct):
    """A table's id and the commitment to its secret, made before any nonce is known."""

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
    hints: bool
    """May players ask for hints, and leave their seat to a bot of any level?"""
    seats: list[SeatInfo]
    started: bool
    over: bool
    commitment: str
    nonces: list[str]
    preparing: bool | None = None
    """The bots cannot play yet: the server is still compiling their search."""
    began: int | None = None
    """Start of a real-time game, on the clock of `now`. Pages count down three seconds, and bots wait for that."""
    deadline: int | None = None
    """When the time limit of a real-time game ends it."""
    abandoned: bool | None = None
    secret: str | None = None
    rematch: str | None = None
    archived: bool | None = None
    """The rules of this finished game are no longer installed: it can be replayed, but not reviewed or played again."""


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

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)


class Act(Struct, omit_defaults=True):
    """A move, by the id or the text of an action."""

    decision: Count
    action: Count | Annotated[str, Meta(min_length=1, max_length=200)]
    relies: int | None = None


class Accepted(Struct):
    accepted: bool
    step: int
    decision: int


class Undo(Struct):
    """Take your last choice back. `step` is the number of steps that you see, so that a repeat does no harm."""

    step: Count


class Leave(Struct, omit_defaults=True):
    level: str = "casual"


class TakeOver(Struct):
    seat: SeatNumber
    level: str = "casual"


class Abandon(Struct, omit_defaults=True):
    tokens: Annotated[list[Token], Meta(max_length=16, description="tokens of other seats that you hold")] = []


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
    broken: dict[str, str]
    """Games that failed to load, each with the reason."""


# --- state ---


class LogLine(Struct):
    """A step, or a note about the table: told in events for people, or as the action's text for programs.

    Programs get a line again when its secret text becomes public; it replaces the line with the same number.
    """

    number: int
    step: int
    """The number of the step, or of the last one before a note; 0 after the step was taken back."""
    seat: int
    events: list[GameEvent] | msgspec.UnsetType = msgspec.UNSET
    text: Words | msgspec.UnsetType = msgspec.UNSET


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


class SceneChange(Struct, omit_defaults=True, rename={"start": "from", "end": "to"}):
    """A change between two scenes of the same viewer."""

    kind: Literal["moved", "turned", "appeared", "gone", "scored"]
    piece: Piece | None = None
    count: int = 1
    start: Place | None = None
    end: Place | None = None
    seat: int | None = None
    by: int | None = None


class State(Struct, tag_field="type", tag="state"):
    """A table as a viewer sees it: with `scene` and `events` for people, or `view` for programs."""

    seat: int
    decision: int
    your_turn: bool
    actions: dict[str, str]
    acting: list[int]
    """Seats whose turn it is."""
    chosen: list[int]
    """Seats that choose at the same time as the acting seats and have chosen already."""
    table: TableInfo
    step: int
    live: bool
    scores: list[Score]
    now: int
    result: Outcome | None
    log: list[LogLine]
    undo: bool | msgspec.UnsetType = msgspec.UNSET
    """May you take your last choice back? The server still refuses if the choice has shown something hidden."""
    relies: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    scene: Scene | msgspec.UnsetType = msgspec.UNSET
    events: list[SceneChange] | msgspec.UnsetType = msgspec.UNSET
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


class Pong(Struct, tag_field="type", tag="pong"):
    pass


class MoveAccepted(Struct, tag_field="type", tag="accepted"):
    decision: int


class ActionRefused(Struct, tag_field="type", tag="refused"):
    decision: int
    error: str


class Error(Struct, tag_field="type", tag="error", omit_defaults=True):
    error: str
    retry: int | None = None
    """Seconds after which the client may connect again; without it, connecting again does not help."""


ClientMessage = Hello | LiveAct | Ping
ServerMessage = State | MoveAccepted | ActionRefused | Error | Pong
client_message_decoder = msgspec.json.Decoder(ClientMessage)
