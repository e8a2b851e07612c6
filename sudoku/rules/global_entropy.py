"""Every square of two by two cells holds a low digit, a middle and a high one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.entropic import thirds
from sudoku.rules.squares import of_every_kind


@dataclass(frozen=True)
class GlobalEntropy(Rule):
    """Every square of two by two cells holds a low digit, a middle and a high one.

    Examples
    --------
    >>> square, *_ = GlobalEntropy().constraints(Shape(3, 3))
    >>> square.allows((1, 5, 9, 2)), square.allows((1, 2, 3, 7))
    (True, False)
    """

    in_each_grid = of_any_board = True
    name = "global_entropy"
    summary = "Every square of two by two cells holds a low, a middle and a high digit."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the squares."""
        means = "{cells} hold a low, a middle and a high digit"
        yield from of_every_kind(shape, "entropic square", 3, thirds(shape.n), means)
