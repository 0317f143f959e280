"""Plays the end of a round of Holmes vs Moriarty by its solution: from the window in which one chip is in the bag.

The solution starts at that window, also for later choices of the round, so that a hand is as likely as the passes and
placements since then make it. The search plays before that window, and in a race.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import comb, prod

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.bots.mixed import mixed
from matchbox.engine import Game, Ints, States

from ..components import CHIPS
from .endgame import OPTIONS, PLACEMENT, TIE, TILE, WINDOW, Deals, Tables, Tree, new_tables, solve
from .rules import GOAL, PASS, PLACE, placements
from .state import HAND, PLACING, RACE, WINDOWS, placements_possible

SEARCH_MEANWHILE = True
LEAST_SHARE = 0.04  # weaker levels search
ITERATIONS, LEAST_ITERATIONS = 300, 60
FIRST_WINDOW, STAGE = 9, 3  # the window where the solution starts, and the stage that it plays
STRAY = 2e-2  # smaller parts of a plan are trembles, or left over from the first iterations
POINTS = {2: 0.1, 4: 0.1, 5: 0.45, 6: 0.1, 8: 0.15, 10: 0.1}  # of a round that scores, and their shares

Set = tuple[int, ...]


@dataclass(frozen=True)
class Course:
    """A public course of play from the first window on: the tile, and what the leader and the follower have placed."""

    window: int = FIRST_WINDOW
    tile: int = 0
    led: Set | None = None
    followed: Set | None = None
    kind: int = WINDOW


@dataclass(frozen=True)
class Solved:
    """The solution of a round from its first window on; role 0 leads the last stage."""

    tree: Tree
    nodes: dict[Course, int]
    sets: dict[int, list[Set]]  # of a placement's node, in the order of its children
    types: list[dict[Set, int]]  # by role: hand -> type
    deals: Deals
    tables: Tables
    value: float  # for role 0
    gap: float


def analyse(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis | None:
    s = view[0]
    if share < LEAST_SHARE or s["announce"] == RACE or s["in_bag"] != 1:
        return None
    iterations = LEAST_ITERATIONS + int((ITERATIONS - LEAST_ITERATIONS) * share)
    leader = 1 - int(s["holmes_seat"])
    role = 0 if seat == leader else 1
    solved = solved_round(rewound(view, leader).tobytes(), game, iterations)
    course = course_of(s, leader)
    node, hand = solved.nodes[course], solved.types[role][as_set(s["hand"][seat] + s["placed"][seat, STAGE])]
    moves, likely = game.moves(view, seat), weight_of(solved, role, node, hand)
    if course.kind == PLACEMENT:
        options = [solved.sets[node].index(tuple(map(int, PLACE.args(action)))) for action in moves]
    else:
        options = [action - PASS for action in moves]
    plan = solved.tables.plan[role, node, hand][options]
    values = solved.tables.option_value[role, node, hand][options] / likely * (1 if role == 0 else -1)
    return mixed(moves, np.where(plan < STRAY * plan.sum(), 0.0, plan), values, iterations, seed)


def as_set(chips: Ints) -> Set:
    return tuple(int(n) for n in chips)


def weight_of(solved: Solved, role: int, node: int, hand: int) -> float:
    """The chance of a type, times the chance that the opponent's plan leads to a node."""
    deals, reach = solved.deals, solved.tables.reach[1 - role, node]
    mine = deals.deal[:, role] == hand
    return float(deals.chance[mine] @ reach[deals.deal[mine, 1 - role]])


def course_of(s: np.void, leader: int) -> Course:
    window, placed = int(s["window"]), int(s["placements"]) - 2 * STAGE
    led = as_set(s["placed"][leader, STAGE]) if placed > 0 else None
    followed = as_set(s["placed"][1 - leader, STAGE]) if placed > 1 else None
    return Course(window, int(s["tiles"][STAGE + 1]), led, followed, PLACEMENT if s["phase"] == PLACING else WINDOW)


