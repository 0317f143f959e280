"""Turns and results: who acts next, who wins, and why.

reasons = Reasons()
PIECES = reasons("more pieces")
CAP = reasons("turn limit reached", cap=True)
"""

from __future__ import annotations

from .compiled import rule
from .dialect import lowest, popcount, wide
from .record import Base

NOBODY = wide(-1)
"""Instead of a seat: no player."""


class Reasons:
    """The texts of a game's reason codes. Code 0 means that the game is still running."""

    def __init__(self) -> None:
        self.texts = [""]
        self.caps: set[int] = set()

    def __call__(self, text: str, cap: bool = False) -> int:
        """Add a reason and return its code. `cap` marks an end by a limit on the length of the game."""
        self.texts.append(text)
        code = len(self.texts) - 1
        if cap:
            self.caps.add(code)
        return wide(code)  # a literal would make Numba compile a copy of every function that receives it


@rule
def ask(s: Base, seats: int) -> None:
    """Start a decision point: the seats of this set act now."""
    s.acting = seats
    s.decision_point += 1


@rule
def turn_to(s: Base, seat: int) -> None:
    """Only this seat acts now."""
    ask(s, 1 << seat)


@rule
def all_act(s: Base) -> None:
    """Every seat acts now."""
    ask(s, (1 << wide(s.seats)) - 1)


@rule
def is_acting(s: Base, seat: int) -> bool:
    return wide(s.acting) >> seat & 1 != 0


@rule
def sole_actor(s: Base) -> int:
    """The seat that acts alone now, or NOBODY. At the start of a game it is the starting player."""
    acting = wide(s.acting)
    return lowest(acting) if popcount(acting) == 1 else NOBODY


@rule
def seat_after(s: Base, seat: int, steps: int = 1) -> int:
    """The seat `steps` places further, clockwise."""
    return (wide(seat) + steps) % wide(s.seats)


@rule
def committed(s: Base, seat: int) -> bool:
    """Note that this seat has chosen. Return True when all acting seats have."""
    s.acting = wide(s.acting) & ~(1 << seat)
    return s.acting == 0


@rule
def finish(s: Base, reason: int) -> None:
    """End the game. Ranks follow the scores; equal scores share a rank."""
    s.over = 1
    s.acting = 0
    s.reason = reason
    for seat in range(s.seats):
        better = 0
        for other in range(s.seats):
            if s.score[other] > s.score[seat]:
                better += 1
        s.rank[seat] = better + 1


@rule
def finish_with(s: Base, winner: int, reason: int) -> None:
    """End the game with one winner, whatever the scores. The others share rank 2."""
    finish(s, reason)
    for seat in range(s.seats):
        s.rank[seat] = 1 if seat == winner else 2
