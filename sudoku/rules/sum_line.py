"""Sum lines: lines that can be cut into parts of equal sums."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, span
from sudoku.rules.lines import Lines
from sudoku.rules.places import cells_of, title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class SumLine(Lines):
    """A line can be cut into parts, each of which has digits that add up to the total.

    Parameters
    ----------
    lines
        The cells of each line, in order.
    total
        The sum of the digits of each part.
    loop
        Whether the lines are closed, so that a part may go on from the last cell to the first.

    Examples
    --------
    >>> (line,) = SumLine([[(0, 0), (0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> line.allows((4, 6, 8, 2)), line.allows((4, 7, 8, 1))
    (True, False)
    >>> (loop,) = SumLine([[(0, 0), (0, 1), (0, 2), (0, 3)]], loop=True).constraints(Shape(3, 3))
    >>> loop.allows((4, 7, 3, 6)), loop.allows((4, 6, 3, 5))
    (True, False)
    """

    total: int = 10
    loop: bool = False

    name = "sum_line"
    summary = "A line can be cut into parts whose digits each add up to 10, or to another sum."
    technique = "sum_line"
    marks_in = MappingProxyType({"lines": "sum line"})
    colour = "#b9b3e6"

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the lines, closed ones as loops."""
        for line in self.lines:
            yield marks.Line(cells_of(self, shape, line), self.colour, is_closed=self.loop)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        for element in super().elements(shape):
            yield replace(element, title=f"sum line {span(shape, element.cells)}")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        for start, cells in self.checked(shape):
            title = title_of("sum line", start)
            reader = LoopOfSums(self.total) if self.loop else PartsOfSum(self.total)
            means = (
                f"The line from {{first}} can be cut into parts that each add up to {self.total}"
            )
            yield Constraint(title, cells, reader, means)


@dataclass(frozen=True)
class PartsOfSum(Reader[int]):
    """The digits can be cut into parts of equal sums; the state is the sum of the last part."""

    total: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Add a digit, and begin a new part where this one has the sum."""
        state += digit
        return state % self.total if state <= self.total else None

    def accepts(self, state: int) -> bool:
        """Return whether the last part has the sum."""
        return state == 0


@dataclass(frozen=True)
class LoopOfSums(Reader[tuple[int, tuple[int, ...]]]):
    """The digits of a closed line can be cut into parts of equal sums, which may go round its end.

    The state has the sum of all digits modulo the total, which is 0 only before the first digit,
    and the numbers that the digits of the first part may add up to at the end of the line.

    Examples
    --------
    >>> LoopOfSums(10).allows((4, 7, 3, 6)), LoopOfSums(10).allows((4, 7, 4, 5))
    (True, False)
    """

    total: int

    @property
    def start(self) -> tuple[int, tuple[int, ...]]:
        """The first part may have begun with any sum."""
        return 0, tuple(range(self.total))

    def step(
        self, state: tuple[int, tuple[int, ...]], digit: int
    ) -> tuple[int, tuple[int, ...]] | None:
        """Add a digit; where a part would get a greater sum, that beginning is ruled out."""
        so_far, before = state
        left = [s for s in before if (s + so_far) % self.total + digit <= self.total]
        so_far += digit - self.total * (so_far + digit > self.total)
        return (so_far, tuple(left)) if left else None

    def accepts(self, state: tuple[int, tuple[int, ...]]) -> bool:
        """Return whether the line ends with the sum that it began with."""
        return state[0] == self.total
