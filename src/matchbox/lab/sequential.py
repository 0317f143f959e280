"""Intervals that stay true however often somebody looks at them and whenever they stop.

An interval of 95 % at a fixed number of games errs more often if somebody looks after every few games and stops as soon
as it says what they like. The intervals here hold at all looks together: with a probability of 95 % the true figure is
inside every time. They follow I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central
limit theory and asymptotic confidence sequences" (Annals of Statistics, 2024). Their boundary mixes the likelihood
ratios of all possible differences with a normal weight, as H. Robbins did in 1970; the mixture is a martingale, and
Ville's inequality bounds how often it ever grows large. The standard error is estimated, so the bound holds for many
groups; `LEAST` and Student's t make up for few.
"""

from __future__ import annotations

import math
from itertools import product

from .figures import Figure
from .intervals import Z, student

ERROR = 0.05
"""How often an interval may ever miss the true figure."""
LEAST = 16
"""Groups before the first look."""
SHARPEST = 100
"""Groups at which the intervals are as narrow as they can be; they are a little wider earlier and later."""
GROWTH = 1.2
"""Each look comes after this many times the groups of the look before."""


def boundary(groups: int, error: float = ERROR) -> float:
    """Standard errors on either side of an estimate, which hold at all looks together."""
    weight = -2 * math.log(error)
    mixed = groups * (weight + math.log(weight + 1)) / SHARPEST
    return math.sqrt(2 * (1 + 1 / mixed) * math.log(math.sqrt(1 + mixed) / error))


def next_look(groups: int) -> int:
    return LEAST if groups < LEAST else max(groups + 4, round(groups * GROWTH))


def anytime(figure: Figure, grain: float = 0.0, error: float = ERROR) -> Figure:
    """A figure with the interval for all looks, from its interval for one; none before the first look.

    Where all groups look alike, the next may still differ. The standard error allows for one group that differs by
    `grain`: in a share, the part that one of its games has.
    """
    count = figure.groups
    if count < LEAST or not math.isfinite(figure.margin):
        return figure._replace(low=None, high=None)
    spread = max(figure.margin / student(count - 1) * math.sqrt(count), grain / math.sqrt(count))
    # Student's t over the normal quantile makes up for the estimated standard error.
    reach = boundary(count, error) * student(count - 1) / Z * spread / math.sqrt(count)
    return figure._replace(low=figure.value - reach, high=figure.value + reach)


def nearer(difference: Figure, total: Figure) -> Figure:
    """How much nearer to zero the second of two figures is than the first: |a| - |b|, from a - b and a + b.

    |a| - |b| is (|total + difference| - |total - difference|) / 2. Where one of its arguments is fixed it only rises or
    only falls with the other, so its extremes are at the corners of the two intervals. If each errs in half of the
    cases allowed, the result keeps the whole.
    """

    def of(a_minus_b: float, a_plus_b: float) -> float:
        return (abs(a_plus_b + a_minus_b) - abs(a_plus_b - a_minus_b)) / 2

    value = of(difference.value, total.value)
    if difference.low is None or difference.high is None or total.low is None or total.high is None:
        return Figure(value, None, None, difference.groups)
    corners = [of(*pair) for pair in product((difference.low, difference.high), (total.low, total.high))]
    return Figure(value, min(corners), max(corners), difference.groups)
