"""One round of Gaze into the Abyss as a game of its own: two hands, two announcements, then a value for each outcome.

The seat with the yellow chip is *first*: it closes a hand and announces. The other is *second*: it closes a hand, hears
the first announcement and answers. Regret matching plays the round against itself with every hand and announcement at
once, without chance. The mean of both strategies approaches an equilibrium, and best replies measure how near it is.

A matrix has a row for each hand of the first seat and a column for each hand of the second. Hands are sorted by their
number of chips, so that the hands an announcement hits are neighbours.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from matchbox.engine import Ints, entry_point, rule, wide

from ..components import BLUE, CHIPS, GREEN, RED

Floats = npt.NDArray[np.float64]
BLUES, GREENS, REDS = 13, 3, 4  # numbers of chips that a seat can own, by colour
SPLITS = BLUES * GREENS * REDS * REDS  # ways to divide the chips
SIZE = 3  # index of a hand's number of chips, after those of its colours
SLIP = 1e-6  # chance to announce any number
NOBODY, FIRST, SECOND = range(3)  # who claims the tile


@rule
def split_of(blue: int, green: int, red: int, other_red: int) -> int:
    """The index of a division of the chips, seen from a seat: blue and green chips are never spent."""
    return ((blue * GREENS + green) * REDS + red) * REDS + other_red


@rule
def mirrored(split: int) -> int:
    """The same division, seen from the other seat."""
    other_red, red = split % REDS, split // REDS % REDS
    green, blue = split // (REDS * REDS) % GREENS, split // (REDS * REDS * GREENS)
    return split_of(BLUES - 1 - blue, GREENS - 1 - green, other_red, red)


@rule
def list_hands(blue: int, green: int, red: int, hands: Ints, starts: Ints) -> int:
    """List the hands of a purse by their number of chips; hands of n chips begin at `starts[n]`.

    An empty purse has a single hand, the empty one.
    """
    owned = blue + green + red
    found = wide(0)
    starts[0] = 0
    if owned == 0:
        for k in range(4):
            hands[0, k] = 0
        found = wide(1)
    for size in range(1, owned + 1):
        starts[size] = found
        for greens in range(min(green, size) + 1):
            for reds in range(min(red, size - greens) + 1):
                blues = size - greens - reds
                if blues <= blue:
                    hands[found, BLUE], hands[found, RED], hands[found, GREEN] = blues, reds, greens
                    hands[found, SIZE] = size
                    found += 1
    starts[owned + 1] = found
    return found


@rule
def strength(hand: Ints) -> int:
    """The value of a hand, then its blue chips, as one number to compare; 0 for an empty hand."""
    return 16 * (hand[BLUE] + hand[RED] + 3 * hand[GREEN]) + hand[BLUE]


class Payoffs(NamedTuple):
    """What a pair of hands is worth to the first seat.

    The first index is 1 if the second seat's hand was announced. `missed` is the value if the first seat's hand was
    not, and `hit` what changes if it was. The transposed copies let loops run along memory.
    """

    missed: Floats
    hit: Floats
    missed_across: Floats
    hit_across: Floats


@rule
def fill_payoffs(
    split: int, after: Floats, mine: Ints, n: int, theirs: Ints, m: int, payoffs: Payoffs
) -> None:  # fmt: skip
    """Fill the payoffs from `after[claimer, split]`: the first seat's value of the next round, by chips."""
    strengths = np.empty(n + m, np.int64)
    for i in range(n):
        strengths[i] = strength(mine[i])
    for j in range(m):
        strengths[n + j] = strength(theirs[j])
    for i in range(n):
        for j in range(m):
            moved = split
            moved += (theirs[j, BLUE] - mine[i, BLUE]) * (GREENS * REDS * REDS)
            moved += (theirs[j, GREEN] - mine[i, GREEN]) * (REDS * REDS)
            moved -= mine[i, RED] * REDS + theirs[j, RED]
            unclaimed, won, lost = after[NOBODY, moved], after[FIRST, moved], after[SECOND, moved]
            lead = strengths[i] - strengths[n + j]
            kept = won if lead > 0 else lost if lead < 0 else unclaimed
            payoffs.missed[0, i, j] = payoffs.missed_across[0, j, i] = kept
            change = (lost if strengths[n + j] > 0 else unclaimed) - kept
            payoffs.hit[0, i, j] = payoffs.hit_across[0, j, i] = change
            kept = won if strengths[i] > 0 else unclaimed
            payoffs.missed[1, i, j] = payoffs.missed_across[1, j, i] = kept
            payoffs.hit[1, i, j] = payoffs.hit_across[1, j, i] = unclaimed - kept


