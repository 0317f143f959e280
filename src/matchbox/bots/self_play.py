"""Games of the search against itself, from which an evaluation learns; compiled for each game like the search."""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.engine.chance import reseed
from matchbox.engine.dialect import lowest, wide
from matchbox.engine.playout import COOPERATIVE, apply, consider, features, legal, pick, setup, stir, utility

from .inputs import list_inputs
from .search import NONE, after, search, unit

MIXED = 0.1  # of a mixed policy's largest part: what is smaller was only explored
UPPER = np.uint64(32)


def choose_at_root(tree: Any, seat: int, alone: bool, noise: int, freely: bool) -> tuple[int, float, bool]:
    """A move by the policy of a search: its action, the value of the best move, and whether it is that move.

    `freely` draws it by its visits, so that games begin in many ways.
    """
    best, most, total = NONE, -1.0, 0.0
    block = wide(tree[0].child)
    while block != NONE:
        if tree[block].seat == seat:
            for child in range(block, after(tree, block)):
                x = tree[child]
                weight = float(x.visits) if alone else x.strategy
                mean = x.value / x.visits if x.visits else -1.0
                if best == NONE or weight + 0.01 * mean > most:
                    best, most = child, weight + 0.01 * mean
                total += weight
        block = wide(tree[block].next)
    chosen = best
    if freely or not alone:
        point = unit(noise) * total
        block = wide(tree[0].child)
        while block != NONE and point >= 0.0:
            if tree[block].seat == seat:
                for child in range(block, after(tree, block)):
                    weight = float(tree[child].visits) if alone else tree[child].strategy
                    if not alone and weight < MIXED * most:
                        weight = 0.0
                    if weight > 0.0 and point >= 0.0:
                        chosen = child
                    point -= weight
            block = wide(tree[block].next)
    value = tree[best].value / tree[best].visits if tree[best].visits else 0.0
    return wide(tree[chosen].action), value, chosen == best or not alone


def describe(states: Any, raws: Any, looking: int, plan: Any, found: Any, strengths: Any) -> int:
    """List the inputs of a position and the strengths of its features; returns the number of inputs."""
    s = states[0]
    features(s, looking, strengths)
    return list_inputs(raws[0], wide(s.acting), looking, plan, found)


def self_play(
    states: Any, raws: Any, masks: Any, template: Any, games_key: Any, first: int, games: int, noise: int,
    plan: Any, lists: Any, strengths: Any, counts: Any, targets: Any, log: Any,
    trust: float, stray: float, burst: int, opening: int, iterations: int, depth_limit: int, playout_policy: int,
    work: Any, words: Any, essence: Any, tree: Any, index: Any, key: Any, out: Any, mark: Any, path: Any, odds: Any,
    results: Any, sums: Any, tried: Any, trace: Any, values: Any, judge: Any,
) -> int:  # fmt: skip
    """Play games into samples: the inputs of every choice and the values to learn. Returns the number of samples.

    The value of a choice is that of the search there, mixed with the value of the next choice; `trust` is the part of
    what came later, down to the result of the game. With the chance `stray` a choice is the first of `burst` random
    moves: these say nothing about the position before them, and lead to positions as playouts do. `states`: 0 is the
    game, 1 the view that is searched, and 2 + seat the decision point as this seat knows it. Without iterations all
    moves are random, and every choice has the value of the result.
    """
    s, seats = states[0], wide(template[0].seats)
    made = 0
    for game in range(games):
        states[0] = template[0]
        reseed(s, games_key, first + game)
        setup(s)
        began, choices, point = made, 0, wide(-1)
        astray = 0  # random moves to come
        simultaneous = False
        while not s.over and made - began < len(log) and made < len(lists):
            if s.decision_point != point:
                point = wide(s.decision_point)
                simultaneous = wide(s.acting) & (wide(s.acting) - 1) != 0
                for seat in range(seats):
                    states[2 + seat] = states[0]
            seat = lowest(wide(s.acting))
            n = consider(states[2 + seat], seat, out, legal(states[2 + seat], seat, out))
            action = wide(out[0])
            if n > 1 and astray > 0:
                astray -= 1
                noise = stir(noise)
                action = wide(out[pick(noise, n)])
            elif n > 1:
                noise = stir(noise)
                strays = unit(noise) < stray
                looking = lowest(wide(s.acting))
                counts[made] = list_inputs(raws[0], wide(s.acting), looking, plan, lists[made])
                features(s, looking, strengths[made])
                row = log[made - began]
                row[seats] = looking
                row[seats + 1] = 1.0
                if iterations == 0:
                    noise = stir(noise)
                    action = wide(out[pick(noise, n)])
                else:
                    for b in range(raws.shape[1]):
                        raws[1, b] = raws[2 + seat, b] & masks[seat, b]
                    for word in range(len(key)):
                        noise = stir(noise)
                        key[word] = np.uint32(noise >> UPPER)
                    noise = stir(noise)
                    mark[:] = 0
                    results[:] = 0.0
                    sums[:] = 0.0
                    tried[:] = 0
                    search(
                        states[1:2], work, words, essence, seat, tree, index, iterations, key, noise, out, mark, path,
                        odds, results, depth_limit, playout_policy, sums, tried, trace, values, judge,
                    )  # fmt: skip
                    noise = stir(noise)
                    action, value, intended = choose_at_root(tree, seat, not simultaneous, noise, choices < opening)
                    for other in range(seats):
                        row[other] = results[other] / iterations
                    if not simultaneous and targets.shape[1] == 1:  # the mover follows the best move, not the mean one
                        for other in range(seats):
                            row[other] = value if COOPERATIVE or other == seat else -value
                    if strays:
                        n = legal(states[2 + seat], seat, out)
                        noise = stir(noise)
                        action, intended = wide(out[pick(noise, n)]), False
                        astray = burst - 1
                    row[seats + 1] = 1.0 if intended else 0.0
                made += 1
                choices += 1
            apply(s, seat, action)
            s.ply += 1
            if s.decision_point == point:
                if simultaneous:
                    apply(states[2 + seat], seat, action)
                else:
                    states[2 + seat] = states[0]
        for seat in range(seats):
            values[seat] = utility(s, seat) if s.over else log[max(made - began - 1, 0), seat]
        for sample in range(made - 1, began - 1, -1):
            row = log[sample - began]
            part = trust * row[seats + 1]
            for seat in range(seats):
                values[seat] = part * values[seat] + (1.0 - part) * row[seat]
            looking = wide(row[seats])
            for k in range(targets.shape[1]):
                targets[sample, k] = values[(looking + k) % seats]
        if made + len(log) > len(lists):
            break
    return made
