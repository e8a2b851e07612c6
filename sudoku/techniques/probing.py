"""Probing: what the propagation of the bit-mask solver leaves if a candidate is supposed true.

Techniques ask it which candidates are worth following step by step, because it takes microseconds
where their steps take a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial

import numpy as np

from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.limits import stop_if_due
from sudoku.errors import ConstraintError, ShapeError
from sudoku.geometry.shape import Shape
from sudoku.possibilities.masks_engine import CONSTRAINED, PLAIN
from sudoku.rules.base import Rule
from sudoku.solvers.bitmask.board_arrays import tables
from sudoku.solvers.bitmask.state import state_of
from sudoku.statement.bitsets import bits
from sudoku.techniques.position import Position
from sudoku.techniques.step import Candidate


class Probing:
    """The candidates of a position as the bit-mask solver sees them.

    Parameters
    ----------
    position
        The position.
    """

    def __init__(self, position: Position) -> None:
        self._propagate = _propagation(position.geometry.shape, position.geometry.rules)
        pairs = zip(position.cand, position.grid, strict=True)
        self._candidates = position.cand
        self.root = np.array([mask or 1 << digit - 1 for mask, digit in pairs], np.uint64)

    def _left(self, grid: U64) -> U64 | None:
        """Propagate a grid, and return it; None if it has no solution."""
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            return grid if self._propagate is None or self._propagate(grid) else None

    def supposed(self, cell: int, digits: int, grid: U64 | None = None) -> U64 | None:
        """Return what is left if a cell holds one of some digits; None if that is impossible."""
        trial = (self.root if grid is None else grid).copy()
        trial[cell] &= np.uint64(digits)
        return self._left(trial)

    @cached_property
    def trials(self) -> dict[Candidate, U64 | None]:
        """What each candidate (digit less 1) of an open cell leaves; None if it is refuted.

        Cells with few candidates come first. There are none where the solver takes no such puzzle.
        """
        found = dict[Candidate, U64 | None]()
        if self._propagate is None:
            return found
        candidates = self._candidates
        for cell in sorted(range(len(candidates)), key=lambda cell: candidates[cell].bit_count()):
            stop_if_due()
            for digit in bits(candidates[cell]):
                found[cell, digit] = self.supposed(cell, 1 << digit)
        return found

    def without(self, alternatives: Sequence[Candidate]) -> U64:
        """Return which candidates no alternative leaves, for each cell as a mask.

        Of alternatives that all are refuted, these candidates.
        """
        possible = np.zeros_like(self.root)
        some = [left for each in alternatives if (left := self.trials[each]) is not None]
        for left in some:
            possible |= left
        if not some:
            possible = self.root.copy()
            for cell, digit in alternatives:
                possible[cell] &= ~np.uint64(1 << digit)
        return np.asarray(self.root & ~possible)

    def n_left(self, gone: U64) -> int:
        """Return how many candidates propagation leaves without some."""
        left = self._left(self.root & ~gone)
        return 0 if left is None else int(np.bitwise_count(left).sum())


@lru_cache(maxsize=4)
def _propagation(shape: Shape, rules: tuple[Rule, ...]) -> Callable[[U64], bool] | None:
    """Return the propagation of grids with some rules; None if the solver cannot state them."""
    try:
        made = tables(shape, rules)
    except (ShapeError, ConstraintError):
        return None
    return partial((CONSTRAINED if made.constraints else PLAIN).propagate, state_of(made))
