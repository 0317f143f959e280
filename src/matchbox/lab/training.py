"""Learn an evaluation by playing, and let a match decide whether bots use it.

Games become samples. The first games are random: they cost next to nothing, and teach what random playouts would
find. Games of the present bots may follow, which teach results of better play. Then the search plays against itself
with the network, and the network learns from these games. Where a game has a solver, all samples can be exact instead.
The number of games and the seed decide everything, whatever the number of cores, and even if the work was interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.bots.analysis import SearchBuffers, nodes_for
from matchbox.bots.inputs import Plan, plan_of, sample_of
from matchbox.bots.learned import PATIENCE, Learned, layout_of, values_of
from matchbox.bots.levels import LEVELS
from matchbox.bots.network import BATCH, Network, fit, layers_of, learner_of, new_network
from matchbox.bots.search import UNLIMITED, search
from matchbox.bots.self_play import choose_at_root, self_play
from matchbox.engine import BadOption, Game, States
from matchbox.engine.chance import seed_words
from matchbox.engine.playout import noise_of

from .gate import Verdict, replace_header
from .solved_games import SolvedGames

PARTS = 2  # played at the same time before each round of learning
LONGEST = 4000  # choices of one game that are kept
FIRST_REUSE = 1.0  # of samples of random games, which are many
RANDOM, TAUGHT, OWN, SOLVED = range(4)  # games: of random moves, of the search without or with a network, exact
PLAYOUT_POLICY = LEVELS["expert"].playout_policy


@dataclass(frozen=True)
class Recipe:
    """How to learn. The defaults suit most games."""

    games: int = 20_000
    first: int = 2000  # games of random moves, to begin with
    taught: int = 0  # games of the search without the network, after these
    iterations: int = 80  # of the search for each choice
    trust: float = 0.9  # in what came later, against the value of the search
    stray: float = 0.04  # share of choices that begin a burst of random moves
    burst: int = 1  # the number of moves in it
    opening: int = 6  # choices of a game that are drawn by their visits
    rate: float = 1e-3  # of learning; falls to a tenth in the second half
    reuse: float = 3.0  # how often a sample is learnt from
    room: int = 300_000  # samples that are kept
    wide: int = 32
    narrow: int = 16
    declared: bool = True  # read the record's fields, not only the game's features
    steps: int = 10  # moves of a playout before the network evaluates, for bots
    practice: int = 0  # and in the games to learn from
    patience: int = PATIENCE  # visits of a position after simultaneous choices before the tree grows below it
    exact: bool = False  # learn the values of the game's solver
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
        self.strengths = np.ones(self.lists.shape, np.float32)
        self.counts, self.targets = np.zeros(room, np.int32), np.zeros((room, outputs), np.float32)
        self._log = np.zeros((LONGEST, self._seats + 2))
        self._solved = SolvedGames(game, template, plan, recipe.seed) if recipe.exact else None
        game.specialised(search)
        game.specialised(choose_at_root)

    def play(self, first: int, games: int, learned: Learned, kind: int) -> int:
        """Play games of a kind, from this number on; returns the number of samples."""
        if self._solved:
            return self._solved.play(first, games, self.lists, self.strengths, self.counts, self.targets)
        game, b, recipe = self._game, self._buffers, self._recipe
        judge, depth, policy = learned.judge(b.work), recipe.practice, 0.0
        if kind == TAUGHT:
            judge, depth, policy = learned.judge(b.work, False), game.rollout_depth or UNLIMITED, PLAYOUT_POLICY
        made: int = game.specialised(self_play)(
            self._states, self._states.view(np.uint8).reshape(len(self._states), -1), game.State.masks, self._template,
            np.array(seed_words(recipe.seed), np.uint32), first, games, noise_of(recipe.seed, first),
            self._plan, self.lists, self.strengths, self.counts, self.targets, self._log,
            recipe.trust if kind == OWN else 1.0, recipe.stray, recipe.burst, recipe.opening,
            recipe.iterations if kind != RANDOM else 0, depth, int(256 * policy),
            b.work, b.work.view(np.uint64), game.State.essence, b.tree, b.index, np.zeros(8, np.uint32), b.out, b.mark,
            b.path, b.odds, b.results, b.sums, b.counts, b.trace, b.values, judge,
        )  # fmt: skip
        return made


class Trainer:
    """Learns an evaluation of a game with some number of seats and some options."""

    def __init__(
        self, game: Game, seats: int | None, options: Mapping[str, Any], recipe: Recipe, threads: int = PARTS
    ) -> None:
        if game.is_match:
            raise BadOption(f"{game.about.name} consists of other games; train these")
        self.game, self.recipe, self._threads = game, recipe, threads
        self.template = game.template(seats, options)
        self.seats = int(self.template["seats"][0])
        self.options = game.options_of(self.template)
        if not (recipe.declared or game.feature_count):
            raise BadOption(f"{game.about.name} has no features to learn from")
        self.plan = plan_of(game, self.seats, sample_of(game, self.seats, self.options), recipe.declared)
        outputs = values_of(game, self.seats)
        inputs = int(self.plan.sizes[1])
        self.net: Network = new_network(inputs, outputs, recipe.wide, recipe.narrow, recipe.seed)
        self._learner, self._layers, self._slopes = learner_of(self.net), layers_of(self.net), layers_of(self.net)
        self.players = [Player(game, self.template, self.plan, outputs, recipe) for _ in range(PARTS)]
        self._lists = np.zeros((recipe.room, int(self.plan.sizes[2])), np.int16)
        self._counts, self._targets = np.zeros(recipe.room, np.int32), np.zeros((recipe.room, outputs), np.float32)
        self._strengths = np.ones((recipe.room, int(self.plan.sizes[2])), np.float32)
        self._chance = np.random.default_rng(recipe.seed)
        self.played = self.filled = self._next = 0
        self.loss, self._owed = 1.0, 0.0
        self.seconds = 0.0
        """Processor seconds so far, as the caller counts them."""

    @property
    def learned(self) -> Learned:
        recipe = self.recipe
        header = {"seats": self.seats, "options": self.options, "steps": recipe.steps, "patience": recipe.patience}
        return Learned(self.plan, self.net, header)

    def run(self) -> Iterator[int]:
        """Play and learn; yields the number of games played in each round."""
        recipe = self.recipe
        with ThreadPoolExecutor(self._threads) as pool:
            while self.played < recipe.games:
                kind = self.kind
                games = recipe.round if kind in (TAUGHT, OWN) else 20
                learned = self.learned
                work = [
                    pool.submit(player.play, self.played + part * games, games, learned, kind)
                    for part, player in enumerate(self.players)
                ]
                made = [part.result() for part in work]
                for player, count in zip(self.players, made, strict=True):
                    self._keep(player, count)
                self.played += PARTS * games
                self._owed += (FIRST_REUSE if kind == RANDOM else recipe.reuse) * sum(made)
                if self._owed >= 16 * BATCH:
                    done = self.played / recipe.games
                    self._learn(int(self._owed), recipe.rate * 0.1 ** max(0.0, 2 * done - 1))
                    self._owed = 0.0
                yield PARTS * games

    def save(self, path: Path) -> None:
        """Keep everything that the rest of the training depends on, between two rounds."""
        numbers = [self.played, self.filled, self._next, self._owed, self.loss, self.seconds]
        kept = {"numbers": np.array(numbers), "steps": self._learner.steps}
        for name, net in (("net", self.net), ("means", self._learner.means), ("squares", self._learner.squares)):
            kept |= {f"{name}_{part}": weights for part, weights in net._asdict().items()}
        for name, samples in self._samples.items():
            kept[name] = samples[: self.filled]
        words = json.dumps([self._identity, self._chance.bit_generator.state])
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez(file, words=np.frombuffer(words.encode(), np.uint8), **kept)
        unfinished.replace(path)

    def resume(self, path: Path) -> None:
        """Go on where a trainer of the same game, settings and recipe was saved."""
        with np.load(path) as kept:
            identity, chance = json.loads(bytes(kept["words"]))
            if identity != self._identity:
                raise BadOption(f"{path} is of another training; remove it or choose another file")
            self._chance.bit_generator.state = chance
            self.played, self.filled, self._next = (int(number) for number in kept["numbers"][:3])
            self._owed, self.loss, self.seconds = (float(number) for number in kept["numbers"][3:])
            self._learner.steps[:] = kept["steps"]
            for name, net in (("net", self.net), ("means", self._learner.means), ("squares", self._learner.squares)):
                for part, weights in net._asdict().items():
                    weights[:] = kept[f"{name}_{part}"]
            for name, samples in self._samples.items():
                samples[: self.filled] = kept[name]

    @property
    def kind(self) -> int:
        """The kind of the next games."""
        if self.recipe.exact:
            return SOLVED
        if self.played < self.recipe.first:
            return RANDOM
        return TAUGHT if self.played < self.recipe.first + self.recipe.taught else OWN

    @property
    def _identity(self) -> list[Any]:
        settings = {**self.options, "seats": self.seats, **asdict(self.recipe)}
        return [self.game.id, self.game.about.version, layout_of(self.game), settings]

    @property
    def _samples(self) -> dict[str, npt.NDArray[Any]]:
        strengths = self._strengths[:, : self.game.feature_count]  # all others are 1
        return {"lists": self._lists, "strengths": strengths, "counts": self._counts, "targets": self._targets}

    def _keep(self, player: Player, count: int) -> None:
        for start in range(0, count, 4096):
            size = min(4096, count - start, self.recipe.room)
            places = (self._next + np.arange(size)) % self.recipe.room
            part = slice(start, start + size)
            self._lists[places], self._strengths[places] = player.lists[part], player.strengths[part]
            self._counts[places], self._targets[places] = player.counts[part], player.targets[part]
            self._next = int(places[-1] + 1) % self.recipe.room
            self.filled = min(self.filled + size, self.recipe.room)

    def _learn(self, samples: int, rate: float) -> None:
        order = self._chance.integers(0, self.filled, max(samples, BATCH))
        self.loss = fit(
            self.net, self._learner, self._layers, self._slopes, rate,
            self._lists, self._strengths, self._counts, self._targets, order,
        )  # fmt: skip


def header_of(game: Game, trainer: Trainer, verdict: Verdict | None, command: str) -> dict[str, Any]:
    return {
        "game": game.id,
        "version": game.about.version,
        "layout": layout_of(game),
        "seats": trainer.seats,
        "options": trainer.options,
        "games": trainer.played,
        "recipe": asdict(trainer.recipe),
        "core_minutes": round(trainer.seconds / 60, 1),
        "gate": str(verdict) if verdict else "not tried",
        "command": command,
    }


def save(path: Path, learned: Learned, header: dict[str, Any]) -> None:
    replace_header(learned, **header).save(path)
