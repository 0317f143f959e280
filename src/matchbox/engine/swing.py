"""Choices by timing: a pointer passes over actions, and the moment of a choice decides which of them it is."""

from __future__ import annotations

from dataclasses import dataclass

EARLY = 50  # milliseconds that a choice may be ahead of the table's clock


@dataclass(frozen=True)
class Swing:
    """The way of a pointer from the moment at which a seat is asked. It starts again at its end.

    A page that gets it shows the pointer, and a table accepts an action only if the pointer was there by the table's
    clock. Programs and bots without a page choose any action; bots miss it by some milliseconds.
    """

    path: tuple[int, ...]  # the actions below the pointer, one after the other
    step: int  # milliseconds on each
    tolerance: int  # milliseconds that a choice may take to arrive

    def action_at(self, time: float) -> int:
        """The action below the pointer at this time, in milliseconds since the seat was asked."""
        return self.path[int(time // self.step) % len(self.path)]

    def passed(self, time: int) -> set[int]:
        """The actions that a choice may claim which arrives at this time."""
        first, last = (time - self.tolerance) // self.step, (time + EARLY) // self.step
        return {self.path[place % len(self.path)] for place in range(max(0, first), last + 1)}

    def slipped(self, action: int, chance: float, error: float) -> int:
        """The action of a player who waits for this one and lets go too early or too late.

        `chance`, 0 to 1, decides at which of its places on the path; `error` is in milliseconds.
        """
        places = [place for place, one in enumerate(self.path) if one == action]
        if not places:
            return action
        middle = places[int(chance * len(places)) % len(places)] + 0.5
        return self.action_at(middle * self.step + error)
