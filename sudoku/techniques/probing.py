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
from sudoku.solvers.bitmask.board_arrays import Tables, tables
from sudoku.solvers.bitmask.state import state_of
from sudoku.statement.bitsets import bits
from sudoku.techniques.position import Position

Assumption = tuple[int, int]
"""A cell, and the digit, less 1, that it is supposed to hold."""


class Probing:
    """The candidates of a position as the bit-mask solver sees them.

    Each one has its own memory for propagation, so that several threads can probe at once. The
    limits of the running verb are checked before each propagation.

    Parameters
    ----------
    position
        The position.

    Attributes
    ----------
    root
        The candidates of each cell as a mask; of a filled cell, its digit.
    n_propagated
        The number of propagations so far, a measure of the work.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> from sudoku.techniques.climb import Climber
    >>> probing = Probing(Climber(Puzzle.from_text("1......2.3.....4")).position)
    >>> probing.supposed(1, 0b0010).tolist()[:4], probing.supposed(1, 0b1000) is None
    ([1, 2, 8, 4], True)
    """

    def __init__(self, position: Position) -> None:
        made = _tables(position.geometry.shape, position.geometry.rules)
        self._propagate = None if made is None else _propagation(made)
        self._candidates = position.cand
        pairs = zip(position.cand, position.grid, strict=True)
        self.root = np.array([mask or 1 << digit - 1 for mask, digit in pairs], np.uint64)
        self.n_propagated = 0

    def _left(self, grid: U64) -> U64 | None:
        """Propagate a grid, and return it; None if it has no solution."""
        if self._propagate is None:
            return grid
        stop_if_due()
        self.n_propagated += 1
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            return grid if self._propagate(grid) else None

    def supposed(self, cell: int, digits: int, grid: U64 | None = None) -> U64 | None:
        """Return the candidates after propagation if a cell holds one of some digits.

        None if propagation shows that the cell holds none of them.

        Parameters
        ----------
        digits
            The digits as a mask.
        grid
            The candidates of each cell; by default those of the position.
        """
        trial = (self.root if grid is None else grid).copy()
        trial[cell] &= np.uint64(digits)
        return self._left(trial)

    @cached_property
    def trials(self) -> dict[Assumption, U64 | None]:
        """For each candidate of an open cell, the candidates after propagation if it is true.

        None for a candidate that propagation refutes. Cells with few candidates come first. The
        dictionary is empty where the solver takes no such puzzle.
        """
        if self._propagate is None:
            return {}
        candidates = self._candidates
        return {
            (cell, digit): self.supposed(cell, 1 << digit)
            for cell in sorted(range(len(candidates)), key=lambda k: candidates[k].bit_count())
            for digit in bits(candidates[cell])
        }

    def ruled_out_by(self, alternatives: Sequence[Assumption]) -> U64:
        """Return the candidates that each of some alternatives rules out, for each cell as a mask.

        If all alternatives are refuted, only they are ruled out.
        """
        all_left = [left for each in alternatives if (left := self.trials[each]) is not None]
        if all_left:
            return np.asarray(self.root & ~np.bitwise_or.reduce(all_left))
        refuted = np.zeros_like(self.root)
        for cell, digit in alternatives:
            refuted[cell] |= np.uint64(1 << digit)
        return refuted

    def n_left_without(self, gone: U64) -> int:
        """Return how many candidates propagation leaves after some, masks of cells, are removed."""
        left = self._left(self.root & ~gone)
        return 0 if left is None else int(np.bitwise_count(left).sum())


@lru_cache(maxsize=4)
def _tables(shape: Shape, rules: tuple[Rule, ...]) -> Tables | None:
    """Return the tables of the solver, which nothing changes; None if it takes no such puzzle."""
    try:
        return tables(shape, rules)
    except (ShapeError, ConstraintError):
        return None


def _propagation(made: Tables) -> Callable[[U64], bool]:
    """Return a function that propagates grids, with memory that nothing else uses."""
    return partial((CONSTRAINED if made.constraints else PLAIN).propagate, state_of(made))
