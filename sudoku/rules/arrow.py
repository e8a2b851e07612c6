"""Arrows: a circle that holds the sum of its shaft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, cell_names
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint
from sudoku.rules.places import Place, cells_of, check_line, freeze, title_of


@dataclass(frozen=True)
class Arrow(Rule):
    """The digits on each shaft add up to the number in its circle; they may repeat.

    Parameters
    ----------
    arrows
        For each arrow the cells of its circle and the cells of its shaft. A circle of several cells
        (a pill) holds a number with as many digits, in the order of the cells.

    Examples
    --------
    >>> (arrow,) = Arrow([([(0, 0)], [(0, 1), (0, 2)])]).constraints(Shape(3, 3))
    >>> arrow.title, arrow.allows((7, 3, 4)), arrow.allows((6, 3, 4))
    ('arrow at row 1, column 1', True, False)
    """

    arrows: Sequence[tuple[Sequence[Place], Sequence[Place]]]

    name = "arrow"
    summary = "The digits on an arrow's shaft add up to the number in its circle."
    technique = "arrow"
    marks_in = MappingProxyType({"arrows": "arrow"})

    def __post_init__(self) -> None:
        freeze(self, arrows=self.arrows)

    def drawing(self, shape: Shape) -> Iterator[marks.Arrow]:
        """Yield the arrows."""
        for circle, shaft in self.arrows:
            yield marks.Arrow(cells_of(self, shape, (*circle, *shaft)), bulb=len(circle))

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the arrows."""
        for (circle, _), constraint in zip(self.arrows, self.constraints(shape), strict=True):
            cells = cells_of(self, shape, circle)
            shaft = [cell for cell in constraint.cells if cell not in cells]
            title = f"arrow at {cell_name(shape, cells[0])}"
            total = cell_name(shape, cells[0])
            if len(cells) > 1:
                total = f"the number in {cell_names(shape, cells)}"
            verb = "is" if len(shaft) == 1 else "add up to"
            means = f"On the arrow, {cell_names(shape, shaft)} {verb} {total}"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the sums."""
        for circle, shaft in self.arrows:
            cells = cells_of(self, shape, (*circle, *shaft))
            if not circle or not shaft:
                raise RuleError(
                    f"rule 'arrow': {title_of('arrow', (*circle, *shaft)[0])} "
                    "needs a circle and a shaft"
                )
            if len(shaft) > 1:
                check_line(self, shaft)
            if len(circle) == 1:
                yield Constraint.of_sum(title_of("arrow", circle[0]), cells[1:], 0, minus=cells[:1])
                continue
            base = 10 if shape.n < 10 else 100
            number = {cell: base**k for k, cell in enumerate(reversed(cells[: len(circle)]))}
            yield Constraint.of_weights(
                title_of("arrow", circle[0]), number | dict.fromkeys(cells[len(circle) :], -1), 0
            )
