"""Clones: areas that hold the same digits in the same places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.element import Element, span
from sudoku.rules.places import Place, cells_of, freeze


@dataclass(frozen=True)
class Clone(Rule):
    """Two areas, cell by cell, hold the same digits.

    Parameters
    ----------
    areas
        For each pair the cells of one area and the cells of the other, in the same order.

    Examples
    --------
    >>> list(Clone([([(0, 0), (0, 1)], [(2, 2), (2, 3)])]).links(Shape(2, 2)))
    [(0, 10), (1, 11)]
    """

    areas: Sequence[tuple[Sequence[Place], Sequence[Place]]]

    name = "clone"
    summary = "Pairs of areas hold the same digits, cell by cell."
    technique = "clone"
    marks_in = MappingProxyType({"areas": "clone"})

    def __post_init__(self) -> None:
        freeze(self, areas=self.areas)

    def drawing(self, shape: Shape) -> Iterator[marks.Shade]:
        """Yield the areas."""
        for number, pair in enumerate(self.areas, 1):
            for area in pair:
                yield marks.Shade(cells_of(self, shape, area), group=number)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield each pair of areas."""
        same = tuple(1 << k for k in range(shape.n))
        for areas in self.areas:
            one, other = (cells_of(self, shape, area) for area in areas)
            cells = tuple(dict.fromkeys((*one, *other)))
            place = {cell: k for k, cell in enumerate(cells)}
            pairs = tuple(
                (place[a], place[b], same) for a, b in zip(one, other, strict=True) if a != b
            )
            title = f"clones {span(shape, one)} and {span(shape, other)}"
            means = f"The {title} hold the same digits, cell by cell"
            yield Element(self.technique, title, means, cells, pairs=pairs)

    def links(self, shape: Shape) -> Iterator[tuple[int, ...]]:
        """Yield each cell with its counterpart in the other area, unless both are one cell."""
        for one, other in self.areas:
            if len(one) != len(other):
                raise RuleError(
                    f"rule 'clone': an area of {len(one)} cells, its twin of {len(other)}"
                )
            pairs = zip(cells_of(self, shape, one), cells_of(self, shape, other), strict=True)
            yield from (pair for pair in pairs if pair[0] != pair[1])
