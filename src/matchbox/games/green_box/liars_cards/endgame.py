"""The end of Liar's Cards solved: two players with two or three cards, who bid on the sum of their numbers.

Regret matching plays all hands and bids of a round against each other at once. A player remembers the last bid of each
side, as the table shows them, not the bids before. Hands with the same sum are one. The first player starts the round.

With three cards, the player with two lives who loses one starts a last round with a card each.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from matchbox.engine import entry_point, rule

from ..components import CARDS, NUMBER

Floats = npt.NDArray[np.float64]
ITERATIONS = 1500
UNLIKELY = 1e-6  # the chance of a bid that the policy never makes
CALL = 0  # the action of doubting; action r > 0 bids r


@entry_point
def solve_round(
    odds: Floats, low: int, other_low: int, bids: int, first_loses: float, second_loses: float, iterations: int,
    policy: Floats, values: Floats,
) -> float:  # fmt: skip
    """Solve a round; writes the policies and values, and returns the value for the first player.

    `odds[i, j]` is the chance that the first player's cards add up to `low + i` and the second's to `other_low + j`.
    `policy[mover, own last bid, last bid, sum, action]` are chances, and `values[mover, own last bid, last bid, i, j]`
    is what the first player may expect with both sums known. A bid of 0 is none.
    """
    n, m = odds.shape
    most = max(n, m)
    size = bids + 1
    regrets = np.zeros((2, size, size, most, size))
    sums = np.zeros((2, size, size, most, size))
    now = np.zeros((2, size, size, most, size))
    apart = np.zeros((2, size, size, 2, n, m))  # chance to get here if a player (the fourth index) wants to
    reach = np.zeros((2, size, size, most))  # chance that the mover wants to get here
    other_reach = np.zeros((2, size, size, most))
    paid = np.zeros(most)
    for t in range(1, iterations + 2):
        averaging = t > iterations  # the last time, the values are those of the mean policies
        apart[:] = 0.0
        reach[:] = 0.0
        other_reach[:] = 0.0
        apart[0, 0, 0, 0], apart[0, 0, 0, 1] = odds, odds
        reach[0, 0, 0], other_reach[0, 0, 0] = 1.0, 1.0
        for last in range(size):
            for own in range(max(last, 1)):
                for mover in range(2):
                    if last == 0 and mover == 1:
                        continue
                    kinds = n if mover == 0 else m
                    first_action = CALL if last > 0 else 1
                    for kind in range(kinds):
                        total = 0.0
                        for action in range(size):
                            legal = action > last or (action == CALL and last > 0)
                            source = sums if averaging else regrets
                            share = max(source[mover, own, last, kind, action], 0.0) if legal else 0.0
                            now[mover, own, last, kind, action] = share
                            total += share
                        count = bids - last + (1 if first_action == CALL else 0)
                        for action in range(size):
                            legal = action > last or (action == CALL and last > 0)
                            if total > 0.0:
                                now[mover, own, last, kind, action] /= total
                            elif legal:
                                now[mover, own, last, kind, action] = 1.0 / count
                            if legal and not averaging:
                                weight = float(t) * reach[mover, own, last, kind]
                                sums[mover, own, last, kind, action] += weight * now[mover, own, last, kind, action]
                    for action in range(last + 1, size):
                        for i in range(n):
                            for j in range(m):
                                share = now[mover, own, last, i if mover == 0 else j, action]
                                for player in range(2):
                                    scale = 1.0 if player == mover else share
                                    apart[1 - mover, last, action, player, i, j] += (
                                        scale * apart[mover, own, last, player, i, j]
                                    )
                        for kind in range(most):
                            other_reach[1 - mover, last, action, kind] += (
                                now[mover, own, last, kind, action] * reach[mover, own, last, kind]
                            )
                            reach[1 - mover, last, action, kind] += other_reach[mover, own, last, kind] / bids
        for last in range(bids, -1, -1):
            for own in range(max(last, 1)):
                for mover in range(2):
                    if last == 0 and mover == 1:
                        continue
                    for i in range(n):
                        for j in range(m):
                            kind = i if mover == 0 else j
                            mean = 0.0
                            if last > 0:
                                mean += now[mover, own, last, kind, CALL] * call_value(
                                    low + i + other_low + j >= last, mover, first_loses, second_loses
                                )
                            for action in range(last + 1, size):
                                mean += now[mover, own, last, kind, action] * values[1 - mover, last, action, i, j]
                            values[mover, own, last, i, j] = mean
                    if averaging:
                        continue
                    sign = 1.0 if mover == 0 else -1.0
                    for action in range(size):
                        if action > last or (action == CALL and last > 0):
                            paid[:] = 0.0
                            for i in range(n):
                                for j in range(m):
                                    if action == CALL:
                                        gain = call_value(
                                            low + i + other_low + j >= last, mover, first_loses, second_loses
                                        )
                                    else:
                                        gain = values[1 - mover, last, action, i, j]
                                    gain -= values[mover, own, last, i, j]
                                    paid[i if mover == 0 else j] += sign * gain * apart[mover, own, last, mover, i, j]
                            for kind in range(n if mover == 0 else m):
                                regrets[mover, own, last, kind, action] = max(
                                    regrets[mover, own, last, kind, action] + paid[kind], 0.0
                                )
    policy[:] = now
    return float((odds * values[0, 0, 0]).sum())


@rule
def call_value(is_true: bool, caller: int, first_loses: float, second_loses: float) -> float:
    """The first player's value once a bid is called: the caller of a true bid loses a life, else the bidder does."""
    return first_loses if is_true == (caller == 0) else second_loses


