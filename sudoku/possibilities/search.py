"""The search for true candidates, as verbs and sessions run it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import check_number
from exactcover.runtime.search.driver import COUNTING, Search
from exactcover.runtime.search.request import Limits
from exactcover.runtime.search.result import Interrupted
from sudoku.geometry.shape import Shape
from sudoku.possibilities.engine import CandidateEngine
from sudoku.possibilities.result import TrueCandidates
from sudoku.possibilities.tally import digits_in


def check_cap(cap: Any) -> int | None:
    """Return a cap after checking it: a whole number from 1, or None."""
    return None if cap is None else check_number("cap", cap, 1)


class CandidateSearch(Search):
    """One search for true candidates.

    Parameters
    ----------
    make
        Makes the engine, which has no snapshots: the search goes on in this process only.
    limits
        When to stop.
    shape
        The shape of the board.
    cap
        The number up to which solutions are counted.
    """

    def __init__(
        self, make: Callable[[], Any], limits: Limits, shape: Shape, cap: int | None
    ) -> None:
        super().__init__(make, limits, name="true candidates")
        self._shape, self._cap = shape, cap

    def run(self) -> TrueCandidates:
        """Search to the end; return what was found."""
        self.count()
        if self.interrupted:
            raise Interrupted(self.found())
        return self.found()

    def each(self) -> Iterator[TrueCandidates]:
        """Yield what was found, each time that there is more; the last one is that at the end."""
        while self._is_ready() and not self._is_over():
            self._run(COUNTING, until_found=True)
            if self.interrupted:
                raise Interrupted(self.found())
            yield self.found()
        if self.interrupted:
            raise Interrupted(self.found())
        if not self.complete:
            yield self.found()

    def found(self) -> TrueCandidates:
        """Return what was found so far."""
        engine, shape = self.engine, self._shape
        counts = np.zeros((shape.n_cells, shape.n), dtype=np.int64)
        is_final, listed = counts > 0, np.empty((0, shape.n_cells), dtype=np.uint8)
        if hasattr(engine, "settled"):
            counts, is_final, listed = _read(engine)
        if self.complete:
            is_final = np.ones_like(is_final)
        how = self.complete, None if self.complete else self.stopped
        return TrueCandidates(shape, counts, is_final, listed, self._cap, *how, self.statistics)


def _read(engine: Any) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.uint8]]:
    """Return copies of the numbers of an engine, which are final, and the solutions listed."""
    if isinstance(engine, CandidateEngine):
        return engine.tally.counts.astype(np.int64), engine.settled, digits_in(engine.tally).copy()
    n_cells = len(engine.counts)
    listed = np.array(list(engine.listed.values())).reshape(-1, n_cells)
    return engine.counts.copy(), engine.settled.copy(), listed
