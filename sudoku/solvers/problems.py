"""Which exact-cover problem a search states its solutions in."""

from __future__ import annotations

from typing import Any

from exactcover.problem import Problem
from sudoku.bitmask.tables import MOST_DIGITS
from sudoku.encode import placements, template
from sudoku.puzzle import Puzzle
from sudoku.statement import statement

__all__ = ["problem_of"]


def problem_of(method: str, puzzle: Puzzle, seed: Any = None) -> tuple[Problem, bool]:
    """Return the problem, and whether it says all that the rules do.

    Bit masks know by themselves what rules say beside houses: to write that down as options would
    often take longer than their search.

    Examples
    --------
    >>> from sudoku import Classic, Killer
    >>> puzzle = Puzzle(rules=[Classic(), Killer([(3, [(0, 0), (0, 1)])])])
    >>> problem_of("auto", puzzle)
    (<Problem 3x3: 324 primary items, 729 options>, False)
    """
    said = statement(puzzle.shape, puzzle.rules)
    if said.has_only_houses or not _knows_all(method, puzzle, seed):
        return template(puzzle.shape, puzzle.rules), True
    return placements(puzzle.shape, said.houses), False


def _knows_all(method: str, puzzle: Puzzle, seed: Any) -> bool:
    """Tell whether a method needs to be told of houses only; a random order takes links."""
    return (
        method in ("auto", "bitmask")
        and (seed is None or method == "bitmask")
        and puzzle.shape.n <= MOST_DIGITS
    )