def rewound(view: States, leader: int) -> States:
    """The public position at the first window; nothing of the hidden chips is left in it."""
    root = view.copy()
    s = root[0]
    for seat in range(2):
        s["behind"][seat] += s["placed"][seat, STAGE].sum()
    tile = int(s["tiles"][STAGE + 1])
    if tile:
        s["in_deck"][tile] += 1
    kept = ("seats", "behind", "in_deck", "tiles", "on_tile", "placed", "holmes_seat", "score", "copying", "shortfall")
    clean = np.zeros_like(root)
    for name in kept:
        clean[name] = root[name]
    clean["placed"][0, :, STAGE], clean["tiles"][0, STAGE + 1] = 0, 0
    clean["placements"], clean["stage"], clean["window"] = 2 * STAGE, STAGE - 1, FIRST_WINDOW
    return clean


@functools.lru_cache(maxsize=32)
def solved_round(position: bytes, game: Game, iterations: int) -> Solved:
    root = np.frombuffer(bytearray(position), game.State.dtype)
    leader = 1 - int(root["holmes_seat"][0])
    unseen = CHIPS.astype(int) - root["placed"][0].sum(axis=(0, 1))
    for colour in root["on_tile"][0][root["on_tile"][0] > 0]:
        unseen[colour - 1] -= 1
    types = [types_of(root, seat, unseen) for seat in (leader, 1 - leader)]
    deals = deals_of(root, leader, unseen, types)
    nodes, tree, sets = tree_of(root, leader, types)
    tables = new_tables(len(tree.kind), int(deals.types.max()), max(OPTIONS, tree.may.shape[2]))
    value, gap = solve(tree, deals, tables, iterations)
    return Solved(tree, nodes, sets, types, deals, tables, float(value), float(gap))


def types_of(root: States, seat: int, unseen: Ints) -> dict[Set, int]:
    """The hands that a seat may have, by its placements so far."""
    found: dict[Set, int] = {}
    work = root.copy()
    for hand in product(*(range(min(int(n), HAND) + 1) for n in unseen)):
        if sum(hand) == root["behind"][0, seat]:
            work["hand"][0, seat] = hand
            if placements_possible(work[0], seat):
                found[hand] = len(found)
    return found


def deals_of(root: States, leader: int, unseen: Ints, types: list[dict[Set, int]]) -> Deals:
    rows, chances, placed = [], [], root["placed"][0].sum(axis=1).astype(int)
    for hand, kind in types[0].items():
        for colour in range(4):
            rest = unseen - hand
            rest[colour] -= 1
            other = types[1].get(as_set(rest))
            if rest.min() >= 0 and other is not None:
                rows.append((kind, other, colour))
                dealt = placed[leader] + hand, placed[1 - leader] + rest, np.eye(4, dtype=int)[colour]
                chances.append(ways_to_deal(*dealt))
    hands = np.zeros((2, max(map(len, types)), 4), np.int64)
    for role in range(2):
        hands[role, : len(types[role])] = list(types[role])
    score, payoff = [int(root["score"][0, seat]) for seat in (leader, 1 - leader)], np.zeros((2, 2 * HAND + 1))
    for points in range(2 * HAND + 1):
        payoff[0, points] = value_of_scores(score[0] + points, score[1])
        payoff[1, points] = value_of_scores(score[0], score[1] + points)
    weights = np.array(chances, float)
    return Deals(
        hands, np.array([len(t) for t in types]), np.array(rows, np.int64), weights / weights.sum(), payoff,
        value_of_scores(*score),
    )  # fmt: skip


def ways_to_deal(first: Ints, second: Ints, bag: Ints) -> int:
    """The ways to deal these hands and this bag at the start of the round."""
    both = first + second
    return prod(comb(int(n + k), int(k)) * comb(int(n), int(m)) for n, m, k in zip(both, first, bag, strict=True))


@functools.cache
def value_of_scores(first: int, second: int) -> float:
    """The value of a score for its first seat, if all rounds to come are even."""
    if first >= GOAL or second >= GOAL:
        return 1.0 if first >= GOAL else -1.0
    return sum(
        share * 0.5 * (value_of_scores(first + points, second) + value_of_scores(first, second + points))
        for points, share in POINTS.items()
    )


