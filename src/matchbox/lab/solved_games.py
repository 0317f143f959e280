"""Games with exact values, from which an evaluation learns where a game has a solver."""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.bots.inputs import Plan
from matchbox.bots.self_play import describe
from matchbox.engine import BadOption, Game, States
from matchbox.engine.registry import companion

RANDOM_MOVES = 0.6
"""Share of moves that are random: a search also looks at what the solver never plays."""


class SolvedGames:
    """Plays by the solver and at random, and writes the values of all choices that it can solve."""

    def __init__(self, game: Game, template: States, plan: Plan, seed: int) -> None:
        module = companion(game, "solver")
        if module is None:
            raise BadOption(f"{game.about.name} has no solver to learn from")
        self._game, self._template, self._plan, self._seed = game, template, plan, seed
        self._solver_type: Any = module.Solver

    def play(self, first: int, games: int, lists: Any, strengths: Any, counts: Any, targets: Any) -> int:
        """Play games from this number on into samples; returns the number of samples."""
        made = 0
        for number in range(first, first + games):
            chance = np.random.default_rng((self._seed, number))
            solver = self._solver_type(chance)
            state = self._game.start(self._template, self._seed << 32 | number)
            while not state["over"][0] and made < len(lists):
                acting = self._game.acting(state)
                if solver.solvable(state):
                    lists[made], strengths[made] = 0, 1.0
                    counts[made] = self._describe(state, acting[0], lists[made], strengths[made])
                    for k in range(targets.shape[1]):
                        seat = (acting[0] + k) % int(state["seats"][0])
                        targets[made, k] = solver.value(self._game, self._game.view(state, seat), seat)
                    made += 1
                chosen = [self._move(solver, chance, state, seat) for seat in acting]
                for seat, action in zip(acting, chosen, strict=True):
                    self._game.apply(state, seat, action)
        return made

    def _describe(self, state: States, looking: int, found: Any, strengths: Any) -> int:
        raws = state.view(np.uint8).reshape(1, -1)
        count: int = self._game.specialised(describe)(state, raws, looking, self._plan, found, strengths)
        return count

    def _move(self, solver: Any, chance: np.random.Generator, state: States, seat: int) -> int:
        if chance.random() < RANDOM_MOVES or not solver.solvable(state):
            return int(chance.choice(self._game.moves(state, seat)))
        return int(solver.choose(self._game, self._game.view(state, seat), seat))
