"""Which exact-cover problem a search states its solutions in."""

from __future__ import annotations

from typing import Any

from exactcover.problem import Problem
from sudoku.bitmask.tables import MOST_DIGITS
from sudoku.encode import placements, template
from sudoku.puzzle import Puzzle

__all__ = ["problem_of"]


def problem_of(method: str, puzzle: Puzzle, seed: Any = None) -> tuple[Problem, bool]:
    """Return the problem, and whether it says all that the rules do.

    Bit masks and the bitboard know by themselves what rules say: to write that down as items and
    options takes as long as most of their searches. A random order takes links, so it needs them.

    Examples
    --------
    >>> problem_of("auto", Puzzle())
    (<Problem 3x3: 81 primary items, 729 options>, False)
    >>> problem_of("dancing_cells", Puzzle())
    (<Problem 3x3 classic: 324 primary items, 729 options>, True)
    """
    is_searched = method in ("bitboard", "bitmask") or (method == "auto" and seed is None)
    if is_searched and puzzle.shape.n <= MOST_DIGITS:
        return placements(puzzle.shape), False
    return template(puzzle.shape, puzzle.rules), True
