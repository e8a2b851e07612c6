"""Circles at corners with digits around them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.parameters import whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.geometry.shape import Shape
from sudoku.rules.places import Place, leaps
from sudoku.rules.quadruple import Quadruple as QuadrupleRule

Circle = tuple[tuple[int, ...], Place]


@dataclass(frozen=True)
class Quadruple(Marked):
    """Circles with some of the four digits around them.

    Parameters
    ----------
    circles
        The number of circles; by default one for nine cells.
    least, most
        The least and the greatest number of digits in a circle, up to four.
    """

    circles: int | None = whole(None)
    least: int = whole(2)
    most: int = whole(4)

    name = "quadruple"
    summary = "The digits in a circle stand in the four cells around it."

    @property
    def n_marks(self) -> int | None:
        """The number of circles."""
        return self.circles

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if a circle may have more than four digits."""
        super().check(shape)
        if self.most > 4:
            raise self.fail(f"most is {self.most}, but a circle has four cells around it")

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[Circle]:
        """Return the circles."""
        shape = filled.shape
        right, down = dict(leaps(shape, (0, 1))), dict(leaps(shape, (1, 0)))
        squares = [
            (cell, right[cell], down[cell], right[down[cell]])
            for cell in right
            if cell in down and right.get(down[cell]) == down.get(right[cell]) is not None
        ]
        number = len(filled.digits) // 9 if self.circles is None else self.circles
        found = list[Circle]()
        for k in sorted(rng.permutation(len(squares))[: max(1, number)].tolist()):
            digits = filled.digits_of(squares[k])
            size = int(rng.integers(self.least, self.most + 1))
            shown = sorted(digits[i] for i in rng.permutation(4)[:size])
            found.append((tuple(shown), shape.position(squares[k][0])))
        return found

    def rule(self, shape: Shape, marks: Sequence[Circle]) -> QuadrupleRule:
        """Return the rule of the circles."""
        return QuadrupleRule(tuple(marks))
