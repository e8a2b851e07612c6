"""Rows of energy: in an interval of time, tasks take no more than the capacity gives.

The energy of a task is its duration times its demand. For any two times `h` and `q`, the tasks
before which there is at least `h` and after which there is at least `q` have an energy of at most
the capacity times the end of all tasks less `h` and `q` (see `csp.presolve.machines`).

References
----------
P. Baptiste, C. Le Pape and W. Nuijten, Constraint-based scheduling, 2001, sections 2.1 and 3.
J. Hooker, Integrated methods for optimization, 2012, section 7.13 (relaxations of tasks on
machines that are chosen).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from csp.engines.linear.clique_rows import Line

if TYPE_CHECKING:
    from csp.engines.linear.columns import Affine
    from csp.presolve.machines import Machine
    from exactcover.runtime.kernels.types import F64

LEAST_VIOLATION = 0.01
"""A cut must cut off so much of the time of a machine."""


class Energy:
    """A machine, in columns of the relaxation.

    Parameters
    ----------
    machine
        The machine.
    energies
        The energy of each task as a sum of columns.
    end
        The end of all tasks.
    least
        The least value of the end.
    """

    def __init__(
        self, machine: Machine, energies: Iterable[Affine], end: Affine, least: int
    ) -> None:
        self._capacity = machine.capacity
        self._energies = [*energies]
        self._end = end
        before, self._early = np.unique(
            [task.before for task in machine.tasks], return_inverse=True
        )
        after, self._late = np.unique([task.after for task in machine.tasks], return_inverse=True)
        # If no task takes place, nothing but its least value bounds the end.
        self._margins = np.minimum(before[:, None] + after[None, :], least)

    def cut(self, solution: F64) -> Line | None:
        """Return the row that a solution violates most, or None if it violates none."""
        energy = np.zeros(self._margins.shape)
        np.add.at(
            energy,
            (self._early, self._late),
            [_value(each, solution) for each in self._energies],
        )
        # Of all tasks before which, and after which, there is at least so much time.
        energy = energy[::-1, ::-1].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
        excess = energy - self._capacity * (_value(self._end, solution) - self._margins)
        row, column = divmod(int(excess.argmax()), excess.shape[1])
        if excess[row, column] <= LEAST_VIOLATION * self._capacity:
            return None
        terms: dict[int, int] = {}
        total = -self._capacity * int(self._margins[row, column])
        is_inside = (self._early >= row) & (self._late >= column)
        parts = [self._energies[k] for k in np.flatnonzero(is_inside).tolist()]
        for factor, part in [*((1, each) for each in parts), (-self._capacity, self._end)]:
            total -= factor * part.constant
            for k, c in part.terms.items():
                terms[k] = terms.get(k, 0) + factor * c
        terms = {k: c for k, c in terms.items() if c}
        return Line(terms, False, total) if terms else None


def _value(part: Affine, solution: F64) -> float:
    return part.constant + sum(c * float(solution[k]) for k, c in part.terms.items())
