"""From a filled grid, remove clues until the puzzle has the requested difficulty."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.strategies.by_logic import puzzle_of
from sudoku.generation.strategies.strategy import Goal, Made, PuzzleRequest, Strategy
from sudoku.ratings.bergman import Bergman


class ByTechniques(Strategy):
    """Remove clues in random order until the puzzle is as difficult as requested.

    A clue stays if the techniques do not solve the puzzle without it. A try fails where no clue is
    left to try. `graded` fails much less often.

    References
    ----------
    I. Bergman, B. Lamkin, C. Ring, J. Zickrick, "Generating Sudoku puzzles" (2023), section 4.
    """

    name = "by_techniques"
    summary = "Remove clues from a filled grid until techniques find it as difficult as requested."
    takes = needs = frozenset({"goal"})
    most_size = 16
    tries = 1000

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, one after the other."""
        assert request.goal is not None
        grids = filled_grids(judge, rng, size)
        tried = [remove_until(judge, cells, request.goal, rng) for cells in grids]
        found = [outcome.puzzle for outcome in tried if outcome.found]
        puzzles: Digits = np.array(found, dtype=np.uint8).reshape(-1, judge.n_cells)
        return Made.decided(puzzles)


class Outcome(NamedTuple):
    """What one try came to.

    Attributes
    ----------
    puzzle
        The puzzle when the try ended.
    found
        Whether it is as difficult as requested.
    overshot
        Whether it became more difficult than requested; else a try that failed has tried to remove
        every clue, and what is left is too easy.
    """

    puzzle: Digits
    found: bool
    overshot: bool


def remove_until(judge: Judge, grid: Digits, goal: Goal, rng: np.random.Generator) -> Outcome:
    """Remove clues of a filled grid in random order until the puzzle is as requested.

    Examples
    --------
    >>> from sudoku import Classic, Shape
    >>> from sudoku.ratings.goals import goal_of
    >>> cells = [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]
    >>> judge, rng = Judge(Shape(3, 3), (Classic(),)), np.random.default_rng(1)
    >>> tried = remove_until(judge, np.array(cells, np.uint8), goal_of(difficulty="easy"), rng)
    >>> tried.found, int(np.count_nonzero(tried.puzzle)) in range(43, 69)
    (True, True)
    """
    left, scale, overshot = grid.copy(), Bergman(), False
    for cell in rng.permutation(judge.n_cells).tolist():
        digit, left[cell] = left[cell], 0
        # Techniques cannot solve a puzzle with two solutions, so it need not be climbed.
        puzzle = puzzle_of(judge, left)
        if not judge.are_unique(left[None])[0] or not scale.ladder.climb(puzzle).solved:
            left[cell] = digit
            continue
        grade = goal.grade(puzzle)
        if grade == 0:
            return Outcome(left, True, overshot)
        overshot |= grade > 0
    return Outcome(left, False, overshot)
