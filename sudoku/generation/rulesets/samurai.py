"""Boards of several grids that overlap, such as samurai sudoku."""

from dataclasses import dataclass

from sudoku.errors import ShapeError
from sudoku.generation.rulesets.parameters import choice
from sudoku.generation.rulesets.ruleset import WholeBoard
from sudoku.geometry.outlines import LAYOUTS, Grids
from sudoku.geometry.shape import Shape


@dataclass(frozen=True)
class Samurai(WholeBoard):
    """Several 9x9 grids that share cells.

    Parameters
    ----------
    layout
        How the grids lie: a key of `sudoku.geometry.outlines.LAYOUTS`.
    """

    layout: str = choice("samurai", *LAYOUTS)

    name = "samurai"
    summary = "Several 9x9 grids share cells where they overlap."

    def board(self, shape: Shape) -> Shape:
        """Return the board of all grids."""
        if shape != Shape(3, 3):
            raise ShapeError(f"ruleset 'samurai': the grids have boxes of 3x3, not of {shape}")
        return Grids(self.layout)
