"""Zero-sum matrix games: one number for every pair of simultaneous choices, paid by column to row.

The pure answer where there is one, the simplex method otherwise. Every answer is measured by the
best replies to it, so how good it is does not rest on how it was found.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from matchbox.engine import Ints, rule, wide

Floats = npt.NDArray[np.float64]

EPS = 1e-11  # what counts as zero in a tableau whose entries start between 1 and 2
PATIENCE = 200  # pivots by the steepest price; after these by the lowest label, which cannot go round in circles
LIMIT = 5000  # pivots in all; never reached with that rule but for rounding


def solve(payoffs: Floats) -> tuple[float, Floats, Floats, float]:
    """Value, the row's and the column's mixed strategy, and the gap between what the two guarantee."""
    matrix = np.ascontiguousarray(payoffs, np.float64)
    rows, columns = matrix.shape
    x, y = np.zeros(rows), np.zeros(columns)
    tableau, labels = np.zeros((rows + 1, columns + 1)), np.zeros(rows + columns, np.int64)
    value = equilibrium(matrix, rows, columns, x, y, tableau, labels)
    return float(value), x, y, float(gap(matrix, rows, columns, x, y))


@rule
def equilibrium(a: Floats, rows: int, columns: int, x: Floats, y: Floats, tableau: Floats, labels: Ints) -> float:
    """Write optimal strategies for the upper left part of `a` to x and y; the value for the row.

    `tableau` and `labels` are room to work in: (rows + 1, columns + 1) and rows + columns at least.
    """
    if not pure(a, rows, columns, x, y):
        simplex(a, rows, columns, x, y, tableau, labels)
    return 0.5 * (guaranteed(a, rows, columns, x) + conceded(a, rows, columns, y))


@rule
def guaranteed(a: Floats, rows: int, columns: int, x: Floats) -> float:
    """The least that strategy x earns, whatever the column does."""
    least = np.inf
    for j in range(columns):
        earned = 0.0
        for i in range(rows):
            earned += x[i] * a[i, j]
        least = min(least, earned)
    return least


@rule
def conceded(a: Floats, rows: int, columns: int, y: Floats) -> float:
    """The most that the row can earn against strategy y."""
    most = -np.inf
    for i in range(rows):
        earned = 0.0
        for j in range(columns):
            earned += a[i, j] * y[j]
        most = max(most, earned)
    return most


@rule
def gap(a: Floats, rows: int, columns: int, x: Floats, y: Floats) -> float:
    """How far x and y are from proving each other best; the true value lies between the two."""
    return conceded(a, rows, columns, y) - guaranteed(a, rows, columns, x)


@rule
def pure(a: Floats, rows: int, columns: int, x: Floats, y: Floats) -> bool:
    """Play without mixing if that is optimal; of equally safe choices the one best against all replies alike."""
    best_row, best_column = wide(0), wide(0)
    low, high = -np.inf, np.inf
    row_total, column_total = -np.inf, np.inf
    for i in range(rows):
        worst, total = np.inf, 0.0
        for j in range(columns):
            worst = min(worst, a[i, j])
            total += a[i, j]
        if worst > low or (worst == low and total > row_total):
            low, row_total, best_row = worst, total, wide(i)
    for j in range(columns):
        worst, total = -np.inf, 0.0
        for i in range(rows):
            worst = max(worst, a[i, j])
            total += a[i, j]
        if worst < high or (worst == high and total < column_total):
            high, column_total, best_column = worst, total, wide(j)
    if low < high:
        return False
    for i in range(rows):
        x[i] = 1.0 if i == best_row else 0.0
    for j in range(columns):
        y[j] = 1.0 if j == best_column else 0.0
    return True


@rule
def simplex(a: Floats, rows: int, columns: int, x: Floats, y: Floats, tableau: Floats, labels: Ints) -> None:
    """The column's program, max sum(q) with B q <= 1 where B is `a` stretched to 1..2; its prices are the row's.

    A condensed tableau: variables in the basis label the rows, the others the columns.
    """
    low, high = a[0, 0], a[0, 0]
    for i in range(rows):
        for j in range(columns):
            low, high = min(low, a[i, j]), max(high, a[i, j])
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = 1.0 + (a[i, j] - low) / (high - low)
        tableau[i, columns] = 1.0
        labels[i] = columns + i  # slack of row i; 0..columns-1 are the q
    for j in range(columns):
        tableau[rows, j] = -1.0
        labels[rows + j] = j
    tableau[rows, columns] = 0.0
    for step in range(LIMIT):
        entering = _entering(tableau, rows, columns, labels, step >= PATIENCE)
        if entering < 0:
            break
        leaving = _leaving(tableau, rows, columns, labels, entering)
        if leaving < 0:
            break
        _pivot(tableau, rows, columns, leaving, entering)
        labels[leaving], labels[rows + entering] = labels[rows + entering], labels[leaving]
    for i in range(rows):
        x[i] = 0.0
    for j in range(columns):
        y[j] = 0.0
    for i in range(rows):
        if labels[i] < columns:
            y[labels[i]] = max(tableau[i, columns], 0.0)
    for j in range(columns):
        if labels[rows + j] >= columns:
            x[labels[rows + j] - columns] = max(tableau[rows, j], 0.0)
    _normalise(x, rows)
    _normalise(y, columns)


@rule
def _entering(tableau: Floats, rows: int, columns: int, labels: Ints, by_label: bool) -> int:
    found, best = wide(-1), -EPS
    for j in range(columns):
        price = tableau[rows, j]
        if price < -EPS and (found < 0 or (labels[rows + j] < labels[rows + found] if by_label else price < best)):
            found, best = wide(j), price
    return found


@rule
def _leaving(tableau: Floats, rows: int, columns: int, labels: Ints, entering: int) -> int:
    """The row that first reaches 0. There is one but for rounding: no q grows without end, B being positive."""
    found, best = wide(-1), np.inf
    for i in range(rows):
        if tableau[i, entering] > EPS:
            ratio = tableau[i, columns] / tableau[i, entering]
            if found < 0 or ratio < best - EPS or (ratio <= best + EPS and labels[i] < labels[found]):
                found, best = wide(i), min(ratio, best)
    return found


@rule
def _pivot(tableau: Floats, rows: int, columns: int, row: int, column: int) -> None:
    scale = 1.0 / tableau[row, column]
    for j in range(columns + 1):
        tableau[row, j] *= scale
    tableau[row, column] = scale
    for i in range(rows + 1):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            for j in range(columns + 1):
                tableau[i, j] -= factor * tableau[row, j]
            tableau[i, column] = -factor * scale


@rule
def _normalise(p: Floats, n: int) -> None:
    """Make the entries sum to 1, and those that are only rounding 0."""
    total = 0.0
    for i in range(n):
        if p[i] < EPS:
            p[i] = 0.0
        total += p[i]
    for i in range(n):
        p[i] /= total
