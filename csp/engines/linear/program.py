"""The relaxation as a linear program: it is solved again and again, for other bounds.

The tableau is in floating point. All that is concluded from it is exact: prices of rows are rounded
to whole numbers, and the sum of all rows times these is a bound in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.linear.clique_rows import Line
from exactcover.runtime.kernels.simplex import (
    CUT_OFF,
    INFEASIBLE,
    LIMIT,
    N_PIVOTS,
    OBJECTIVE,
    OPTIMAL,
    ROW,
    SIGN,
    UNFINISHED,
    exact_bound,
    solve_dual,
)
from exactcover.runtime.kernels.types import F64, I64

__all__ = ["CUT_OFF", "INFEASIBLE", "OPTIMAL", "UNFINISHED", "Bound", "Program"]

MOST_SCALE = 1 << 24
"""Prices are multiplied with at most this, and rounded."""
MOST_SUM = float(1 << 61)
"""Sums of rows times prices stay below this: the numbers have 64 bits."""
MOST_PIVOTS = 2000
"""The pivots after which the solution of one relaxation is given up."""


FEWEST_PIVOTS = 100
"""After fewer pivots the tableau is not computed anew."""
CHANGING = (
    "table",
    "basis",
    "nonbasic",
    "at_upper",
    "lower",
    "upper",
    "scales",
    "columns",
    "entries",
)
"""The arrays that solutions and cuts change, without those that follow from them."""


@dataclass(frozen=True, slots=True)
class Bound:
    """An exact bound: scale * objective >= number, and what each column adds to it.

    Attributes
    ----------
    scale
        The factor.
    number
        The least value of the objective times the factor.
    costs
        The reduced costs of the columns, times the factor.
    """

    scale: int
    number: int
    costs: I64


class Program:
    """A linear program: minimise a sum of columns, where rows hold.

    Parameters
    ----------
    lines
        The rows.
    costs
        The factor of each column in the objective.
    lower, upper
        The bounds of the columns; they may be changed before each solution, but not beyond these.

    Attributes
    ----------
    lines
        The rows, with those of cuts.
    lower, upper
        The bounds of the columns.
    numbers
        The numbers that the kernel reads and writes.
    work
        The work of all solutions: the entries of the tableau, for each pivot, by 512.
    """

    def __init__(self, lines: list[Line], costs: I64, lower: F64, upper: F64) -> None:
        self.lines = list(lines)
        self._costs = costs
        self.n = n = len(costs)
        m = len(lines)
        self._most = np.maximum(np.abs(lower), np.abs(upper))
        self._lower = np.concatenate([lower, np.zeros(m)])
        is_equation = np.array([line.is_equation for line in lines], dtype=bool)
        self._upper = np.concatenate([upper, np.where(is_equation, 0.0, np.inf)])
        self._scales = np.array([float(max(map(abs, line.terms.values()))) for line in lines])
        self._table = np.zeros((m + 1, n + 1))
        for i, line in enumerate(lines):
            self._table[i, list(line.terms)] = list(line.terms.values())
            self._table[i, n] = line.total
        self._table[:m] /= self._scales[:, None]
        self._table[m, :n] = -costs
        self._basis = np.arange(n, n + m)
        self._nonbasic = np.arange(n)
        self._at_upper = np.zeros(n, dtype=np.int64)
        self._values = np.zeros(m)
        self.numbers = np.zeros(5)
        self.work = 0
        self._n_since = 0
        self._index()

    @property
    def lower(self) -> F64:
        """The lower bounds of the columns."""
        return self._lower[: self.n]

    @property
    def upper(self) -> F64:
        """The upper bounds of the columns."""
        return self._upper[: self.n]

    def _index(self) -> None:
        """Store the rows in compressed form, for exact bounds."""
        self._lengths = np.array([len(line.terms) for line in self.lines], dtype=np.int64)
        self._starts = np.concatenate([[0], np.cumsum(self._lengths)]).astype(np.int64)
        self._columns = np.array([k for each in self.lines for k in each.terms], dtype=np.int64)
        entries = [c for each in self.lines for c in each.terms.values()]
        self._entries = np.array(entries, dtype=np.int64)
        self._totals = np.array([each.total for each in self.lines], dtype=np.int64)
        self._is_equation = np.array([each.is_equation for each in self.lines], dtype=bool)
        sizes = np.abs(self._entries) * self._most[self._columns]
        sums = np.zeros(len(self.lines))
        np.add.at(sums, np.repeat(np.arange(len(self.lines)), self._lengths), sizes)
        self._weights = sums + np.abs(self._totals)

    def solve(self, limit: float = np.inf) -> int:
        """Solve the program for the bounds of now; return the status.

        Parameters
        ----------
        limit
            The solution is given up when the objective is above this.
        """
        self.numbers[[LIMIT, N_PIVOTS]] = limit, 0.0
        status = int(
            solve_dual(
                self._table,
                self._basis,
                self._nonbasic,
                self._at_upper,
                self._lower,
                self._upper,
                self._values,
                self.numbers,
                MOST_PIVOTS,
            )
        )
        self.work += int((1.0 + self.numbers[N_PIVOTS]) * self._table.size) >> 9
        self._n_since += int(self.numbers[N_PIVOTS])
        return status

    @property
    def objective(self) -> float:
        """The value of the objective in the last solution."""
        return float(self.numbers[OBJECTIVE])

    def solution(self) -> F64:
        """Return the values of the columns."""
        found = np.empty(self.n + len(self._basis))
        found[self._nonbasic] = np.where(
            self._at_upper == 1, self._upper[self._nonbasic], self._lower[self._nonbasic]
        )
        found[self._basis] = self._values
        return found[: self.n]

    def bound(self) -> Bound | None:
        """Return the bound of the objective that the prices of the last solution prove."""
        return self._exact(-self._table[-1, : self.n], self._costs)

    def is_refuted(self) -> bool:
        """Return whether the last row proves that there is no solution, after INFEASIBLE."""
        row = int(self.numbers[ROW])
        found = self._exact(self.numbers[SIGN] * self._table[row, : self.n], 0 * self._costs, row)
        return found is not None and found.number > 0

    def _exact(self, entries: F64, costs: I64, row: int = -1) -> Bound | None:
        """Return the bound of costs that the prices of the slacks in a row of the tableau prove."""
        prices = np.zeros(len(self.lines))
        is_slack = self._nonbasic >= self.n
        prices[self._nonbasic[is_slack] - self.n] = entries[is_slack]
        if row >= 0 and self._basis[row] >= self.n:
            prices[self._basis[row] - self.n] = self.numbers[SIGN]
        prices /= self._scales
        prices = np.where(self._is_equation, prices, np.maximum(prices, 0.0))
        most = float(prices.__abs__() @ self._weights + np.abs(costs) @ self._most)
        scale = int(min(MOST_SCALE, MOST_SUM / (2.0 * most + 1.0)))
        if scale < 1 or not np.isfinite(most):
            return None
        whole = np.rint(scale * prices).astype(np.int64)
        if float(np.abs(whole) @ self._weights) > MOST_SUM:
            return None
        reduced = scale * costs
        number = exact_bound(
            self._starts,
            self._columns,
            self._entries,
            self._totals,
            whole,
            reduced,
            self.lower,
            self.upper,
        )
        return Bound(scale, int(number), reduced)

    def multipliers_of(self, row: int) -> F64:
        """Return the multipliers of the lines that make a row of the tableau."""
        found: F64 = np.zeros(len(self.lines))
        is_slack = self._nonbasic >= self.n
        found[self._nonbasic[is_slack] - self.n] = self._table[row, : self.n][is_slack]
        if self._basis[row] >= self.n:
            found[self._basis[row] - self.n] = 1.0
        found /= self._scales
        return found

    def combined(self, multipliers: I64) -> tuple[I64, int] | None:
        """Return the sum of the lines times whole numbers: the factors of columns, and the total.

        Returns
        -------
        None if this sum, or its value at some bounds of the columns, may need more than 64 bits.
        """
        sizes = np.abs(multipliers)
        most = float(sizes @ self._weights) + float(sizes.max(initial=1)) * float(self._most.sum())
        if not most <= MOST_SUM:
            return None
        factors = np.zeros(self.n, dtype=np.int64)
        np.add.at(factors, self._columns, np.repeat(multipliers, self._lengths) * self._entries)
        return factors, int(multipliers @ self._totals)

    def fractional_rows(self) -> list[int]:
        """Return the rows of columns that have no whole values, the most fractional first."""
        away = np.abs(self._values - np.rint(self._values))
        rows = np.flatnonzero((self._basis < self.n) & (away > 1e-4))
        return list(rows[np.argsort(-away[rows], kind="stable")].tolist())

    def add(self, cuts: Iterable[Line]) -> None:
        """Add rows to the tableau; their slacks are basic."""
        cuts = list(cuts)
        n, m, k = self.n, len(self._basis), len(cuts)
        rows = np.zeros((k, n + m))
        totals = np.array([cut.total for cut in cuts], dtype=float)
        for i, cut in enumerate(cuts):
            rows[i, list(cut.terms)] = list(cut.terms.values())
        scales = np.abs(rows).max(axis=1)
        rows /= scales[:, None]
        new = np.zeros((k, n + 1))
        new[:, :n] = rows[:, self._nonbasic]
        new[:, n] = totals / scales
        new -= rows[:, self._basis] @ self._table[:m]
        self._table = np.concatenate([self._table[:m], new, self._table[m:]])
        self._basis = np.concatenate([self._basis, np.arange(n + m, n + m + k)])
        self._values = np.zeros(m + k)
        self._lower = np.concatenate([self._lower, np.zeros(k)])
        tops = [0.0 if cut.is_equation else np.inf for cut in cuts]
        self._upper = np.concatenate([self._upper, tops])
        self._scales = np.concatenate([self._scales, scales])
        self.lines += cuts
        self._index()

    def drop_loose(self, first: int) -> None:
        """Drop the rows from number `first` on whose slacks are basic: they bound nothing now."""
        n, m = self.n, len(self._basis)
        loose = set((self._basis[self._basis >= n + first] - n).tolist())
        if not loose:
            return
        kept = [k for k in range(m) if k not in loose]
        new = np.full(n + m, -1)
        new[:n] = np.arange(n)
        new[[n + k for k in kept]] = np.arange(n, n + len(kept))
        rows = [i for i in range(m) if new[self._basis[i]] >= 0]
        self._table = np.ascontiguousarray(self._table[[*rows, m]])
        self._basis = new[self._basis[rows]]
        self._nonbasic = new[self._nonbasic]
        self._values = self._values[rows]
        places = [*range(n), *(n + k for k in kept)]
        self._lower, self._upper = self._lower[places], self._upper[places]
        self._scales = self._scales[kept]
        self.lines = [self.lines[k] for k in kept]
        self._index()

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that solutions and cuts change."""
        found = {name: getattr(self, f"_{name}").copy() for name in CHANGING}
        sides = np.array([[line.is_equation, line.total] for line in self.lines], dtype=np.int64)
        return found | {"sides": sides, "lengths": self._lengths.copy()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another program that was made alike."""
        for name in CHANGING:
            setattr(self, f"_{name}", snapshot[name].copy())
        terms = iter(zip(self._columns.tolist(), self._entries.tolist(), strict=True))
        self.lines = [
            Line(dict(islice(terms, n)), bool(is_equation), total)
            for n, (is_equation, total) in zip(
                snapshot["lengths"].tolist(), snapshot["sides"].tolist(), strict=True
            )
        ]
        self._values = np.zeros(len(self._basis))
        self._index()

    def refactor(self) -> None:
        """Compute the tableau anew from the rows, if many pivots may have made it inexact."""
        if self._n_since < FEWEST_PIVOTS:
            return
        self._n_since = 0
        n, m = self.n, len(self._basis)
        self.work += m * m * m >> 9
        full = np.zeros((m, n + m + 1))
        for i, line in enumerate(self.lines):
            full[i, list(line.terms)] = list(line.terms.values())
            full[i, -1] = line.total
        full /= self._scales[:, None]
        full[np.arange(m), n + np.arange(m)] = 1.0
        costs = np.concatenate([self._costs.astype(float), np.zeros(m)])
        try:
            solved = np.linalg.solve(full[:, self._basis], full[:, [*self._nonbasic, n + m]])
        except np.linalg.LinAlgError:
            return
        own = costs[self._basis] @ solved
        own[:n] -= costs[self._nonbasic]
        self._table = np.concatenate([solved, own[None, :]])
