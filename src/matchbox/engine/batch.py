"""Batches: many games stepped together, for learning.

Each game gets its own compiled copy of the generic functions here, as it does for those in `playout`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .chance import parse_seed, reseed, seed_words
from .dialect import lowest, wide
from .playout import allowed, apply, setup, utility
from .record import States

if TYPE_CHECKING:
    from .game import Game


def show_options(s: Any, i: int, out: Any, mask: Any, actor: Any) -> None:
    """Write the next actor of record i (the lowest acting seat) and its mask of legal actions."""
    seat = lowest(wide(s.acting))
    actor[i] = seat
    for action in range(mask.shape[1]):
        mask[i, action] = 0
    for k in range(allowed(s, seat, out)):
        mask[i, out[k]] = 1


def reset_batch(states: Any, template: Any, key: Any, games: Any, out: Any, mask: Any, actor: Any) -> None:
    """Start a new game in every record; record i has the seed key + games[i]."""
    for i in range(len(states)):
        states[i] = template[0]
        reseed(states[i], key, games[i])
        setup(states[i])
        show_options(states[i], i, out, mask, actor)


def step_batch(
    states: Any, actions: Any, template: Any, key: Any, games: Any, out: Any,
    mask: Any, actor: Any, reward: Any, done: Any,
) -> None:  # fmt: skip
    """Apply the actor's action in every record; start a new game where one has ended."""
    for i in range(len(states)):
        s = states[i]
        apply(s, wide(actor[i]), wide(actions[i]))
        s.ply += 1
        done[i] = s.over
        for seat in range(s.seats):
            reward[i, seat] = utility(s, seat) if s.over else 0.0
        if s.over:
            games[i] += len(states)
            states[i] = template[0]
            reseed(s, key, games[i])
            setup(s)
        show_options(s, i, out, mask, actor)


GENERIC: tuple[Callable[..., Any], ...] = (show_options, reset_batch, step_batch)


class Batch:
    """Many games stepped together: call `reset`, then `step` with one action per game.

    `actor[i]` is the seat that acts next in game i, `mask[i]` its legal actions. `reward` and
    `done` belong to the last step. Finished games restart by themselves.
    """

    def __init__(self, game: Game, size: int, template: States) -> None:
        self.game, self.template = game, template
        self.states: States = np.zeros(size, template.dtype)
        self.mask = np.zeros((size, game.actions.count), np.uint8)
        self.actor = np.zeros(size, np.int64)
        self.reward = np.zeros((size, int(template["seats"][0])), np.float32)
        self.done = np.zeros(size, np.uint8)
        self._games = np.zeros(size, np.int64)
        self._out = np.zeros(game.actions.count, np.int32)
        self._key = np.zeros(8, np.uint32)

    def reset(self, seed: int | str | None = None) -> None:
        self._key[:] = seed_words(parse_seed(seed))
        self._games[:] = np.arange(len(self.states))
        reset = self.game.compiled("reset_batch")
        reset(self.states, self.template, self._key, self._games, self._out, self.mask, self.actor)
        self.reward[:] = 0
        self.done[:] = 0

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Apply one action per game. Take the actions from the mask: they are not checked."""
        step = self.game.compiled("step_batch")
        step(
            self.states, actions, self.template, self._key, self._games, self._out,
            self.mask, self.actor, self.reward, self.done,
        )  # fmt: skip
