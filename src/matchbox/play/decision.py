"""Decision points: what a seat sees when it chooses at the same time as others.

The faster player must not give information to the slower. A decision point keeps the state in
which simultaneous choices began. A seat's decision view is that state plus its own choices since.
"""

from __future__ import annotations

from matchbox.engine.game import Game
from matchbox.engine.record import States


class DecisionPoint:
    def __init__(self, game: Game, state: States) -> None:
        self._game = game
        self._start(state)

    def _start(self, state: States) -> None:
        self._state = state.copy()
        self._since: list[tuple[int, int]] = []

    def note(self, seat: int, action: int, after: States) -> None:
        """Record an action that was applied; `after` is the state it led to."""
        if after["decision_point"][0] != self._state["decision_point"][0]:
            self._start(after)
        else:
            self._since.append((seat, action))

    @property
    def is_new(self) -> bool:
        """Has nobody chosen at this decision point yet?"""
        return not self._since

    def decision_view(self, seat: int) -> States:
        """A seat's view as if the others had not chosen yet."""
        state = self._state.copy()
        for actor, action in self._since:
            if actor == seat:
                self._game.apply(state, seat, action)
        return self._game.view(state, seat)
