"""Variants of the levels, for studies of a game: what happens if a bot never bids, or thinks four times as long?

greedy               takes the action that gains most points at once
club x4              club with four times the search; `club x1/2` with half of it. Both hardly ever err on purpose
club never hold      club without the action `hold`, unless nothing else is legal
random always hold   random, but it plays `hold` whenever that is legal
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from matchbox.engine import BadOption, Game, States

from . import NAMES, Bot, Random
from .analysis import Analysis, BufferCache
from .levels import LEVELS, Level, SearchBot

GREEDY = "greedy"
SOFTNESS = LEVELS["club"].softness
"""Of bots with more or less search, at most."""
FACTOR = re.compile(r"x(\d{1,4})(?:/(\d{1,4}))?")
Rule = Callable[[Game, States, list[int]], list[int]]
"""Those of the legal moves that a bot may choose. Never none."""


def is_variant(name: str) -> bool:
    return name == GREEDY or " " in name.strip()


def make_variant(name: str, seed: int, game: Game, buffers: BufferCache | None = None) -> Bot:
    """A variant by its name, as the head of this module lists them."""
    if name == GREEDY:
        return Greedy(seed)
    base, *rest = name.split()
    if base not in (*LEVELS, "random"):
        known = ", ".join(level for level in NAMES if level != "perfect")
        raise BadOption(f"bot {name!r}: begin with one of {known}")
    if len(rest) == 2 and rest[0] in ("never", "always"):
        rule = Only(_block(game, rest[1]), rest[0] == "always")
        if base == "random":
            return RestrictedRandom(seed, rule)
        return RestrictedSearch(LEVELS[base], seed, rule, buffers)
    if len(rest) == 1 and (found := FACTOR.fullmatch(rest[0])) and base in LEVELS:
        top, bottom = int(found[1]), int(found[2] or 1)
        if top and bottom:
            return SearchBot(thinking(LEVELS[base], Fraction(top, bottom)), seed, buffers=buffers)
    raise BadOption(
        f"there is no bot {name!r}; write for example 'club x4', 'club never ACTION' or 'club always ACTION'"
    )


def thinking(level: Level, factor: Fraction) -> Level:
    """A level with this many times the search. It errs on purpose so rarely that the search decides, and so often
    that two bots do not play the same game again and again where nothing is dealt.
    """
    return replace(
        level,
        name=f"{level.name} x{factor}",
        share=float(level.share * factor),
        least=max(int(level.least * factor), 1),
        looks=max(int(level.looks * factor), 1),
        softness=min(level.softness, SOFTNESS),
    )


def _block(game: Game, name: str) -> str:
    names = [block.name for block in game.actions.blocks]
    if name not in names:
        raise BadOption(f"{game.about.name} has no action {name!r}; its actions are: {', '.join(dict.fromkeys(names))}")
    return name


@dataclass(frozen=True)
class Only:
    """Keeps the moves of one block of actions, or all others, where there are any."""

    block: str
    wanted: bool

    def __call__(self, game: Game, view: States, moves: list[int]) -> list[int]:
        context = game.context_of(view)
        kept = [one for one in moves if (game.actions.named(one, context).name == self.block) == self.wanted]
        return kept or moves


class RestrictedRandom(Random):
    """Chooses among the moves that a rule leaves, with equal probability."""

    def __init__(self, seed: int, rule: Rule) -> None:
        super().__init__(seed)
        self._rule = rule

    def choose(self, game: Game, view: States, seat: int) -> int:
        return int(self._random.choice(self._rule(game, view, game.moves(view, seat))))


class RestrictedSearch(SearchBot):
    """A level that looks at the moves that a rule leaves. Its search still expects all moves later on."""

    def __init__(self, level: Level, seed: int, rule: Rule, buffers: BufferCache | None) -> None:
        super().__init__(level, seed, buffers=buffers)
        self._rule = rule

    def analyse(self, game: Game, view: States, seat: int) -> Analysis:
        found = super().analyse(game, view, seat)
        kept = set(self._rule(game, view, list(found.actions)))
        rows = [
            row for row in zip(found.actions, found.visits, found.values, found.policy, strict=True) if row[0] in kept
        ]
        actions, visits, values, policy = zip(*rows, strict=True)
        if not any(visits):  # the search looked at other moves alone, so it has no opinion on these
            visits = (1,) * len(visits)
        total = sum(policy)
        shares = tuple(share / total if total else 1.0 / len(policy) for share in policy)
        return Analysis(actions, visits, values, shares, found.iterations)


class Greedy:
    """Takes the action after which it leads by most points, in a random deal of everything it does not see."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, game: Game, view: States, seat: int) -> int:
        moves = game.moves(view, seat)
        deal = int(self._random.integers(2**62))
        leads = np.array([self._lead(game, view, seat, action, deal) for action in moves])
        return int(self._random.choice(np.array(moves)[leads == leads.max()]))

    def _lead(self, game: Game, view: States, seat: int, action: int, deal: int) -> float:
        state = game.redeal(view, seat, deal)
        if action not in game.legal(state, seat):
            return -np.inf
        game.apply(state, seat, action)
        result = game.result(state)
        if result is not None and not game.about.cooperative:
            return np.inf if result.ranks[seat] == 1 else -np.inf
        scores = state["score"][0][: int(state["seats"][0])].astype(float)
        others = np.delete(scores, seat)
        return float(scores[seat] - (0.0 if game.about.cooperative or not len(others) else others.max()))
