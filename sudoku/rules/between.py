"""Between lines: digits that lie between those at the ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.pictures import marks
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, span
from sudoku.rules.lines import Lines
from sudoku.rules.places import cells_of, check_line, title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class Between(Lines):
    """The digits on a line lie strictly between those in the circles at its ends.

    Parameters
    ----------
    lines
        The cells of each line, from one circle to the other.

    Examples
    --------
    >>> (line,) = Between([[(0, 0), (0, 1), (0, 2)]]).constraints(Shape(3, 3))
    >>> line.cells, line.allows((2, 8, 5)), line.allows((2, 8, 2))
    ((0, 2, 1), True, False)
    """

    name = "between"
    summary = "The digits on a line lie between those in the circles at its ends."
    technique = "between_line"
    marks_in = MappingProxyType({"lines": "between line"})

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the lines, with a circle at either end."""
        yield from self.with_ends(shape, marks.Circle, "#8a8a8a")

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        for constraint in self.constraints(shape):
            first, last, *_ = constraint.cells
            title = f"between line {span(shape, (first, last))}"
            ends = f"{cell_name(shape, first)} and {cell_name(shape, last)}"
            means = f"All digits on the line lie between those of {ends}"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines, both ends read first."""
        for line in self.lines:
            check_line(self, line, jumps=self.jumps)
            if len(line) < 3:
                raise RuleError(
                    f"rule 'between': {title_of('the line', line[0])}, has no cell between its ends"
                )
            first, *inner, last = cells_of(self, shape, line)
            yield Constraint(title_of("between line", line[0]), (first, last, *inner), InsideEnds())


@dataclass(frozen=True)
class InsideEnds(Reader[tuple[int, ...]]):
    """All digits but the first two lie strictly between them; the state has these two, sorted."""

    start = ()

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Read one of the ends, or a digit between them."""
        if len(state) < 2:
            return tuple(sorted((*state, digit)))
        return state if state[0] < digit < state[1] else None
