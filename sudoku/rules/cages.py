"""The base class of rules about cages with a number each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudoku.geometry.shape import Cells, Shape
from sudoku.pictures import marks
from sudoku.rules.base import House, Rule
from sudoku.rules.places import Place, cells_of, freeze, title_of


@dataclass(frozen=True)
class NumberedCages(Rule):
    """The base class of rules about cages with a number each, in which no digit comes twice."""

    cages: Sequence[tuple[int, Sequence[Place]]]

    cage: ClassVar[str]
    """The name of a cage in messages."""

    def __post_init__(self) -> None:
        freeze(self, cages=self.cages)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the cages with their numbers."""
        for number, _, cells in self.titled(shape):
            yield marks.Cage(cells, str(number))

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the cages, in which no digit comes twice."""
        return tuple(House(title, cells) for _, title, cells in self.titled(shape))

    def titled(self, shape: Shape) -> Iterator[tuple[int, str, Cells]]:
        """Yield the number, the title and the cells of each cage."""
        for number, places in self.cages:
            yield number, title_of(self.cage, places[0]), cells_of(self, shape, places)
