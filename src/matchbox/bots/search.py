"""Information-set Monte Carlo tree search on one seat's view.

Each iteration deals what the seat cannot see (`redeal`), descends the tree, finishes with a playout
and adds the result of every seat (max-n). It leaves out moves that no
sensible player would think of (`consider`).

Selection: a seat that chooses alone uses upper confidence bounds. A child counts only in iterations
where its action is legal. Seats that choose at the same time use regret matching on separate
statistics, so that their play is mixed and none sees another's choice.

Positions: simultaneous choices lead to a position node, found by a fingerprint of the public state.
The tree grows below it only after some visits, because playouts choose better until regrets are
learnt. In searches with an evaluation, public chance (a roll, a card turned up) also leads to
position nodes, because the best reply to a six differs from the best reply to a one.

Children: those of a seat are in blocks, one beside the other, because walking over them costs most of the time of a
long search. All actions of a simultaneous choice are added together; a seat that chooses alone tries one after the
other, and its blocks have room for more.

Playouts: moves are random, or follow a policy of actions that did well for the seat in this search.
They run to the end of the game, or for a few moves if the game has an evaluation (`evaluate`). With a learned
evaluation (a `Judge`) they usually have no moves at all: a network evaluates the position, once simultaneous choices
are complete.

`search` is compiled for each game, like the functions in `engine.playout`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from matchbox.engine.chance import WORDS, reseed
from matchbox.engine.compiled import rule
from matchbox.engine.dialect import bits, lowest, wide
from matchbox.engine.playout import (
    COOPERATIVE,
    apply,
    consider,
    evaluate,
    features,
    legal,
    pick,
    redeal,
    some_actor,
    stir,
    utility,
)
from matchbox.engine.turns import is_acting

from .inputs import list_inputs
from .network import forward

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", "f8"),  # sum of the results of the seat that chose this action
                ("regret", "f8"),  # for simultaneous choices: the cumulative regret
                ("strategy", "f8"),  # and the cumulative strategy
                ("child", "i4"),  # first block of children
                ("next", "i4"),  # of the first node of a block, the next block; of a position node, the node above it
                ("visits", "i4"),
                ("chances", "i4"),  # iterations in which it was legal
                ("seen", "i4"),  # the last of these iterations
                ("action", "i4"),
                ("seat", "u2"),
                ("used", "u2"),  # of the first node of a block: the number of its nodes,
                ("room", "u2"),  # and the number that it has room for
            ],
            align=True,
        ),
    )
)
DEPTH = 400  # limit of the tree; below it the playout takes over
EXPLORE = 0.8  # exploration constant of the upper confidence bounds
LEAST_SPREAD = 0.02  # with a learned evaluation, exploration is measured by the spread of values, but at least by this
MIN_EXPLORATION = 0.05  # least share of simultaneous choices that ignore the regrets
UNTRIED_BOUND = 1e20
ROOM = 2  # children that the first block of a seat alone has room for; later blocks have as much as those before
LEAD = 5e-4  # part of a result that is the lead in points
EXPAND_AFTER = 64  # visits of a position node before the tree grows below it
UNLIMITED = 1 << 40  # more moves than any game has
TOP = bits(1 << 63)
EXTRA_ROUNDS = 8
KEY_BITS = 0x7FFFFFFF  # the bits of a fingerprint that a node stores
NONE = -1
HALF = 1 << 31


@rule
def unit(noise: int) -> float:
    """A number from 0 up to 1."""
    return pick(noise, HALF) / HALF


@rule
def add_block(tree: Any, place: int, parent: int, seat: int, room: int) -> int:
    """Make node `place` and those after it a new, empty block of a seat's children; returns the first node beyond."""
    x = tree[place]
    x.next = tree[parent].child
    x.seat = seat
    x.used = 0
    x.room = room
    tree[parent].child = place
    return place + room


@rule
def add_node(tree: Any, block: int, seat: int, action: int, iteration: int) -> int:
    """Add a child to a block that has room, legal in this iteration; returns the child."""
    place = block + wide(tree[block].used)
    tree[block].used += 1
    x = tree[place]
    x.value = x.regret = x.strategy = 0.0
    x.child = NONE
    x.visits = 0
    x.chances = 1
    x.seen = iteration
    x.action = action
    x.seat = seat
    return place


@rule
def after(tree: Any, block: int) -> int:
    """The first place after the children of a block."""
    return block + wide(tree[block].used)


