"""The end of a round of Holmes vs Moriarty, solved by regret tables: the last chip is in the bag.

The rest of the round is a small game of two hidden hands: four windows, a tile and two placements. A type is a hand of
a seat; a deal is a pair of types that leaves one chip for the bag. The tree has a node for each public course of play.
Seat 0 is the seat that leads the last stage.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from matchbox.engine import Ints, entry_point, rule

from ..components import YELLOW
from ..matrix_game import Floats
from .rules import PENALTY

WINDOW, PLACEMENT, TILE, TIE = range(4)  # kinds of nodes
COLOURS = 4
OPTIONS = 1 + COLOURS  # of a window: pass, or name a colour
PASS = 0
TREMBLE = 0.01  # share of choices that do not follow the plan: then every course of play has its likely hands


class Tree(NamedTuple):
    """The public tree; parents come before their children, and children follow one another."""

    kind: Ints
    seat: Ints  # that places, or that speaks first
    child: Ints  # the first one
    children: Ints  # their number; for a placement, that of the sets
    behind: Ints  # [node, seat]: chips behind the screens
    yellow_placed: Ints  # [node, seat]: has the seat placed its yellow chip in this stage?
    chance: Floats  # [node]: of a tile
    may: Any  # [node, type, option]: may a placer with this hand choose this set?


class Deals(NamedTuple):
    """The hands of both seats, and the deals: type of seat 0, type of seat 1, colour in the bag, and chance."""

    hands: Ints  # [seat, type, colour]
    types: Ints  # [seat]: their number
    deal: Ints  # [deal, 3]
    chance: Floats
    payoff: Floats  # [seat that scores, points]: the value for seat 0 after the round
    tied: float  # the value for seat 0 after a tied round


class Tables(NamedTuple):
    """What regret matching keeps for each node, type and option; and its memory."""

    regret: Floats  # [seat, node, type, option]
    plan: Floats  # the sum of all plans
    now: Floats  # the plan of this iteration
    reach: Floats  # [seat, node, type]: by the seat's own choices
    value: Floats  # [seat, node, type]: times the chances of deals and opponent
    option_value: Floats  # [seat, node, type, option]


def new_tables(nodes: int, types: int, options: int) -> Tables:
    shape = (2, nodes, types, options)
    return Tables(
        np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape[:3]), np.zeros(shape[:3]), np.zeros(shape)
    )


@rule
def announced(tree: Tree, deals: Deals, node: int, d: int, speaker: int, named: int) -> float:
    """The value for seat 0 when a seat names a colour."""
    right = named == deals.deal[d, 2]
    scorer = speaker if right else 1 - speaker
    points = 2 * tree.behind[node, speaker] if right else PENALTY
    if deals.hands[scorer, deals.deal[d, scorer], YELLOW] > tree.yellow_placed[node, scorer]:
        points //= 2
    return deals.payoff[scorer, points]


@rule
def chooses(tree: Tree, node: int, seat: int) -> bool:
    return tree.kind[node] == WINDOW or (tree.kind[node] == PLACEMENT and tree.seat[node] == seat)


@rule
def options_at(tree: Tree, node: int) -> int:
    return OPTIONS if tree.kind[node] == WINDOW else tree.children[node]


@rule
def is_open(tree: Tree, node: int, kind: int, option: int) -> bool:
    return tree.kind[node] == WINDOW or tree.may[node, kind, option]


@rule
def follow(tree: Tree, node: int, seat: int, kind: int, weights: Floats, tables: Tables) -> None:
    """The plan of a type at a node: options by their positive weights; now and then a pass, or any placement."""
    total, count, n = 0.0, 0, options_at(tree, node)
    for a in range(n):
        if is_open(tree, node, kind, a):
            total += max(weights[seat, node, kind, a], 0.0)
            count += 1
    for a in range(n):
        chance, stray = 0.0, 0.0
        if is_open(tree, node, kind, a):
            chance = max(weights[seat, node, kind, a], 0.0) / total if total > 0.0 else 1.0 / count
            stray = 1.0 / count
        if tree.kind[node] == WINDOW:
            stray = 1.0 if a == PASS else 0.0
        tables.now[seat, node, kind, a] = (1.0 - TREMBLE) * chance + TREMBLE * stray


@rule
def descend(tree: Tree, deals: Deals, tables: Tables, averages: bool) -> None:
    """Work out the plans, and how far they reach; `averages` uses the mean plans instead."""
    for seat in range(2):
        for kind in range(deals.types[seat]):
            tables.reach[seat, 0, kind] = 1.0
    for node in range(len(tree.kind)):
        for seat in range(2):
            for kind in range(deals.types[seat]):
                reach = tables.reach[seat, node, kind]
                acts = chooses(tree, node, seat)
                if acts:
                    follow(tree, node, seat, kind, tables.plan if averages else tables.regret, tables)
                for k in range(tree.children[node]):
                    part = 1.0
                    if acts:
                        part = tables.now[seat, node, kind, PASS if tree.kind[node] == WINDOW else k]
                    tables.reach[seat, tree.child[node] + k, kind] = reach * part


@rule
def window_values(tree: Tree, deals: Deals, tables: Tables, node: int) -> None:
    """The value of each option of both seats in a window."""
    now, values, child, first = tables.now, tables.option_value, tree.child[node], tree.seat[node]
    for seat in range(2):
        for kind in range(deals.types[seat]):
            for a in range(OPTIONS):
                values[seat, node, kind, a] = tables.value[seat, child, kind] if a == PASS else 0.0
    for d in range(len(deals.chance)):
        for seat in range(2):
            kind, other_kind = deals.deal[d, seat], deals.deal[d, 1 - seat]
            weight = deals.chance[d] * tables.reach[1 - seat, node, other_kind]
            if weight == 0.0:
                continue
            theirs = 0.0  # what the opponent's announcements bring
            for b in range(1, OPTIONS):
                chance = now[1 - seat, node, other_kind, b]
                if chance > 0.0:
                    theirs += chance * announced(tree, deals, node, d, 1 - seat, b - 1)
            passes = now[1 - seat, node, other_kind, PASS]
            values[seat, node, kind, PASS] += weight * theirs
            for a in range(1, OPTIONS):
                mine = announced(tree, deals, node, d, seat, a - 1)
                values[seat, node, kind, a] += weight * (mine if first == seat else passes * mine + theirs)


@rule
def ascend(tree: Tree, deals: Deals, tables: Tables, best: int) -> None:
    """The values of all nodes for seat 0. Seat `best` (-1: none) plays its best options."""
    for node in range(len(tree.kind) - 1, -1, -1):
        kind_of, child = tree.kind[node], tree.child[node]
        if kind_of == WINDOW:
            window_values(tree, deals, tables, node)
        for seat in range(2):
            for kind in range(deals.types[seat]):
                if kind_of == TIE:
                    tables.value[seat, node, kind] = 0.0
                    continue
                acts, total, found = chooses(tree, node, seat), 0.0, False
                for a in range(options_at(tree, node)):
                    if kind_of != WINDOW:
                        worth = tree.chance[child + a] * tables.value[seat, child + a, kind]
                        tables.option_value[seat, node, kind, a] = worth
                    worth = tables.option_value[seat, node, kind, a]
                    if acts and seat == best:
                        gain = worth if seat == 0 else -worth
                        if is_open(tree, node, kind, a) and (not found or gain > (total if seat == 0 else -total)):
                            total, found = worth, True
                    else:
                        total += worth * tables.now[seat, node, kind, a] if acts else worth
                tables.value[seat, node, kind] = total
        if kind_of == TIE:
            for d in range(len(deals.chance)):
                for seat in range(2):
                    other = tables.reach[1 - seat, node, deals.deal[d, 1 - seat]]
                    tables.value[seat, node, deals.deal[d, seat]] += deals.chance[d] * other * deals.tied


@rule
def learn(tree: Tree, deals: Deals, tables: Tables, weight: float) -> None:
    """Add the regrets of an iteration, and its plans with their reach. Negative regrets are forgotten."""
    for node in range(len(tree.kind)):
        for seat in range(2):
            if not chooses(tree, node, seat):
                continue
            sign = 1.0 if seat == 0 else -1.0
            for kind in range(deals.types[seat]):
                for a in range(options_at(tree, node)):
                    if is_open(tree, node, kind, a):
                        gain = sign * (tables.option_value[seat, node, kind, a] - tables.value[seat, node, kind])
                        tables.regret[seat, node, kind, a] = max(tables.regret[seat, node, kind, a] + gain, 0.0)
                        tables.plan[seat, node, kind, a] += (
                            weight * tables.reach[seat, node, kind] * tables.now[seat, node, kind, a]
                        )


@rule
def total_value(deals: Deals, tables: Tables, seat: int) -> float:
    total = 0.0
    for kind in range(deals.types[seat]):
        total += tables.value[seat, 0, kind]
    return total


@entry_point
def solve(tree: Tree, deals: Deals, tables: Tables, iterations: int) -> tuple[float, float]:
    """Solve the game: leaves the mean plans and the values of all options; returns the value and the gap.

    Best responses gain the gap against both plans together.
    """
    for iteration in range(iterations):
        descend(tree, deals, tables, False)
        ascend(tree, deals, tables, -1)
        learn(tree, deals, tables, float(iteration + 1))
    high, low = best_response(tree, deals, tables, 0), best_response(tree, deals, tables, 1)
    ascend(tree, deals, tables, -1)
    return total_value(deals, tables, 0), high - low


@entry_point
def best_response(tree: Tree, deals: Deals, tables: Tables, seat: int) -> float:
    """The value for seat 0 if this seat plays its best options against the mean plans of its opponent."""
    descend(tree, deals, tables, True)
    ascend(tree, deals, tables, seat)
    return total_value(deals, tables, seat)
