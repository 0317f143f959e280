"""What a report measures.

Each measure is a ratio of two sums over groups of games, so all of them are compared alike.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from matchbox.lab.figures import NOTHING, Array, Figure, ratio_of
from matchbox.lab.intervals import student
from matchbox.lab.observed import ObservedGame

from .collection import Group

AHEAD = 0.1
"""A seat leads if its value is better than all others by this much, on the scale from -1 to 1."""
BEHIND = -0.5
"""A seat with this value wins about a quarter of such games."""
MATTERS = 0.1
"""A choice matters if its best move is better than the mean of all moves by this much: five points of a hundred."""
SECONDS = 6.0, 4.0
"""Seconds that people take for a choice: a fixed part, and a part for each doubling of the number of legal actions."""
LUCK_DEALS = 10
"""Deals from which on luck can be told: the variance of a few results is too uncertain."""
ALIKE = 1e-9
"""A spread up to this comes from rounding."""
Terms = tuple[Array, Array]


@dataclass(frozen=True)
class Measure:
    """A figure of a game. `terms` finds the two sums of each group of games; the measure is their ratio."""

    name: str
    label: str
    about: str
    terms: Callable[[Sequence[Group]], Terms]
    percent: bool = False

    def of(self, groups: Sequence[Group]) -> Figure:
        if not groups:
            return NOTHING
        tops, bottoms = self.terms(groups)
        found = ratio_of(tops, bottoms)
        if self.percent:
            return found.as_share()
        return found._replace(low=max(found.low, 0.0)) if found.low is not None and tops.min() >= 0.0 else found

    def difference(self, groups: Sequence[Group], others: Sequence[Group]) -> Figure:
        """The measure of the first groups minus that of the others. Groups with the same number share a deal."""
        count = min(len(groups), len(others))
        if not count:
            return NOTHING
        (a, residuals), (b, other_residuals) = (_residuals(*self.terms(one[:count])) for one in (groups, others))
        if not (math.isfinite(a) and math.isfinite(b)):
            return NOTHING
        if count < 2:
            return Figure(a - b, None, None, count)
        spread = float(np.std(residuals - other_residuals, ddof=1))
        if spread < ALIKE:  # all groups differ by the same, but the next may not
            spread = self.grain(others[:count]) / math.sqrt(count)
        reach = student(count - 1) * spread / math.sqrt(count)
        return Figure(a - b, a - b - reach, a - b + reach, count)

    def grain(self, groups: Sequence[Group]) -> float:
        """The part that one game or choice has in the share of a group; 0 for figures that are no shares."""
        bottoms = self.terms(groups)[1]
        return len(bottoms) / float(bottoms.sum()) if self.percent and bottoms.any() else 0.0


def _residuals(tops: Array, bottoms: Array) -> tuple[float, Array]:
    """A ratio of sums, and by how much each group pulls it up."""
    total = float(bottoms.sum())
    if not total:
        return math.nan, np.zeros(len(tops))
    ratio = float(tops.sum()) / total
    return ratio, (tops - ratio * bottoms) * len(tops) / total


# --- games ---


def won(game: ObservedGame, seat: int) -> float:
    """The seat's part of first place: all of it, an equal part of a shared one, or nothing."""
    return 1.0 / game.ranks.count(1) if game.ranks[seat] == 1 else 0.0


def choices_of(game: ObservedGame) -> Iterator[int]:
    """The numbers of the decisions with a choice."""
    return (number for number, legal in enumerate(game.legal) if len(legal) > 1)


def minutes_of(game: ObservedGame) -> float:
    """What people take for a game. Those who choose at the same time wait for the slowest."""
    base, more = SECONDS
    taken: dict[int, float] = {}
    for number in choices_of(game):
        point, seconds = game.points[number], base + more * math.log2(len(game.legal[number]))
        taken[point] = max(taken.get(point, 0.0), seconds)
    return sum(taken.values()) / 60


def rounds_of(game: ObservedGame) -> int:
    """The turns of the seat that has most of them. A turn lasts until another seat decides."""
    starts = [b for a, b in pairwise((-1, *game.actors)) if a != b]
    return max(Counter(starts).values(), default=0)


def known_values(game: ObservedGame) -> Iterator[list[float | None]]:
    """After each action: of each seat, the last value that its bot told, -1 to 1. Of two rivals one tells both."""
    known: list[float | None] = [None] * len(game.ranks)
    mirrored = len(known) == 2 and not game.is_together
    for actor, value in zip(game.actors, game.values, strict=True):
        if value is not None:
            known[actor] = value
            if mirrored:
                known[1 - actor] = -value
        yield list(known)


