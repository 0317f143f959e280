"""Code written once for all games: starting, stepping, playing many games.

`setup`, `legal`, `apply`, `redeal`, `conserved` and `evaluate` below are placeholders; a Game
compiles its own copy of each generic function with its own rules in their place.
Players' random choices never touch a game's generator, so seed and actions replay it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .chance import parse_seed, reseed, seed_words
from .record import Base, States
from .results import is_acting
from .rules import bits, lowest, nth, popcount, rule, wide

if TYPE_CHECKING:
    from .game import Game

UPPER = bits(32)
X13, X7, X17 = bits(13), bits(7), bits(17)
DECISIONS, CHOICES, OPTIONS, DRAWS = range(4)  # places in a tally


# --- placeholders for a game's rules and for generic functions already specialised ---


def setup(s: Any) -> None: ...
def legal(s: Any, seat: int, out: Any) -> int: ...  # type: ignore[empty-body]
def apply(s: Any, seat: int, action: int) -> None: ...
def redeal(s: Any, seat: int) -> None: ...
def conserved(s: Any) -> bool: ...  # type: ignore[empty-body]
def evaluate(s: Any, seat: int) -> float: ...  # type: ignore[empty-body]


COOPERATIVE, LOW, SPAN = False, 0.0, 0.0


# --- the players' own noise ---


@rule
def stir(noise: int) -> int:
    """The next state of a fast xorshift generator; never 0."""
    noise ^= noise << X13
    noise ^= noise >> X7
    noise ^= noise << X17
    return noise


@rule
def pick(noise: int, n: int) -> int:
    """A number below n, from the upper half of the noise."""
    return wide((noise >> UPPER) * bits(n) >> UPPER)


def noise_of(seed: int, number: int) -> Any:
    """Well-mixed noise for one piece of work (splitmix64 of seed and number)."""
    word = (1 << 64) - 1
    z = ((seed ^ seed >> 64 ^ seed >> 128 ^ seed >> 192) + (number + 1) * 0x9E3779B97F4A7C15) & word
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & word
    z = (z ^ z >> 27) * 0x94D049BB133111EB & word
    return np.uint64((z ^ z >> 31) or 1)


@rule
def some_actor(s: Base, noise: int) -> int:
    """One of the acting seats, at random if there are several."""
    acting = wide(s.acting)
    return nth(acting, pick(noise, popcount(acting)))


# --- one game in record i of an array ---


def begin(states: Any, i: int, template: Any, key: Any, offset: int) -> None:
    """A new game with the template's seats and options and the seed key + offset."""
    states[i] = template[0]
    reseed(states[i], key, offset)
    setup(states[i])


def legal_at(states: Any, i: int, seat: int, out: Any) -> int:
    """Write the legal actions of a seat in ascending order; how many. None if it does not act."""
    s = states[i]
    return legal(s, seat, out) if is_acting(s, seat) else 0


def apply_at(states: Any, i: int, seat: int, action: int) -> None:
    """Carry out a legal action."""
    s = states[i]
    apply(s, seat, action)
    s.ply += 1


def redeal_at(states: Any, i: int, seat: int, key: Any, offset: int) -> None:
    """Deal anew what the seat cannot see, with fresh chance."""
    s = states[i]
    reseed(s, key, offset)
    redeal(s, seat)


def conserved_at(states: Any, i: int) -> bool:
    return conserved(states[i])


def playout(s: Any, out: Any, noise: int, tally: Any) -> int:
    """Play uniformly random actions to the end; the noise afterwards."""
    decisions = choices = options = wide(0)
    while not s.over:
        left = wide(s.acting)
        if left & (left - 1):
            noise = stir(noise)
            seat = some_actor(s, noise)
        else:
            seat = lowest(left)
        n = legal(s, seat, out)
        noise = stir(noise)
        apply(s, seat, wide(out[pick(noise, n)]))
        s.ply += 1
        decisions += 1
        choices += n > 1
        options += n
    tally[DECISIONS] += decisions
    tally[CHOICES] += choices
    tally[OPTIONS] += options
    return noise


def playout_at(states: Any, i: int, out: Any, noise: int, tally: Any) -> None:
    """Play the game in record i to its end."""
    playout(states[i], out, noise, tally)


def play_games(
    states: Any, template: Any, key: Any, first: int, games: int, noise: int, out: Any, tally: Any, sums: Any, ends: Any
) -> None:
    """Play whole random games one after another in one record.

    Adds to `sums` (wins, scores and squared scores per seat) and to `ends` (games per reason).
    """
    s = states[0]
    for g in range(games):
        states[0] = template[0]
        reseed(s, key, first + g)
        setup(s)
        noise = playout(s, out, noise, tally)
        winners = 0
        for seat in range(s.seats):
            winners += s.rank[seat] == 1
        tally[DRAWS] += winners == s.seats
        for seat in range(s.seats):
            if s.rank[seat] == 1:
                sums[0, seat] += 1.0 / winners
            sums[1, seat] += s.score[seat]
        ends[s.reason] += 1