@rule
def block_with_room(tree: Any, parent: int, seat: int) -> int:
    """A seat's newest block of children if it has room, or NONE."""
    block = wide(tree[parent].child)
    while block != NONE and tree[block].seat != seat:
        block = wide(tree[block].next)
    return block if block != NONE and tree[block].used < tree[block].room else NONE


@rule
def add_position(tree: Any, place: int, parent: int, key_bits: int) -> int:
    """Make node `place` a position node; returns `place`."""
    x = tree[place]
    x.child = NONE
    x.next = parent
    x.visits = 0
    x.action = key_bits
    return place


@rule
def fingerprint(words: Any, essence: Any, node: int) -> int:
    """A 63-bit hash of the public position below a node."""
    mixed = bits(node + 1)
    for i in range(len(words)):
        mixed = stir(mixed ^ (words[i] & essence[i]) | TOP)
    for _ in range(EXTRA_ROUNDS):  # spread differences in the last words to the lower half
        mixed = stir(mixed)
    return wide(mixed & ~TOP)


@rule
def slot_of(tree: Any, index: Any, parent: int, position: int) -> int:
    """The slot of a position in the index (a hash table), used or free."""
    slot = position % len(index)
    while index[slot] and not (tree[index[slot]].action == position & KEY_BITS and tree[index[slot]].next == parent):
        slot = (slot + 1) % len(index)
    return slot


@rule
def share(tree: Any, child: int, total: float, count: int) -> float:
    """The probability of an action in regret matching."""
    return max(tree[child].regret, 0.0) / total if total > 0.0 else 1.0 / count


@rule
def match_regrets(
    tree: Any, parent: int, seat: int, iteration: int, noise: int, total: float, count: int, visits: int
) -> tuple[int, float]:
    """Draw a legal action by regret matching; returns its node and its probability.

    `total`, `count` and `visits` are the sum of positive regrets, the number of legal actions, and their visits.
    Exploration falls with the number of visits, because opponents adapt to explored moves, which distorts their play.
    """
    exploration = max(MIN_EXPLORATION, 1.0 / math.sqrt(1.0 + visits / count))
    point = unit(noise)
    chosen, likelihood = NONE, 1.0
    block = wide(tree[parent].child)
    while block != NONE:
        if tree[block].seat == seat:
            for child in range(block, after(tree, block)):
                if tree[child].seen == iteration:
                    chosen = child
                    likelihood = (1.0 - exploration) * share(tree, child, total, count) + exploration / count
                    point -= likelihood
                    if point < 0.0:
                        return chosen, likelihood
        block = wide(tree[block].next)
    return chosen, likelihood


@rule
def learn_regrets(
    tree: Any, parent: int, seat: int, iteration: int, chosen: int, gain: float, likelihood: float, total: float,
    count: int,
) -> None:  # fmt: skip
    """Update the regrets and the strategy with the gain of the chosen action.

    The gain is the result less the mean result: this leaves the expectation unchanged and reduces the variance of
    rarely drawn actions.
    """
    block = wide(tree[parent].child)
    while block != NONE:
        if tree[block].seat == seat:
            for child in range(block, after(tree, block)):
                x = tree[child]
                if x.seen == iteration:
                    x.strategy += share(tree, child, total, count)
                    x.regret -= gain
        block = wide(tree[block].next)
    tree[chosen].regret += gain / likelihood


@rule
def draws(s: Any) -> int:
    """The number of random draws so far."""
    return WORDS * wide(s.block) + wide(s.used)


@rule
def judges(judge: Any) -> bool:
    """Does a learned evaluation replace the playouts of this search?"""
    if judge is None:
        return False
    return bool(judge.used)


def expansion_threshold(s: Any, out: Any, depth_limit: int, simultaneous: bool, judge: Any) -> int:
    """The visits that a position node needs before the tree grows below it.

    For simultaneous choices in a search with an evaluation, the threshold grows with the number of
    actions: the evaluation is good, and regrets are learnt slowly. With a learned evaluation the tree grows at once
    after chance, and after simultaneous choices as its file says.
    """
    if judge is not None and judge.used != 0:
        return wide(judge.patience) if simultaneous else wide(1)
    if depth_limit == UNLIMITED or wide(s.acting) & (wide(s.acting) - 1) == 0:
        return EXPAND_AFTER
    return EXPAND_AFTER * legal(s, lowest(wide(s.acting)), out)