@dataclass(frozen=True)
class Curve:
    """How a game of rivals went, by the values that the bots gave it after each choice."""

    leaders: tuple[int, ...]  # -1: nobody yet
    worst: tuple[float, ...]  # of each seat
    deficit: float  # by which the winners were behind on average, in games won


def curve_of(game: ObservedGame) -> Curve | None:
    """The curve of a game; None if its bots gave no values, or if its seats win and lose together."""
    if game.is_together:
        return None
    winners = [seat for seat, rank in enumerate(game.ranks) if rank == 1]
    worst = [1.0] * len(game.ranks)
    leaders: list[int] = []
    behind: list[float] = []
    for known in known_values(game):
        values = [one for one in known if one is not None]
        last = leaders[-1] if leaders else -1
        if len(values) < len(known):
            leaders.append(last)
            continue
        worst = [min(low, value) for low, value in zip(worst, values, strict=True)]
        best, second = sorted(values, reverse=True)[:2]
        leaders.append(values.index(best) if best - second >= AHEAD else last)
        behind.append((best - max(values[seat] for seat in winners)) / 2)
    return Curve(tuple(leaders), tuple(worst), sum(behind) / len(behind)) if behind else None


def lead_changes(curve: Curve) -> int:
    led = [leader for leader in curve.leaders if leader >= 0]
    return sum(a != b for a, b in pairwise(led))


def decided_at(game: ObservedGame, curve: Curve) -> float | None:
    """The part of the game after which its winner led to the end; None if it has several winners."""
    if game.ranks.count(1) != 1:
        return None
    winner = game.ranks.index(1)
    last = max((number for number, leader in enumerate(curve.leaders) if leader != winner), default=-1)
    return (last + 1) / len(curve.leaders)


def swing_of(game: ObservedGame) -> float | None:
    """How far the value of a seat moves in a game, from its worst moment to its best; the mean of all seats."""
    rows = list(zip(*known_values(game), strict=True))
    told = [[value for value in row if value is not None] for row in rows]
    moved = [(max(row) - min(row)) / 2 for row in told if row]
    return sum(moved) / len(moved) if moved else None


def is_comeback(game: ObservedGame, curve: Curve) -> bool:
    return any(rank == 1 and low <= BEHIND for rank, low in zip(game.ranks, curve.worst, strict=True))


# --- measures ---


def _per_game(value: Callable[[ObservedGame], float | None]) -> Callable[[Sequence[Group]], Terms]:
    """The mean of a value over the games that have one."""

    def terms(groups: Sequence[Group]) -> Terms:
        found = [[one for game in group if (one := value(game)) is not None] for group in groups]
        return np.array([sum(one) for one in found], float), np.array([len(one) for one in found], float)

    return terms


def _per_choice(value: Callable[[ObservedGame, int], float | None]) -> Callable[[Sequence[Group]], Terms]:
    """The mean of a value over all decisions that have one."""

    def terms(groups: Sequence[Group]) -> Terms:
        found = [
            [one for game in group for n in range(len(game.actions)) if (one := value(game, n)) is not None]
            for group in groups
        ]
        return np.array([sum(one) for one in found], float), np.array([len(one) for one in found], float)

    return terms


def _from_curve(value: Callable[[ObservedGame, Curve], float | None]) -> Callable[[Sequence[Group]], Terms]:
    def of(game: ObservedGame) -> float | None:
        curve = curve_of(game)
        return None if curve is None else value(game, curve)

    return _per_game(of)


def _luck(groups: Sequence[Group]) -> Terms:
    """What two games of the same deal have in common, as a part of all differences between games."""
    pairs = [group for group in groups if len(group) == 2]
    if len(pairs) < len(groups) or len(groups) < LUCK_DEALS:
        return np.zeros(len(groups)), np.zeros(len(groups))
    returns = np.array([[game.returns for game in group] for group in groups])
    centred = returns - returns.mean(axis=(0, 1))
    # The mean is estimated from the same games, which makes both sums a little too small; their ratio suffers less.
    return (centred[:, 0] * centred[:, 1]).sum(axis=1), (centred**2).sum(axis=(1, 2)) / 2


def _margin(game: ObservedGame) -> float | None:
    if len(game.scores) < 2 or game.is_draw:
        return None
    first, second = sorted(range(len(game.ranks)), key=lambda seat: game.ranks[seat])[:2]
    return float(abs(game.scores[first] - game.scores[second]))


def _options(game: ObservedGame, number: int) -> float | None:
    count = len(game.legal[number])
    return float(count) if count > 1 else None


