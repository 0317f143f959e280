"""Search for hidden information: a tree over actions, dealt anew in every iteration.

Information-set Monte Carlo tree search on one seat's view. Each iteration fills in what the
seat cannot see (`redeal`), walks down the tree, plays on and notes the result of every seat
(max-n). A child competes only where it is legal, and its chances to compete are counted. Seats
that choose at the same time choose from their own statistics without seeing each other, by
regret matching, so that their play is mixed; all others choose by upper confidence bounds.
Below a position that such choices led to, the tree begins only after some visits: until regrets
have been learnt, playouts choose better. Where playouts are judged, what chance shows to all
(a roll, a card turned up) leads to positions of their own as well: the answers to a six are not
those to a one.
Playouts are random, or follow habits: actions that have gone well for a seat in this search. They
go to the end, or where a game brings its own judgement (`evaluate`) only some actions far.

`search` is specialised for each game like the functions in `engine.play`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from matchbox.engine.chance import WORDS, reseed
from matchbox.engine.play import apply, evaluate, legal, pick, redeal, some_actor, stir, utility
from matchbox.engine.results import is_acting
from matchbox.engine.rules import bits, lowest, rule, wide

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", "f8"),  # sum of the results of the seat that chose this action
                ("regret", "f8"),  # simultaneous choices only: how much this action was missed
                ("strategy", "f8"),  # and how much it was played
                ("child", "i4"),  # first of the list
                ("next", "i4"),  # sibling; of a position after simultaneous choices, where they were made
                ("visits", "i4"),
                ("chances", "i4"),  # iterations in which it was legal
                ("seen", "i4"),  # the last of these
                ("action", "i4"),
                ("seat", "i4"),
            ],
            align=True,
        ),
    )
)
DEPTH = 400  # of the tree; longer games are played out at random from there
EXPLORE = 0.8  # upper confidence bounds
WANDER = 0.05  # least share of a simultaneous choice that ignores the regrets
UNTRIED = 1e20
RIPE = 64  # visits of a position after simultaneous choices before the tree goes on below it
END = 1 << 40  # more actions than any game has
TOP = bits(1 << 63)
SPREAD = 8
SIGN = 0x7FFFFFFF  # what a node keeps of a fingerprint
NONE = -1
HALF = 1 << 31


@rule
def unit(noise: int) -> float:
    """A number in 0..1."""
    return pick(noise, HALF) / HALF


@rule
def add_node(tree: Any, place: int, parent: int, seat: int, action: int, iteration: int) -> int:
    """Make the node at this place a new child, legal in this iteration; the place."""
    x = tree[place]
    x.value = x.regret = x.strategy = 0.0
    x.child = NONE
    x.next = tree[parent].child
    x.visits = 0
    x.chances = 1
    x.seen = iteration
    x.action = action
    x.seat = seat
    tree[parent].child = place
    return place


@rule
def add_place(tree: Any, place: int, parent: int, sign: int) -> int:
    """Make the node at this place a position that simultaneous choices led to; the place."""
    x = tree[place]
    x.child = NONE
    x.next = parent
    x.visits = 0
    x.action = sign
    return place


@rule
def fingerprint(words: Any, essence: Any, node: int) -> int:
    """63 bits that tell apart the public positions below a node."""
    mixed = bits(node + 1)
    for i in range(len(words)):
        mixed = stir(mixed ^ (words[i] & essence[i]) | TOP)
    for _ in range(SPREAD):  # what differs in the last words must reach the lower half
        mixed = stir(mixed)
    return wide(mixed & ~TOP)


@rule
def slot_of(tree: Any, index: Any, parent: int, position: int) -> int:
    """Where in the index (a hash table) a position below a node is, or belongs."""
    slot = position % len(index)
    while index[slot] and not (tree[index[slot]].action == position & SIGN and tree[index[slot]].next == parent):
        slot = (slot + 1) % len(index)
    return slot


@rule
def positive_regrets(tree: Any, parent: int, seat: int, iteration: int) -> tuple[float, int, int]:
    """Of a seat's actions that are legal now: the sum of positive regrets, how many, and their visits."""
    total, count, visits = 0.0, 0, 0
    child = wide(tree[parent].child)
    while child != NONE:
        if tree[child].seat == seat and tree[child].seen == iteration:
            total += max(tree[child].regret, 0.0)
            count += 1
            visits += tree[child].visits
        child = wide(tree[child].next)
    return total, count, visits


