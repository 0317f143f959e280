"""Many games stepped together for learners: it checks actions, moves random opponents and restarts games.

All environments use the same function. Each game compiles its own copy, as it does for the generic
functions of `matchbox.engine.playout`. Row i of every array belongs to game i.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption, reseed, wide
from matchbox.engine.batch import read_actions
from matchbox.engine.chance import parse_seed, seed_words
from matchbox.engine.dialect import lowest
from matchbox.engine.parts import Parts
from matchbox.engine.playout import apply, legal, noise_of, pick, setup, stir, talk, utility
from matchbox.engine.record import blank

from .config import GameConfig
from .observation import bytes_of

if TYPE_CHECKING:
    from matchbox.engine import States

SKIP, ACT, RESET = range(3)  # commands
RUNNING, OVER, FORFEIT, UNSTARTED = range(4)  # status codes
LOSE, REPLACE, RAISE = range(3)  # consequences of an illegal action
ILLEGAL = {"lose": LOSE, "replace": REPLACE, "raise": RAISE}
ALL_SEATS = -1  # instead of a learner: the caller acts for every seat
NEXT_GAME = 1 << 32  # added to the seed for the next game of the same row


def step_games(
    first: int, last: int, states: Any, commands: Any, actions: Any, template: Any, key: Any, offset: Any,
    learner: int, outside: Any, illegal: int, noise: Any, out: Any, mask: Any, actor: Any, reward: Any, status: Any,
) -> None:  # fmt: skip
    """Follow the commands of the rows from `first` to `last` - 1: start a game, or apply the actor's action.

    The seats of the set `outside[i]` wait for an action, the others then act at random until it is the turn of one of
    those. A learner that chooses at the same time as others chooses first. Random seats do not talk.
    Writes the next actor, its mask, all rewards and the status.
    """
    for i in range(first, last):
        if commands[i] == SKIP:
            continue
        s = states[i]
        seat, action, n = wide(-1), wide(0), wide(0)
        if commands[i] == RESET:
            states[i] = template[0]
            reseed(s, key, offset[i])
            offset[i] += NEXT_GAME
            setup(s)
        else:
            seat, action = wide(actor[i]), wide(actions[i])
            if action < 0 or action >= mask.shape[1] or mask[i, action] == 0:
                if illegal == LOSE:
                    status[i] = FORFEIT
                    for other in range(reward.shape[1]):
                        reward[i, other] = 0
                    reward[i, seat] = -1
                    for a in range(mask.shape[1]):
                        mask[i, a] = 0
                    continue
                action %= mask.shape[1]
                while mask[i, action] == 0:
                    action = (action + 1) % mask.shape[1]
        while True:
            if seat >= 0:
                apply(s, seat, action)
                s.ply += 1
            if s.over:
                break
            left = wide(s.acting)
            seat = learner if learner >= 0 and left >> learner & 1 else lowest(left)
            n = wide(legal(s, seat, out))
            if wide(outside[i]) >> seat & 1:
                n = wide(talk(s, seat, out, n))
                break
            noise[i] = stir(noise[i])
            action = wide(out[pick(noise[i], n)])
        for a in range(mask.shape[1]):
            mask[i, a] = 0
        status[i] = OVER if s.over else RUNNING
        if s.over:
            for other in range(reward.shape[1]):
                reward[i, other] = utility(s, other)
        else:
            actor[i] = seat
            for k in range(n):
                mask[i, out[k]] = 1
            for other in range(reward.shape[1]):
                reward[i, other] = 0


def utilities_at(states: Any, i: int, out: Any) -> None:
    """Write the utility of every seat in a finished game."""
    s = states[i]
    for seat in range(len(out)):
        out[seat] = utility(s, seat)


def read_illegal(name: str) -> int:
    if name not in ILLEGAL:
        raise BadOption(f"illegal={name!r}: choose one of {', '.join(ILLEGAL)}")
    return ILLEGAL[name]


class VectorState:
    """The state arrays of several games, and the compiled function that steps them.

    Set `commands` and `actions`, then call `step`. It updates `states`, `actor`, `mask`, `reward` and `status`.
    """

    def __init__(
        self, config: GameConfig, count: int, learner: int = ALL_SEATS, illegal: str = "lose", threads: int = 1
    ) -> None:
        game = self._game = config.game
        if learner != ALL_SEATS and not 0 <= learner < config.seats:
            raise BadOption(f"there is no seat {learner}; choose a seat from 0 to {config.seats - 1}")
        self.illegal_mode, self.learner = read_illegal(illegal), learner
        self.template = config.template
        self.states: States = blank(config.template.dtype, count)
        self.raw = bytes_of(self.states)
        """The bytes of the states, for encoders."""
        self.commands = np.zeros(count, np.uint8)
        self.actions = np.zeros(count, np.int64)
        self.mask = np.zeros((count, game.actions.count), np.int8)
        self.actor = np.zeros(count, np.int64)
        self.reward = np.zeros((count, config.seats), np.float32)
        self.status = np.full(count, UNSTARTED, np.uint8)
        self.outside = np.full(count, (1 << config.seats) - 1 if learner == ALL_SEATS else 1 << learner)
        """For every game the set of seats whose actions come from outside."""
        self._key = np.zeros(8, np.uint32)
        self._offset = np.zeros(count, np.int64)
        self._noise = np.ones(count, np.uint64)
        self._step = game.specialised(step_games)
        self.parts = Parts(threads)
        self._out = np.zeros((self.parts.threads, game.actions.count + 64), np.int32)  # far from other threads

    def seed(self, seed: int) -> None:
        """Give the first game of row i the seed `seed + i`; later games of the row follow from it."""
        count = len(self.states)
        self._key[:] = seed_words(parse_seed(seed))
        self._offset[:] = np.arange(count)
        for i in range(count):
            self._noise[i] = noise_of(seed + i, 0)

    def choose(self, actions: npt.ArrayLike) -> None:
        """Give every row its action."""
        self.check_started()
        self.actions[:] = read_actions(actions, len(self.actions))

    def check_started(self) -> None:
        if self.status[0] == UNSTARTED:
            raise BadOption("call reset() first: it starts the games of an environment")

    def step(self) -> None:
        """Follow the commands."""
        self.parts.run(len(self.states), self._step_part)

    def _step_part(self, part: int, first: int, last: int) -> None:
        self._step(
            first, last, self.states, self.commands, self.actions, self.template, self._key, self._offset, self.learner,
            self.outside, self.illegal_mode, self._noise, self._out[part], self.mask, self.actor, self.reward,
            self.status,
        )  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        """Without compiled code, and without views, which a copy would turn into arrays of their own."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_step", "raw")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = state
        self.raw = bytes_of(self.states)
        self._step = self._game.specialised(step_games)

    def illegal_rows(self) -> npt.NDArray[np.int64]:
        """Rows with the command ACT whose action is not legal."""
        actions = self.actions
        in_range = (actions >= 0) & (actions < self.mask.shape[1])
        legal = in_range & (self.mask[np.arange(len(actions)), np.where(in_range, actions, 0)] != 0)
        return np.flatnonzero(~legal & (self.commands == ACT))
