"""An engine for the whole exact-cover problem, whose covers are translated to placements."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from exactcover.engines.protocol import CoverEngine
from exactcover.portfolio.subproblem import Subproblem
from exactcover.problem.problem import Problem
from exactcover.runtime.search.protocol import Out, Status
from sudoku.encodings.exact_cover import chosen_options, encoding
from sudoku.puzzle.puzzle import Puzzle


class Translated(Subproblem):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    Its options are those of `sudoku.encodings.exact_cover.placements`, like those of engines that
    read the rules themselves.

    Parameters
    ----------
    puzzle
        The puzzle, with its clues.
    make
        Makes the engine, of the whole problem and the options in it that the clues choose.
    """

    def __init__(self, puzzle: Puzzle, make: Callable[[Problem, list[int]], CoverEngine]) -> None:
        problem, placed = encoding(puzzle.shape, puzzle.rules)
        clues = problem.find_options(chosen_options(puzzle))
        n_cells = puzzle.shape.n_cells
        super().__init__(n_cells, np.empty(0), np.array(placed), make(problem, clues))

    @property
    def name(self) -> str:
        """The name of the engine that searches."""
        return self._engine.name

    def choose(self, options: list[int]) -> bool:
        """Return True: the options are the clues, which are chosen already."""
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        if not len(out.rows):
            return self._engine.advance(node_budget, out)
        shape = len(out.rows), self._engine.depth
        covers = Out(np.empty(shape, np.uint32), np.zeros(len(out.rows), np.uint32), out.room)
        before = self.solutions
        status = self._engine.advance(node_budget, covers)
        found = self.solutions - before
        for k in range(found):
            cover = np.sort(covers.rows[k, : covers.lengths[k]])
            out.rows[k, : self.depth] = self._kept[cover[: self.depth]]  # placements come first
            out.lengths[k] = self.depth
        return status
