"""The heading of a puzzle."""

from __future__ import annotations

from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle

__all__ = ["heading"]


def heading(puzzle: Puzzle) -> str:
    """Return a short name of a puzzle: its rules, its size and the number of its clues.

    Examples
    --------
    >>> from sudoku import Classic, Diagonal
    >>> heading(Puzzle(clues="1......2.3.....4")), heading(Puzzle(rules=[Classic(), Diagonal()]))
    ('Sudoku 4x4, 4 clues', 'Diagonal sudoku, no clues')
    """
    names = [rule.name.replace("_", " ") for rule in puzzle.rules if rule.name != "classic"]
    kind = "Sudoku" if len(names) != 1 else f"{names[0][0].upper()}{names[0][1:]} sudoku"
    shape = puzzle.shape
    size = "" if shape == Shape(3, 3) else f" {shape.height}x{shape.width}"
    rules = f" with the rules {', '.join(names)}" if len(names) > 1 else ""
    clues = f"{puzzle.n_clues or 'no'} clue{'s' * (puzzle.n_clues != 1)}"
    return f"{kind}{size}{rules}, {clues}"
