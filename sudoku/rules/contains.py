"""Areas that hold given digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.quadruple import strike

__all__ = ["Contains"]


@dataclass(frozen=True)
class Contains(Rule):
    """An area holds given digits, and may hold others.

    Parameters
    ----------
    areas
        Of each the digits, where one that is given twice stands twice, and the cells.

    Examples
    --------
    >>> (area,) = Contains([((1, 5), [(0, 0), (0, 1), (0, 2)])]).constraints(Shape(3, 3))
    >>> area.allows((5, 7, 1)), area.allows((5, 7, 2))
    (True, False)
    """

    areas: Sequence[tuple[Sequence[int], Sequence[Place]]]

    name = "contains"
    summary = "An area holds given digits, and may hold others."

    def __post_init__(self) -> None:
        freeze(self, areas=self.areas)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the areas with their digits."""
        for told, places in self.areas:
            yield marks.Cage(cells_of(self, shape, places), " ".join(map(str, told)))

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield that the digits of each area are there."""
        for digits, places in self.areas:
            cells, title = cells_of(self, shape, places), title_of("area", places[0])
            if len(digits) > len(cells) or not all(0 < digit <= shape.n for digit in digits):
                raise RuleError(
                    f"rule 'contains': {title}: {digits} are not digits for {len(cells)} cells"
                )
            step = partial(strike, len(cells) - len(digits))
            yield Constraint(title, cells, step, (0, tuple(sorted(digits))), is_symmetric=True)
