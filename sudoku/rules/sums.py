"""Sums of any cells minus those of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of


@dataclass(frozen=True)
class Sums(Rule):
    """The digits of some cells minus those of others add up to a total; digits may repeat.

    Parameters
    ----------
    sums
        For each sum the total, the cells that are added and the cells that are subtracted. A cell
        that is given several times counts several times.

    Examples
    --------
    >>> (sum,) = Sums([(1, [(0, 0), (0, 1)], [(1, 1)])]).constraints(Shape(3, 3))
    >>> sum.cells, sum.allows((7, 3, 5))
    ((10, 0, 1), True)
    >>> (twice,) = Sums([(7, [(0, 0), (0, 0), (0, 1)], [])]).constraints(Shape(3, 3))
    >>> twice.cells, twice.allows((2, 3))
    ((0, 1), True)
    """

    sums: Sequence[tuple[int, Sequence[Place], Sequence[Place]]]

    name = "sums"
    summary = "The digits of some cells minus those of others add up to a given total."
    marks_in = MappingProxyType({"sums": "sum"})

    def __post_init__(self) -> None:
        freeze(self, sums=self.sums)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the sums."""
        for total, plus, minus in self.sums:
            weights = Counter(plus)
            weights.subtract(minus)
            places = [place for place, weight in weights.items() if weight] or [*plus, *minus]
            cells = cells_of(self, shape, places)
            title = f"{title_of('sum', places[0])}, of {total}"
            of_cell = {cell: weights[place] for cell, place in zip(cells, places, strict=True)}
            terms = "".join(
                f" {'-' if weight < 0 else '+'} {_times(weight)}{cell_name(shape, cell)}"
                for cell, weight in sorted(of_cell.items(), key=lambda term: -term[1])
            )
            means = f"By the sum, {terms.removeprefix(' + ').lstrip()} = {total}"
            if set(of_cell.values()) <= {1, -1}:
                added, taken = (
                    tuple(cell for cell in cells if of_cell[cell] == sign) for sign in (1, -1)
                )
                found = Constraint.of_sum(title, added, total, taken)
            else:
                found = Constraint.of_weights(title, of_cell, total)
            yield replace(found, meaning=means)


def _times(weight: int) -> str:
    return "" if abs(weight) == 1 else f"{abs(weight)} times "
