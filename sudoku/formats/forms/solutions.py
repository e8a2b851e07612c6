"""Several grids for one puzzle: the puzzle itself, and its solution or how far a player came."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku.errors import TextError
from sudoku.geometry.grid import Grid

__all__ = ["puzzle_among"]


def puzzle_among(grids: Sequence[Grid], line: int | None = None) -> Grid:
    """Return the grid with the fewest clues, if the others have them all.

    Raises
    ------
    TextError
        If they do not: these are several puzzles.

    Examples
    --------
    >>> from sudoku.geometry.shape import Shape
    >>> empty, full = Grid(Shape(2, 1)), Grid(Shape(2, 1), [1, 2, 2, 1])
    >>> puzzle_among([full, empty]) == empty
    True
    """
    puzzle = min(grids, key=lambda grid: grid.n_clues)
    for grid in grids:
        if any(
            clue not in (0, digit) for clue, digit in zip(puzzle.cells, grid.cells, strict=True)
        ):
            raise TextError(
                f"{len(grids)} grids with {puzzle.n_clues} and {grid.n_clues} clues, of which none "
                "is the solution of the other: which is the puzzle?",
                line,
            )
    return puzzle