@rule
def share(tree: Any, child: int, total: float, count: int) -> float:
    """How likely regret matching plays an action."""
    return max(tree[child].regret, 0.0) / total if total > 0.0 else 1.0 / count


@rule
def match_regrets(tree: Any, parent: int, seat: int, iteration: int, noise: int) -> tuple[int, float]:
    """Draw one of the legal actions by regret matching; its node and its likelihood.

    Some choices wander, at first most and later few: what wanders is met by the others, and bends their play.
    """
    total, count, visits = positive_regrets(tree, parent, seat, iteration)
    wander = max(WANDER, 1.0 / math.sqrt(1.0 + visits / count))
    point = unit(noise)
    chosen, likelihood = NONE, 1.0
    child = wide(tree[parent].child)
    while child != NONE:
        if tree[child].seat == seat and tree[child].seen == iteration:
            chosen = child
            likelihood = (1.0 - wander) * share(tree, child, total, count) + wander / count
            point -= likelihood
            if point < 0.0:
                break
        child = wide(tree[child].next)
    return chosen, likelihood


@rule
def learn_regrets(
    tree: Any, parent: int, seat: int, iteration: int, chosen: int, likelihood: float, result: float
) -> None:
    """Credit the chosen action with what came of it, against the others; note what was played.

    The mean result so far is taken off first, which leaves the expectation as it is and the
    noise of rarely drawn actions much smaller.
    """
    total, count, _ = positive_regrets(tree, parent, seat, iteration)
    value, visits = 0.0, 0
    child = wide(tree[parent].child)
    while child != NONE:
        if tree[child].seat == seat:
            value += tree[child].value
            visits += tree[child].visits
        child = wide(tree[child].next)
    gain = result - (value / visits if visits else 0.0)
    child = wide(tree[parent].child)
    while child != NONE:
        if tree[child].seat == seat and tree[child].seen == iteration:
            tree[child].strategy += share(tree, child, total, count)
        child = wide(tree[child].next)
    child = wide(tree[parent].child)
    while child != NONE:
        if tree[child].seat == seat and tree[child].seen == iteration:
            tree[child].regret -= gain
            if child == chosen:
                tree[child].regret += gain / likelihood
        child = wide(tree[child].next)


@rule
def draws(s: Any) -> int:
    """How often chance has spoken."""
    return WORDS * wide(s.block) + wide(s.used)


def ripeness(s: Any, out: Any, most: int) -> int:
    """How many visits a position needs before choices made there are worth more than playouts.

    Where all choose at once again and playouts are judged, the judgement is good and learning slow: the more actions
    there are, the longer.
    """
    if most == END or wide(s.acting) & (wide(s.acting) - 1) == 0:
        return RIPE
    return RIPE * legal(s, lowest(wide(s.acting)), out)


def judged(s: Any, seat: int) -> float:
    """The result of a finished game, or what the game's own judgement says of a running one."""
    if s.over:
        return utility(s, seat)
    return evaluate(s, seat)


def habitual_playout(
    s: Any, out: Any, noise: int, most: int, habit: int, sums: Any, counts: Any, trace: Any
) -> tuple[int, int]:
    """Play on, `habit` times in 256 by what went well for a seat before; the noise, and actions noted.

    To the end, or for `most` actions: then the position is judged as it stands.
    """
    noted = 0
    while not s.over and most > 0:
        most -= 1
        left = wide(s.acting)
        seat = lowest(left)
        if left & (left - 1):
            noise = stir(noise)
            seat = some_actor(s, noise)
        n = legal(s, seat, out)
        noise = stir(noise)
        chosen = pick(noise, n)
        noise = stir(noise)
        if pick(noise, 256) < habit:
            highest = -2.0
            for k in range(n):
                place = (chosen + k) % n  # from a random one on, so that equals are chosen alike
                action = out[place]
                mean = sums[seat, action] / counts[seat, action] if counts[seat, action] > 0 else 1.0
                if mean > highest:
                    highest, best = mean, place
            chosen = best
        action = wide(out[chosen])
        if habit > 0 and noted < len(trace):
            trace[noted, 0], trace[noted, 1] = seat, action
            noted += 1
        apply(s, seat, action)
        s.ply += 1
    return noise, noted