@rule
def lead_of(s: Any, seat: int) -> float:
    """How far a seat's score is ahead of the best other one, from -1 to 1."""
    mine, best = float(s.score[seat]), -1e9
    for other in range(s.seats):
        if other != seat:
            best = max(best, float(s.score[other]))
    return (mine - best) / (1.0 + abs(mine) + abs(best))


def leaf_values(s: Any, judge: Any, values: Any) -> None:
    """The result of a finished game for every seat, or the evaluation of a running game.

    A small part of any result but a win is the lead, so a bot that is sure to lose still plays sensibly.
    """
    if s.over:
        for seat in range(s.seats):
            values[seat] = utility(s, seat)
            if not COOPERATIVE and values[seat] < 1.0:
                values[seat] += LEAD * (lead_of(s, seat) - values[seat])
    elif judge is None or judge.used == 0:
        for seat in range(s.seats):
            values[seat] = evaluate(s, seat)
    else:
        looking = lowest(wide(s.acting))
        n = list_inputs(judge.raw, wide(s.acting), looking, judge.plan, judge.inputs)
        features(s, looking, judge.strengths)
        forward(judge.net, judge.inputs, judge.strengths, n, judge.layers)
        found, seats = judge.layers.values, wide(s.seats)
        for k in range(seats):
            seat = (looking + k) % seats
            if len(found) > 1:
                values[seat] = found[k]
            else:
                values[seat] = found[0] if k == 0 or COOPERATIVE else -found[0]


def policy_playout(
    s: Any, out: Any, noise: int, depth_limit: int, playout_policy: int, sums: Any, counts: Any, trace: Any
) -> tuple[int, int]:
    """Play to the end or for `depth_limit` moves; returns the noise and the number of traced moves.

    `playout_policy` of 256 moves take the action with the best mean result for the seat.
    """
    noted = 0
    while not s.over and depth_limit > 0:
        depth_limit -= 1
        left = wide(s.acting)
        seat = lowest(left)
        if left & (left - 1):
            noise = stir(noise)
            seat = some_actor(s, noise)
        n = consider(s, seat, out, legal(s, seat, out))
        noise = stir(noise)
        chosen = pick(noise, n)
        noise = stir(noise)
        if pick(noise, 256) < playout_policy:
            highest = -2.0
            for k in range(n):
                place = (chosen + k) % n  # start at a random action, so that ties are broken evenly
                action = out[place]
                mean = sums[seat, action] / counts[seat, action] if counts[seat, action] > 0 else 1.0
                if mean > highest:
                    highest, best = mean, place
            chosen = best
        action = wide(out[chosen])
        if playout_policy > 0 and noted < len(trace):
            trace[noted, 0], trace[noted, 1] = seat, action
            noted += 1
        apply(s, seat, action)
        s.ply += 1
    return noise, noted


