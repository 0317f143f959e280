"""Has a move shown something hidden? Then it cannot be taken back.

A viewer cannot tell the true state from other deals of what is hidden from it. If a move leads to the same view in
all of them, the viewer has learnt nothing from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from matchbox.engine import SPECTATOR, Game, States
from matchbox.engine.layout import layout_of
from matchbox.play.step import Step

DEALS = 12


class Showing:
    """Steps of a game, each with the state before it. Nothing here changes, so any thread may look."""

    def __init__(self, game: Game, seats: int, steps: Sequence[tuple[States, Step]]) -> None:
        self._game, self._layout, self._steps = game, layout_of(game), steps
        self._viewers = range(SPECTATOR, seats)
        self._out = np.empty(game.actions.count, np.int32)

    def anything(self) -> bool:
        """Has a step shown something hidden to anybody?"""
        return self._layout.hides and any(
            self._shown_to(viewer, *step) for step in self._steps for viewer in self._viewers
        )

    def _shown_to(self, viewer: int, before: States, step: Step) -> bool:
        """Would a viewer see anything else if the things hidden from it were different?"""
        known_to_all = not step.secret or viewer == step.seat
        if known_to_all and self._layout.hidden(before, viewer) != self._layout.hidden(step.after, viewer):
            return True  # a card from a hidden hand or deck; where it came from tells something, if only a little
        seen = self._layout.seen(step.after, viewer)
        for other, action in self._other_worlds(viewer, before, step):
            if action not in self._legal(other, step.seat):
                return True  # not every deal allows the move
            self._game.function("apply_at")(other, 0, step.seat, action)
            if self._layout.seen(other, viewer) != seen:
                return True
        return False

    def _legal(self, state: States, seat: int) -> list[int]:
        count = self._game.function("legal_at")(state, 0, seat, self._out)
        found: list[int] = self._out[:count].tolist()
        return found

    def _other_worlds(self, viewer: int, before: States, step: Step) -> Iterator[tuple[States, int]]:
        """States that a viewer cannot tell from the one before a step, with the action there.

        Of a secret choice, the others only know that it was made. A spectator sees nothing that the seats do not see.
        """
        if step.secret and viewer != step.seat:
            for action in self._legal(before, step.seat):
                yield self._game.copy(before), action
        elif viewer != SPECTATOR:
            view, number = self._game.view(before, viewer), int(before["ply"][0])
            for deal in range(DEALS):
                yield self._game.redeal(view, viewer, DEALS * number + deal), step.action
