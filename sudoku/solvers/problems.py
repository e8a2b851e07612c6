"""Which exact-cover problem a search states its solutions in."""

from __future__ import annotations

from typing import Any

from exactcover.problem.problem import Problem
from sudoku.encodings.exact_cover import blank_problem, placements
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.bitmask.tables import MOST_DIGITS

__all__ = ["problem_of", "says_all"]


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
    if says_all(method, puzzle, seed):
        return blank_problem(puzzle.shape, puzzle.rules), True
    return placements(puzzle.shape), False


def says_all(method: str, puzzle: Puzzle, seed: Any = None) -> bool:
    """Tell whether the problem that a search states its solutions in says all that the rules do."""
    knows_rules = method in ("bitboard", "bitmask") or (method == "auto" and seed is None)
    return not knows_rules or puzzle.shape.n > MOST_DIGITS
