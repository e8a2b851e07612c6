"""Little killer: sums along diagonals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_names
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, span
from sudoku.rules.places import Place, cells_of, check_line, freeze, title_of, way_of


@dataclass(frozen=True)
class LittleKiller(Rule):
    """The digits along a line add up to its sum; they may repeat.

    Parameters
    ----------
    sums
        For each line the sum and the cells.

    Examples
    --------
    >>> (line,) = LittleKiller([(4, [(0, 1), (1, 0)])]).constraints(Shape(3, 3))
    >>> line.title, line.allows((2, 2))
    ('little killer at row 1, column 2, of 4', True)
    """

    sums: Sequence[tuple[int, Sequence[Place]]]

    name = "little_killer"
    summary = "The digits along a diagonal add up to the sum at its end."
    technique = "little_killer"
    marks_in = MappingProxyType({"sums": "little killer"})

    def __post_init__(self) -> None:
        freeze(self, sums=self.sums)

    def drawing(self, shape: Shape) -> Iterator[marks.Outside]:
        """Yield the sums, with arrows along their lines."""
        for total, line in self.sums:
            way = way_along(shape, line)
            yield marks.Outside(cells_of(self, shape, line), str(total), way, has_arrow=True)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the sums."""
        for (total, _), constraint in zip(self.sums, self.constraints(shape), strict=True):
            title = f"little killer {total} along {span(shape, constraint.cells)}"
            means = f"On the diagonal, {cell_names(shape, constraint.cells)} add up to {total}"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the sums."""
        for total, line in self.sums:
            cells = cells_of(self, shape, line)
            title = title_of("little killer", line[0])
            if len(line) > 1:
                check_line(self, line)
            if not len(cells) <= total <= len(cells) * shape.n:
                raise RuleError(
                    f"rule 'little_killer': {title}: {len(cells)} cells add up to {len(cells)} to "
                    f"{len(cells) * shape.n}, not {total}"
                )
            yield Constraint.of_sum(f"{title}, of {total}", cells, total)


def way_along(shape: Shape, line: Sequence[Place]) -> Place:
    """Return the direction of a diagonal, also of the shortest ones, which are a corner alone.

    Examples
    --------
    >>> way_along(Shape(3, 3), [(0, 1), (1, 0)]), way_along(Shape(3, 3), [(0, 8)])
    ((1, -1), (1, 1))
    """
    if len(line) > 1:
        return way_of(line)
    row, column = line[0]
    return -1 if row == shape.height - 1 else 1, -1 if column == 0 else 1