def _stake(game: ObservedGame, number: int) -> float | None:
    stake = game.stakes[number]
    return None if stake is None else stake / 2


def _matters(game: ObservedGame, number: int) -> float | None:
    stake = game.stakes[number]
    return None if stake is None else float(stake >= MATTERS)


def seat_wins(seat: int) -> Measure:
    """The part of the games that a seat wins."""
    label = f"seat {seat} wins"
    return Measure(f"seat{seat}", label, "shared wins are split", _per_game(lambda game: won(game, seat)), True)


def turn_wins(place: int) -> Measure:
    """The part of the games that a place in the turn order wins, where one player begins."""

    def value(game: ObservedGame) -> float | None:
        return None if game.starter < 0 else won(game, (game.starter + place) % len(game.ranks))

    ordinal = ("first", "second", "third")[place] if place < 3 else f"{place + 1}th"
    return Measure(f"turn{place}", f"{ordinal} player wins", "shared wins are split", _per_game(value), True)


MEASURES = (
    Measure("decisions", "decisions", "actions in a game, forced ones too", _per_game(lambda one: len(one.actions))),
    Measure(
        "choices", "choices", "decisions with more than one legal action", _per_game(lambda g: len([*choices_of(g)]))
    ),
    Measure(
        "rounds",
        "rounds",
        "the turns of the seat that has most of them; a turn lasts until another seat decides",
        _per_game(rounds_of),
    ),
    Measure(
        "minutes",
        "minutes, estimated",
        f"a choice takes people {SECONDS[0]:.0f} seconds, and {SECONDS[1]:.0f} more whenever the number of legal "
        "actions doubles",
        _per_game(minutes_of),
    ),
    Measure("options", "legal actions at a choice", "the mean over all choices", _per_choice(_options)),
    Measure(
        "forced",
        "forced decisions",
        "decisions with one legal action",
        _per_choice(lambda game, number: float(len(game.legal[number]) == 1)),
        True,
    ),
    Measure(
        "stake",
        "stake of a choice",
        "how much better the best move is than the mean of all moves, in games won, by the bot's own search",
        _per_choice(_stake),
        True,
    ),
    Measure(
        "matters",
        "choices that matter",
        f"choices with a stake of at least {MATTERS / 2:.0%}",
        _per_choice(_matters),
        True,
    ),
    Measure(
        "luck",
        "luck of the deal",
        "the part of all differences between results that two games with the same deal have in common",
        _luck,
        True,
    ),
    Measure(
        "lead_changes",
        "changes of the lead",
        "how often another seat comes to lead, by the values of the bots",
        _from_curve(lambda game, curve: float(lead_changes(curve))),
    ),
    Measure(
        "decided",
        "decided at",
        "the part of the game after which its winner leads to the end",
        _from_curve(decided_at),
        True,
    ),
    Measure(
        "comebacks",
        "comebacks",
        "games won by a seat that stood to win a quarter of such games or less",
        _from_curve(lambda game, curve: float(is_comeback(game, curve))),
        True,
    ),
    Measure(
        "drama",
        "drama",
        "how far the winner is behind the leader, on average over the game, in games won",
        _from_curve(lambda game, curve: curve.deficit),
        True,
    ),
    Measure(
        "swing",
        "swing",
        "how far the value of a seat moves from its worst moment to its best, in games won",
        _per_game(swing_of),
        True,
    ),
    Measure("score", "score", "points of a seat, the mean of all", _per_game(lambda g: sum(g.scores) / len(g.scores))),
    Measure("margin", "margin", "points between the first and the second", _per_game(_margin)),
    Measure(
        "draws",
        "draws",
        "games in which all seats share first place",
        _per_game(lambda one: float(one.is_draw)),
        True,
    ),
    Measure(
        "capped", "stopped by the limit", "games that reach the limit on actions", _per_game(lambda g: g.capped), True
    ),
)


LEADS = {"lead_changes", "decided", "comebacks", "drama"}
"""Measures that compare the values of rivals."""


def measures_for(seats: int, together: bool, match: bool = False) -> list[Measure]:
    """The measures of a game with this number of seats. Players of a co-operative game win together.

    In a match, the values concern the game being played, and the results the match, so they are not compared.
    """
    if together:
        win = Measure("wins", "games won", "everybody wins together", _per_game(lambda g: float(g.ranks[0] == 1)), True)
        return [win, *(one for one in MEASURES if one.name not in {"draws", "margin", *LEADS})]
    left_out = {"swing", *LEADS} if match else set()
    wins = [*map(turn_wins, range(seats)), *map(seat_wins, range(seats))]
    return [*wins, *(one for one in MEASURES if one.name not in left_out)]
