"""How well values are calibrated: predictions in games between equal bots, compared with the results.

Each game gives one sample, from a choice picked at random among its choices, so samples are independent of each other.
Its value for the seat on turn is found twice, as hints and as reviews find it, and compared with the seat's result.
`fit` finds the correction: a slope of the log odds, and in co-operative games, which need not be fair, a bias.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox import bots
from matchbox.bots.analysis import Analysis, BufferCache, nodes_for
from matchbox.bots.calibration import HINT_LEVEL, Correction, Use
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.bots.measured import digest_of
from matchbox.bots.review import position_value
from matchbox.bots.warm import warm_table
from matchbox.engine import BadOption, Game, States
from matchbox.play.match import Match

from .intervals import wilson
from .line_files import append_line, lines_of
from .matches import play_match
from .workers import run_tasks

BINS = 10
REVIEW_ITERATIONS = 400  # of a search; reviews take 60 to 600, by the length of the game
USES: tuple[Use, ...] = ("hint", "review")
LEAST_GAMES = 20
PRIOR = 4.0  # the slope is 1 ± 0.5 and the bias 0 ± 0.5 before the first game
FITS = 200  # of the bootstrap
EDGE = 0.005  # no prediction counts as more certain than this
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """A choice of a game with its predictions, as a line of the file has it. All values are from -1 to 1."""

    game: str
    version: int
    seats: int
    level: str
    digests: tuple[str, ...]  # of the level that played, and of the one that predicts
    seed: int
    hint: float
    review: float
    result: float
    seconds: float  # of one core


class Sampler:
    """Plays games between equal bots and takes a sample of each."""

    def __init__(self, game: Game, level: str, seats: int | None, first: int, file: Path | None) -> None:
        bots.make(level, 0, game)
        self.game, self.level, self.first, self._file = game, level, first, file
        self.template = game.template(seats)
        self.seats = int(self.template["seats"][0])
        self._digests = digest_of(game, level), digest_of(game, HINT_LEVEL)
        self._lock, self._worker = threading.Lock(), threading.local()
        self._known: dict[int, Sample] = {}
        names = {field.name for field in fields(Sample)}
        for line in lines_of(file) if file else ():
            if line.keys() == names:
                found = Sample(**{**line, "digests": tuple(line["digests"])})
                made_for = found.game, found.version, found.seats, found.level, found.digests
                if made_for == (game.id, game.about.version, self.seats, level, self._digests):
                    self._known[found.seed] = found

    @property
    def samples(self) -> list[Sample]:
        """In the order of their seeds."""
        return [self._known[seed] for seed in sorted(self._known)]

    @property
    def seconds(self) -> float:
        return sum(one.seconds for one in self.samples)

    def prepare(self) -> None:
        """Compile now, so that it does not count as time of a game."""
        warm_table(self.game)
        self.sample(self.first)

    def play(self, games: int, seconds: float, threads: int, show: Callable[[int], None]) -> None:
        """Play until there are samples of this number of games, or the time is used up."""

        def choose(running: Sequence[int]) -> int | None:
            with self._lock:
                if self.seconds >= seconds:
                    return None
                seeds = range(self.first, self.first + games)
                return next((seed for seed in seeds if seed not in self._known and seed not in running), None)

        def work(seed: int, stop: threading.Event) -> None:
            found = self.sample(seed)
            with self._lock:
                self._known[seed] = found
                if self._file:
                    append_line(self._file, asdict(found))
                show(len(self._known))

        run_tasks(choose, work, threads)

    def sample(self, seed: int) -> Sample:
        """Play a game. The same seed gives the same sample."""
        if not hasattr(self._worker, "buffers"):
            self._worker.buffers = BufferCache()
        buffers: BufferCache = self._worker.buffers
        start = time.thread_time()
        chance = np.random.default_rng(seed)
        seen, kept = 0, list[tuple[States, int]]()

        def watch(match: Match, seat: int) -> None:
            nonlocal seen
            view = match.decision_view(seat)
            if len(self.game.moves(view, seat)) > 1:
                seen += 1
                if chance.random() < 1.0 / seen:  # the k-th choice replaces the one before with the chance 1/k
                    kept[:] = [(view.copy(), seat)]

        played = play_match(self.game, self.template, [self.level] * self.seats, seed, buffers, watch)
        if not kept:
            raise BadOption(f"{self.game.about.name} had no choice in the game with seed {seed}")
        view, seat = kept[0]
        found = SearchBot(LEVELS[HINT_LEVEL], seed, buffers=buffers).analyse(self.game, view, seat)
        memory = buffers.get(self.game, nodes_for(REVIEW_ITERATIONS))[0]
        reviewed = position_value(self.game, view, seat, REVIEW_ITERATIONS, seed, memory)
        values = round(shown(found), 4), round(reviewed, 4), round(played.returns[seat], 4)
        seconds = round(time.thread_time() - start, 4)
        about = self.game.about
        return Sample(about.id, about.version, self.seats, self.level, self._digests, seed, *values, seconds)


def shown(analysis: Analysis) -> float:
    """The value that a hint shows: that of the move it names first."""
    return max(zip(analysis.policy, analysis.values, strict=True))[1]


# --- fitting ---


def fit(predicted: Array, results: Array, with_bias: bool, weights: Array | None = None) -> Correction:
    """The correction under which the results are most likely. Shares from 0 to 1."""
    safe = np.clip(predicted, EDGE, 1.0 - EDGE)
    odds = np.log(safe / (1.0 - safe))
    inputs = np.stack([odds, np.ones(len(odds))]) if with_bias else odds[None]
    weights = np.ones(len(odds)) if weights is None else weights
    start = np.array([1.0, 0.0])[: len(inputs)]
    found = start.copy()
    for _ in range(50):
        expected = 1.0 / (1.0 + np.exp(-found @ inputs))
        slope = inputs @ (weights * (results - expected)) - PRIOR * (found - start)
        bend = (inputs * weights * expected * (1.0 - expected)) @ inputs.T + PRIOR * np.eye(len(inputs))
        step = np.linalg.solve(bend, slope)
        found += np.clip(step, -1.0, 1.0)
        found[0] = max(found[0], 0.05)  # more is never worse
        if np.abs(step).max() < 1e-9:
            break
    return Correction(float(found[0]), float(found[1]) if with_bias else 0.0)


def corrected(correction: Correction, predicted: Array) -> Array:
    return np.array([(correction.value(2.0 * share - 1.0) + 1.0) / 2.0 for share in predicted])


@dataclass(frozen=True)
class Bin:
    """The predictions within a tenth of the range."""

    games: int
    predicted: float  # mean
    result: float  # mean
    low: float  # 95 % interval
    high: float


def reliability(predicted: Array, results: Array) -> list[Bin]:
    place = np.minimum((predicted * BINS).astype(int), BINS - 1)
    found = []
    for number in range(BINS):
        here = place == number
        games = int(here.sum())
        if games:
            mean = float(results[here].mean())
            found.append(Bin(games, float(predicted[here].mean()), mean, *wilson(mean, games)))
    return found


def error_of(bins: Sequence[Bin]) -> float:
    """The mean distance between prediction and result, over all predictions."""
    return sum(one.games * abs(one.predicted - one.result) for one in bins) / sum(one.games for one in bins)


def chance_error(bins: Sequence[Bin]) -> float:
    """The error that perfect predictions would show with this number of games, if every game is won or lost."""
    reach = [one.games * np.sqrt(2.0 / np.pi * one.predicted * (1 - one.predicted) / one.games) for one in bins]
    return float(sum(reach)) / sum(one.games for one in bins)


@dataclass(frozen=True)
class Calibration:
    """The calibration of one use of a game's values."""

    slope: float
    bias: float
    slope_low: float  # 95 % interval
    slope_high: float
    error: float  # as the values are
    error_corrected: float  # corrected by the other half of the games
    error_by_chance: float
    bins: list[Bin]
    bins_corrected: list[Bin]


