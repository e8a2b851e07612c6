"""Regions that are to be found: which cells are in which region is a part of the solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.connected import ConnectedCells, rectangle_of
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, freeze, title_of
from sudoku.rules.reader import Reader

MOST_WORDS = 1 << 16
"""The most tuples of digits for which the states of `PairsOnce` are listed."""


@dataclass(frozen=True)
class UnknownRegions(Rule):
    """A grid consists of connected regions of one size, and no digit comes twice in a region.

    The number of the region of each cell is a digit of a further cell. Regions are numbered in the
    order in which they come first, so that each division of the grid is one solution.

    Parameters
    ----------
    rows
        The cells of the grid, row by row.
    regions
        The cells with the numbers of their regions, row by row.
    size
        The number of cells of a region; by default n, so that each region holds every digit.

    Examples
    --------
    >>> from sudoku.geometry.outlines import Outline
    >>> from sudoku import Puzzle
    >>> rows = [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    >>> regions = [[(3, 3), (3, 4)], [(4, 3), (4, 4)]]
    >>> board = Outline(2, [place for row in rows + regions for place in row])
    >>> grids = Puzzle(board, [UnknownRegions(rows, regions)]).solutions()
    >>> sorted({grid.cells[4:] for grid in grids})
    [(1, 1, 2, 2), (1, 2, 1, 2)]
    """

    rows: Sequence[Sequence[Place]]
    regions: Sequence[Sequence[Place]]
    size: int | None = None

    name = "unknown_regions"
    summary = "Connected regions without repeated digits are to be found; their numbers are digits."

    def __post_init__(self) -> None:
        freeze(self, rows=self.rows, regions=self.regions, size=self.size)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield that no region has a digit twice, each is connected, and they are in order."""
        cells, width = rectangle_of(self, shape, self.rows)
        numbers, own_width = rectangle_of(self, shape, self.regions)
        if (len(cells), width) != (len(numbers), own_width) or set(cells) & set(numbers):
            raise RuleError(
                f"rule {self.name!r}: the cells of the regions are not a second rectangle like "
                "that of the grid"
            )
        size = shape.n if self.size is None else self.size
        if not 1 <= size <= shape.n or len(cells) % size or len(cells) > shape.n * size:
            raise RuleError(
                f"rule {self.name!r}: {len(cells)} cells are not up to {shape.n} regions of "
                f"{size} cells, of {shape.n} digits"
            )
        n_regions = len(cells) // size
        where = title_of("the regions", self.rows[0][0])
        pairs = tuple(cell for pair in zip(numbers, cells, strict=True) for cell in pair)
        once = PairsOnce(shape.n, len(cells))
        means = "No two cells of a region hold the same digit"
        yield Constraint(f"{where}, without repeated digits", pairs, once, means)
        means = "Regions are numbered in the order in which they come first in {cells}"
        yield Constraint(f"{where}, in order", numbers, InOrder(n_regions), means)
        for number in range(1, n_regions + 1):
            reader = ConnectedCells(width, frozenset([number]), size)
            means = f"The {size} of {{cells}} that hold {number} are connected by their sides"
            yield Constraint(f"region {number}", numbers, reader, means)


@dataclass(frozen=True)
class PairsOnce(Reader[tuple[int, int]]):
    """Of pairs of digits, no two are equal.

    The state is the first digit of the pair that is being read, or 0, and the pairs so far as bits.
    """

    n: int
    n_pairs: int

    start = (0, 0)

    @property
    def is_global(self) -> bool:
        """Whether there are too many states to list."""
        return bool(self.n ** (2 * self.n_pairs) > MOST_WORDS)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Read the first digit of a pair, or the second."""
        first, found = state
        if not first:
            return digit, found
        pair = 1 << (first - 1) * self.n + digit - 1
        return None if found & pair else (0, found | pair)


@dataclass(frozen=True)
class InOrder(Reader[int]):
    """Digits come first in the order 1, 2, 3 ...; the state is the greatest so far."""

    most: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Read a digit, which is at most one above all digits before."""
        return max(state, digit) if digit <= min(state + 1, self.most) else None
