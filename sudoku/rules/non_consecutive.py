"""The rule that keeps consecutive digits apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.places import touching


@dataclass(frozen=True)
class NonConsecutive(Rule):
    """Cells that share an edge do not hold consecutive digits.

    Examples
    --------
    >>> next(NonConsecutive().relations(Shape(2, 2))).supports
    (13, 10, 5, 11)
    """

    in_each_grid = of_any_board = True
    name = "non_consecutive"
    summary = "Cells that share an edge do not hold consecutive digits."
    technique = "non_consecutive"

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relation of neighbours."""
        yield related(shape, touching(shape), lambda a, b: abs(a - b) != 1)