def search(
    view: Any, work: Any, words: Any, essence: Any, viewer: int, tree: Any, index: Any,
    iterations: int, key: Any, noise: int, out: Any, mark: Any, path: Any, odds: Any, results: Any,
    depth_limit: int, playout_policy: int, sums: Any, counts: Any, trace: Any, values: Any, judge: Any,
) -> int:  # fmt: skip
    """Grow a tree from a view; returns its number of nodes. Node 0 is the root, its children are the actions.

    Adds every seat's results to `results`. `judge` is a learned evaluation, or None if the game has none. The other
    arguments are buffers, so that nothing is allocated here: a state (also as `words`), the index of positions, a list
    of actions, a mark per action, and the path of one iteration.
    """
    explore, sum_of_values, squares = EXPLORE, 0.0, 0.0
    tree[0].child = NONE
    index[:] = 0
    nodes, stamp = 1, 0
    s = work[0]
    choice_nodes = path[DEPTH]  # by seat: the node of its latest choice at this decision point
    for iteration in range(iterations):
        work[0] = view[0]
        reseed(s, key, iteration)
        redeal(s, viewer)
        node, depth, decision_point, drawn = 0, 0, wide(-1), draws(s)
        simultaneous, descending = False, True
        while descending and not s.over and depth < DEPTH:
            if s.decision_point != decision_point:
                chanced = depth_limit < UNLIMITED and draws(s) != drawn
                if simultaneous or chanced:  # a position node
                    position = fingerprint(words, essence, node)
                    slot = slot_of(tree, index, node, position)
                    if index[slot] == 0:
                        if nodes == len(tree):
                            break
                        index[slot] = add_position(tree, nodes, node, position & KEY_BITS)
                        nodes += 1
                    node = wide(index[slot])
                    tree[node].visits += 1
                    if tree[node].visits <= expansion_threshold(s, out, depth_limit, simultaneous, judge):
                        break
                decision_point, drawn = wide(s.decision_point), draws(s)
                simultaneous = wide(s.acting) & (wide(s.acting) - 1) != 0
                for seat in range(s.seats):
                    choice_nodes[seat] = node
            seat = lowest(wide(s.acting))
            if simultaneous and is_acting(s, viewer):
                seat = viewer  # first, or the choices of other seats would use up the iterations
            parent = wide(choice_nodes[seat]) if simultaneous else node
            n = consider(s, seat, out, legal(s, seat, out))
            stamp += 1
            for k in range(n):
                mark[out[k]] = stamp
            # Select the legal child with the highest bound; for simultaneous choices, add up what is known.
            known, best, highest = 0, NONE, -1e30
            total, visits, all_visits, all_value = 0.0, 0, 0, 0.0
            block = wide(tree[parent].child)
            while block != NONE:
                if tree[block].seat == seat:
                    for child in range(block, after(tree, block)):
                        x = tree[child]
                        if simultaneous:
                            all_visits += x.visits
                            all_value += x.value
                        if mark[x.action] == stamp:
                            mark[x.action] = -stamp
                            x.seen = iteration
                            x.chances += 1
                            known += 1
                            if simultaneous:
                                visits += x.visits
                                total += max(x.regret, 0.0)
                            else:
                                bound = UNTRIED_BOUND  # visited so far only by simultaneous choices
                                if x.visits > 0:
                                    bound = x.value / x.visits + explore * math.sqrt(math.log(x.chances) / x.visits)
                                if bound > highest:
                                    best, highest = child, bound
                block = wide(tree[block].next)
            if known < n and nodes + n < len(tree):
                # Expand: add an untried action, or all of them if choices are simultaneous.
                noise = stir(noise)
                skip = pick(noise, n - known)
                block = NONE if simultaneous else block_with_room(tree, parent, seat)
                if block == NONE:
                    block, room = nodes, n - known
                    nodes = add_block(tree, block, parent, seat, room if simultaneous else min(room, max(known, ROOM)))
                for k in range(n):
                    if mark[out[k]] == stamp:
                        if simultaneous or skip == 0:
                            best = add_node(tree, block, seat, wide(out[k]), iteration)
                        skip -= 1
                descending = simultaneous and (known > 0 or judges(judge))
                known = n
            elif known == 0:
                break  # the tree is full
            likelihood = 1.0
            if simultaneous:
                noise = stir(noise)
                best, likelihood = match_regrets(tree, parent, seat, iteration, noise, total, known, visits)
                choice_nodes[seat] = best
            action = wide(tree[best].action)
            path[depth, 0], path[depth, 1], path[depth, 2] = best, parent, known if simultaneous else 0
            odds[depth, 0], odds[depth, 1] = likelihood, total
            odds[depth, 2] = all_value / all_visits if all_visits else 0.0
            depth += 1
            if not simultaneous:
                node = best
            apply(s, seat, action)
            s.ply += 1
        noise, noted = policy_playout(s, out, noise, depth_limit, playout_policy, sums, counts, trace)
        leaf_values(s, judge, values)
        for seat in range(s.seats):
            results[seat] += values[seat]
        if judge is not None and judge.used != 0:
            sum_of_values += values[viewer]
            squares += values[viewer] ** 2
            variance = squares / (iteration + 1) - (sum_of_values / (iteration + 1)) ** 2
            explore = judge.explore * max(math.sqrt(max(variance, 0.0)), LEAST_SPREAD)
        for k in range(noted):
            seat, action = wide(trace[k, 0]), wide(trace[k, 1])
            sums[seat, action] += values[seat]
            counts[seat, action] += 1
        for d in range(depth):
            best, parent = wide(path[d, 0]), wide(path[d, 1])
            seat = wide(tree[best].seat)
            result = values[seat]
            if path[d, 2]:
                gain = result - odds[d, 2]
                learn_regrets(tree, parent, seat, iteration, best, gain, odds[d, 0], odds[d, 1], wide(path[d, 2]))
            tree[best].visits += 1
            tree[best].value += result
            sums[seat, tree[best].action] += result
            counts[seat, tree[best].action] += 1
    return nodes
