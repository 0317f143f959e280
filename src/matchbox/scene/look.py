"""The scene, summary and cover of a game, from the `scene.py` beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, cast

import numpy as np

from matchbox.engine import Base, Game, Result, States
from matchbox.engine.registry import companion

from .model import Area, Choice, Piece, Scene, Summary, Text, Theme, Words, say

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=Base, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S", bound=Base)


Help = Literal["none", "counts", "odds"]
"""What a table works out for its players: nothing, what is left, or also the chances."""


@dataclass(frozen=True)
class Look(Generic[S]):
    """A view and its viewer: everything that a scene function may use.

    `Look[State]` tells a type checker the fields of `look.s`; a plain `Look` accepts any name.
    """

    game: Game
    view: States
    seat: int  # the viewer: a seat or SPECTATOR
    names: Sequence[str]
    legal: Sequence[int] = field(default=())  # the viewer's legal actions
    help: Help = "counts"  # what the table works out for players
    named: bool = False  # a picture for readers: it shows what the viewer sees, but nobody is "you"

    @property
    def s(self) -> S:
        """The record, with fields as attributes."""
        return cast(S, self.view[0])

    @property
    def acting(self) -> list[int]:
        return self.game.acting(self.view)

    def is_you(self, seat: int) -> bool:
        """Does the reader of the scene sit there?"""
        return seat == self.seat and not self.named

    def name(self, seat: int) -> str:
        return "you" if self.is_you(seat) else self.names[seat]

    def each_seat(self) -> list[int]:
        """All seats, the viewer's first."""
        seats = int(self.view["seats"][0])
        first = max(self.seat, 0)
        return [(first + i) % seats for i in range(seats)]

    def waiting(self) -> Text:
        """The prompt for everybody who is not on turn."""
        return say("Waiting for {names}.", names=", ".join(self.names[seat] for seat in self.acting))

    def only(self, *actions: int) -> tuple[int, ...]:
        """The legal ones of these actions."""
        return tuple(int(action) for action in actions if action in self.legal)


SceneFunction = Callable[[Look], Scene]


def scene_of(look: Look) -> Scene:
    """The scene of a view. The prompt of a finished game is its outcome."""
    scene = _function(look.game)(look)
    result = look.game.result(look.view)
    if result:
        prompt = say("Game over: {outcome} ({reason}).", outcome=_outcome(look, result), reason=result.reason)
        return _watched(scene, prompt)
    if look.seat not in look.acting:
        return _watched(scene, scene.waiting or look.waiting())
    return scene


def _watched(scene: Scene, prompt: Words) -> Scene:
    """The scene without anything to choose."""
    return Scene(
        prompt,
        scene.areas,
        rules=scene.rules,
        round=scene.round,
        seats=scene.seats,
        order=scene.order,
        ordered=scene.ordered,
        shared=scene.shared,
        tally=scene.tally,
        ready=scene.ready,
        pause=scene.pause,
    )


def _outcome(look: Look, result: Result) -> Text:
    seats = len(result.ranks)
    if not result.winners:
        return say("you have lost") if seats == 1 else say("everybody has lost")
    if look.game.about.cooperative:
        return say("you have won") if seats == 1 else say("everybody has won")
    if len(result.winners) == seats:
        return say("a draw")
    if len(result.winners) == 1 and look.is_you(result.winners[0]):
        return say("you win")
    winners = " and ".join(look.name(seat) for seat in result.winners)
    if len(result.winners) > 1:
        return say("{names} win", names=winners)
    return say("{name} wins", name=winners)


def _function(game: Game) -> SceneFunction:
    function: SceneFunction = getattr(companion(game, "scene"), "scene", plain)
    return function


def summary_of(game: Game) -> Summary | None:
    """Goal, turn and end of a game in three sentences, or None if its scene has no summary."""
    found: Summary | None = getattr(companion(game, "scene"), "summary", None)
    return found


def revealed(game: Game, before: Any, after: Any) -> list[tuple[int, int]]:
    """The secret choices that a step has revealed to everybody, each as seat and action.

    Both arguments are records of a spectator's view, so nothing hidden can leak.
    """
    function = getattr(companion(game, "scene"), "revealed", None)
    return [(int(seat), int(action)) for seat, action in function(before, after)] if function else []


def cards_out_of(look: Look) -> list[Area]:
    """The parts of the box that the viewer has not seen yet, if the game has such a view."""
    function = getattr(companion(look.game, "scene"), "cards_out", None)
    return list(function(look)) if function else []


def has_cards_out(game: Game) -> bool:
    """Can players look up which parts of the box have not been seen yet?"""
    return hasattr(companion(game, "scene"), "cards_out")


def missed(look: Look, action: int) -> Text:
    """Why an action does not work that the viewer has tried in a race."""
    function: Callable[[Look, int], Text] | None = getattr(companion(look.game, "scene"), "missed", None)
    return function(look, action) if function else say("This is not possible now.")


def cover_of(game: Game) -> Sequence[Piece]:
    """A few pieces that represent the game in a list of games."""
    found: Sequence[Piece] = getattr(companion(game, "scene"), "cover", ())
    return found


def theme_of(game: Game) -> Theme:
    """The theme of a game; games without one get a hue from their name."""
    found: Theme | None = getattr(companion(game, "scene"), "theme", None)
    return found or Theme(sum(game.id.encode()) * 37 % 360, "diamonds", "boards", game.about.kind)


def plain(look: Look) -> Scene:
    """The scene of a game without `scene.py`: all fields, and a button per action."""
    hidden = {"key", "block", "words", "used"}
    areas = []
    for name in look.game.State.fields:
        if name not in hidden and (name == "score" or not hasattr(Base, name)):
            areas.append(Area(name, note=np.array2string(look.view[name][0], separator=" ")))
    choices = [Choice(look.game.text_of(look.view, action), action) for action in look.legal]
    return Scene("Choose an action.", areas, choices)
