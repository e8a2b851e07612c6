"""Region sum lines: the same sum in every box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, cell_names
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint
from sudoku.rules.linear import DifferenceOf
from sudoku.rules.lines import Lines
from sudoku.rules.places import freeze, region_cells, title_of


@dataclass(frozen=True)
class RegionSum(Lines):
    """The digits on a line have the same sum in each box that it passes through.

    A line that enters a box several times has this sum each time.

    Parameters
    ----------
    lines
        The cells of each line, in order.
    regions
        A map of the regions, as for `Jigsaw`; by default they are the boxes.

    Examples
    --------
    >>> (line,) = RegionSum([[(0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> line.allows((2, 4, 6)), line.allows((2, 4, 7))
    (True, False)
    """

    regions: str | Sequence[int] | Sequence[Sequence[int]] | None = None

    name = "region_sum"
    summary = "The digits on a line have the same sum in each box that it passes through."
    technique = "region_sum"
    marks_in = MappingProxyType({"lines": "region sum line"})
    colour = "#9fc4ee"

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze(self, has_text=True, regions=self.regions)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield each further part of a line, with the first one."""
        for constraint in self.constraints(shape):
            assert isinstance(constraint.reader, DifferenceOf)
            first = constraint.cells[: constraint.reader.n_minus]
            part = constraint.cells[len(first) :]
            title = f"region sum line {cell_name(shape, first[0])}-{cell_name(shape, part[-1])}"
            verb = "is" if len(part) == 1 else "add up to"
            same = "" if len(first) == 1 else "the sum of "
            means = (
                f"On the line, {cell_names(shape, part)} {verb} {same}{cell_names(shape, first)}"
            )
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a constraint for each further part of a line: its sum is that of the first part."""
        boxes = list(shape.boxes())
        if self.regions is not None:
            boxes = region_cells(self, shape, self.regions)
        region_of = {cell: number for number, cells in enumerate(boxes) for cell in cells}
        for start, cells in self.checked(shape):
            first, *others = (tuple(p) for _, p in groupby(cells, key=region_of.__getitem__))
            for number, part in enumerate(others, 2):
                title = title_of("region sum line", start)
                yield Constraint.of_sum(f"{title}, part {number}", part, 0, minus=first)
