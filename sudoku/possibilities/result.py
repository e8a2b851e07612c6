"""True candidates as verbs return them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.search.limits import Stop, ending
from exactcover.runtime.search.result import Statistics
from exactcover.runtime.text_view import TextView
from sudoku.geometry.shape import Shape


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TrueCandidates(TextView):
    """The number of solutions with each candidate, up to a cap: what `true_candidates` returns.

    Attributes
    ----------
    shape : Shape
        The board.
    counts : NDArray[np.int64]
        (n_cells, n): for each cell, and for each digit from 1, the number of solutions that have
        the digit in the cell, at most `cap`. While a search goes on, those found so far.
    is_final : NDArray[np.bool_]
        (n_cells, n): whether that number is final. All are if the search is complete.
    solutions : NDArray[np.uint8]
        (n_solutions, n_cells): solutions that were found on the way; each true candidate is in one
        of them. None are kept for a cap of None, or above 4,096.
    cap : int | None
        The number up to which solutions were counted; None for all.
    complete : bool
        Whether all numbers are final.
    stopped : Stop | None
        Why the search ended before that; None if it did not.
    statistics : Statistics
        The statistics of the search.

    Examples
    --------
    >>> from sudoku import true_candidates
    >>> found = true_candidates("12..............")
    >>> found
    <TrueCandidates: 16 cells, 42 candidates, complete>
    >>> found.of(0, 2), found.counts[2].tolist()
    ((3, 4), [0, 0, 1, 1])
    """

    shape: Shape
    counts: NDArray[np.int64]
    is_final: NDArray[np.bool_]
    solutions: NDArray[np.uint8]
    cap: int | None
    complete: bool
    stopped: Stop | None
    statistics: Statistics

    def __repr__(self) -> str:
        how = "complete" if self.complete else ending(self.stopped)
        n_candidates = np.count_nonzero(self.counts)
        return f"<TrueCandidates: {len(self.counts)} cells, {n_candidates} candidates, {how}>"

    def __bool__(self) -> bool:
        """Return whether there is a solution; raise `UndecidedError` if that is not known."""
        if self.counts.any():
            return True
        if not self.complete:
            raise UndecidedError("it is not known whether there is a solution: none was found")
        return False

    @property
    def masks(self) -> NDArray[np.uint64]:
        """(n_cells,): the candidates that are in a solution, as far as known; digit d is bit d - 1.

        Only boards with at most 64 digits have masks.

        Examples
        --------
        >>> from sudoku import true_candidates
        >>> true_candidates("12..............").masks[:4].tolist()
        [1, 2, 12, 12]
        """
        bits = np.uint64(1) << np.arange(self.counts.shape[1], dtype=np.uint64)
        return np.asarray(((self.counts > 0) * bits).sum(axis=1, dtype=np.uint64))

    def of(self, row: int, column: int) -> tuple[int, ...]:
        """Return the digits that a cell has in a solution; row and column are counted from 0."""
        digits = np.flatnonzero(self.counts[self.shape.cell(row, column)]) + 1
        return tuple(digits.tolist())