@rule
def first_values(
    payoffs: Payoffs, n: int, starts: Ints, guesses: int, m: int, other_starts: Ints, other_guesses: int,
    hands: Floats, replies: Floats, values: Floats,
) -> None:  # fmt: skip
    """The first seat's value of every hand and announcement, into `values[hand, announcement - 1]`.

    `hands` are the chances of the second seat's hands; `replies[heard - 1, hand, announcement - 1]` those of the hand
    and its answer together.
    """
    common = np.zeros(n)
    for j in range(m):
        if hands[j] > 0.0:
            for i in range(n):
                common[i] += hands[j] * payoffs.missed_across[0, j, i]
    column = np.empty(n)
    for g in range(guesses):
        low, high = other_starts[g + 1], other_starts[g + 2]
        for i in range(n):
            column[i] = common[i]
        for j in range(m):
            if hands[j] > 0.0:
                is_hit = 1 if low <= j < high else 0
                if is_hit:
                    for i in range(n):
                        column[i] += hands[j] * (payoffs.missed_across[1, j, i] - payoffs.missed_across[0, j, i])
                for answer in range(other_guesses):
                    chance = replies[g, j, answer]
                    if chance > 0.0:
                        for i in range(starts[answer + 1], starts[answer + 2]):
                            column[i] += chance * payoffs.hit_across[is_hit, j, i]
        for i in range(n):
            values[i, g] = column[i]


@rule
def second_values(
    payoffs: Payoffs, n: int, mine: Ints, guesses: int, m: int, other_starts: Ints, other_guesses: int,
    chances: Floats, heard: Floats, values: Floats,
) -> None:  # fmt: skip
    """The second seat's value of every answer, into `values[heard - 1, hand, answer - 1]`, times the chance to hear it.

    `chances[hand, announcement - 1]` are those of the first seat's hands and announcements. Their sums by announcement
    are written to `heard`; where this is 0, the values are left as they were.
    """
    common, found = np.empty(m), np.empty((other_guesses, m))
    for g in range(guesses):
        heard[g] = 0.0
        for i in range(n):
            heard[g] += chances[i, g]
        if heard[g] == 0.0:
            continue
        low, high = other_starts[g + 1], other_starts[g + 2]
        common[:] = 0.0
        found[:] = 0.0
        for i in range(n):
            chance = chances[i, g]
            if chance > 0.0:
                answer = max(mine[i, SIZE] - 1, 0)
                for j in range(m):
                    common[j] -= chance * payoffs.missed[0, i, j]
                    found[answer, j] -= chance * payoffs.hit[0, i, j]
                for j in range(low, high):
                    common[j] -= chance * (payoffs.missed[1, i, j] - payoffs.missed[0, i, j])
                    found[answer, j] -= chance * (payoffs.hit[1, i, j] - payoffs.hit[0, i, j])
        for j in range(m):
            for answer in range(other_guesses):
                values[g, j, answer] = common[j] + found[answer, j]


@rule
def match_regrets(regrets: Floats, values: Floats, n: int, strategy: Floats) -> float:
    """Learn from the values of `n` actions and write the next strategy; returns the value of the one just played.

    Regrets never fall below 0, and the next strategy counts the newest regret twice: it is likely to come again.
    """
    mean = 0.0
    for k in range(n):
        mean += strategy[k] * values[k]
    total = 0.0
    for k in range(n):
        regret = values[k] - mean
        regrets[k] = max(regrets[k] + regret, 0.0)
        strategy[k] = max(regrets[k] + regret, 0.0)
        total += strategy[k]
    for k in range(n):
        strategy[k] = strategy[k] / total if total > 0.0 else 1.0 / n
    return mean


