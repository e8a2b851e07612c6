"""Cells with some digits that are connected by their sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import span
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.reader import Reader

MOST_LISTED = 4
"""The most columns of a rectangle whose states are listed; wider ones have far too many."""

State = tuple[int, tuple[int, ...], int, bool]
"""The column of the next cell; for the last cell of each column the number of its part, or 0 if it
is outside; the number of cells inside; and whether there can be no more of them."""


@dataclass(frozen=True)
class Connected(Rule):
    """The cells of a rectangle that hold one of some digits are connected by their sides.

    There is at least one of them. The rectangle may be the grid, or cells outside it.

    Parameters
    ----------
    rows
        The cells of the rectangle, row by row.
    digits
        The digits whose cells are connected.
    size
        The number of cells with these digits; None for any number.

    Examples
    --------
    >>> square = [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    >>> (ones,) = Connected(square, [1]).constraints(Shape(2, 2))
    >>> ones.allows((1, 2, 1, 3)), ones.allows((1, 2, 3, 1))
    (True, False)
    """

    rows: Sequence[Sequence[Place]]
    digits: Sequence[int]
    size: int | None = None

    name = "connected"
    summary = "The cells of a rectangle with some digits are connected by their sides."

    def __post_init__(self) -> None:
        freeze(self, rows=self.rows, digits=self.digits, size=self.size)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the constraint that the cells are connected."""
        cells, width = rectangle_of(self, shape, self.rows)
        if not self.digits or not all(1 <= digit <= shape.n for digit in self.digits):
            raise RuleError(f"rule 'connected': the digits are not some of 1 to {shape.n}")
        if self.size is not None and not 1 <= self.size <= len(cells):
            raise RuleError(f"rule 'connected': the size is not 1 to {len(cells)}")
        digits = " or ".join(map(str, self.digits))
        means = f"The cells with {digits} in {span(shape, cells)} are connected by their sides"
        means += f", and there are {self.size} of them" if self.size else ""
        title = f"{title_of('the rectangle', self.rows[0][0])}, of {digits}"
        reader = ConnectedCells(width, frozenset(self.digits), self.size)
        yield Constraint(title, cells, reader, means)


def rectangle_of(
    rule: Rule, shape: Shape, rows: Sequence[Sequence[Place]]
) -> tuple[tuple[int, ...], int]:
    """Return the cells of a rectangle, row by row, and its width.

    Raises
    ------
    RuleError
        If the rows differ in length, or as `cells_of` does.
    """
    if not rows or len({len(row) for row in rows}) > 1:
        raise RuleError(f"rule {rule.name!r}: the rows of the rectangle differ in length")
    return cells_of(rule, shape, [place for row in rows for place in row]), len(rows[0])


@dataclass(frozen=True)
class ConnectedCells(Reader[State]):
    """The cells of a rectangle with some digits are connected; they are read row by row.

    Parameters
    ----------
    width
        The number of columns.
    digits
        The digits whose cells are connected.
    size
        The number of these cells; None for any number.
    """

    width: int
    digits: frozenset[int]
    size: int | None = None

    @property
    def is_global(self) -> bool:
        """Whether there are too many states to list."""
        return self.width > MOST_LISTED

    @property
    def start(self) -> State:
        """No cell was read."""
        return 0, (0,) * self.width, 0, False

    def step(self, state: State, digit: int) -> State | None:
        """Read a cell: it joins the parts above it and to its left."""
        column, parts, n_inside, is_over = state
        above, left = parts[column], parts[column - 1] if column else 0
        after = (column + 1) % self.width
        if digit not in self.digits:
            others = [*parts[:column], 0, *parts[column + 1 :]]
            if above and above not in others:
                if any(others):
                    return None
                is_over = True
            return after, tuple(others), n_inside, is_over
        if is_over or n_inside == self.size:
            return None
        own = above or left or max(parts) + 1
        joined = [own if part and part in (above, left) else part for part in parts]
        joined[column] = own
        n_inside += self.size is not None
        return after, _numbered(joined), n_inside, is_over

    def accepts(self, state: State) -> bool:
        """Return whether there is one part, of the right size."""
        _, parts, n_inside, is_over = state
        n_parts = len({part for part in parts if part})
        return n_parts + is_over == 1 and (self.size is None or n_inside == self.size)


def _numbered(parts: Sequence[int]) -> tuple[int, ...]:
    """Return the parts, numbered in the order in which they come first."""
    numbers = {0: 0}
    return tuple(numbers.setdefault(part, len(numbers)) for part in parts)