def count_sequences(states: Any, depth: int, counts: Any, out: Any) -> None:
    """Count the sequences of actions of every length up to `depth` (perft), lowest acting seat first.

    Record 0 holds the position; records and rows of `out` 1, 2, ... are the levels below it.
    """
    done, offered = counts[1], counts[2]
    level = 0
    offered[0], done[0] = legal(states[0], lowest(wide(states[0].acting)), out[0]), 0
    while level >= 0:
        if done[level] == offered[level]:
            level -= 1
            continue
        action = wide(out[level, done[level]])
        done[level] += 1
        counts[0, level] += 1
        if level + 1 < depth:
            states[level + 1] = states[level]
            s = states[level + 1]
            apply(s, lowest(wide(s.acting)), action)
            if not s.over:
                level += 1
                offered[level], done[level] = legal(s, lowest(wide(s.acting)), out[level]), 0


def utility(s: Any, seat: int) -> float:
    """The result as one number in -1..1: places evenly spread, shared places averaged.

    Co-operative games are played for their score, which tells a narrow escape from a disaster.
    """
    if COOPERATIVE:
        return float(2.0 * (s.score[seat] - LOW) / SPAN - 1.0)
    better = worse = 0
    for other in range(s.seats):
        better += s.rank[other] < s.rank[seat]
        worse += s.rank[other] > s.rank[seat]
    return (worse - better) / (wide(s.seats) - 1)


# --- many games in step ---


def show_options(s: Any, i: int, out: Any, mask: Any, actor: Any) -> None:
    """Note who acts next in record i (the lowest acting seat) and what it may do."""
    seat = lowest(wide(s.acting))
    actor[i] = seat
    for action in range(mask.shape[1]):
        mask[i, action] = 0
    for k in range(legal(s, seat, out)):
        mask[i, out[k]] = 1


def reset_batch(states: Any, template: Any, key: Any, games: Any, out: Any, mask: Any, actor: Any) -> None:
    """A new game in every record; record i starts the seed key + games[i]."""
    for i in range(len(states)):
        states[i] = template[0]
        reseed(states[i], key, games[i])
        setup(states[i])
        show_options(states[i], i, out, mask, actor)


def step_batch(
    states: Any, actions: Any, template: Any, key: Any, games: Any, out: Any,
    mask: Any, actor: Any, reward: Any, done: Any,
) -> None:  # fmt: skip
    """One action by the noted actor in every record; a finished game is followed by a new one."""
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


GENERIC: tuple[Callable[..., Any], ...] = (
    begin, legal_at, apply_at, redeal_at, conserved_at, playout, playout_at, play_games, utility, show_options,
    reset_batch, step_batch, count_sequences,
)  # fmt: skip
"""In the order in which a game specialises them: a later one may call an earlier one."""

CHUNK = 2048  # games per call: the unit of threads and progress, fixed so that results do not depend on either


@dataclass
class Totals:
    """Sums over many games."""

    seats: int
    games: int = 0
    tally: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(4, np.int64))
    sums: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((2, 16)))
    ends: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(256, np.int64))

    def __iadd__(self, other: Totals) -> Totals:
        self.games += other.games
        self.tally += other.tally
        self.sums += other.sums
        self.ends += other.ends
        return self


def play_many(
    game: Game, template: States, games: int, seed: int | str | None = None, threads: int | None = None
) -> Iterator[Totals]:
    """Random games on all cores; yields the totals of each finished chunk, in order.

    Game g has the seed `seed + g`. The sums are the same for any number of threads.
    """
    start = parse_seed(seed)
    key = np.array(seed_words(start), np.uint32)
    play = game.compiled("play_games")

    def chunk(number: int) -> Totals:
        first = number * CHUNK
        totals = Totals(int(template["seats"][0]), min(CHUNK, games - first))
        room = np.zeros(64 + 1, template.dtype)[32:33]  # apart from other threads' cache lines
        out = np.zeros(game.actions.count, np.int32)
        noise = noise_of(start, number)
        play(room, template, key, first, totals.games, noise, out, totals.tally, totals.sums, totals.ends)
        return totals

    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(chunk, range(-(-games // CHUNK)))


class Batch:
    """Many games of one kind in step, for learning: reset, then step with one action a game.

    `mask[i]` and `actor[i]` tell what the next action of game i may be and whose it is;
    `reward` and `done` belong to the step just made. Finished games start anew by themselves.
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
        """Carry out one legal action a game. The actions are not checked: choose them by the mask."""
        step = self.game.compiled("step_batch")
        step(
            self.states, actions, self.template, self._key, self._games, self._out,
            self.mask, self.actor, self.reward, self.done,
        )  # fmt: skip
