"""The moment at which seats were asked: what a seat is to choose from, before others have chosen.

Seats that choose at the same time must not be helped by who was quicker. A moment keeps the
state in which they were asked; a seat's question is that state with its own choices since.
"""

from __future__ import annotations

from .game import Game
from .record import States


class Moment:
    def __init__(self, game: Game, state: States) -> None:
        self._game = game
        self._start(state)

    def _start(self, state: States) -> None:
        self._state = state.copy()
        self._since: list[tuple[int, int]] = []

    def note(self, seat: int, action: int, after: States) -> None:
        """An action was carried out; keep up with it."""
        if after["asked"][0] != self._state["asked"][0]:
            self._start(after)
        else:
            self._since.append((seat, action))

    @property
    def is_new(self) -> bool:
        """Has nobody chosen since the question was put?"""
        return not self._since

    def question(self, seat: int) -> States:
        """The seat's view as if the others had not chosen yet."""
        state = self._state.copy()
        for actor, action in self._since:
            if actor == seat:
                self._game.apply(state, seat, action)
        return self._game.view(state, seat)
