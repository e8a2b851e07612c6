"""Posts rows of energy: how long the tasks of a machine take, at most, until the end of all tasks.

Where it is open which tasks take place, propagation of machines alone does not bound their sum; and
clause learning and linear relaxations need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from csp.kernels.branching import close_level, open_level, read_bounds, require
from csp.kernels.state import WIDTH
from csp.kernels.tree import AT_LEAST, build_tree
from csp.model.expressions import MOST_WHOLE
from csp.model.layout import lay_out, with_longer_trail
from csp.model.linear import post_linear
from csp.model.precedences import Bounds
from csp.propagators.raised import check_raised
from csp.relaxation.energy import row_of_all
from csp.relaxation.machines import Machine, machines, open_resources
from exactcover.compiled.pointers import handle

if TYPE_CHECKING:
    from csp.kernels.state import State
    from csp.kernels.tree import Tree
    from csp.model.builder import Builder

MOST_IN_SCOPES = 1 << 17
"""The most variables in the scopes of all propagators, for which rows are stated."""
MOST_EXACT = 1 << 52
"""Bounds are read as floating-point numbers, in which whole numbers up to this are exact."""


def post_energy(builder: Builder, goal: int) -> list[Machine]:
    """Post a row for each machine whose tasks are open.

    Parameters
    ----------
    builder
        The builder with the constraints of the model.
    goal
        The number of the variable of the objective.

    Returns
    -------
    The machines, for further rows.
    """
    found = open_machines(builder, goal)
    for each in found:
        row = row_of_all(each, 0 if each.end is None else builder.bounds(each.end)[0])
        terms = [(v, c) for v, c in row.terms.items() if isinstance(v, int)]
        greatest = [c * builder.bounds(v)[c > 0] for v, c in terms]
        if sum(greatest) > row.total and sum(map(abs, greatest)) < MOST_WHOLE:
            post_linear(builder, "<=", terms, row.total)
    return found


def open_machines(builder: Builder, goal: int) -> list[Machine]:
    """Return machines whose tasks are open, with the times before and after each task."""
    if builder.is_infeasible or not open_resources(builder.posted, builder.bounds):
        return []
    if sum(len(each.scope) for each in builder.posted) > MOST_IN_SCOPES:
        return []
    if any(max(map(abs, builder.bounds(v))) > MOST_EXACT for v in builder.numbers):
        return []
    probing = _Probing(builder)
    return machines(builder.posted, goal, probing.bounds(), probing.probe) if probing.holds else []


class _Probing:
    """Propagation at the root, and one step below it.

    Attributes
    ----------
    holds
        Whether propagation at the root found no contradiction.
    """

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        state = lay_out(builder)
        while len(state.trail) < 4 * len(state.cells):
            state = with_longer_trail(state)
        self._state: State = state
        n = len(state.variables)
        n_wide = int((state.variables[:, WIDTH] == 0).sum())
        self._tree: Tree = build_tree([*range(n)], [0, 0, 0, -1, 0, 0, 0], 1, n_wide)
        self._numbers = [*builder.numbers]
        self._places = np.array(
            [(builder.place_of(v), 0, 0) for v in self._numbers], dtype=np.int64
        )
        self.holds = self._require(np.zeros((0, 3), dtype=np.int64))

    def _require(self, literals: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> bool:
        found = bool(require(handle(self._state), self._tree, literals))
        check_raised(self._state)
        return found

    def bounds(self) -> Bounds:
        """Return the bounds of now."""
        lower, upper = np.empty(len(self._numbers)), np.empty(len(self._numbers))
        read_bounds(handle(self._state), self._places, lower, upper)
        pairs = zip(lower.astype(int).tolist(), upper.astype(int).tolist(), strict=True)
        return dict(zip(self._numbers, pairs, strict=True)).__getitem__

    def probe(self, v: int) -> Bounds | None:
        """Return the bounds if a variable is at least 1; None if it cannot be."""
        open_level(handle(self._state), self._tree)
        literals = np.array([(self._builder.place_of(v), AT_LEAST, 1)], dtype=np.int64)
        found = self.bounds() if self._require(literals) else None
        close_level(handle(self._state), self._tree)
        return found