def calibrate(samples: Sequence[Sample], use: Use, with_bias: bool) -> Calibration:
    if len(samples) < LEAST_GAMES:
        raise BadOption(f"{len(samples)} games are too few to calibrate values; play at least {LEAST_GAMES}")
    predicted = np.array([(getattr(one, use) + 1.0) / 2.0 for one in samples])
    results = np.array([(one.result + 1.0) / 2.0 for one in samples])
    best = fit(predicted, results, with_bias)
    chance = np.random.default_rng(0)
    weights = chance.exponential(size=(FITS, len(samples)))
    slopes = [fit(predicted, results, with_bias, row).slope for row in weights]
    low, high = np.quantile(slopes, (0.025, 0.975))
    halves = np.arange(len(samples)) % 2
    crossed = np.zeros(len(samples))
    for half in (0, 1):
        learnt = fit(predicted[halves != half], results[halves != half], with_bias)
        crossed[halves == half] = corrected(learnt, predicted[halves == half])
    before, after = reliability(predicted, results), reliability(crossed, results)
    errors = error_of(before), error_of(after), chance_error(after)
    return Calibration(best.slope, best.bias, float(low), float(high), *errors, before, after)


def document(sampler: Sampler, found: dict[Use, Calibration], command: str, date: str) -> dict[str, Any]:
    """The contents of `calibration.json`."""
    return {
        "seats": sampler.seats,
        "options": sampler.game.options_of(sampler.template),
        "digest": digest_of(sampler.game, HINT_LEVEL),
        "level": sampler.level,
        "games": len(sampler.samples),
        "first_seed": sampler.first,
        "core_minutes": round(sampler.seconds / 60, 1),
        "command": command,
        "date": date,
        **{use: _rounded(asdict(one)) for use, one in found.items()},
    }


def _rounded(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: _rounded(part) for name, part in found.items()}
    if isinstance(found, list):
        return [_rounded(part) for part in found]
    return round(found, 4) if isinstance(found, float) else found
