"""Templates: a digit lies in the grid in one of many ways; a solution is one way for each digit.

To place one digit in every house is a small exact-cover problem, whose covers are the digit's
templates. That the cells fall into a template for each digit is another, of few and long options.
Where houses lie awkwardly, as the regions of some jigsaws do, it shows in a moment that there is no
solution, and a search cell by cell, or by clauses, would go on for hours.

It only refutes: it does not distinguish digits without clues.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.masks.shape import why_not
from exactcover.errors import GaveUpError
from exactcover.portfolio.automatic import load
from exactcover.portfolio.composite import Wrapper
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.protocol import Out, Status, counting
from sudoku.puzzle.puzzle import Puzzle
from sudoku.statement.statement import statement

__all__ = ["MOST_DIGITS", "Templates", "may_refute"]

MOST_DIGITS = 10
"""With more digits there are too many templates."""
MOST_TEMPLATES = 1 << 17
"""With more templates than this it gives up."""


class Templates(Wrapper):
    """The engine; see `exactcover.search.protocol.CoverEngine`.

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
        """Return 0: it never hands out solutions."""
        return 0

    def choose(self, options: list[int]) -> bool:
        """Return True: the options are the clues, which are known."""
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Search on, for at most `node_budget` nodes.

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
    """Return whether the rules are houses, each cell lies in one, and the digits are few."""
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
            # Digits are items behind the cells.
            given = [puzzle.shape.n_cells - 1 + digit] if digit else []
            options += [[*row, *given] for row in rows.tolist()]
            if len(options) > MOST_TEMPLATES:
                return None
    digits = [puzzle.shape.n_cells - 1 + digit for digit in clued]
    return Problem(options, [*range(puzzle.shape.n_cells), *digits])


def _templates(puzzle: Puzzle, free: list[int], chosen: list[int]) -> Iterator[NDArray[np.int64]]:
    """Yield templates in free cells that have the chosen ones: their cells, by the batch."""
    houses = statement(puzzle.shape, puzzle.rules).houses
    houses_of: dict[int, list[int]] = {cell: [] for cell in free}
    for number, house in enumerate(houses):
        for cell in house.cells:
            if cell in houses_of:
                houses_of[cell].append(number)
    one_digit = Problem([houses_of[cell] for cell in free], range(len(houses)))
    for rows in one_digit.solutions(chosen=chosen).arrays():
        yield np.array(free)[rows]
