"""The methods of `Puzzle` that are public functions of the package.

The package attaches them when it is imported (`exactcover.methods`); here type checkers find them.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sudoku


class Verbs:
    """The verbs of `Puzzle`: the functions of these names that the package exports."""

    __slots__ = ()

    if TYPE_CHECKING:
        solve = sudoku.solve
        solutions = sudoku.solutions
        count = sudoku.count