def search(
    view: Any, work: Any, words: Any, essence: Any, viewer: int, tree: Any, index: Any,
    iterations: int, key: Any, noise: int, out: Any, mark: Any, path: Any, odds: Any, results: Any,
    most: int, habit: int, sums: Any, counts: Any, trace: Any,
) -> int:  # fmt: skip
    """Grow a tree from a view; how many nodes it has. Node 0 is the root, its children are the actions.

    Adds every seat's results to `results`. The other arguments are room to work in: for one state
    (also as `words`), a table of positions, a list of actions, a mark on every action, and one walk
    down the tree. Nothing is allocated here.
    """
    tree[0].child = NONE
    index[:] = 0
    nodes, stamp = 1, 0
    s = work[0]
    own = path[DEPTH]  # by seat: where its choices of a simultaneous round are kept
    for iteration in range(iterations):
        work[0] = view[0]
        reseed(s, key, iteration)
        redeal(s, viewer)
        node, depth, asked, drawn = 0, 0, wide(-1), draws(s)
        together, walking = False, True
        while walking and not s.over and depth < DEPTH:
            if s.asked != asked:
                chanced = most < END and draws(s) != drawn
                if together or chanced:  # where choices made at the same time led, however they led there, or chance
                    position = fingerprint(words, essence, node)
                    slot = slot_of(tree, index, node, position)
                    if index[slot] == 0:
                        if nodes == len(tree):
                            break
                        index[slot] = add_place(tree, nodes, node, position & SIGN)
                        nodes += 1
                    node = wide(index[slot])
                    tree[node].visits += 1
                    if tree[node].visits <= ripeness(s, out, most):
                        break
                asked, drawn = wide(s.asked), draws(s)
                together = wide(s.acting) & (wide(s.acting) - 1) != 0
                for seat in range(s.seats):
                    own[seat] = node
            seat = lowest(wide(s.acting))
            if together and is_acting(s, viewer):
                seat = viewer  # first, or steps of others would use up what is thought about the own ones
            parent = wide(own[seat]) if together else node
            n = legal(s, seat, out)
            stamp += 1
            for k in range(n):
                mark[out[k]] = stamp
            # Among the children that are legal now, the one with the highest bound.
            known, best, highest = 0, NONE, -1e30
            child = wide(tree[parent].child)
            while child != NONE:
                x = tree[child]
                if x.seat == seat and mark[x.action] == stamp:
                    mark[x.action] = -stamp
                    x.seen = iteration
                    x.chances += 1
                    known += 1
                    if not together:
                        bound = UNTRIED  # known, but so far only where choices were simultaneous
                        if x.visits > 0:
                            bound = x.value / x.visits + EXPLORE * math.sqrt(math.log(x.chances) / x.visits)
                        if bound > highest:
                            best, highest = child, bound
                child = wide(x.next)
            if known < n and nodes + n < len(tree):
                # A leaf: add an untried action, or all of them where choices are simultaneous.
                noise = stir(noise)
                skip = pick(noise, n - known)
                for k in range(n):
                    if mark[out[k]] == stamp:
                        if together or skip == 0:
                            best = add_node(tree, nodes, parent, seat, wide(out[k]), iteration)
                            nodes += 1
                        skip -= 1
                walking = together and known > 0
            elif known == 0:
                break  # the tree is full
            likelihood = 1.0
            if together:
                noise = stir(noise)
                best, likelihood = match_regrets(tree, parent, seat, iteration, noise)
                own[seat] = best
            action = wide(tree[best].action)
            path[depth, 0], path[depth, 1], path[depth, 2] = best, parent, 1 if together else 0
            odds[depth] = likelihood
            depth += 1
            if not together:
                node = best
            apply(s, seat, action)
            s.ply += 1
        noise, noted = habitual_playout(s, out, noise, most, habit, sums, counts, trace)
        for seat in range(s.seats):
            results[seat] += judged(s, seat)
        for k in range(noted):
            seat, action = wide(trace[k, 0]), wide(trace[k, 1])
            sums[seat, action] += judged(s, seat)
            counts[seat, action] += 1
        for d in range(depth):
            best, parent = wide(path[d, 0]), wide(path[d, 1])
            seat = wide(tree[best].seat)
            result = judged(s, seat)
            if path[d, 2]:
                learn_regrets(tree, parent, seat, iteration, best, odds[d], result)
            tree[best].visits += 1
            tree[best].value += result
            sums[seat, tree[best].action] += result
            counts[seat, tree[best].action] += 1
    return nodes
