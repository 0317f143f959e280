"""Generic code for all games: starting a game, stepping it, random playouts.

The functions without a body below are placeholders: each Game compiles its own copy of the generic functions
with its rules in their place. Random players have
their own generator and never touch the game's, so seed and actions replay a game. They do not talk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .chance import parse_seed, reseed, seed_words
from .compiled import rule
from .dialect import bits, lowest, nth, popcount, wide
from .record import Base, States
from .turns import is_acting, sole_actor

if TYPE_CHECKING:
    from .game import Game

UPPER = bits(32)
X13, X7, X17 = bits(13), bits(7), bits(17)
DECISIONS, CHOICES, OPTIONS, DRAWS = range(4)  # indices into a tally
BY_SEAT, BY_TURN = range(
    2
)  # parts of the sums: per seat, and per place in turn order (seats after the starting player)
MIXED = 3  # beside DECISIONS, CHOICES and OPTIONS, an index into the products
WINS, SCORES, SQUARES = range(3)  # rows of a part; squares are of scores


# --- placeholders for a game's rules and for generic functions already specialised ---


def setup(s: Any) -> None: ...
def legal(s: Any, seat: int, out: Any) -> int: ...  # type: ignore[empty-body]
def talk(s: Any, seat: int, out: Any, n: int) -> int: ...  # type: ignore[empty-body]
def apply(s: Any, seat: int, action: int) -> None: ...
def redeal(s: Any, seat: int) -> None: ...
def conserved(s: Any) -> bool: ...  # type: ignore[empty-body]
def evaluate(s: Any, seat: int) -> float: ...  # type: ignore[empty-body]
def consider(s: Any, seat: int, out: Any, n: int) -> int: ...  # type: ignore[empty-body]
def features(s: Any, seat: int, out: Any) -> None: ...


COOPERATIVE, LOW, SPAN = False, 0.0, 0.0


# --- noise: the generator of random players ---


@rule
def stir(noise: int) -> int:
    """Advance the noise: the next state of a fast xorshift generator, never 0."""
    noise ^= noise << X13
    noise ^= noise >> X7
    noise ^= noise << X17
    return noise


@rule
def pick(noise: int, n: int) -> int:
    """A number below n, from the upper 32 bits of the noise."""
    return wide((noise >> UPPER) * bits(n) >> UPPER)


def noise_of(seed: int, number: int) -> Any:
    """The first noise of a piece of work: splitmix64 of the seed and the work's number."""
    word = (1 << 64) - 1
    z = ((seed ^ seed >> 64 ^ seed >> 128 ^ seed >> 192) + (number + 1) * 0x9E3779B97F4A7C15) & word
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & word
    z = (z ^ z >> 27) * 0x94D049BB133111EB & word
    return np.uint64((z ^ z >> 31) or 1)


def noises_of(seed: int, count: int) -> npt.NDArray[np.uint64]:
    """The first noise of pieces of work 0 to `count` - 1, as `noise_of` counts them."""
    start = (seed ^ seed >> 64 ^ seed >> 128 ^ seed >> 192) & (1 << 64) - 1
    z = np.uint64(start) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    found: npt.NDArray[np.uint64] = np.maximum(z, np.uint64(1))
    return found


@rule
def some_actor(s: Base, noise: int) -> int:
    """A random acting seat."""
    acting = wide(s.acting)
    return nth(acting, pick(noise, popcount(acting)))


# --- one game in record i of an array ---


def begin(states: Any, i: int, template: Any, key: Any, offset: int) -> None:
    """Start a game with the template's seats and options and the seed key + offset."""
    states[i] = template[0]
    reseed(states[i], key, offset)
    setup(states[i])


def allowed(s: Any, seat: int, out: Any) -> int:
    """Write the legal actions of an acting seat in ascending order, talk included, and return their number."""
    return talk(s, seat, out, legal(s, seat, out))


def legal_at(states: Any, i: int, seat: int, out: Any) -> int:
    """Write the legal actions of a seat in ascending order and return their number: 0 if it does not act."""
    s = states[i]
    return allowed(s, seat, out) if is_acting(s, seat) else 0


def moves_at(states: Any, i: int, seat: int, out: Any) -> int:
    """Write the legal actions of a seat except talk and return their number: 0 if it does not act."""
    s = states[i]
    return legal(s, seat, out) if is_acting(s, seat) else 0


def apply_at(states: Any, i: int, seat: int, action: int) -> None:
    """Apply a legal action."""
    s = states[i]
    apply(s, seat, action)
    s.ply += 1


def redeal_at(states: Any, i: int, seat: int, key: Any, offset: int) -> None:
    """Deal again everything that the seat cannot see, and restart the generator."""
    s = states[i]
    reseed(s, key, offset)
    redeal(s, seat)


def conserved_at(states: Any, i: int) -> bool:
    return conserved(states[i])


def playout(s: Any, out: Any, noise: int, tally: Any) -> int:
    """Play uniformly random actions to the end and return the advanced noise."""
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


