"""Learn an evaluation by playing, and let a match decide whether bots use it.

Games of the search against itself become samples. The first games end in random playouts; then the network evaluates,
and learns from its own games. The number of games and the seed decide everything, whatever the number of cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from matchbox.bots.analysis import SearchBuffers, nodes_for
from matchbox.bots.inputs import Plan, plan_of, sample_of
from matchbox.bots.learned import Learned, layout_of, values_of
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.bots.network import BATCH, Network, fit, layers_of, learner_of, new_network
from matchbox.bots.search import UNLIMITED, search
from matchbox.bots.self_play import choose_at_root, self_play
from matchbox.engine import BadOption, Game, States
from matchbox.engine.chance import seed_words
from matchbox.engine.playout import noise_of

from .matches import play_match
from .tournament import wilson

PARTS = 2  # played at the same time before each round of learning
LONGEST = 4000  # choices of one game that are kept
Z_EARLY = 2.6  # standard errors for a decision before all games are played


@dataclass(frozen=True)
class Recipe:
    """How to learn. The defaults suit most games."""

    games: int = 20_000
    first: int = 400  # games with random playouts, to begin with
    iterations: int = 80  # of the search for each choice
    trust: float = 0.75  # in what came later, against the value of the search
    stray: float = 0.04  # share of random moves
    opening: int = 6  # choices of a game that are drawn by their visits
    rate: float = 1e-3  # of learning; falls to a tenth in the second half
    reuse: float = 3.0  # how often a sample is learnt from
    room: int = 300_000  # samples that are kept
    wide: int = 64
    narrow: int = 32
    seed: int = 1

    @property
    def round(self) -> int:
        """Games in each part of a round."""
        return max(1, min(16, self.games // 400))


class Player:
    """Memory for games of the search against itself."""

    def __init__(self, game: Game, template: States, plan: Plan, outputs: int, recipe: Recipe) -> None:
        self._game, self._template, self._plan, self._recipe = game, template, plan, recipe
        self._seats = int(template["seats"][0])
        self._buffers = SearchBuffers(game, nodes_for(recipe.iterations))
        self._states = np.zeros(2 + self._seats, game.State.dtype)
        room = max(recipe.round, 10) * 400 + LONGEST
        self.lists = np.zeros((room, int(plan.sizes[2])), np.int32)
        self.counts, self.targets = np.zeros(room, np.int32), np.zeros((room, outputs), np.float32)
        self._log = np.zeros((LONGEST, self._seats + 2))
        game.specialised(search)
        game.specialised(choose_at_root)

    def play(self, first: int, games: int, learned: Learned | None) -> int:
        """Play games from this number on; returns the number of samples."""
        game, b, recipe = self._game, self._buffers, self._recipe
        depth = 0 if learned else game.rollout_depth or UNLIMITED
        made: int = game.specialised(self_play)(
            self._states, self._states.view(np.uint8).reshape(len(self._states), -1), game.State.masks, self._template,
            np.array(seed_words(recipe.seed), np.uint32), first, games, noise_of(recipe.seed, first),
            self._plan, self.lists, self.counts, self.targets, self._log,
            recipe.trust if learned else 1.0, recipe.stray, recipe.opening, recipe.iterations,
            b.work, b.work.view(np.uint64), game.State.essence, b.tree, b.index, np.zeros(8, np.uint32), b.out, b.mark,
            b.path, b.odds, b.results, depth, 0 if learned else 180, b.sums, b.counts, b.trace, b.values,
            b.judge(learned),
        )  # fmt: skip
        return made


class Trainer:
    """Learns an evaluation of a game with some number of seats and some options."""

    def __init__(self, game: Game, seats: int | None, options: Mapping[str, Any], recipe: Recipe) -> None:
        if game.is_match:
            raise BadOption(f"{game.about.name} consists of other games; train these")
        self.game, self.recipe = game, recipe
        self.template = game.template(seats, options)
        self.seats = int(self.template["seats"][0])
        self.options = game.options_of(self.template)
        self.plan = plan_of(game, self.seats, sample_of(game, self.seats, self.options))
        outputs = values_of(game, self.seats)
        inputs = int(self.plan.sizes[1])
        self.net: Network = new_network(inputs, outputs, recipe.wide, recipe.narrow, recipe.seed)
        self._learner, self._layers, self._slopes = learner_of(self.net), layers_of(self.net), layers_of(self.net)
        self._players = [Player(game, self.template, self.plan, outputs, recipe) for _ in range(PARTS)]
        self._lists = np.zeros((recipe.room, int(self.plan.sizes[2])), np.int16)
        self._counts, self._targets = np.zeros(recipe.room, np.int32), np.zeros((recipe.room, outputs), np.float32)
        self._strengths = np.ones((recipe.room, int(self.plan.sizes[2])), np.float32)
        self._chance = np.random.default_rng(recipe.seed)
        self.played = self.filled = self._next = 0
        self.loss = 1.0

    @property
    def learned(self) -> Learned:
        return Learned(self.plan, self.net, {"seats": self.seats, "options": self.options})

    def run(self) -> Iterator[int]:
        """Play and learn; yields the number of games played in each round."""
        recipe, owed = self.recipe, 0.0
        with ThreadPoolExecutor(PARTS) as pool:
            while self.played < recipe.games:
                starting = self.played < recipe.first
                games = 10 if starting else recipe.round
                learned = None if starting else self.learned
                firsts = [self.played + part * games for part in range(PARTS)]
                work = [pool.submit(p.play, at, games, learned) for p, at in zip(self._players, firsts, strict=True)]
                made = [part.result() for part in work]
                for player, count in zip(self._players, made, strict=True):
                    self._keep(player, count)
                self.played += PARTS * games
                if starting:
                    if self.played >= recipe.first:
                        for _ in range(8):
                            self._learn(min(self.filled, 60_000), recipe.rate)
                else:
                    owed += recipe.reuse * sum(made)
                    done = self.played / recipe.games
                    if owed >= 16 * BATCH:
                        self._learn(int(owed), recipe.rate * 0.1 ** max(0.0, 2 * done - 1))
                        owed = 0.0
                yield PARTS * games

    def _keep(self, player: Player, count: int) -> None:
        for start in range(0, count, 4096):
            size = min(4096, count - start, self.recipe.room)
            places = (self._next + np.arange(size)) % self.recipe.room
            part = slice(start, start + size)
            self._lists[places] = player.lists[part]
            self._counts[places], self._targets[places] = player.counts[part], player.targets[part]
            self._next = int(places[-1] + 1) % self.recipe.room
            self.filled = min(self.filled + size, self.recipe.room)

    def _learn(self, samples: int, rate: float) -> None:
        order = self._chance.integers(0, self.filled, max(samples, BATCH))
        self.loss = fit(
            self.net, self._learner, self._layers, self._slopes, rate,
            self._lists, self._strengths, self._counts, self._targets, order,
        )  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """The gate: games against the present expert, with the same processor time for each choice."""

    games: int
    share: float  # of the games won against the present bots; a draw is half a game. 0.5 is equal
    low: float
    high: float
    seconds: tuple[float, float]  # processor seconds for a choice, new and present

    @property
    def passed(self) -> bool:
        return self.low > 0.5

    def __str__(self) -> str:
        pace = f"{self.seconds[0]:.3f} s a choice against {self.seconds[1]:.3f} s"
        return f"{self.share:.3f} ({self.low:.3f} to {self.high:.3f}) of {self.games} games, {pace}"


def timed(game: Game, template: States, learned: Learned, effort: float, seed: int = 5) -> Learned:
    """The evaluation with as many iterations for an expert as take the time of an expert without it."""
    level = replace(LEVELS["expert"], share=effort)
    present = SearchBot(level, seed)
    guess = replace_header(learned, iterations=game.about.search_budget)
    new = SearchBot(level, seed, evaluation=lambda game, view: guess)
    spent = np.zeros(2)
    chance = np.random.default_rng(seed)
    for number in range(6):
        state = game.start(template, 1000 + number)
        for _ in range(2 + 5 * number):
            if state["over"][0]:
                break
            seat = game.acting(state)[0]
            if len(game.moves(state, seat)) > 1:
                for place, bot in enumerate((present, new)):
                    began = time.thread_time()
                    bot.analyse(game, state, seat)
                    spent[place] += (time.thread_time() - began) * (number > 0)  # the first may compile
            game.apply(state, seat, int(chance.choice(game.moves(state, seat))))
    return replace_header(learned, iterations=int(game.about.search_budget * spent[0] / spent[1]))


def replace_header(learned: Learned, **values: Any) -> Learned:
    return replace(learned, header={**learned.header, **values})


def gate(
    game: Game,
    template: States,
    learned: Learned,
    games: int = 400,
    effort: float = 0.1,
    seed: int = 7_000_000,
    progress: Callable[[int, Verdict], None] = lambda done, verdict: None,
) -> Verdict:
    """Play the new evaluation against the present bots, each seed once from every seat; stop when it is decided.

    In a co-operative game both play the same seeds, and a share above 0.5 is a better score more often than not.
    """
    seats = int(template["seats"][0])
    level = replace(LEVELS["expert"], share=effort, least=200)
    points: list[float] = []
    spent: list[tuple[float, float]] = []
    verdict = Verdict(0, 0.5, 0.0, 1.0, (0.0, 0.0))

    def play(number: int) -> tuple[float, tuple[float, float]]:
        def new() -> SearchBot:
            return SearchBot(level, number, evaluation=lambda game, view: learned)

        if game.about.cooperative:
            mine, theirs = (
                play_match(game, template, [make() for _ in range(seats)], seed + number)
                for make in (new, lambda: SearchBot(level, number))
            )
            lead = mine.result.scores[0] - theirs.result.scores[0]
            return 0.5 + 0.5 * np.sign(lead), (float(np.mean(mine.pace)), float(np.mean(theirs.pace)))
        place = number % seats
        table = [new() if seat == place else SearchBot(level, 1000 + number) for seat in range(seats)]
        played = play_match(game, template, table, seed + number // seats)
        others = np.mean([pace for seat, pace in enumerate(played.pace) if seat != place])
        return 0.5 + 0.5 * played.returns[place], (played.pace[place], float(others))

    with ThreadPoolExecutor(PARTS) as pool:
        for start in range(0, games, 4 * seats):
            for point, pace in pool.map(play, range(start, min(start + 4 * seats, games))):
                points.append(point)
                spent.append(pace)
            verdict = _verdict(points, spent)
            progress(len(points), verdict)
            if len(points) >= 40 and _decided(points):
                break
    return verdict


def _verdict(points: list[float], spent: list[tuple[float, float]]) -> Verdict:
    share = float(np.mean(points))
    if set(points) <= {0.0, 1.0}:
        low, high = wilson(share, len(points))
    else:
        reach = 1.96 * float(np.std(points)) / np.sqrt(len(points))
        low, high = share - reach, share + reach
    pace = np.mean(spent, axis=0)
    return Verdict(len(points), share, low, high, (float(pace[0]), float(pace[1])))


def _decided(points: list[float]) -> bool:
    """Is the share clearly above or below a half? Looking often asks for more than usual certainty."""
    reach = Z_EARLY * max(float(np.std(points)), 0.2) / np.sqrt(len(points))
    return bool(abs(float(np.mean(points)) - 0.5) > reach)


def header_of(game: Game, trainer: Trainer, minutes: float, verdict: Verdict | None, command: str) -> dict[str, Any]:
    return {
        "game": game.id,
        "version": game.about.version,
        "layout": layout_of(game),
        "seats": trainer.seats,
        "options": trainer.options,
        "games": trainer.played,
        "seed": trainer.recipe.seed,
        "core_minutes": round(minutes, 1),
        "gate": str(verdict) if verdict else "not tried",
        "command": command,
    }


def save(path: Path, learned: Learned, header: dict[str, Any]) -> None:
    replace_header(learned, **header).save(path)
