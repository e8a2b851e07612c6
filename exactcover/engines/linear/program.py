"""The relaxation of rows as a linear program, and exact bounds from its solutions.

The simplex is in floating point and only guides. Its multipliers of the rows are rounded to whole
numbers, and the bound that these prove is computed in whole numbers. So costs may be changed a
little, which spares pivots that gain nothing.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.best import UNBOUNDED
from exactcover.engines.cheapest.scaling import MOST_VALUES
from exactcover.engines.linear.rows import Rows
from exactcover.runtime.kernels.basis import (
    IS_STALE,
    N_FACTORISED,
    OBJECTIVE,
    SIGN,
    sparse_program,
)
from exactcover.runtime.kernels.simplex import exact_bound
from exactcover.runtime.kernels.types import F64, I64
from exactcover.runtime.linear_program import LinearProgram, changed

MEAN_COST = 100.0
"""The costs of the program are scaled to this mean."""
ENLARGED = 2.0**30
"""Multipliers that prove that there is no solution are enlarged to this before they are rounded."""
MOST_SIZE = 4.0e18
"""Sums stay below this, so that they fit into 64 bits."""
KEPT = ("numbers", "basis", "place", "at_upper", "values", "reduced", "weights", "lower", "upper")
"""The arrays that a solution changes, without the etas."""
ETAS = ("eta_starts", "eta_rows", "eta_places", "eta_entries")


class Bound(NamedTuple):
    """An exact lower bound, and the reduced costs of the columns."""

    number: int
    reduced: I64


class Program(LinearProgram):
    """A linear program: the least price of columns, where rows hold.

    Parameters
    ----------
    rows
        The rows.
    price
        The price of each column.
    basis, weights
        The basic variables to begin with, and the weights of their rows; by default the slacks.

    Attributes
    ----------
    n
        The number of columns.
    factor
        The costs of the program are prices times this number.
    work
        The work of all solutions, in updates.
    """

    entries_of_update = 16

    def __init__(
        self, rows: Rows, price: I64, basis: I64 | None = None, weights: F64 | None = None
    ) -> None:
        self.n, m = rows.n_columns, len(rows.low)
        n = self.n
        self.factor = MEAN_COST / max(1.0, float(np.abs(price).mean()) if n else 1.0)
        self._scales = rows.largest.astype(float)
        self.work = 0
        self._program = sparse_program(
            rows.starts, rows.columns, rows.entries / self._scales[rows.owners],
            rows.high / self._scales,
            np.concatenate([changed(price * self.factor), np.zeros(m)]),
            np.zeros(n + m),
            np.concatenate([np.ones(n), (rows.high - rows.low) / self._scales]),
            n + np.arange(m) if basis is None else basis,
            np.ones(m) if weights is None else weights, np.zeros(n + m, dtype=np.int64),
            5 * m + 2 * len(rows.entries),
        )  # fmt: skip

    @property
    def basis(self) -> I64:
        """The basic variable of each row: a column, or n plus the row of a slack."""
        return self._program.basis

    @property
    def weights(self) -> F64:
        """The weights of the rows."""
        return self._program.weights

    def fix(self, value: I64) -> None:
        """Set the bounds of the columns by their values, which are 0, 1 or FREE."""
        self._program.lower[: self.n] = value == 1
        self._program.upper[: self.n] = value != 0

    def solve(self, most_pivots: int, limit: float = np.inf) -> int:
        """Solve the program for the bounds of now; return the status.

        It is given up when the price is above `limit`, or after so many pivots.
        """
        return self._solve(most_pivots, limit * self.factor)

    @property
    def objective(self) -> float:
        """The price of the last solution."""
        return float(self.numbers[OBJECTIVE]) / self.factor

    @property
    def multipliers(self) -> F64:
        """The multipliers of the rows that belong to the last solution."""
        found: F64 = -self._program.reduced[self.n :] / (self.factor * self._scales)
        return found

    @property
    def refuting_multipliers(self) -> F64:
        """Multipliers of the rows that cannot hold together, after INFEASIBLE."""
        found = -self.numbers[SIGN] * self._program.inverse
        enlarged: F64 = found * (ENLARGED / (np.abs(found).max(initial=1e-9) * self._scales))
        return enlarged

    def gain(self, column: int, value: int, most_pivots: int) -> float:
        """Return by how much the price rises at least if a column is fixed, after some pivots."""
        own = self._program
        before, n_factorised = self.objective, own.numbers[N_FACTORISED]
        kept = {name: getattr(own, name).copy() for name in KEPT}
        own.lower[column] = own.upper[column] = value
        self.solve(most_pivots)
        gain = self.objective - before
        own = self._program
        is_same = own.numbers[N_FACTORISED] == n_factorised  # then etas were only added
        for name, each in kept.items():
            getattr(own, name)[:] = each
        if not is_same:
            own.numbers[IS_STALE] = 1.0
        return max(0.0, gain)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that solutions change."""
        found = {name: getattr(self._program, name).copy() for name in (*KEPT, *ETAS)}
        return found | {"work": np.array(self.work)}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another program that was made alike."""
        arrays = {name: snapshot[name].copy() for name in (*KEPT, *ETAS)}
        self._program = self._program._replace(**arrays)
        self.work = int(snapshot["work"])


def prove(rows: Rows, y: F64, price: I64, value: I64) -> Bound:
    """Return the bound of prices that multipliers of the rows prove, rounded to whole numbers.

    It holds for covers that have the columns whose `value` is 1, and none whose value is 0. It is
    very low if whole numbers of 64 bits do not suffice.
    """
    most = MOST_VALUES / max(1.0, float((rows.high + rows.largest).sum()))
    whole = np.rint(np.clip(np.nan_to_num(y), -most, most)).astype(np.int64)
    reduced = price.copy()
    limits = np.where(whole > 0, rows.low, rows.high)
    lower, upper = (value == 1).astype(np.float64), (value != 0).astype(np.float64)
    number = int(
        exact_bound(rows.starts, rows.columns, rows.entries, limits, -whole, reduced, lower, upper)
    )
    is_in = (value == 1) | ((value != 0) & (reduced < 0))
    size = float(np.abs(whole) @ rows.high) + float(np.abs(reduced[is_in]).sum(dtype=np.float64))
    return Bound(number if size < MOST_SIZE else -UNBOUNDED, reduced)
