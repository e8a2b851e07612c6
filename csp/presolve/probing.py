"""Probing: what propagation finds at the root, and below one decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from csp.kernels.levels import bounds_of, close_level, open_level, require
from csp.kernels.state import MODE, WIDTH, State
from csp.kernels.tree import AT_LEAST, AT_MOST, BACKTRACK, IS, Tree, build_tree
from csp.model.layout import copied, with_longer_trail
from csp.propagators.raised import check_raised
from exactcover.runtime.kernels.pointers import handle

if TYPE_CHECKING:
    from csp.cards.linear_comparisons import Bounds
    from csp.model.builder import Builder
    from exactcover.runtime.kernels.types import I64

MOST_IN_SCOPES = 1 << 17
"""The most variables in the scopes of all propagators of a builder that is probed."""


def can_probe(builder: Builder) -> bool:
    """Return whether a model is small enough, and may have solutions."""
    n_in_scopes = sum(len(each.scope) for each in builder.posted)
    return not builder.is_infeasible and n_in_scopes <= MOST_IN_SCOPES


def implied(state: State, values: Mapping[int, int]) -> dict[int, int]:
    """Return the variables that are fixed if some have given values; only these at a contradiction.

    If it is known that there is no solution, nothing is propagated.

    Parameters
    ----------
    state
        The state before a search, which stays as it is.
    values
        Place of a variable -> its value.
    """
    if state.position[MODE] == BACKTRACK:
        return dict(values)
    own, n = copied(state), len(state.variables)
    rows: I64 = np.array([(v, IS, value) for v, value in values.items()], dtype=np.int64)
    is_possible = bool(require(handle(own), _tree_of(own), rows.reshape(-1, 3)))
    check_raised(own)
    if not is_possible:
        return dict(values)
    lower, upper = bounds_of(own, np.arange(n))
    fixed = np.flatnonzero(lower == upper).tolist()
    return {v: int(lower[v]) for v in fixed} | dict(values)


def _tree_of(state: State) -> Tree:
    """Return a search tree without an objective, in which nothing is decided."""
    n = len(state.variables)
    n_wide = int((state.variables[:, WIDTH] == 0).sum())
    return build_tree([*range(n)], [0, 0, 0, -1, 0, 0, 0, 0], 1, n_wide)


class Probing:
    """Propagation at the root, and one decision below it.

    Parameters
    ----------
    builder
        The builder with the constraints.
    state
        The state before the search, which is changed.

    Attributes
    ----------
    holds
        Whether propagation at the root found no contradiction.
    """

    def __init__(self, builder: Builder, state: State) -> None:
        self._builder = builder
        while len(state.trail) < 4 * len(state.cells):
            state = with_longer_trail(state)
        self._state = state
        self._tree = _tree_of(state)
        self._numbers = [*builder.numbers]
        self._places = np.array([*map(builder.place_of, self._numbers)], dtype=np.int64)
        self.holds = self._require([])

    def _require(self, literals: Sequence[tuple[int, int, int]]) -> bool:
        rows: I64 = np.array(literals, dtype=np.int64).reshape(-1, 3)
        found = bool(require(handle(self._state), self._tree, rows))
        check_raised(self._state)
        return found

    def bounds(self) -> Bounds:
        """Return the bounds of now."""
        lower, upper = bounds_of(self._state, self._places)
        pairs = zip(lower.tolist(), upper.tolist(), strict=True)
        return dict(zip(self._numbers, pairs, strict=True)).__getitem__

    def probe(self, v: int, least: int = 1, greatest: int | None = None) -> Bounds | None:
        """Return the bounds if a variable is in a range; None if it cannot be.

        Parameters
        ----------
        v
            The number of the variable.
        least, greatest
            The range; without `greatest` it has no upper end.
        """
        place = self._builder.place_of(v)
        literals = [(place, AT_LEAST, least)]
        if greatest is not None:
            literals.append((place, AT_MOST, greatest))
        open_level(handle(self._state), self._tree)
        found = self.bounds() if self._require(literals) else None
        close_level(handle(self._state), self._tree)
        return found
