"""A position with an obvious move, and the turn that a bot takes in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matchbox.bots.levels import SearchBot
from matchbox.engine import States, get

CASUAL = "casual"
LONG_TURN = 20  # more actions than any turn here


@dataclass(frozen=True)
class Turn:
    """The actions of a seat as text, and the states before and after them."""

    before: States
    after: States
    seat: int
    moves: list[str]

    @property
    def won(self) -> bool:
        return bool(self.after["over"][0]) and int(self.after["rank"][0, self.seat]) == 1

    @property
    def gain(self) -> int:
        """The points gained by the turn."""
        return int(self.after["score"][0, self.seat]) - int(self.before["score"][0, self.seat])


@dataclass(frozen=True)
class Obvious:
    """A position and the test of a sensible turn. `from_level` is the weakest level that must pass it."""

    game: str
    claim: str
    state: Callable[[], States]
    good: Callable[[Turn], bool]
    seat: int = 0
    steps: int = 1
    from_level: str = "novice"

    def __str__(self) -> str:
        return f"{self.game}: {self.claim}"

    def turn(self, bot: SearchBot) -> Turn:
        """Let a bot choose, up to the number of steps or the end of its turn."""
        game, state = get(self.game), self.state()
        before = state.copy()
        moves: list[str] = []
        while len(moves) < self.steps and self.seat in game.acting(state):
            action = bot.choose(game, game.view(state, self.seat), self.seat)
            moves.append(game.text_of(state, action))
            game.apply(state, self.seat, action)
        return Turn(before, state, self.seat, moves)