def tree_of(
    root: States, leader: int, types: list[dict[Set, int]]
) -> tuple[dict[Course, int], Tree, dict[int, list[Set]]]:
    """All courses of play, breadth first."""
    courses, chance, child, children = [Course()], [1.0], [], []
    sets: dict[int, list[Set]] = {}
    rights: dict[int, list[list[Set]]] = {}
    for node, course in enumerate(courses):  # grows on the way
        if course.kind == PLACEMENT:
            seat = leader if course.led is None else 1 - leader
            rights[node] = [list(allowed(root, leader, seat, course, hand)) for hand in types[int(seat != leader)]]
            sets[node] = sorted({chips for mine in rights[node] for chips in mine})
        after = list(next_courses(root, course, sets.get(node, [])))
        child.append(len(courses))
        children.append(len(after))
        courses += [then for then, _ in after]
        chance += [part for _, part in after]
    most = max(map(len, sets.values()), default=1)
    may = np.zeros((len(courses), max(map(len, types)), most), np.bool_)
    for node, mine in rights.items():
        for kind, allowed_sets in enumerate(mine):
            may[node, kind, [sets[node].index(chips) for chips in allowed_sets]] = True
    seats = [1 if c.window == FIRST_WINDOW or (c.kind == PLACEMENT and c.led is not None) else 0 for c in courses]
    behind, yellow = np.zeros((len(courses), 2), np.int64), np.zeros((len(courses), 2), np.int64)
    for node, course in enumerate(courses):
        for role, placed in enumerate((course.led, course.followed)):
            behind[node, role] = root["behind"][0, leader if role == 0 else 1 - leader] - sum(placed or ())
            yellow[node, role] = placed[3] if placed else 0
    tree = Tree(
        np.array([c.kind for c in courses]), np.array(seats), np.array(child), np.array(children), behind, yellow,
        np.array(chance), may,
    )  # fmt: skip
    return {course: node for node, course in enumerate(courses)}, tree, sets


def next_courses(root: States, course: Course, sets: list[Set]) -> Iterator[tuple[Course, float]]:
    """The courses that may follow, with the chances of tiles."""
    if course.kind == TILE:
        in_deck = root["in_deck"][0]
        for tile in range(1, 4):
            if in_deck[tile]:
                yield replace(course, tile=tile, window=FIRST_WINDOW + 1, kind=WINDOW), in_deck[tile] / in_deck.sum()
    elif course.kind == PLACEMENT:
        for chips in sets:
            placed = replace(course, led=chips) if course.led is None else replace(course, followed=chips)
            yield replace(placed, window=course.window + 1, kind=WINDOW), 1.0
    elif course.kind == WINDOW:
        then = TILE if course.window == FIRST_WINDOW else TIE if course.window == WINDOWS else PLACEMENT
        yield replace(course, kind=then), 1.0


def allowed(root: States, leader: int, seat: int, course: Course, hand: Set) -> Iterator[Set]:
    """The sets that a seat with this hand may place."""
    work, out = root.copy(), np.zeros(400, np.int64)
    work["stage"], work["tiles"][0, STAGE + 1], work["hand"][0, seat] = STAGE, course.tile, hand
    if course.led is not None:
        work["placed"][0, leader, STAGE] = course.led
        work["placements"] += 1
    for k in range(placements(work[0], seat, out)):
        yield tuple(map(int, PLACE.args(int(out[k]))))


def warm() -> None:
    """Compile the solver with a game of one deal and one window."""
    tree = Tree(
        np.array([WINDOW, TIE]), np.zeros(2, np.int64), np.array([1, 2]), np.array([1, 0]), np.ones((2, 2), np.int64),
        np.zeros((2, 2), np.int64), np.ones(2), np.zeros((2, 1, 1), np.bool_),
    )  # fmt: skip
    deals = Deals(
        np.zeros((2, 1, 4), np.int64),
        np.ones(2, np.int64),
        np.zeros((1, 3), np.int64),
        np.ones(1),
        np.zeros((2, 17)),
        0.0,
    )
    solve(tree, deals, new_tables(2, 1, OPTIONS), 1)
