"""Every square of two by two cells holds digits of all three remainders by 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.modular import remainders
from sudoku.rules.squares import of_every_kind


@dataclass(frozen=True)
class GlobalModular(Rule):
    """Every square of two by two cells holds digits of all three remainders by 3.

    Examples
    --------
    >>> square, *_ = GlobalModular().constraints(Shape(3, 3))
    >>> square.allows((1, 5, 9, 2)), square.allows((1, 4, 1, 7))
    (True, False)
    """

    in_each_grid = of_any_board = True
    name = "global_modular"
    summary = "Every square of two by two cells holds digits of all three remainders by 3."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the squares."""
        means = "{cells} hold digits of all three remainders by 3"
        yield from of_every_kind(shape, "modular square", 3, remainders(shape.n, 3), means)
