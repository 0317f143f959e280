"""The whole tree of a small game, as a game of OpenSpiel in C++.

Algorithms that visit every history, such as CFR, call a Python game millions of times. This copies the tree once, as an
extensive form, and they run some hundred times faster:

    from matchbox.adapters.openspiel import load
    from matchbox.adapters.openspiel_tree import Tree

    tree = Tree(load("gaze_into_the_abyss", chance="explicit", chips_each="three", most_rounds=1))
    solver = pyspiel.CFRSolver(tree.game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    print(tree.exploitability(solver.average_policy()))

Seats that choose at the same time choose one after another, without seeing each other's choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import BadOption, Game, States

from .openspiel import Past, SpielGame
from .openspiel_chance import Choices, ExplicitChance, Moment

MOST_HISTORIES = 1_000_000


@dataclass(frozen=True)
class InformationSet:
    """Everything that a player knows at a decision: histories that differ in other things only are in the same set."""

    seat: int
    number: int  # among those of the seat, from 1
    view: States  # the table as the seat sees it now; the set also knows what the seat has seen before
    actions: tuple[int, ...]


Strategy = Callable[[InformationSet], Sequence[float]]
"""The chance of each action."""


class Tree:
    """All histories of a game with explicit chance."""

    def __init__(self, game: Any, most_histories: int = MOST_HISTORIES) -> None:
        if not isinstance(game, SpielGame) or not isinstance(game.chance, ExplicitChance):
            raise BadOption('load the game with chance="explicit", and do not convert it: a tree takes turns anyway')
        self.source: SpielGame = game
        self.sets: list[InformationSet] = []
        self.histories = self.ends = 0
        self._most = most_histories
        self._found: dict[tuple[int, bytes], InformationSet] = {}
        self._copied: dict[int, int] = {}  # our action -> that of the copy, which numbers them as it reads them
        self._per_seat = [0] * game.config.seats
        self._lines: list[str] = []
        players = " ".join(f'"seat {seat}"' for seat in range(game.config.seats))
        self._lines.append(f'EFG 2 R "{game.config.game.id}" {{ {players} }}')
        self._add(game.chance.start(), None)
        self.game: Any = pyspiel.load_efg_game("\n".join(self._lines) + "\n")
        self._lines.clear()

    # --- strategies ---

    def policy(self, strategy: Strategy) -> Any:
        """A strategy of all players as a policy for `game`."""
        table = {}
        for at in self.sets:
            weights = strategy(at)
            total = sum(weights)  # 1, but for rounding, which OpenSpiel does not forgive
            chances = zip(at.actions, weights, strict=True)
            table[_name(at)] = [(self._copied[action], chance / total) for action, chance in chances]
        return pyspiel.TabularPolicy(table)

    def chances(self, policy: Any, at: InformationSet) -> dict[int, float]:
        """What a tabular policy for `game` does in an information set: the chance of each action."""
        known = dict(policy.get_state_policy(_name(at)))
        return {action: known[self._copied[action]] for action in at.actions}

    def text_of(self, at: InformationSet, action: int) -> str:
        """The text of an action."""
        return self.source.config.game.text_of(at.view, action)

    def exploitability(self, policy: Any) -> float:
        """What a player gains on average by the best answer to this policy of the others: 0 in an equilibrium.

        Results are from -1 to 1.
        """
        found: float = pyspiel.nash_conv(self.game, policy, True)  # by states: sampling has not seen all sets
        return found / self.source.config.seats

    # --- the copy: nodes in the order of a walk, as OpenSpiel reads them ---

    def _add(self, moment: Moment, past: Past | None) -> None:
        self._count()
        if moment.waiting:
            outcomes = " ".join(f'"{outcome}" {chance!r}' for outcome, chance in moment.outcomes)
            self._lines.append(f'c "" {self.histories} "" {{ {outcomes} }} 0')
            for outcome, _ in moment.outcomes:
                self._add(self.source.chance.drawn(moment, outcome), past)
            return
        if moment.record["over"][0]:
            self.ends += 1
            results = " ".join(map(repr, self.source.returns(moment.record)))
            self._lines.append(f't "" {self.ends} "" {{ {results} }}')
            return
        seen = self.source.remembered(past, moment)
        self._ask(moment, seen, self.source.choosers(moment.record), ())

    def _ask(self, moment: Moment, seen: Past, waiting: Sequence[int], chosen: Choices) -> None:
        """Ask the seats that choose together, one after another."""
        if not waiting:
            self._add(self.source.chance.after(moment, chosen), seen)
            return
        if chosen:
            self._count()
        seat, *others = waiting
        at = self._set_of(moment, seen, seat)
        names = " ".join(f'"{action}"' for action in at.actions)
        self._lines.append(f'p "" {seat + 1} {at.number} "" {{ {names} }} 0')
        for action in at.actions:
            self._copied.setdefault(action, len(self._copied))
        for action in at.actions:
            self._ask(moment, seen, others, (*chosen, (seat, action)))

    def _count(self) -> None:
        self.histories += 1
        if self.histories > self._most:
            name = self.source.config.game.about.name
            raise BadOption(
                f"{name} has more than {self._most:,} histories with these options; choose options that make the game "
                "smaller, or an algorithm that samples"
            )

    def _set_of(self, moment: Moment, seen: Past, seat: int) -> InformationSet:
        key = seat, seen.digests[seat]
        if key not in self._found:
            game = self.source.config.game
            actions = tuple(game.legal(moment.record, seat))
            self._per_seat[seat] += 1
            at = InformationSet(seat, self._per_seat[seat], game.view(moment.record, seat), actions)
            self._found[key] = at
            self.sets.append(at)
        return self._found[key]


def _name(at: InformationSet) -> str:
    """The name of an information set in the copy."""
    return f"{at.seat}-{at.seat}-{at.number}-"


def uniform(at: InformationSet) -> list[float]:
    """A random player."""
    return [1 / len(at.actions)] * len(at.actions)


class LevelStrategy:
    """How one of our levels chooses: it is asked in every view, since it knows nothing but the view.

    A search with another seed ends with other weights, so the chances are means of several searches.
    """

    def __init__(self, game: Any, level: str, searches: int = 1, seed: int = 0) -> None:
        if level not in LEVELS:
            raise BadOption(f"there is no level {level!r}; choose one of {', '.join(LEVELS)}")
        self._game: Game = game.config.game
        self._searches = searches
        self._bot = SearchBot(LEVELS[level], seed)
        self._known: dict[tuple[int, bytes], list[float]] = {}

    def __call__(self, at: InformationSet) -> list[float]:
        key = at.seat, at.view.tobytes()
        if key not in self._known:
            self._known[key] = self._asked(at)
        return self._known[key]

    def _asked(self, at: InformationSet) -> list[float]:
        if len(at.actions) == 1:
            return [1.0]
        chances = dict.fromkeys(at.actions, 0.0)
        for _ in range(self._searches):
            analysis, weights = self._bot.weighed(self._game, at.view, at.seat)
            for action, weight in zip(analysis.actions, weights.tolist(), strict=True):
                chances[action] += weight / self._searches
        return list(chances.values())
