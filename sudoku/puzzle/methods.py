"""The methods of `Puzzle` that are public functions of the package.

`exactcover.methods.Method` imports a function when it is first used; type checkers see it at once.
"""

from typing import TYPE_CHECKING

from exactcover.methods import Method

if TYPE_CHECKING:
    import sudoku


class Verbs:
    """The verbs of `Puzzle`: the functions of these names that the package exports."""

    __slots__ = ()

    if TYPE_CHECKING:
        solve = sudoku.solve
        solutions = sudoku.solutions
        count = sudoku.count
    else:
        solve = Method("sudoku", "solve")
        solutions = Method("sudoku", "solutions")
        count = Method("sudoku", "count")
