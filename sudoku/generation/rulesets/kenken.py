"""KenKen: cages with an operation on a Latin square."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.killer import grow_cages
from sudoku.generation.rulesets.parameters import whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.kenken import Cage
from sudoku.rules.kenken import KenKen as KenKenRule
from sudoku.rules.latin import Latin


@dataclass(frozen=True)
class KenKen(Marked):
    """Cages with the result of an operation on their digits; there are no boxes.

    Cages of two cells have any of the four operations, larger ones are sums or products.

    Parameters
    ----------
    cages
        The number of cages; by default they cover the board, except for single cells.
    least, most
        The least and the greatest number of cells of a cage.
    """

    cages: int | None = whole(None)
    least: int = whole(2, 2)
    most: int = whole(3, 2)

    name = "kenken"
    summary = "The digits of a cage make its number by its operation; there are no boxes."
    has_houses = True
    of_one_grid = True

    @property
    def n_marks(self) -> int | None:
        """The number of cages."""
        return self.cages

    def rules_before(self, shape: Shape, rng: np.random.Generator) -> tuple[Rule, ...]:
        """Return the rule of rows and columns."""
        return (Latin(),)

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[Cage]:
        """Return the cages."""
        found = list[Cage]()
        for cells in grow_cages(filled, rng, self.cages, self.least, self.most):
            ways = _results(filled.digits_of(cells))
            operation = sorted(ways)[rng.integers(len(ways))]
            found.append((ways[operation], operation, filled.places(cells)))
        return found

    def rule(self, shape: Shape, marks: Sequence[Cage]) -> KenKenRule:
        """Return the rule of the cages."""
        return KenKenRule(tuple(marks))


def _results(digits: list[int]) -> dict[str, int]:
    """Return the result of each operation that a cage can have.

    Examples
    --------
    >>> _results([6, 3]), _results([1, 2, 4])
    ({'+': 9, '*': 18, '-': 3, '/': 2}, {'+': 7, '*': 8})
    """
    found = {"+": sum(digits), "*": prod(digits)}
    if len(digits) == 2:
        low, high = sorted(digits)
        found["-"] = high - low
        if high % low == 0:
            found["/"] = high // low
    return found
