"""Refutation by templates: a template is a set of all places of one digit in a filled grid.

The templates of a digit are the covers of a small exact-cover problem: the digit is placed once in
every house. A partition of the cells into one template for each digit is a cover of another
problem, with few, long options. For unusual houses, such as the regions of some jigsaws, this
second problem shows within a second that a puzzle has no solution, where a search cell by cell or
by clauses would take hours.

The engine only refutes puzzles: it does not distinguish digits without clues.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.masks.shape import why_not
from exactcover.portfolio.portfolio import load
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.search.base import Wrapper
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status, counting
from sudoku.puzzle.puzzle import Puzzle
from sudoku.statement.statement import statement

MOST_DIGITS = 10
"""The most digits; with more there are too many templates."""
MOST_TEMPLATES = 1 << 17
"""The most templates; with more the engine gives up."""


class Templates(Wrapper):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    Parameters
    ----------
    puzzle
        The puzzle, with its clues.
    """

    name = "templates"

    def __init__(self, puzzle: Puzzle) -> None:
        problem = template_problem(puzzle)
        self._is_begun = problem is not None
        problem = problem or Problem([["too many"]])
        # Clauses about templates, of which there are many for each cell, are not worth it.
        method = "auto" if why_not(problem) else "masks"
        super().__init__(load(method, problem, Goal.FEW)(problem.links))
        self.depth = puzzle.shape.n_cells

    @property
    def solutions(self) -> int:
        """Return 0: the engine never returns solutions."""
        return 0

    def choose(self, options: list[int]) -> bool:
        """Return True: the options are the clues, which are known."""
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes.

        Raises
        ------
        GaveUpError
            If there is a solution, or there are too many templates.
        """
        if not self._is_begun:
            raise GaveUpError("there are too many templates")
        status = self._engine.advance(node_budget, counting(1))
        if self._engine.solutions:
            raise GaveUpError("templates fit together: there is a solution")
        return status


def may_refute(puzzle: Puzzle) -> bool:
    """Return whether all rules are houses, each cell is in one, and there are few digits."""
    stated = statement(puzzle.shape, puzzle.rules)
    seen = {cell for house in stated.houses for cell in house.cells}
    return (
        stated.has_only_houses
        and len(seen) == puzzle.shape.n_cells
        and puzzle.shape.n <= MOST_DIGITS
    )


def template_problem(puzzle: Puzzle) -> Problem | None:
    """Return the problem whose options are templates, or None if there are too many.

    Its items are the cells, and the digits that have clues: a digit without clues has any template
    that avoids them all.

    Examples
    --------
    >>> template_problem(Puzzle())
    <Problem 81 primary items, 46656 options>
    """
    cells = puzzle.grid.cells
    clued = sorted(set(cells) - {0})
    options: list[list[int]] = []
    for digit in [0] * (len(clued) < puzzle.shape.n) + clued:
        free = [cell for cell, clue in enumerate(cells) if clue in (0, digit)]
        chosen = [k for k, cell in enumerate(free) if digit and cells[cell] == digit]
        for rows in _templates(puzzle, free, chosen):
            # The items of digits follow those of cells.
            given = [puzzle.shape.n_cells - 1 + digit] if digit else []
            options += [[*row, *given] for row in rows.tolist()]
            if len(options) > MOST_TEMPLATES:
                return None
    digits = [puzzle.shape.n_cells - 1 + digit for digit in clued]
    return Problem(options, [*range(puzzle.shape.n_cells), *digits])


def _templates(puzzle: Puzzle, free: list[int], chosen: list[int]) -> Iterator[NDArray[np.int64]]:
    """Yield batches of templates, as cells, that have the chosen cells and otherwise free ones."""
    houses = statement(puzzle.shape, puzzle.rules).houses
    houses_of: dict[int, list[int]] = {cell: [] for cell in free}
    for number, house in enumerate(houses):
        for cell in house.cells:
            if cell in houses_of:
                houses_of[cell].append(number)
    one_digit = Problem([houses_of[cell] for cell in free], range(len(houses)))
    for rows in one_digit.solutions(chosen=chosen).arrays():
        yield np.array(free)[rows]
