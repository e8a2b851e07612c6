"""The columns that are left, the relaxation at the root, and what reduced costs remove for good."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.linear.program import ENLARGED, Bound, Program, prove
from exactcover.engines.linear.propagation import (
    FREE,
    Position,
    copy_position,
    first_position,
    propagate,
)
from exactcover.engines.linear.rows import Rows, rows_of
from exactcover.problem.links import Links
from exactcover.runtime.kernels.types import F64, I64

LEAST_SHRINK = 0.8
"""Columns are numbered anew when at most this part of them is left."""
CORE = 6
"""The relaxation begins with about this many columns for each row."""
ADDED = 2
"""It takes at most this many more for each row at once."""
CHEAP = 1e-5
"""Other columns are taken if their reduced costs, in the units of the program, are below the
negative of this."""
NOTHING = np.zeros(0, dtype=np.int64)


class Root:
    """The rows of a problem, of the columns that are left.

    Parameters
    ----------
    links
        The problem.
    price
        The price of each option.
    decisions
        What is decided before the search: twice an option, plus 1 if it is chosen.

    Attributes
    ----------
    rows, price
        The rows and the price of each column that is left.
    columns
        The numbers that these had at first: those below the number of options are options.
    at_root, now
        What is fixed at the root, and at the node that is searched.
    program, active
        The relaxation, and its columns.
    bound
        The bound at the root, with reduced costs.
    is_refuted
        Whether there is no cover.
    """

    def __init__(self, links: Links, price: I64, decisions: I64) -> None:
        self.n_options = len(price)
        self._rank = links.node_of.astype(np.int64)
        self._whole = rows_of(links)
        extra = self._whole.n_columns - self.n_options
        self._whole_price = np.concatenate((price, np.zeros(extra, dtype=np.int64)))
        self.work = 0
        self._take(np.arange(self._whole.n_columns))
        self.active = NOTHING
        self.program = Program(self.rows.of_columns(NOTHING), self.price[NOTHING])
        self.is_refuted = not propagate(self.rows, self.at_root, decisions, True)

    def _take(self, columns: I64) -> None:
        """Keep some columns; nothing is fixed then."""
        self.columns = columns
        is_whole = len(columns) == self._whole.n_columns
        self.rows: Rows = self._whole if is_whole else self._whole.of_columns(columns)
        self.price: I64 = self._whole_price[columns]
        self.number_of = np.full(self._whole.n_columns, -1)
        self.number_of[columns] = np.arange(len(columns))
        self.is_option = columns < self.n_options
        self.at_root: Position = first_position(self.rows)
        self.now: Position = first_position(self.rows)
        self.bound: Bound | None = None

    @property
    def updates(self) -> int:
        """The work done so far."""
        of_positions = int(self.at_root.work[0]) + int(self.now.work[0])
        return self.work + self.program.work + of_positions

    def enter(self, decisions: I64) -> bool:
        """Go from the root to a node; return False if its decisions contradict each other."""
        columns, values = self.number_of[decisions >> 1], decisions & 1
        if (values[columns < 0] == 1).any():
            return False
        copy_position(self.at_root, self.now)
        kept = columns >= 0
        return bool(propagate(self.rows, self.now, 2 * columns[kept] + values[kept], False))

    def first_free(self) -> int:
        """Return the first column of an option that is free at the node of now; -1 if none is.

        With a seed the order of the options is random.
        """
        free = np.flatnonzero(self.is_option & (self.now.value == FREE))
        return int(free[np.argmin(self._rank[self.columns[free]])]) if len(free) else -1

    def decide(self, columns: I64, values: I64) -> bool:
        """Fix columns at the node of now; return False if that fails."""
        return bool(propagate(self.rows, self.now, 2 * columns + values, False))

    def fix(self, limit: int) -> None:
        """Fix at the root what covers below a price cannot have otherwise."""
        if self.bound is None:
            return
        columns, values = dear(self.bound, self.at_root.value, limit)
        if len(columns):
            decisions = 2 * columns + values
            self.is_refuted |= not propagate(self.rows, self.at_root, decisions, False)

    def shrink(self, kept: I64) -> bool:
        """Drop the columns that are left out, if these are many; return whether that was done.

        `kept` are the first numbers of columns that stay in any case.
        """
        value = self.at_root.value
        is_left = value != 0
        is_left[self.number_of[kept][self.number_of[kept] >= 0]] = True
        if is_left.sum() > LEAST_SHRINK * len(value):
            return False
        fixed = np.stack((self.columns[value != FREE], value[value != FREE]))
        active, bound = self.columns[self.active], self.bound
        self.work += int(self.at_root.work[0]) + int(self.now.work[0])
        self._take(self.columns[is_left])
        if bound is not None:
            self.bound = Bound(bound.number, bound.reduced[is_left])
        self._activate(self.number_of[active])
        columns = self.number_of[fixed[0]]
        decisions = (2 * columns + fixed[1])[columns >= 0]
        self.is_refuted |= not propagate(self.rows, self.at_root, decisions, True)
        return True

    def begin_program(self, reduced: F64, kept: I64) -> None:
        """Let the relaxation begin with columns of small reduced costs, and those of a cover.

        `kept` has the first numbers of the columns of the cover.
        """
        value = self.at_root.value
        columns = np.flatnonzero(value != 0)
        number = CORE * len(self.rows.low)
        if len(columns) > number:
            columns = columns[np.argpartition(reduced[columns], number)[:number]]
        others = np.concatenate((self.number_of[kept], np.flatnonzero(value == 1)))
        columns = np.union1d(columns, others[others >= 0])
        self._activate(columns)

    def _activate(self, numbers: I64) -> None:
        """Let the relaxation have other columns.

        Those of now have got these numbers, or are no longer there if that is negative; columns
        with higher places are new.
        """
        program, n_old, n = self.program, self.program.n, int((numbers >= 0).sum())
        is_left = numbers >= 0
        new = np.cumsum(is_left) - 1
        basis, weights = program.basis, program.weights
        is_slack = basis >= n_old
        stays = is_slack | is_left[np.minimum(basis, len(is_left) - 1)] if n else is_slack
        kept = np.where(is_slack, basis - n_old + n, new[np.where(is_slack, 0, basis)] if n else 0)
        free = np.setdiff1d(n + np.arange(len(basis)), kept[stays])
        kept[~stays] = free[: int((~stays).sum())]
        self.work += program.work
        self.active = numbers[is_left]
        rows = self.rows.of_columns(self.active)
        self.program = Program(
            rows, self.price[self.active], kept.astype(np.int64), np.where(stays, weights, 1.0)
        )

    def solve(self, most_pivots: int, limit: int | None = None) -> int:
        """Solve the relaxation at the node of now; return the status."""
        is_missing = self.now.value == 1
        is_missing[self.active] = False
        if is_missing.any():
            self._activate(np.concatenate((self.active, np.flatnonzero(is_missing))))
        self.program.fix(self.now.value[self.active])
        return self.program.solve(most_pivots, np.inf if limit is None else float(limit))

    def prove(self) -> Bound:
        """Return the bound at the node of now that the last solution of the relaxation proves."""
        return prove(self.rows, self.program.multipliers, self.price, self.now.value)

    def refute(self) -> Bound:
        """Return a bound of nothing: if it is positive, there is no cover; after INFEASIBLE."""
        multipliers = self.program.refuting_multipliers
        return prove(self.rows, multipliers, np.zeros_like(self.price), self.now.value)

    def extend(self, bound: Bound, *, is_refutation: bool = False) -> bool:
        """Add columns to the relaxation that lower a bound; return whether there are any.

        Parameters
        ----------
        bound
            The bound, from `prove` or `refute`.
        is_refutation
            Whether it is from `refute`, whose reduced costs are those of enlarged multipliers.
        """
        unit = ENLARGED if is_refutation else 1.0 / self.program.factor
        is_new = (bound.reduced < -CHEAP * unit) & (self.now.value == FREE)
        is_new[self.active] = False
        columns = np.flatnonzero(is_new)
        most = ADDED * len(self.rows.low)
        if len(columns) > most:
            columns = columns[np.argpartition(bound.reduced[columns], most)[:most]]
        if len(columns):
            self._activate(np.concatenate((self.active, columns)))
        return bool(len(columns))

    def solution(self) -> F64:
        """Return the values of the columns in the last solution, from 0 to 1.

        Those of a solution that was given up, or is rounded, may be outside of their bounds.
        """
        values: F64 = (self.now.value == 1).astype(np.float64)
        values[self.active] = self.program.solution()
        return values.clip(0.0, 1.0)

    def gain(self, column: int, value: int, most_pivots: int) -> float:
        """Return by how much the price rises at least if an active column is fixed."""
        [place] = np.flatnonzero(self.active == column).tolist()
        return self.program.gain(place, value, most_pivots)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = {"columns": self.columns.copy(), "value": self.at_root.value.copy()}
        own["active"] = self.active.copy()
        work = self.work + int(self.at_root.work[0]) + int(self.now.work[0])
        own["work"] = np.array([work, self.is_refuted])
        if self.bound is not None:
            own["bound"] = np.array(self.bound.number)
            own["reduced"] = self.bound.reduced.copy()
        program = self.program.snapshot()
        return own | {f"program.{name}": each for name, each in program.items()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of the same problem."""
        self._take(snapshot["columns"])
        value = snapshot["value"]
        columns = np.flatnonzero(value != FREE)
        propagate(self.rows, self.at_root, 2 * columns + value[columns], False)
        self.at_root.work[0] = 0
        self.work, is_refuted = snapshot["work"].tolist()
        self.is_refuted = bool(is_refuted)
        if "bound" in snapshot:
            self.bound = Bound(int(snapshot["bound"]), snapshot["reduced"].copy())
        self.active = snapshot["active"]
        self.program = Program(self.rows.of_columns(self.active), self.price[self.active])
        names = (name for name in snapshot if name.startswith("program."))
        self.program.restore({name.removeprefix("program."): snapshot[name] for name in names})

    def check(self) -> None:
        """Raise AssertionError if the sums of the rows are not those of the fixed columns."""
        value = self.at_root.value[self.rows.columns]
        for sums, is_in in ((self.at_root.least, value == 1), (self.at_root.most, value != 0)):
            found = np.zeros_like(sums)
            np.add.at(found, self.rows.owners[is_in], self.rows.entries[is_in])
            assert self.is_refuted or (found == sums).all()


def dear(bound: Bound, value: I64, limit: int) -> tuple[I64, I64]:
    """Return the free columns that covers below a price cannot have otherwise, and their values."""
    too_dear = np.abs(bound.reduced) >= limit - bound.number
    columns = np.flatnonzero(too_dear & (value == FREE) & (bound.reduced != 0))
    return columns, (bound.reduced[columns] < 0).astype(np.int64)
