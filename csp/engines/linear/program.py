"""The relaxation as a linear program: it is solved again and again, for other bounds.

The simplex is in floating point. All that is concluded from it is exact: prices of rows are rounded
to whole numbers, and the sum of all rows times these is a bound in whole numbers. So the costs may
be changed a little, which spares pivots that gain nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from csp.engines.linear.clique_rows import Line
from exactcover.runtime.kernels.basis import (
    IS_STALE,
    OBJECTIVE,
    SIGN,
    sparse_program,
)
from exactcover.runtime.kernels.simplex import (
    CUT_OFF,
    INFEASIBLE,
    OPTIMAL,
    UNFINISHED,
    exact_bound,
    row_of_inverse,
)
from exactcover.runtime.kernels.types import F64, I64
from exactcover.runtime.linear_program import CHANGED, LinearProgram, changed

__all__ = ["CUT_OFF", "INFEASIBLE", "OPTIMAL", "UNFINISHED", "Bound", "Program"]

MOST_SCALE = 1 << 24
"""Prices are multiplied with at most this, and rounded."""
MOST_SUM = float(1 << 61)
"""Sums of rows times prices stay below this: the numbers have 64 bits."""
MOST_PIVOTS = 2000
"""The pivots after which the solution of one relaxation is given up."""
PARTS = 10
"""A solution that may take long is made in so many parts, between which other engines search."""

ENTRIES_PER_ETA = 4
"""For each eta there is space for so many entries at first."""
CHANGING = (
    *("lower", "upper", "basis", "place", "at_upper", "values", "reduced", "weights"),
    *("eta_starts", "eta_rows", "eta_places", "eta_entries", "numbers"),
)
"""The arrays that solutions and cuts change, without those that follow from the rows."""
Basis: TypeAlias = dict[str, NDArray[Any]]
OF_BASIS = ("basis", "place", "at_upper", "weights", "costs", "numbers")
"""The arrays that a solution for other costs changes, without those that follow from them."""


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


class Program(LinearProgram):
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
    work
        The work of all solutions, in updates.
    """

    entries_of_update = 64

    def __init__(self, lines: list[Line], costs: I64, lower: F64, upper: F64) -> None:
        self.lines = list(lines)
        self._costs = costs
        self.n = n = len(costs)
        self._most = np.maximum(np.abs(lower), np.abs(upper))
        # By so much the objective may be more than it should be, because costs are changed.
        self._error = CHANGED * float((1.0 + np.abs(costs)) @ self._most)
        self._lower, self._upper = lower.copy(), upper.copy()
        self.work = 0
        self._risen = -np.inf
        self._at_upper = np.zeros(n, dtype=np.int64)
        m = len(lines)
        self._set_rows(n + np.arange(m), np.ones(m))

    def _set_rows(self, basis: I64, weights: F64) -> None:
        """Make the arrays of the program for its rows of now, with a basis."""
        self._index()
        n, m, n_entries = self.n, len(self.lines), len(self._entries)
        # A row is at least what its columns amount to at their bounds: so slacks have bounds, too.
        slack = np.where(self._is_equation, 0.0, self._weights + 1.0)
        largest = np.array([max(map(abs, line.terms.values())) for line in self.lines], float)
        self._scales = largest
        at_upper = np.zeros(n + m, dtype=np.int64)
        at_upper[:n] = self._at_upper[:n]
        self._program = sparse_program(
            self._starts,
            self._columns,
            self._entries / np.repeat(largest, self._lengths),
            self._totals / largest,
            np.concatenate([changed(self._costs), np.zeros(m)]),
            np.concatenate([self._lower[:n], np.zeros(m)]),
            np.concatenate([self._upper[:n], slack / largest]),
            basis,
            weights,
            at_upper,
            m + int(ENTRIES_PER_ETA * m) + 2 * n_entries,
        )
        self._lower, self._upper = self._program.lower, self._program.upper

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

    def solve(self, limit: float = np.inf, n_parts: int = 1) -> int:
        """Solve the program for the bounds of now; return the status.

        Parameters
        ----------
        limit
            The solution is given up when the objective is certainly above this.
        n_parts
            It is given up after this part of the usual pivots; another call goes on with it.
        """
        return self._solve(MOST_PIVOTS // n_parts, limit + self._error)

    @property
    def objective(self) -> float:
        """The value of the objective in the last solution."""
        return float(self.numbers[OBJECTIVE])

    def has_risen(self) -> bool:
        """Return whether the last solution, which was given up, has gained something."""
        before, self._risen = self._risen, self.objective
        return self.objective > before + CHANGED

    def least_of(self, costs: I64, without: int | None = None) -> Bound | None:
        """Return a bound of a sum of columns, in place of the objective.

        Parameters
        ----------
        costs
            The factor of each column in the sum.
        without
            The number of a row that need not hold, or None.
        """
        own, objective, kept = self._program, self._costs, self.basis()
        slacks = np.array([] if without is None else [self.n + without], dtype=np.int64)
        ends = self._lower[slacks], self._upper[slacks]
        self._costs = costs
        own.costs[: self.n] = changed(costs)
        for k in slacks.tolist():
            self._upper[k] = (self._weights[k - self.n] + 1.0) / self._scales[k - self.n]
            self._lower[k] = -self._upper[k]
        self.numbers[IS_STALE] = 1.0
        status = self.solve()
        found = self.bound() if status == OPTIMAL else None
        self._lower[slacks], self._upper[slacks] = ends
        self._costs = objective
        self.return_to(kept)
        return found

    def basis(self) -> Basis:
        """Return copies of what says where the last solution is."""
        return {name: getattr(self._program, name).copy() for name in OF_BASIS}

    def return_to(self, basis: Basis) -> None:
        """Begin the next solution at an earlier one, if there are as many rows as then."""
        if len(basis.get("basis", ())) != len(self.lines):
            return
        for name, each in basis.items():
            getattr(self._program, name)[:] = each
        self.numbers[IS_STALE] = 1.0

    def bound(self) -> Bound | None:
        """Return the bound of the objective that the prices of the last solution prove."""
        return self._exact(self._program.reduced[self.n :], self._costs)

    def is_refuted(self) -> bool:
        """Return whether the last row proves that there is no solution, after INFEASIBLE."""
        found = self._exact(self.numbers[SIGN] * self._program.inverse, 0 * self._costs)
        return found is not None and found.number > 0

    def _exact(self, multipliers: F64, costs: I64) -> Bound | None:
        """Return the bound of costs that multipliers of the rows prove."""
        prices = multipliers / self._scales
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
        while not row_of_inverse(self._program, row):
            self._get_space()
        found: F64 = self._program.inverse / self._scales
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
        values = self._program.values
        away = np.abs(values - np.rint(values))
        rows = np.flatnonzero((self._program.basis < self.n) & (away > 1e-4))
        return list(rows[np.argsort(-away[rows], kind="stable")].tolist())

    def add(self, cuts: Iterable[Line]) -> None:
        """Add rows; their slacks are basic."""
        cuts = list(cuts)
        own, k = self._program, len(cuts)
        new = self.n + len(self.lines) + np.arange(k)
        self.lines += cuts
        self._keep(np.concatenate([own.basis, new]), np.concatenate([own.weights, np.ones(k)]))

    def drop_loose(self, first: int) -> None:
        """Drop the rows from number `first` on whose slacks are basic: they bound nothing now."""
        n, m, own = self.n, len(self.lines), self._program
        loose = set((own.basis[own.basis >= n + first] - n).tolist())
        if not loose:
            return
        kept = [k for k in range(m) if k not in loose]
        new = np.full(n + m, -1)
        new[:n] = np.arange(n)
        new[[n + k for k in kept]] = np.arange(n, n + len(kept))
        basis = new[own.basis]
        self.lines = [self.lines[k] for k in kept]
        self._keep(basis[basis >= 0], own.weights[basis >= 0])

    def _keep(self, basis: I64, weights: F64) -> None:
        """Make the arrays for the rows of now, and keep the sides of the columns."""
        self._at_upper, objective = self._program.at_upper, self.objective
        self._set_rows(basis, weights)
        self.numbers[OBJECTIVE] = objective

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that solutions and cuts change."""
        found = {name: getattr(self._program, name).copy() for name in CHANGING}
        sides = np.array([[line.is_equation, line.total] for line in self.lines], dtype=np.int64)
        rows = {"lengths": self._lengths, "columns": self._columns, "whole entries": self._entries}
        return found | {"sides": sides} | {name: each.copy() for name, each in rows.items()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another program that was made alike."""
        columns, entries = snapshot["columns"].tolist(), snapshot["whole entries"].tolist()
        terms = iter(zip(columns, entries, strict=True))
        self.lines = [
            Line(dict(islice(terms, n)), bool(is_equation), total)
            for n, (is_equation, total) in zip(
                snapshot["lengths"].tolist(), snapshot["sides"].tolist(), strict=True
            )
        ]
        self._set_rows(snapshot["basis"], snapshot["weights"])
        self._program = self._program._replace(**{name: snapshot[name].copy() for name in CHANGING})
        self._lower, self._upper = self._program.lower, self._program.upper

    def refactor(self) -> None:
        """Compute the inverse anew in the next solution, if pivots may have made it inexact."""
        self.numbers[IS_STALE] = 1.0
