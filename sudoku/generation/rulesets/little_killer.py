"""Sums along diagonals."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.parameters import whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.geometry.shape import Shape
from sudoku.rules.little_killer import LittleKiller as LittleKillerRule
from sudoku.rules.places import Place

Line = tuple[Place, ...]
Sum = tuple[int, Line]


@dataclass(frozen=True)
class LittleKiller(Marked):
    """Sums along diagonals.

    Parameters
    ----------
    sums
        The number of diagonals with a sum; by default all.
    least
        The least number of cells of such a diagonal.
    """

    sums: int | None = whole(None)
    least: int = whole(2)

    name = "little_killer"
    summary = "The digits along a diagonal add up to the sum at its end."
    of_one_grid = True

    @property
    def n_marks(self) -> int | None:
        """The number of sums."""
        return self.sums

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if there are fewer diagonals."""
        super().check(shape)
        most = len(diagonals(shape.n, self.least))
        if most < (self.sums or 1):
            raise self.fail(f"there are only {most} diagonals of {self.least} cells or more")

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[Sum]:
        """Return the sums, each at a random end of its diagonal."""
        lines = diagonals(filled.shape.n, self.least)
        found = list[Sum]()
        for k in sorted(rng.permutation(len(lines))[: self.sums].tolist()):
            total = sum(filled.digits[filled.shape.cell(*place)] for place in lines[k])
            found.append((total, lines[k][:: 1 if rng.integers(2) else -1]))
        return found

    def rule(self, shape: Shape, marks: Sequence[Sum]) -> LittleKillerRule:
        """Return the rule of the sums."""
        return LittleKillerRule(tuple(marks))


def diagonals(n: int, least: int) -> list[Line]:
    """Return the diagonals of both directions of an n x n square, with at least `least` cells.

    Examples
    --------
    >>> len(diagonals(9, 1)), diagonals(2, 2)
    (34, [((0, 0), (1, 1)), ((0, 1), (1, 0))])
    """
    falling = [tuple((i, i + k) for i in range(n) if 0 <= i + k < n) for k in range(1 - n, n)]
    rising = [tuple((i, n - 1 - j) for i, j in line) for line in falling]
    return [line for line in falling + rising if len(line) >= least]