@rule
def note_game(
    seats: int,
    ranks: Any,
    scores: Any,
    reason: int,
    starter: int,
    decisions: int,
    choices: int,
    options: int,
    tally: Any,
    sums: Any,
    products: Any,
    starts: Any,
    ends: Any,
) -> None:
    """Add a finished game to the sums of `Totals`, except its decisions, choices and options, which the tally has."""
    winners = 0
    for seat in range(seats):
        winners += ranks[seat] == 1
    tally[DRAWS] += winners == seats
    share = 1.0 / max(winners, 1)
    for seat in range(seats):
        score = float(scores[seat])
        won = share if ranks[seat] == 1 else 0.0
        sums[BY_SEAT, WINS, seat] += won
        sums[BY_SEAT, SCORES, seat] += score
        sums[BY_SEAT, SQUARES, seat] += score * score
        if starter >= 0:
            place = seat - starter
            if place < 0:
                place += seats
            sums[BY_TURN, WINS, place] += won
            sums[BY_TURN, SCORES, place] += score
            sums[BY_TURN, SQUARES, place] += score * score
    if starter >= 0:
        starts[starter] += 1
    products[DECISIONS] += float(decisions) * decisions
    products[CHOICES] += float(choices) * choices
    products[OPTIONS] += float(options) * options
    products[MIXED] += float(decisions) * options
    ends[reason] += 1


def play_games(
    states: Any,
    template: Any,
    key: Any,
    first: int,
    games: int,
    noise: int,
    out: Any,
    tally: Any,
    sums: Any,
    products: Any,
    starts: Any,
    ends: Any,
) -> None:
    """Play random games one after another in one record, and add them to the sums of `Totals`."""
    s = states[0]
    for g in range(games):
        states[0] = template[0]
        reseed(s, key, first + g)
        setup(s)
        starter = sole_actor(s)
        decisions, choices, options = tally[DECISIONS], tally[CHOICES], tally[OPTIONS]
        noise = playout(s, out, noise, tally)
        decisions, choices, options = tally[DECISIONS] - decisions, tally[CHOICES] - choices, tally[OPTIONS] - options
        note_game(
            wide(s.seats), s.rank, s.score, wide(s.reason), starter, decisions, choices, options,
            tally, sums, products, starts, ends,
        )  # fmt: skip


def count_sequences(states: Any, depth: int, counts: Any, out: Any) -> None:
    """Count the action sequences of every length up to `depth` (perft); the lowest acting seat acts first.

    Record 0 is the start position. Record k and row k of `out` belong to level k of the search.
    """
    done, offered = counts[1], counts[2]
    level = 0
    offered[0], done[0] = allowed(states[0], lowest(wide(states[0].acting)), out[0]), 0
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
                offered[level], done[level] = allowed(s, lowest(wide(s.acting)), out[level]), 0


def utility(s: Any, seat: int) -> float:
    """The result as a number in -1..1. Ranks are evenly spaced; shared ranks are averaged.

    Co-operative games use the score instead, to tell a narrow defeat from a clear one.
    """
    if COOPERATIVE:
        return float(2.0 * (s.score[seat] - LOW) / SPAN - 1.0)
    better = worse = 0
    for other in range(s.seats):
        better += s.rank[other] < s.rank[seat]
        worse += s.rank[other] > s.rank[seat]
    return (worse - better) / (wide(s.seats) - 1)


GENERIC: tuple[Callable[..., Any], ...] = (
    begin, allowed, legal_at, moves_at, apply_at, redeal_at, conserved_at, playout, playout_at, play_games, utility,
    count_sequences,
)  # fmt: skip
"""In the order of specialisation: a function may call those before it."""

CHUNK = 2048  # games per call: fixed, so that results do not depend on how many calls run side by side


@dataclass
class Totals:
    """Sums over many games."""

    seats: int
    games: int = 0
    tally: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(4, np.int64))
    sums: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((2, 3, 16)))
    products: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(4))
    """Squares of a game's decisions, choices and options, and the product of decisions and options."""
    starts: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(16, np.int64))
    """Games per starting player; a game that begins with a simultaneous choice has none."""
    ends: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(256, np.int64))

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """In the order of the parameters of `note_game`."""
        return self.tally, self.sums, self.products, self.starts, self.ends

    def __iadd__(self, other: Totals) -> Totals:
        self.games += other.games
        for mine, theirs in zip(self.arrays, other.arrays, strict=True):
            mine += theirs
        return self


def chunks_of(games: int) -> range:
    """The numbers of the chunks that hold this number of games."""
    return range(-(-games // CHUNK))


def play_chunk(game: Game, template: States, games: int, seed: int, number: int) -> Totals:
    """Play the random games of one of their chunks. `games` is the number of all; game g has the seed `seed + g`."""
    first = number * CHUNK
    totals = Totals(int(template["seats"][0]), min(CHUNK, games - first))
    states = np.zeros(64 + 1, template.dtype)[32:33]  # away from the cache lines of other threads
    out, key = np.zeros(game.actions.count, np.int32), np.array(seed_words(seed), np.uint32)
    play = game.compiled("play_games")
    play(states, template, key, first, totals.games, noise_of(seed, number), out, *totals.arrays)
    return totals


def play_many(game: Game, template: States, games: int, seed: int | str | None = None) -> Iterator[Totals]:
    """Play random games one after another and yield the totals of each chunk."""
    start = parse_seed(seed)
    for number in chunks_of(games):
        yield play_chunk(game, template, games, start, number)
