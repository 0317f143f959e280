"""Equilibria of zero-sum matrix games, given the payoffs of the row player.

A pure equilibrium where there is one, the simplex method otherwise. Best responses measure the
quality of every solution, so it does not depend on the method.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from matchbox.engine import Ints, entry_point, rule, wide

Floats = npt.NDArray[np.float64]

EPS = 1e-11  # counts as zero in a tableau whose entries start between 1 and 2
STEEPEST_PIVOTS = 200  # pivots by the most negative reduced cost; later ones use the lowest label, which cannot cycle
MOST_PIVOTS = 5000  # in all; only rounding errors could reach it


def solve(payoffs: Floats) -> tuple[float, Floats, Floats, float]:
    """Value, mixed strategies of row and column, and the gap between their guarantees."""
    matrix = np.ascontiguousarray(payoffs, np.float64)
    rows, columns = matrix.shape
    x, y = np.zeros(rows), np.zeros(columns)
    tableau, labels = np.zeros((rows + 1, columns + 1)), np.zeros(rows + columns, np.int64)
    value = equilibrium(matrix, rows, columns, x, y, tableau, labels)
    return float(value), x, y, float(gap(matrix, rows, columns, x, y))


@entry_point
def equilibrium(a: Floats, rows: int, columns: int, x: Floats, y: Floats, tableau: Floats, labels: Ints) -> float:
    """Write an equilibrium of the first rows and columns of payoff matrix `a` to x and y; return its value.

    `tableau` and `labels` are work space of at least (rows + 1, columns + 1) and rows + columns entries.
    """
    if not pure_equilibrium(a, rows, columns, x, y):
        simplex(a, rows, columns, x, y, tableau, labels)
    return 0.5 * (row_guarantee(a, rows, columns, x) + column_guarantee(a, rows, columns, y))


@rule
def row_guarantee(a: Floats, rows: int, columns: int, x: Floats) -> float:
    """The payoff of strategy x against the column's best response."""
    least = np.inf
    for j in range(columns):
        earned = 0.0
        for i in range(rows):
            earned += x[i] * a[i, j]
        least = min(least, earned)
    return least


@rule
def column_guarantee(a: Floats, rows: int, columns: int, y: Floats) -> float:
    """The payoff of the row's best response to strategy y."""
    most = -np.inf
    for i in range(rows):
        earned = 0.0
        for j in range(columns):
            earned += a[i, j] * y[j]
        most = max(most, earned)
    return most


@rule
def gap(a: Floats, rows: int, columns: int, x: Floats, y: Floats) -> float:
    """Best responses gain this much against x and y together; 0 in equilibrium."""
    return column_guarantee(a, rows, columns, y) - row_guarantee(a, rows, columns, x)


@rule
def pure_equilibrium(a: Floats, rows: int, columns: int, x: Floats, y: Floats) -> bool:
    """Write a saddle point if there is one; among equal ones, the best against uniformly random replies."""
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
    """Solve the column's linear program: max sum(q) with B q <= 1, where B is `a` scaled to 1..2.

    Its dual solution is the row's strategy. The tableau is condensed: basic variables label the rows,
    the others the columns.
    """
    low, high = a[0, 0], a[0, 0]
    for i in range(rows):
        for j in range(columns):
            low, high = min(low, a[i, j]), max(high, a[i, j])
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = 1.0 + (a[i, j] - low) / (high - low)
        tableau[i, columns] = 1.0
        labels[i] = columns + i  # slack variable of row i; 0..columns-1 are the q
    for j in range(columns):
        tableau[rows, j] = -1.0
        labels[rows + j] = j
    tableau[rows, columns] = 0.0
    for step in range(MOST_PIVOTS):
        entering = _entering_column(tableau, rows, columns, labels, step >= STEEPEST_PIVOTS)
        if entering < 0:
            break
        leaving = _leaving_row(tableau, rows, columns, labels, entering)
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
def _entering_column(tableau: Floats, rows: int, columns: int, labels: Ints, by_label: bool) -> int:
    """A column with negative reduced cost, or -1 at the optimum."""
    found, best = wide(-1), -EPS
    for j in range(columns):
        cost = tableau[rows, j]
        if cost < -EPS and (found < 0 or (labels[rows + j] < labels[rows + found] if by_label else cost < best)):
            found, best = wide(j), cost
    return found


@rule
def _leaving_row(tableau: Floats, rows: int, columns: int, labels: Ints, entering: int) -> int:
    """The row that reaches 0 first. One exists up to rounding: B is positive, so the program is bounded."""
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
    """Set rounding errors to 0 and make the entries sum to 1."""
    total = 0.0
    for i in range(n):
        if p[i] < EPS:
            p[i] = 0.0
        total += p[i]
    for i in range(n):
        p[i] /= total
