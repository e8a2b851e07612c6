"""Constraints on the whole board, whose states are far too many to list."""

from functools import lru_cache

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.statement.statement import statement


@lru_cache(maxsize=32)
def whole_board(shape: Shape, rules: tuple[Rule, ...]) -> Constraint | None:
    """Return a constraint of some rules that is on the whole board; None if there is none.

    Only a model has propagators for it.

    Examples
    --------
    >>> from sudoku import Classic
    >>> whole_board(Shape(2, 2), (Classic(),)) is None
    True
    """
    constraints = statement(shape, rules).constraints
    return next((each for each in constraints if each.reader.is_global), None)
