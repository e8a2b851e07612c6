"""The base class of rules about lines of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from sudoku.geometry.shape import Cells, Shape
from sudoku.pictures import colours, marks
from sudoku.rules.base import Rule
from sudoku.rules.places import Place, cells_of, check_line, freeze


@dataclass(frozen=True)
class Lines(Rule):
    """The base class of rules about lines: the cells of each, how they are read and drawn."""

    lines: Sequence[Sequence[Place]]
    jumps: bool = field(default=False, kw_only=True)
    """Whether consecutive cells of a line need not touch."""

    colour: ClassVar[str] = colours.GREY
    """The colour of the lines in pictures."""

    def __post_init__(self) -> None:
        freeze(self, lines=self.lines)

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the lines."""
        for line in self.lines:
            yield marks.Line(cells_of(self, shape, line), self.colour)

    def with_ends(
        self, shape: Shape, end: type[marks.Circle | marks.Square], stroke: str
    ) -> Iterator[marks.Mark]:
        """Yield thin lines, with a white mark of one kind at both ends."""
        for line in self.lines:
            cells = cells_of(self, shape, line)
            yield marks.Line(cells, width=6)
            yield end((cells[0], cells[-1]), fill="white", stroke=stroke)

    def checked(self, shape: Shape) -> Iterator[tuple[Place, Cells]]:
        """Yield for each line the place where it begins, and its cells.

        Raises
        ------
        RuleError
            As `sudoku.rules.places.check_line` and `cells_of` do.
        """
        for line in self.lines:
            check_line(self, line, jumps=self.jumps)
            yield line[0], cells_of(self, shape, line)
