"""Cuts: rows that hold for all solutions of a model, but not for one of its relaxation.

References
----------
G. Dantzig, D. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem,
Operations Research 2 (1954). H. Marchand and L. Wolsey, Aggregation and mixed integer rounding to
solve MIPs, Operations Research 49 (2001). M. Stoer and F. Wagner, A simple min-cut algorithm,
Journal of the ACM 44 (1997).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from csp.engines.linear.clique_rows import Line
from csp.engines.linear.columns import Affine
from csp.engines.linear.program import Program
from exactcover.runtime.kernels.types import F64, I64

MOST_ROUNDED = 20
"""The most rows of the tableau from which cuts are made at a time."""
DENOMINATOR = 27720
"""Multipliers are rounded to parts of this, which all numbers up to 12 divide."""
MOST_FACTOR = 100_000
"""Rounded rows with larger factors are left out."""
LEAST_VIOLATION = 0.01
"""A cut must cut off this much, of the greatest factor."""

Successors = list[dict[int, Affine]]
"""For each place of a circuit, its possible successors: literals as sums of columns."""


def subtours(circuit: Successors, solution: F64) -> Iterator[Line]:
    """Yield rows that a solution violates: a set of places is left, if a place in it is visited."""
    n = len(circuit)
    weights = np.zeros((n, n))
    for i, successors in enumerate(circuit):
        for k, literal in successors.items():
            if i != k:
                weights[i, k] += _value(literal, solution)
    # A place that must be visited is outside of all sets; such a place comes first.
    needed = [i for i in range(n) if i not in circuit[i]]
    if not needed:
        return
    outside = needed[0]
    for inside in _small_cuts(weights + weights.T, outside):
        visited = [i for i in inside if i in needed]
        # The set has to be left as often as its best visited place says.
        loops = [(1.0 - _value(circuit[i][i], solution), i) for i in inside if i in circuit[i]]
        least = (1.0, -1) if visited else max(loops)
        leaving = {i: [k for k in circuit[i] if k not in inside] for i in inside}
        flow = sum(weights[i, k] for i, own in leaving.items() for k in own)
        if flow < least[0] - LEAST_VIOLATION:
            terms: dict[int, int] = {}
            total = -1
            literals = [circuit[i][k] for i, own in leaving.items() for k in own]
            if least[1] >= 0:
                literals.append(circuit[least[1]][least[1]])
            for literal in literals:
                total += literal.constant
                for column, c in literal.terms.items():
                    terms[column] = terms.get(column, 0) - c
            terms = {column: c for column, c in terms.items() if c}
            if terms:
                yield Line(terms, False, total)


def _value(literal: Affine, solution: F64) -> float:
    return float(literal.constant + sum(c * solution[k] for k, c in literal.terms.items()))


def _small_cuts(weights: F64, outside: int) -> Iterator[set[int]]:
    """Yield the sets without one place that the phases of Stoer and Wagner separate."""
    n = len(weights)
    weights = weights.copy()
    merged = [{i} for i in range(n)]
    alive = [outside, *(i for i in range(n) if i != outside)]
    while len(alive) > 1:
        reach = weights[outside].copy()
        left = [i for i in alive if i != outside]
        before = last = outside
        while left:
            before, last = last, max(left, key=lambda i: reach[i])
            left.remove(last)
            reach += weights[last]
        if weights[last, alive].sum() - weights[last, last] < 2.0 - LEAST_VIOLATION:
            yield set(merged[last])
        merged[before] |= merged[last]
        weights[before] += weights[last]
        weights[:, before] += weights[:, last]
        alive.remove(last)


def rounded(program: Program) -> Iterator[Line]:
    """Yield violated rows by mixed integer rounding of rows of the tableau.

    Each is a sum of rows times multipliers of `DENOMINATOR`, computed in whole numbers.
    """
    solution = program.solution()
    lower, upper = program.lower.astype(np.int64), program.upper.astype(np.int64)
    is_upper = solution - lower > upper - solution
    nearest = np.where(is_upper, upper, lower)
    for row in program.fractional_rows()[:MOST_ROUNDED]:
        multipliers = program.multipliers_of(row)
        for part in (multipliers, -multipliers):
            cut = _rounded(program, part, nearest, is_upper)
            if cut is None:
                continue
            factors, total = cut
            size = int(np.abs(factors).max())
            violation = float(factors @ solution) - total
            if size <= MOST_FACTOR and violation > LEAST_VIOLATION * size:
                columns = np.flatnonzero(factors)
                terms = zip(columns.tolist(), factors[columns].tolist(), strict=True)
                yield Line(dict(terms), False, total)
                break


def _rounded(
    program: Program, multipliers: F64, nearest: I64, is_upper: NDArray[np.bool_]
) -> tuple[I64, int] | None:
    """Return the rounding of a sum of rows: the factors of columns, and the total.

    Parameters
    ----------
    program
        The relaxation.
    multipliers
        The factors of its rows.
    nearest, is_upper
        The bound of each column from which it is counted, and whether it is the upper one.

    Returns
    -------
    None if there is no such row, or its numbers may be too large.
    """
    # The slack of an inequality has a whole value: only the part after the point matters.
    parts = np.rint(DENOMINATOR * (multipliers - np.floor(multipliers))).astype(np.int64)
    combined = program.combined(parts % DENOMINATOR)
    if combined is None:
        return None
    terms, total = combined
    whole, rest = divmod(total - int(terms @ nearest), DENOMINATOR)
    if rest == 0:
        return None
    sign = np.where(is_upper, -1, 1)
    above, own_rest = np.divmod(sign * terms, DENOMINATOR)
    factors = sign * ((DENOMINATOR - rest) * above + np.maximum(0, own_rest - rest))
    divisor = int(np.gcd.reduce(factors))
    if divisor == 0:
        return None
    bound = (DENOMINATOR - rest) * whole + int(factors @ nearest)
    return factors // divisor, bound // divisor
