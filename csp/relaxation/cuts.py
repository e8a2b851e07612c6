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
from math import gcd

import numpy as np

from csp.relaxation.cliques import Line
from csp.relaxation.columns import Affine
from csp.relaxation.program import Program
from exactcover.compiled.types import F64

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
    near_upper = solution - lower > upper - solution
    for row in program.fractional_rows()[:MOST_ROUNDED]:
        multipliers, _ = program.tableau_row(row)
        for part in (1.0, -1.0):
            cut = _rounded(program, multipliers, part, lower, upper, near_upper)
            if cut is None:
                continue
            terms, total = cut
            value = float(sum(c * solution[k] for k, c in terms.items()))
            size = max(map(abs, terms.values()))
            if size <= MOST_FACTOR and value - total > LEAST_VIOLATION * size:
                yield Line(terms, False, total)
                break


def _rounded(
    program: Program,
    multipliers: dict[int, float],
    part: float,
    lower: np.ndarray[tuple[int], np.dtype[np.int64]],
    upper: np.ndarray[tuple[int], np.dtype[np.int64]],
    near_upper: np.ndarray[tuple[int], np.dtype[np.bool_]],
) -> tuple[dict[int, int], int] | None:
    """Return the rounding of a sum of rows, or None if there is none."""
    terms: dict[int, int] = {}
    total = 0
    for k, multiplier in multipliers.items():
        line = program.lines[k]
        scaled = part * multiplier
        # The slack of an inequality has a whole value: only the part after the point matters.
        times = round(DENOMINATOR * (scaled - np.floor(scaled)))
        if times == 0 or times == DENOMINATOR:
            continue
        total += times * line.total
        for column, c in line.terms.items():
            terms[column] = terms.get(column, 0) + times * c
    # Columns are counted from the bound that they are near to.
    shifted: dict[int, int] = {}
    for column, c in terms.items():
        total -= c * int(upper[column] if near_upper[column] else lower[column])
        shifted[column] = -c if near_upper[column] else c
    whole, rest = divmod(total, DENOMINATOR)
    if rest == 0:
        return None
    found: dict[int, int] = {}
    bound = (DENOMINATOR - rest) * whole
    for column, c in shifted.items():
        whole_part, own_rest = divmod(c, DENOMINATOR)
        factor = (DENOMINATOR - rest) * whole_part + max(0, own_rest - rest)
        if factor:
            if near_upper[column]:
                bound -= factor * int(upper[column])
                factor = -factor
            else:
                bound += factor * int(lower[column])
            found[column] = factor
    divisor = gcd(*found.values()) if found else 1
    return ({k: c // divisor for k, c in found.items()}, bound // divisor) if found else None
