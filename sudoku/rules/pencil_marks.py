"""Pencil marks: the digits that some cells may hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.pictures.marks import Corner
from sudoku.rules.base import Exclusion, Rule
from sudoku.rules.places import Place, cells_of, freeze


@dataclass(frozen=True)
class PencilMarks(Rule):
    """Some cells hold one of the digits that are marked in them.

    Parameters
    ----------
    marks
        For each of these cells its place and its digits.

    Examples
    --------
    >>> list(PencilMarks([((0, 0), (1, 4))]).exclusions(Shape(2, 2)))
    [((0, 2),), ((0, 3),)]
    """

    marks: Sequence[tuple[Place, Sequence[int]]]

    name = "pencil_marks"
    summary = "Some cells hold one of the digits that are marked in them."
    marks_in = MappingProxyType({"marks": "pencil marks"})

    def __post_init__(self) -> None:
        freeze(self, marks=self.marks)

    def drawing(self, shape: Shape) -> Iterator[Corner]:
        """Yield the digits that are marked, small, in their cells."""
        for place, digits in self.marks:
            yield Corner(cells_of(self, shape, [place]), " ".join(map(str, sorted(digits))))

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Bar all other digits."""
        for place, digits in self.marks:
            (cell,) = cells_of(self, shape, [place])
            for digit in set(range(1, shape.n + 1)).difference(digits):
                yield ((cell, digit),)
