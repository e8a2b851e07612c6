"""The rule that keeps equal digits a knight's move apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import ne

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.places import leaps


@dataclass(frozen=True)
class AntiKnight(Rule):
    """Cells a knight's move apart do not hold the same digit.

    Examples
    --------
    >>> len(next(AntiKnight().relations(Shape(3, 3))).pairs)
    224
    """

    in_each_grid = of_any_board = True
    name = "anti_knight"
    summary = "Cells a knight's move apart do not hold the same digit."
    technique = "anti_knight"

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relation of all such pairs: they differ."""
        yield related(shape, leaps(shape, (1, 2), (1, -2), (2, 1), (2, -1)), ne)
