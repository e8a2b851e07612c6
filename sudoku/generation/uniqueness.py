"""Whether there is another solution than the known one: the question of the removal of clues."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from exactcover.engines.learning.engine import Learning
from exactcover.runtime.search.request import Limits, Request
from exactcover.verbs.cover_search import CoverSearch
from sudoku.encodings.exact_cover import encoding
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule


class OtherSolutions:
    """Finds other solutions of puzzles whose solution is known.

    Clause learning begins with the digits of the known solution, because another one has most of
    them. That takes a third of the time of a search for two solutions, and far less where such a
    search meets the known solution late. One engine searches all puzzles: to set its arrays back
    takes a fifth of the time to build them.

    Parameters
    ----------
    shape, rules
        The shape and the rules of the puzzles; the rules have only houses.

    Examples
    --------
    >>> from sudoku import Classic
    >>> others = OtherSolutions(Shape(2, 2), (Classic(),))
    >>> solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    >>> others.find([*solution[:8], *[0] * 8], solution, [8, 12], 1000)[0].tolist()
    [1, 2, 3, 4, 3, 4, 1, 2, 4, 1, 2, 3, 2, 3, 4, 1]
    >>> others.find([*solution[:8], *[0] * 6, 2, 1], solution, [8, 12], 1000)
    (None, True)
    """

    def __init__(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        made = encoding(shape, rules)
        self._n, self._n_cells = shape.n, shape.n_cells
        self._placed = np.array(made.placed, dtype=np.int64)
        self._engine = Learning(made.problem.links)
        self._blank = self._engine.snapshot()

    def find(
        self,
        clues: Sequence[int] | npt.NDArray[np.uint8],
        solution: Sequence[int] | npt.NDArray[np.uint8],
        cells: Sequence[int] | npt.NDArray[np.intp],
        max_nodes: int,
    ) -> tuple[npt.NDArray[np.uint8] | None, bool]:
        """Search for a solution that differs from the known one in some of the given cells.

        Parameters
        ----------
        clues, solution
            The digits of all cells.
        cells
            The cells of a clue, or of several, without which the solution may not be the only one.
        max_nodes
            The most nodes of the search.

        Returns
        -------
        array (n_cells,), or None
            The digits of another solution, if one was found.
        bool
            Whether this is known: False if the search reached the node limit.
        """
        request = Request(limits=Limits(limit=1, max_nodes=max_nodes), method="learning")
        search = CoverSearch(lambda: self._begun(clues, solution, cells), request)
        found = search.collect_rows()[0]
        if not len(found):
            return None, search.complete
        # Placements come before all other options, and in the order of their cells.
        digits = self._placed[found[0, : self._n_cells]] % self._n + 1
        return digits.astype(np.uint8), True

    def _begun(
        self,
        clues: Sequence[int] | npt.NDArray[np.uint8],
        solution: Sequence[int] | npt.NDArray[np.uint8],
        cells: Sequence[int] | npt.NDArray[np.intp],
    ) -> Learning:
        """Return the engine at the beginning of a search."""
        engine = self._engine
        engine.restore(self._blank)
        clues, known = np.asarray(clues), np.asarray(solution)
        every = np.searchsorted(self._placed, np.arange(self._n_cells) * self._n + known - 1)
        engine.choose(every[clues != 0].tolist())
        engine.prefer(every.tolist())
        engine.exclude([every[np.asarray(cells)].tolist()])
        return engine
