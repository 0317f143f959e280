"""Batches: many games stepped together, for learning.

Each game gets its own compiled copy of `step_batch`, as it does of the functions in `playout`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .chance import parse_seed, reseed, seed_words
from .compiled import direct, entry_point
from .dialect import lowest, wide
from .errors import BadOption, BadState, Illegal, counted
from .observation import Encoder, Floats, Numbers, bytes_of
from .parts import Parts, whole_from_one
from .playout import allowed, apply, noises_of, pick, setup, stir, utility
from .record import States, blank

if TYPE_CHECKING:
    from .game import Game

RESET, REFRESH, CHECK, STEP, APPLY = range(5)  # tasks
NO_PROBLEM = -1


def step_batch(
    task: int, first: int, last: int, states: Any, actions: Any, template: Any, key: Any, games: Any, out: Any,
    listed: Any, counts: Any, mask: Any, actor: Any, reward: Any, done: Any, final: Any,
) -> int:  # fmt: skip
    """Do a task with the records from `first` to `last` - 1. Return the first that is not fit for it, or NO_PROBLEM.

    RESET starts a new game; game i has the seed key + games[i]. STEP applies the actor's action, and starts a new game
    where one has ended. REFRESH looks at states that somebody has written. CHECK changes nothing. APPLY only applies
    actions. All but the last two then write who acts (the lowest acting seat), and its legal actions.
    """
    for i in range(first, last):
        s = states[i]
        if task in (CHECK, REFRESH):
            left = wide(s.acting)
            if s.over or left == 0 or left >> wide(template[0].seats) or s.seats != template[0].seats:
                return i
        if task == CHECK:
            seat = lowest(wide(s.acting))
            action = wide(actions[i])
            k, n = wide(0), wide(allowed(s, seat, out))
            while k < n and out[k] != action:
                k += 1
            if k == n or seat != actor[i]:
                return i
            continue
        if task in (STEP, APPLY):
            apply(s, lowest(wide(s.acting)), wide(actions[i]))
            s.ply += 1
        if task == APPLY:
            continue
        if task == STEP:
            done[i] = s.over
            for seat in range(s.seats):
                reward[i, seat] = utility(s, seat) if s.over else 0.0
            if s.over:
                final[i] = states[i]
                games[i] += len(states)
        if task == RESET or s.over:
            states[i] = template[0]
            reseed(s, key, games[i])
            setup(s)
        for k in range(mask.shape[1]):
            mask[i, k] = 0
        actor[i] = lowest(wide(s.acting))
        counts[i] = allowed(s, wide(actor[i]), listed[i])
        for k in range(counts[i]):
            mask[i, listed[i, k]] = 1
    return NO_PROBLEM


GENERIC: tuple[Callable[..., Any], ...] = (step_batch,)


@entry_point
def draw(noise: Any, listed: Any, counts: Any, actions: Any) -> None:
    """Draw a random legal action for every game."""
    for i in range(len(actions)):
        noise[i] = stir(noise[i])
        actions[i] = listed[i, pick(noise[i], counts[i])]


@entry_point
def gather(listed: Any, counts: Any, starts: Any, games: Any, actions: Any) -> None:
    """Write the lists of all games into one, with the number of the game beside each action."""
    for i in range(len(counts)):
        for k in range(counts[i]):
            games[starts[i] + k] = i
            actions[starts[i] + k] = listed[i, k]


class LegalActions(NamedTuple):
    """The legal actions of all games, one list after another: `actions[k]` is an action of game `games[k]`.

    The list of game i begins at `starts[i]`; `np.maximum.reduceat(values, starts)` is the best value in each game.
    """

    starts: Numbers
    games: Numbers
    actions: Numbers


class Batch:
    """Many games stepped together: call `reset`, then `step` with one action per game.

    `actor[i]` is the seat that acts next in game i, `mask[i]` its legal actions. `reward` and
    `done` belong to the last step. Finished games restart by themselves; `final[i]` keeps the end of the
    last finished game of row i.

    A checked batch refuses actions that are not legal, and changes nothing then. `threads` step in parallel, which
    changes no result; this pays with thousands of games. A batch can be pickled and copied, and continues identically.
    """

    def __init__(self, game: Game, size: int, template: States, checked: bool = True, threads: int = 1) -> None:
        self.game, self.template, self.checked = game, template, checked
        size = whole_from_one("size", size)
        self._parts = Parts(threads)
        count = game.actions.count
        self._states, self._final = blank(template.dtype, size), blank(template.dtype, size)
        self.mask: npt.NDArray[np.uint8] = np.zeros((size, count), np.uint8)
        self.actor = np.zeros(size, np.int64)
        self.reward = np.zeros((size, int(template["seats"][0])), np.float32)
        self.done = np.zeros(size, np.uint8)
        self._games = np.zeros(size, np.int64)
        self._noise = np.ones(size, np.uint64)
        self._listed, self._counts = np.zeros((size, count), np.int32), np.zeros(size, np.int64)
        self._out = np.zeros((self._parts.threads, count + 64), np.int32)  # far from other threads
        self._key = np.zeros(8, np.uint32)
        self._is_running = False
        self._encoders: dict[tuple[str, ...] | None, Encoder] = {}

    def __len__(self) -> int:
        return len(self._states)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.game.about.name} for {self.reward.shape[1]}>"

    def __getstate__(self) -> dict[str, Any]:
        """Without compiled code, and without the arguments that it gets."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_step", "_arrays")}

    @property
    def states(self) -> States:
        """The games. Call `refresh` after you write states into it."""
        return self._states

    @property
    def final(self) -> States:
        """The last state of the game that ended last in each row; blank where none has ended."""
        return self._final

    def reset(self, seed: int | str | None = None) -> None:
        """Start new games: game i has the seed `seed` + i, as `game.new` counts it."""
        number = parse_seed(seed)
        self._key[:] = seed_words(number)
        self._games[:] = np.arange(len(self))
        self._noise[:] = noises_of(number, len(self))
        self._run(RESET)
        self.reward[:] = 0
        self.done[:] = 0
        bytes_of(self._final)[:] = 0
        self._is_running = True

    def refresh(self) -> None:
        """Find out who acts, and the legal actions, after states have been written into `states`.

        They are states of running games with the batch's number of seats. As anywhere else, numbers that no game leads
        to can make compiled rules read other memory: read such states with `parse_position` first.
        """
        self._check_running()
        if (row := self._run(REFRESH)) != NO_PROBLEM:
            seats = self.reward.shape[1]
            raise BadState(f"row {row} is not a running game with {seats} seats; write another state there")

    def step(self, actions: npt.ArrayLike) -> None:
        """Apply one action per game, that of its actor."""
        self._check_running()
        chosen = read_actions(actions, len(self))
        if self.checked and (row := self._run(CHECK, chosen)) != NO_PROBLEM:
            self._refuse(row, int(chosen[row]))
        self._run(STEP, chosen)

    def sample(self) -> Numbers:
        """A random legal action for every game, all equally likely. The seed of `reset` decides them."""
        self._check_running()
        actions = np.empty(len(self), np.int64)
        draw(self._noise, self._listed, self._counts, actions)
        return actions

    def legal(self) -> LegalActions:
        """The legal actions of all games as flat arrays."""
        self._check_running()
        ends = np.cumsum(self._counts)
        games, actions = np.empty(ends[-1], np.int64), np.empty(ends[-1], np.int64)
        starts = ends - self._counts
        gather(self._listed, self._counts, starts, games, actions)
        return LegalActions(starts, games, actions)

    def afterstates(self) -> States:
        """The states after each of the actions of `legal`, in their order; they may be finished games.

        Hidden cards and chance are those of the game itself. An agent that compares these states of a game with dice
        knows the next roll, unless it leaves out those pieces of the observation that the roll changes.
        """
        legal = self.legal()
        after = bytes_of(self._states)[legal.games].view(self._states.dtype).reshape(-1)
        self._run(APPLY, legal.actions, after)
        return after.view(type(self._states))

    def observe(
        self,
        seats: int | npt.ArrayLike | None = None,
        states: States | None = None,
        pieces: Sequence[str] | None = None,
    ) -> Floats:
        """Observations, a row for each game: what the actors see, or one seat, or a seat for each row.

        `states` are other states of this game instead, such as `final` or some `afterstates`. The pieces are those of
        `encoder`; `pieces` selects some of them by name.
        """
        if states is None:
            self._check_running()
        records = self._states if states is None else states
        if records.dtype != self._states.dtype or records.ndim != 1:
            raise BadOption(f"give states of {self.game.about.name} in an array of one dimension")
        if seats is None and states is not None:
            raise BadOption("say which seats observe these states: a seat, or one for each of them")
        viewers = whole_numbers("seats", self.actor if seats is None else seats)
        if viewers.ndim == 0:
            viewers = np.full(len(records), viewers)
        if viewers.shape != records.shape:
            raise BadOption(f"give one seat, or one for each of the {len(records)} states, not {viewers.shape}")
        if len(viewers) and not 0 <= viewers.min() <= viewers.max() < self.reward.shape[1]:
            raise BadOption(f"choose seats from 0 to {self.reward.shape[1] - 1}")
        encoder = self.encoder if pieces is None else self._encoder(tuple(pieces))
        raw, out = bytes_of(np.ascontiguousarray(records)), np.empty((len(records), encoder.size), np.float32)
        self._parts.run(len(raw), lambda part, i, end: encoder.many(raw[i:end], viewers[i:end], out[i:end]))
        return out

    @property
    def encoder(self) -> Encoder:
        """Names the pieces of an observation: see `describe` and `split`."""
        return self._encoder(None)

    def _encoder(self, pieces: tuple[str, ...] | None) -> Encoder:
        if pieces not in self._encoders:
            self._encoders[pieces] = Encoder(self.game, self.reward.shape[1], pieces)
        return self._encoders[pieces]

    # --- checks ---

    def _check_running(self) -> None:
        if not self._is_running:
            raise BadOption("call reset() first: it starts the games of a batch")

    def _refuse(self, row: int, action: int) -> None:
        if not 0 <= action < self.mask.shape[1]:
            raise Illegal(f"game {row}: there is no action {action}; ids run from 0 to {self.mask.shape[1] - 1}")
        if self.mask[row, action]:
            raise BadState(f"game {row} is not the one that its actor and mask belong to; call refresh() after writing")
        text = self.game.text_of(self._states[row : row + 1], action)
        raise Illegal(f"game {row}: {text!r} (action {action}) is not legal now; choose an action of its mask")

    # --- compiled code ---

    def _run(self, task: int, actions: Numbers | None = None, states: States | None = None) -> int:
        """Do a task of `step_batch` with these states, usually the batch's, and return the first with a problem."""
        records, chosen = self._states if states is None else states, self._games if actions is None else actions

        def work(part: int, first: int, last: int) -> int:
            found: int = self._step(task, first, last, records, chosen, *self._arrays[part])
            return found

        found = self._parts.run(len(records), work)
        return min((row for row in found if row != NO_PROBLEM), default=NO_PROBLEM)

    @cached_property
    def _arrays(self) -> list[tuple[States, ...]]:
        """The last arguments of `step_batch`, for each thread."""
        return [
            (
                self.template, self._key, self._games, out, self._listed, self._counts,
                self.mask, self.actor, self.reward, self.done, self._final,
            )
            for out in self._out
        ]  # fmt: skip

    @cached_property
    def _step(self) -> Callable[..., Any]:
        return direct(self.game.compiled("step_batch"), 0, 0, 0, self._states, self._games, *self._arrays[0])


def read_actions(actions: npt.ArrayLike, games: int) -> Numbers:
    """An action for each game, in an array of its own shape and type."""
    chosen = whole_numbers("actions", actions)
    if chosen.shape != (games,):
        wanted = f"{counted(games, 'action')}, one for each game"
        raise BadOption(f"give {wanted}, not an array of shape {chosen.shape}")
    return np.ascontiguousarray(chosen)


def whole_numbers(name: str, given: npt.ArrayLike) -> Numbers:
    """Numbers as signed integers of 64 bits; refuses floats and bools, which are probably a mistake."""
    found = np.asarray(given)
    if found.dtype.kind not in "iu":
        raise BadOption(f"give {name} in whole numbers of 64 bits, not in an array of type {found.dtype}")
    return found.astype(np.int64, copy=False)
