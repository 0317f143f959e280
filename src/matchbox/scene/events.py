"""The events of a step, told in sentences: for the log, the banner, the replay, the screen reader and the terminal.

The `scene.py` of a game defines `told(seen)`. It gets a step as one viewer saw it and yields what happened. It knows
the viewer's views and, unless it is still secret, the action; so it cannot tell anything before its time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from matchbox.engine import Block, Game, Result, States
from matchbox.engine.registry import companion

from .look import S
from .model import Area, Piece, Player, Text, Words, python_flags, say

EventKind = Literal[
    "choice",  # a secret choice, or a step that only leads to the next: the log leaves it out once that is told
    "move",
    "pass",
    "roll",
    "draw",
    "hit",
    "capture",
    "fall",
    "reveal",
    "score",
    "round",  # a new round begins: the log starts a new group
    "result",
    "note",  # about the table, not the game: somebody left
]


class Side(Struct, frozen=True, omit_defaults=True):
    """A player's part in a moment: the pieces shown, their value, and how it ended."""

    seat: int
    pieces: Sequence[Piece] = ()
    value: int | None = None
    unit: Words = ""  # of the value: pence, points
    verdict: Words = ""
    won: bool = False

    def __post_init__(self) -> None:
        python_flags(self, ("won",))


class Moment(Struct, frozen=True, omit_defaults=True):
    """A reveal, a fight or a call, for the table to stop and look at."""

    title: Words  # the result in a few words
    why: Words = ""
    sides: Sequence[Side] = ()
    prize: Sequence[Piece] = ()
    picture: Area | None = None  # a board that shows what happened: a falling tower


class GameEvent(Struct, frozen=True, omit_defaults=True):
    """Something that happened in a game, in one sentence."""

    kind: EventKind
    text: Text
    icon: Piece | None = None  # the piece that it is about
    minor: bool = False  # a consequence, or a detail
    forced: bool = False  # the only legal move, played for the seat
    moment: Moment | None = None

    def __post_init__(self) -> None:
        python_flags(self, ("minor", "forced"))


@dataclass(frozen=True)
class Seen(Generic[S]):
    """A step as one viewer saw it. `Seen[State]` tells a type checker the fields of both records."""

    game: Game
    viewer: int  # a seat or SPECTATOR
    seat: int  # the seat that acted
    action: int | None  # None while the choice is secret from the viewer
    views: tuple[States, States]  # the viewer's, before and after the step
    revealed: Sequence[tuple[int, int]] = ()  # earlier secret choices that everybody knows now: seat and action

    @property
    def before(self) -> S:
        """The record before the step as the viewer saw it, with fields as attributes."""
        return cast(S, self.views[0][0])

    @property
    def after(self) -> S:
        return cast(S, self.views[1][0])

    def chose(self, block: Block) -> tuple[int, ...] | None:
        """The arguments of the action if it belongs to the block."""
        if self.action is None or not block.has(self.action):
            return None
        return tuple(int(x) for x in block.args(self.action))

    @property
    def ended(self) -> bool:
        """Did the step end the game?"""
        return bool(self.after.over and not self.before.over)


Teller = Callable[[Seen], Iterator[GameEvent]]


def events_of(seen: Seen, forced: bool = False) -> list[GameEvent]:
    """The events of a step, at least one; the result of the game comes last."""
    found = list(_teller(seen.game)(seen)) or list(_plain(seen))
    if forced:
        found[0] = replace(found[0], forced=True)
    if seen.ended:
        result = seen.game.result(seen.views[1])
        assert result is not None
        found.append(GameEvent("result", outcome(seen.game, result)))
    return found


def _teller(game: Game) -> Teller:
    """The function `told` in a game's `scene.py`, or in `told.py` beside it where it is long."""
    for module in (companion(game, "scene"), companion(game, "told")):
        if found := getattr(module, "told", None):
            return cast(Teller, found)
    return _plain


def _plain(seen: Seen) -> Iterator[GameEvent]:
    """A step of a game that says nothing about it: the action in the notation of records."""
    who = Player(seen.seat)
    if seen.action is None:
        yield GameEvent("choice", say("{who} has chosen.", you="You have chosen.", who=who))
    else:
        yield GameEvent("move", say("{who}: {move}", who=who, move=seen.game.text_of(seen.views[0], seen.action)))


def outcome(game: Game, result: Result) -> Text:
    """The result of a game in one sentence with its reason."""
    reason, seats = say(result.reason), len(result.ranks)
    if not result.winners:
        return say("The game is lost ({reason}).", reason=reason)
    if game.about.cooperative:
        return say("The game is won ({reason}).", reason=reason)
    if len(result.winners) == seats:
        return say("The game is a draw ({reason}).", reason=reason)
    if len(result.winners) > 1:
        return say("{names} win ({reason}).", names=players(result.winners), reason=reason)
    return say("{who} wins ({reason}).", you="You win ({reason}).", who=Player(result.winners[0]), reason=reason)


def players(seats: Sequence[int]) -> Text:
    """At least one player: "Ann, Bob and you"."""
    found = say("{a}", a=Player(seats[0]))
    for seat in seats[1:-1]:
        found = say("{a}, {b}", a=found, b=Player(seat))
    return say("{a} and {b}", a=found, b=Player(seats[-1])) if len(seats) > 1 else found
