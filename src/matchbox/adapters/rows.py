"""Many games in step, as learners need them: legality checked, opponents moved, games begun anew.

One function serves all environments; a game compiles its own copy, as of those in
`matchbox.engine.play`. Row i of every array belongs to game i.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption, reseed, wide
from matchbox.engine.chance import parse_seed, seed_words
from matchbox.engine.play import noise_of, pick, stir
from matchbox.engine.rules import lowest

from .setting import Setting

if TYPE_CHECKING:
    from matchbox.engine import States

STAY, ACT, BEGIN = range(3)  # what a row is to do
RUNS, OVER, FORFEIT = range(3)  # how it stands afterwards
LOSE, REPLACE, RAISE = range(3)  # what an illegal action leads to
ILLEGAL = {"lose": LOSE, "replace": REPLACE, "raise": RAISE}
EVERYBODY = -1  # in place of a learner: every seat's actions are given
NEXT_GAME = 1 << 32  # from the seed of one game of a row to that of its next

# --- placeholders for a game's rules and for generic functions already specialised ---


def setup(s: Any) -> None: ...
def legal(s: Any, seat: int, out: Any) -> int: ...  # type: ignore[empty-body]
def apply(s: Any, seat: int, action: int) -> None: ...
def utility(s: Any, seat: int) -> float: ...  # type: ignore[empty-body]


def step_rows(
    states: Any, todo: Any, actions: Any, template: Any, key: Any, offset: Any, learner: int, illegal: int,
    noise: Any, out: Any, mask: Any, actor: Any, reward: Any, stands: Any,
) -> None:  # fmt: skip
    """Begin a game, or carry out the actor's action, in every row that is to; then up to the learner's next choice.

    Other seats choose at random if there is a learner. Leaves who acts next, what is legal
    for that seat, everybody's reward and how the game stands.
    """
    for i in range(len(states)):
        if todo[i] == STAY:
            continue
        s = states[i]
        seat, action, n = wide(-1), wide(0), wide(0)
        if todo[i] == BEGIN:
            states[i] = template[0]
            reseed(s, key, offset[i])
            offset[i] += NEXT_GAME
            setup(s)
        else:
            seat, action = wide(actor[i]), wide(actions[i])
            if action < 0 or action >= mask.shape[1] or mask[i, action] == 0:
                if illegal == LOSE:
                    stands[i] = FORFEIT
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
            if learner < 0 or seat == learner:
                break
            noise[i] = stir(noise[i])
            action = wide(out[pick(noise[i], n)])
        for a in range(mask.shape[1]):
            mask[i, a] = 0
        stands[i] = OVER if s.over else RUNS
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
    """Everybody's result of a finished game."""
    s = states[i]
    for seat in range(len(out)):
        out[seat] = utility(s, seat)


def read_illegal(name: str) -> int:
    if name not in ILLEGAL:
        raise BadOption(f"illegal={name!r}: choose one of {', '.join(ILLEGAL)}")
    return ILLEGAL[name]


class Rows:
    """The arrays of some games and the function that moves them."""

    def __init__(self, chosen: Setting, count: int, learner: int = EVERYBODY, illegal: str = "lose") -> None:
        game = chosen.game
        if learner != EVERYBODY and not 0 <= learner < chosen.seats:
            raise BadOption(f"there is no seat {learner}; seats are 0 to {chosen.seats - 1}")
        self.illegal, self.learner = read_illegal(illegal), learner
        self.template = chosen.template
        self.states: States = np.zeros(count, chosen.template.dtype)
        self.todo = np.zeros(count, np.uint8)
        self.actions = np.zeros(count, np.int64)
        self.mask = np.zeros((count, game.actions.count), np.int8)
        self.actor = np.zeros(count, np.int64)
        self.reward = np.zeros((count, chosen.seats), np.float32)
        self.stands = np.zeros(count, np.uint8)
        self._key = np.zeros(8, np.uint32)
        self._offset = np.zeros(count, np.int64)
        self._noise = np.ones(count, np.uint64)
        self._step = game.specialised(step_rows)
        self._out = np.zeros(game.actions.count, np.int32)

    def seed(self, seed: int) -> None:
        """Row i begins with the game of seed + i; the row's later games follow from it."""
        count = len(self.states)
        self._key[:] = seed_words(parse_seed(seed))
        self._offset[:] = np.arange(count)
        for i in range(count):
            self._noise[i] = noise_of(seed + i, 0)

    def move(self) -> None:
        """Do what `todo` says."""
        self._step(
            self.states, self.todo, self.actions, self.template, self._key, self._offset, self.learner,
            self.illegal, self._noise, self._out, self.mask, self.actor, self.reward, self.stands,
        )  # fmt: skip

    def begin_asked(self) -> None:
        """Do what `todo` says; a new game that ends before the learner is asked makes room for the next."""
        self.move()
        while (empty := (self.todo == BEGIN) & (self.stands != RUNS)).any():
            self.todo[:] = np.where(empty, BEGIN, STAY)
            self.move()

    def refused(self) -> npt.NDArray[np.int64]:
        """Rows that are to act and whose action is not legal."""
        actions = self.actions
        inside = (actions >= 0) & (actions < self.mask.shape[1])
        fine = inside & (self.mask[np.arange(len(actions)), np.where(inside, actions, 0)] != 0)
        return np.flatnonzero(~fine & (self.todo == ACT))