@dataclass(frozen=True)
class Solved:
    """A solved round between a first player, who starts it, and a second."""

    odds: Floats
    lows: tuple[int, int]  # the smallest sums
    policy: Floats  # [mover, own last bid, last bid, sum - low, action]
    values: Floats  # [mover, own last bid, last bid, sum - low, other sum - low], for the first player
    lost: tuple[float, float]  # what it is worth to the first player if the first or the second loses a life
    value: float  # for the first player: 1 is to win the game, -1 to lose it

    def action_values(self, mover: int, own: int, last: int, kind: int) -> Floats:
        """The mover's value of doubting and of each bid, given the last bids; lower bids have no value.

        The other sum is as likely as the bids so far make it.
        """
        bids = self.policy.shape[1] - 1
        odds = self.reached(mover, own, last)
        weights = odds[kind] if mover == 0 else odds[:, kind]
        weights = weights / weights.sum()
        found = np.full(bids + 1, -1.0)
        for action in range(bids + 1):
            if action > last:
                after = self.values[1 - mover, last, action]
            elif action == CALL and last > 0:
                total = np.add.outer(np.arange(len(odds)) + self.lows[0], np.arange(odds.shape[1]) + self.lows[1])
                after = np.where((total >= last) == (mover == 0), self.lost[0], self.lost[1])
            else:
                continue
            row = after[kind] if mover == 0 else after[:, kind]
            found[action] = (1 if mover == 0 else -1) * float(weights @ row)
        return found

    def reached(self, mover: int, own: int, last: int) -> Floats:
        """The chance of each pair of sums after the last bids, if the mover wants to get there.

        Of the bids before, only the last ones are known: the opponent's last bid follows the mover's.
        """
        if last == 0:
            return self.odds
        spoke = 1 - mover
        share = np.zeros(self.policy.shape[3])
        for before in range(max(own, 1)) if own else (0,):
            share += self.policy[spoke, before, own, :, last]
        share = share[: self.odds.shape[spoke]] + UNLIKELY
        return self.odds * (share[:, None] if spoke == 0 else share[None, :])


def sums_odds(cards: int, other_cards: int) -> Floats:
    """The chance of each pair of sums of two hands from one deck."""
    counts = np.bincount(np.asarray(NUMBER), minlength=7).astype(float)
    odds = np.zeros((6 * cards + 1, 6 * other_cards + 1))

    def deal(left: int, mine: int, theirs: int, chance: float) -> None:
        if left == 0:
            odds[mine, theirs] += chance
            return
        for number in range(1, 7):
            share = chance * counts[number] / (CARDS - cards - other_cards + left)
            counts[number] -= 1
            to_first = left > other_cards
            deal(left - 1, mine + number * to_first, theirs + number * (not to_first), share)
            counts[number] += 1

    deal(cards + other_cards, 0, 0, 1.0)
    return np.ascontiguousarray(odds[cards:, other_cards:])


@functools.cache
def solve(cards: int, other_cards: int, iterations: int = ITERATIONS) -> Solved:
    """Solve the round in which the first player has these cards and lives, and the second player those."""
    odds = sums_odds(cards, other_cards)
    bids, most = 6 * (cards + other_cards), max(odds.shape)
    last = solve(1, 1, iterations).value if cards + other_cards > 2 else 0.0  # of the player who starts the last round
    first_loses = -1.0 if cards == 1 else last
    second_loses = 1.0 if other_cards == 1 else -last
    policy = np.zeros((2, bids + 1, bids + 1, most, bids + 1))
    values = np.zeros((2, bids + 1, bids + 1, *odds.shape))
    value = solve_round(odds, cards, other_cards, bids, first_loses, second_loses, iterations, policy, values)
    return Solved(odds, (cards, other_cards), policy, values, (first_loses, second_loses), value)