@entry_point
def solve_round(
    split: int, after: Floats, iterations: int, fixed: Floats,
    mine: Ints, starts: Ints, theirs: Ints, other_starts: Ints,
    plans: Floats, answers: Floats, plan_values: Floats, answer_values: Floats,
) -> tuple[float, float]:  # fmt: skip
    """Solve a round; returns the value for the first seat and the gap between what both strategies guarantee.

    Writes the hands, their starts by number of chips, the chances of the first seat's hands and announcements
    (`plans`), of the second seat's hands and answers for each announcement heard (`answers`), and their values. Every
    announcement keeps a tiny chance, so that each answer has a value. If `fixed` is not empty, the first seat draws its
    hand with these chances, and chooses only what to announce.
    """
    other_red, red = split % REDS, split // REDS % REDS
    green, blue = split // (REDS * REDS) % GREENS, split // (REDS * REDS * GREENS)
    other_blue, other_green = wide(CHIPS[BLUE]) - blue, wide(CHIPS[GREEN]) - green
    n = list_hands(blue, green, red, mine, starts)
    m = list_hands(other_blue, other_green, other_red, theirs, other_starts)
    guesses = max(other_blue + other_green + other_red, 1)
    other_guesses = max(blue + green + red, 1)
    if other_blue + other_green + other_red == 0:
        other_starts[2] = other_starts[1]  # nothing to hit
    if blue + green + red == 0:
        starts[2] = starts[1]
    payoffs = Payoffs(np.empty((2, n, m)), np.empty((2, n, m)), np.empty((2, m, n)), np.empty((2, m, n)))
    fill_payoffs(split, after, mine, n, theirs, m, payoffs)

    hands, hand_regrets, hand_values = np.full(n, 1.0 / n), np.zeros(n), np.zeros(n)
    says, say_regrets = np.full((n, guesses), 1.0 / guesses), np.zeros((n, guesses))
    other_hands, other_hand_regrets, other_hand_values = np.full(m, 1.0 / m), np.zeros(m), np.zeros(m)
    replies = np.full((guesses, m, other_guesses), 1.0 / other_guesses)
    reply_regrets = np.zeros((guesses, m, other_guesses))
    plan, answer = np.empty((n, guesses)), np.full((guesses, m, other_guesses), 1.0 / (m * other_guesses))
    plan_sums, answer_sums = np.zeros((n, guesses)), np.zeros((guesses, m, other_guesses))
    heard, weights = np.zeros(guesses), 0.0
    if len(fixed) > 0:
        hands[:] = fixed
    for t in range(1, iterations + 1):
        weight = float(t) * float(t)
        weights += weight
        first_values(
            payoffs, n, starts, guesses, m, other_starts, other_guesses, other_hands, answer, plan_values
        )  # fmt: skip
        for i in range(n):
            hand_values[i] = match_regrets(say_regrets[i], plan_values[i], guesses, says[i])
        if len(fixed) == 0:
            match_regrets(hand_regrets, hand_values, n, hands)
        for i in range(n):
            for g in range(guesses):
                plan[i, g] = hands[i] * says[i, g]
                plan_sums[i, g] += weight * plan[i, g]
        second_values(payoffs, n, mine, guesses, m, other_starts, other_guesses, plan, heard, answer_values)
        other_hand_values[:] = 0.0
        for g in range(guesses):
            if heard[g] > 0.0:
                for j in range(m):
                    other_hand_values[j] += match_regrets(
                        reply_regrets[g, j], answer_values[g, j], other_guesses, replies[g, j]
                    )
        match_regrets(other_hand_regrets, other_hand_values, m, other_hands)
        for g in range(guesses):
            for j in range(m):
                if other_hands[j] > 0.0:
                    for k in range(other_guesses):
                        answer[g, j, k] = other_hands[j] * replies[g, j, k]
                        answer_sums[g, j, k] += weight * answer[g, j, k]
    for i in range(n):
        held = 0.0
        for g in range(guesses):
            held += plan_sums[i, g] / weights
        for g in range(guesses):
            plans[i, g] = (1.0 - SLIP) * plan_sums[i, g] / weights + SLIP * held / guesses
    for j in range(m):
        other_hands[j] = 0.0
        for g in range(guesses):
            for k in range(other_guesses):
                answers[g, j, k] = answer_sums[g, j, k] / weights
        for k in range(other_guesses):
            other_hands[j] += answers[0, j, k]
    first_values(payoffs, n, starts, guesses, m, other_starts, other_guesses, other_hands, answers, plan_values)
    second_values(payoffs, n, mine, guesses, m, other_starts, other_guesses, plans, heard, answer_values)
    most, mean = -np.inf, 0.0
    for i in range(n):
        best = -np.inf
        for g in range(guesses):
            best = max(best, plan_values[i, g])
        most = max(most, best)
        mean += hands[i] * best
    if len(fixed) > 0:
        most = mean
    least = np.inf
    for j in range(m):
        total = 0.0
        for g in range(guesses):
            best = -np.inf
            for k in range(other_guesses):
                best = max(best, answer_values[g, j, k])
            total -= best
        least = min(least, total)
    return 0.5 * (most + least), most - least
