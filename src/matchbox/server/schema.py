"""The messages of the API: requests, responses and WebSocket messages."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from matchbox.lab.game_numbers import Numbers
from matchbox.lab.game_sayings import Saying
from matchbox.play.table import Clock
from matchbox.scene import Area, GameEvent, Help, Piece, Scene, Summary, Theme, Words
from matchbox.scene.changes import Place
from matchbox.scene.examples import Picture

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


class OptionValue(Struct, omit_defaults=True):
    value: int | str
    label: Words
    text: Words = ""
    real_time: bool = False
    """Does it make the game a race? Then every player needs a device."""


class Option(Struct, omit_defaults=True):
    """An option of a game. `label` and `text` are for people, `name` and the values for programs."""

    name: str
    label: Words
    text: Words
    default: int | str
    values: list[OptionValue]
    custom: CustomText | None = None


class Preset(Struct):
    """Settings that belong together. All other options have their default."""

    label: Words
    text: Words
    options: dict[str, int | str]


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
    """The first value of an option, if it makes the game real-time. The page sets it for tables of people."""
    options: list[Option]
    presets: list[Preset]
    levels: list[str]
    ratings: dict[str, int]
    """The rating of each level that has been measured; casual is 1000, and 400 points are odds of ten to one."""
    summary: Summary | None
    cover: list[Piece]
    theme: Theme
    box_id: str
    """Of the box's page; empty if it has none."""
    unseen: bool
    """Can players look up what has not been seen yet?"""
    ready: bool
    numbers: bool = False
    """Is there a game in numbers: what studies with bots found?"""


class GameNumbers(Struct):
    """What games of bots tell about a game, as figures and in words."""

    numbers: Numbers
    sayings: list[Saying]
    short: bool
    """Are there too few games to rely on the figures?"""


class RulesPage(Struct):
    """The rules of a game, or the contents of a box."""

    name: str
    html: str
    pictures: dict[str, Picture]
    """By the names in `data-picture` of the HTML."""


class Unseen(Struct):
    """The parts of a game's box, with those dimmed that the viewer has seen."""

    areas: list[Area]


# --- the lab ---


class LabInfo(Struct):
    """What the lab offers. Without places, this server has none."""

    places: int
    """Studies that may run at the same time."""
    seconds: int
    """That a study lasts."""
    levels: list[str]


class NewStudy(Struct, omit_defaults=True):
    """Games that bots play: each level against itself, and against the next."""

    game: Annotated[str, Meta(max_length=60)]
    levels: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(min_length=1, max_length=3)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, int | str] = {}


class StudyState(Struct):
    """A study, as far as it has come."""

    study: str
    game: str
    state: Literal["preparing", "playing", "done", "stopped", "failed"]
    progress: float
    """The part that is done, 0 to 1."""
    found: GameNumbers | None
    command: str
    """Plays more such games, and answers more questions."""


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
    hints: Annotated[
        bool | None, Meta(description="may players ask for hints? By default not where clocks run, and not in a race")
    ] = None
    help: Annotated[
        Help, Meta(description="what the table works out for players: nothing, what is left, or also the chances")
    ] = "counts"


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
    stopped: int | None = None
    """In a race: the seat cannot act before this time, on the clock of `now`, because of a wrong try."""


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
    """Start of the countdown of a real-time game, on the clock of `now`."""
    opens: int | None = None
    """When moves of a real-time game count, after the countdown or a pause. Earlier moves are refused."""
    deadline: int | None = None
    """When the time limit ends a real-time game, or a pause between the games of a match."""
    abandoned: bool | None = None
    secret: str | None = None
    rematch: str | None = None
    help: Help = "counts"
    """What the table works out for its players: nothing, what is left, or also the chances."""
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


class MyTable(Struct, omit_defaults=True):
    table: str
    game: str
    name: str
    seat: int
    your_turn: bool
    over: bool
    seats: list[SeatInfo]
    acting: list[int] = []
    """Seats whose turn it is."""
    at: int = 0
    """When something last happened, in milliseconds since 1970; 0 if unknown."""
    last: list[GameEvent] = []
    """The last line of the log, as your seat reads it."""


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
    """The expected result, -1 to 1."""
    sentence: Words
    """The move as the log will tell it; empty if chance or hidden things change the sentence."""


class Hint(Struct):
    choices: list[HintChoice]
    value: float


class ReviewPoint(Struct):
    """The chances of all seats at one point of the game, 0 to 1.

    With two players it is the chance to win, a draw counting half. With more it is the chance to finish ahead of an
    opponent picked at random. In co-operative games it is the expected result between the worst and the best.
    """

    step: int
    """The number of actions before it: the replay shows this step."""
    round: Words
    chances: list[float]


class ReviewChoice(Struct):
    number: int
    """The number of the action, from 1: the replay shows it as this step."""
    seat: int
    played: str
    best: str
    cost: float
    """The chance that the choice gave away, 0 to 1."""
    told: Words
    """The played action as a sentence for its player; may be empty."""
    better: Words
    """The best action as a sentence for its player; empty if the played one is as good."""


class ReviewAnswer(Struct):
    points: list[ReviewPoint]
    choices: list[ReviewChoice]
    luck: list[float]
    """The chance that each seat won or lost by luck, summed over the game."""


class Progress(Struct, omit_defaults=True):
    progress: float
    preparing: bool = False
    """The server is still compiling the search of this game."""


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


class SwingInfo(Struct):
    """A pointer that passes over actions, `step` milliseconds on each, again and again.

    A move counts only if the pointer was on it at that moment. The server allows `tolerance` milliseconds for its way.
    """

    path: list[int]
    step: int
    tolerance: int
    started: int
    """When the pointer was at the first action, on the clock of `now`."""


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
    swing: SwingInfo | msgspec.UnsetType = msgspec.UNSET
    """The pointer over your choices, where the moment of your move decides."""
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
    missed: Words | msgspec.UnsetType = msgspec.UNSET
    """Why a try in a race was wrong. The seat is stopped for a moment: see `stopped` in the next state."""


class Error(Struct, tag_field="type", tag="error", omit_defaults=True):
    error: str
    retry: int | None = None
    """Seconds after which the client may connect again; without it, connecting again does not help."""


ClientMessage = Hello | LiveAct | Ping
ServerMessage = State | MoveAccepted | ActionRefused | Error | Pong
client_message_decoder = msgspec.json.Decoder(ClientMessage)
