"""A problem as a system of linear inequalities, and weights of items that contradict it.

Let x be 1 for the options of a cover, and 0 for all others. The sum of x over the options of a
primary item is 1, or within its bounds; that of a secondary item is at most 1. Options that give a
secondary item a colour are left out of its sum, for any number of them may have the same one.

Each item gets a weight, a whole number. The weight of an option is the sum of those of its items.
The weight of a cover is then known in two ways. Item by item, it lies within the weighted sums of
the bounds. Option by option, it is a multiple of the greatest common divisor of the weights of all
options, and lies between the sum of the negative ones and that of the positive ones. If no number
is allowed by both, then there is no cover.

This is Farkas's lemma where weights are rational, and the theorem of Kronecker and Frobenius where
the system has no solution in whole numbers: so one kind of proof is enough for all arguments.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import ONCE
from exactcover.problem.problem import Problem
from exactcover.runtime.search.limits import stop_if_due

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_WEIGHT = 1 << 31
"""Weights are smaller than this, so that sums of them fit into 64 bits."""


class Allowed(NamedTuple):
    """The weights that a cover can have, for some weights of items.

    Attributes
    ----------
    low, high
        Its least and greatest weight, item by item.
    least, most
        The same, option by option.
    divisor
        The greatest common divisor of the weights of the options; 0 if they are all 0.
    """

    low: int
    high: int
    least: int
    most: int
    divisor: int

    @property
    def is_empty(self) -> bool:
        """Whether no number is allowed, so that there is no cover."""
        first, last = max(self.low, self.least), min(self.high, self.most)
        if not self.divisor:
            return not first <= 0 <= last
        return last // self.divisor * self.divisor < first


class System(NamedTuple):
    """The inequalities of a problem; an option is a column, an item a row.

    ======= ================ ====================================================================
    array   shape            holds
    ======= ================ ====================================================================
    starts  (n_columns + 1,) the first node of each column
    rows    (n_nodes,)       the row of each node
    amounts (n_nodes,)       its entry in the matrix
    copies  (n_columns,)     how many options a column stands for
    low     (n_rows,)        the least of each row's sum
    high    (n_rows,)        its greatest
    ======= ================ ====================================================================
    """

    starts: Numbers
    rows: Numbers
    amounts: Numbers
    copies: Numbers
    low: Numbers
    high: Numbers

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(self.low)

    @property
    def n_columns(self) -> int:
        """The number of columns."""
        return len(self.copies)

    @property
    def are_equations(self) -> Mask:
        """Which rows are equations."""
        are_equal: Mask = self.low == self.high
        return are_equal

    def column_sums(self, weights: Numbers) -> Numbers:
        """Return the weight of each column."""
        stop_if_due()
        if not self.n_columns:
            return np.empty(0, dtype=np.int64)
        return np.add.reduceat(weights[self.rows] * self.amounts, self.starts[:-1])

    def allowed(self, weights: Numbers) -> Allowed:
        """Return the weights that a cover can have; those of rows are less than `MOST_WEIGHT`."""
        sums = self.column_sums(weights)
        total = sums * self.copies
        by_low, by_high = weights * self.low, weights * self.high
        return Allowed(
            int(np.minimum(by_low, by_high).sum()),
            int(np.maximum(by_low, by_high).sum()),
            int(np.minimum(total, 0).sum()),
            int(np.maximum(total, 0).sum()),
            int(np.gcd.reduce(sums, initial=0)),
        )

    def fits_quickly(self) -> bool:
        """Return whether columns that are chosen greedily satisfy all rows: nothing refutes these.

        Each row takes the first columns that fit, the rows of the fewest columns first.
        """
        starts, rows, amounts = (each.tolist() for each in self[:3])
        room, spare = self.high.tolist(), (self.high - self.low).tolist()
        columns: list[list[int]] = [[] for _ in room]
        for column in range(self.n_columns):
            for node in range(starts[column], starts[column + 1]):
                columns[rows[node]].append(column)
        is_free = [True] * self.n_columns
        for row in sorted(range(len(room)), key=lambda row: len(columns[row])):
            for column in columns[row]:
                if room[row] <= spare[row]:
                    break
                nodes = range(starts[column], starts[column + 1])
                if is_free[column] and all(amounts[k] <= room[rows[k]] for k in nodes):
                    is_free[column] = False
                    for node in nodes:
                        room[rows[node]] -= amounts[node]
            if room[row] > spare[row]:
                return False
        return True

    def is_refuted_by(self, weights: Numbers) -> bool:
        """Return whether these weights prove that the system has no solution."""
        return self.allowed(weights).is_empty


def system_of(problem: Problem) -> System:
    """Return the inequalities of a problem.

    >>> system = system_of(Problem([["p", "q"], ["q", "r"]], bounds={"q": (1, 2)}))
    >>> system.low.tolist(), system.high.tolist()
    ([1, 1, 1], [1, 2, 1])
    >>> system.is_refuted_by(np.array([1, -1, 1]))
    False
    """
    starts, members, colours = problem.incidence
    stop_if_due()
    rows, amounts = members.astype(np.int64), problem.multiplicities.astype(np.int64)
    if colours.any():
        counts = colours == 0
        before = np.concatenate(([0], np.cumsum(counts)))
        rows, amounts, starts = rows[counts], amounts[counts], before[starts]
    low = np.zeros(problem.n_items, dtype=np.int64)
    low[: problem.n_primary] = 1
    high = np.ones(problem.n_items, dtype=np.int64)
    units = problem.units
    if problem.has_bounds:
        for number, item in enumerate(problem.primary):
            least, most = problem.bounds.get(item, ONCE)
            low[number] = min(least, units.item(number) + 1)
            high[number] = max(low.item(number), min(most, units.item(number)))
    copies = np.ones(problem.n_options, dtype=np.int64)
    return System(starts.astype(np.int64), rows, amounts, copies, low, high)
