"""Linear programs that are solved again and again by the dual simplex, for other bounds."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.basis import (
    IS_STALE,
    LIMIT,
    N_ETAS,
    N_PIVOTS,
    SparseProgram,
)
from exactcover.runtime.kernels.simplex import FULL, solve_dual
from exactcover.runtime.kernels.types import F64

CHANGED = 1e-6
"""A cost is changed by a half to all of this part of one more than its size."""
GOLDEN = 0.6180339887498949
"""Its multiples are spread evenly, modulo 1."""


def changed(costs: NDArray[Any]) -> F64:
    """Return costs that are changed a little, away from 0, so that few pivots gain nothing.

    >>> bool((changed(np.array([3, -3])) * [1, -1] > 3).all())
    True
    """
    part = 0.5 + 0.5 * ((np.arange(1, len(costs) + 1) * GOLDEN) % 1.0)
    found: F64 = costs + CHANGED * np.where(costs < 0, -part, part) * (1.0 + np.abs(costs))
    return found


class LinearProgram:
    """The base of programs whose arrays are in `_program`; its first `n` columns are no slacks.

    Attributes
    ----------
    n
        The number of columns.
    work
        The work of all solutions, in updates.
    """

    n: int
    work: int
    _program: SparseProgram
    entries_of_update: ClassVar[int]
    """The entries that a pivot looks at in the time of an update."""

    @property
    def numbers(self) -> F64:
        """The numbers that the kernel reads and writes."""
        return self._program.numbers

    def _solve(self, most_pivots: int, limit: float) -> int:
        """Solve the program for the bounds of now; return the status.

        It is given up after so many pivots, or when the objective is above the limit.
        """
        self.numbers[[LIMIT, N_PIVOTS]] = limit, 0.0
        while True:
            status = int(solve_dual(self._program, most_pivots))
            if status != FULL:
                break
            self._get_space()
        own = self._program
        per_pivot = len(own.row) + 2 * int(own.eta_starts[int(own.numbers[N_ETAS])])
        n_entries = int((1.0 + own.numbers[N_PIVOTS]) * per_pivot)
        self.work += n_entries // self.entries_of_update
        return status

    def _get_space(self) -> None:
        """Double the space of the inverse; it is then computed anew."""
        own = self._program
        own.numbers[IS_STALE], own.numbers[N_ETAS] = 1.0, 0.0
        n, size = 2 * len(own.eta_rows), 2 * len(own.eta_places)
        self._program = own._replace(
            eta_starts=np.zeros(n + 1, dtype=np.int64),
            eta_rows=np.zeros(n, dtype=np.int64),
            eta_places=np.zeros(size, dtype=np.int64),
            eta_entries=np.zeros(size),
        )

    def solution(self) -> F64:
        """Return the values of the columns in the last solution."""
        own, n = self._program, self.n
        found: F64 = np.where(own.at_upper[:n] == 1, own.upper[:n], own.lower[:n])
        is_column = own.basis < n
        found[own.basis[is_column]] = own.values[is_column]
        return found
