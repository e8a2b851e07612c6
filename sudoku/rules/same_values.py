"""Sets of cells that hold the same digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Cells, Shape
from sudoku.geometry.words import cell_names
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class SameValues(Rule):
    """Areas hold the same digits, each equally often, in any order.

    Parameters
    ----------
    areas
        For each group of areas the cells of each area; all areas of a group have the same size.

    Examples
    --------
    >>> rule = SameValues([[[(0, 0), (0, 1)], [(4, 4), (4, 5)]]])
    >>> of_1 = next(rule.constraints(Shape(3, 3)))
    >>> of_1.allows((1, 5, 5, 1)), of_1.allows((1, 5, 5, 2))
    (True, False)
    """

    areas: Sequence[Sequence[Sequence[Place]]]

    name = "same_values"
    summary = "Areas hold the same digits, each equally often, in any order."
    marks_in = MappingProxyType({"areas": "areas of the same digits"})

    def __post_init__(self) -> None:
        freeze(self, areas=self.areas)

    def drawing(self, shape: Shape) -> Iterator[marks.Shade]:
        """Yield the areas."""
        for number, areas in enumerate(self.areas, 1):
            for area in areas:
                yield marks.Shade(cells_of(self, shape, area), group=number)

    def links(self, shape: Shape) -> Iterator[Cells]:
        """Yield areas of single cells."""
        for first, *others in self.areas:
            if len(first) == 1:
                yield cells_of(self, shape, [place for area in (first, *others) for place in area])

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a constraint for each digit: two areas hold it equally often."""
        for first, *others in self.areas:
            own = cells_of(self, shape, first)
            for area in others:
                if len(area) != len(first):
                    where = title_of("the area", area[0])
                    raise RuleError(
                        f"rule 'same_values': {where}, has {len(area)} cells, not {len(first)}"
                    )
                shared = set(own).intersection(cells_of(self, shape, area))
                cells = [cell for cell in own if cell not in shared]
                twins = [cell for cell in cells_of(self, shape, area) if cell not in shared]
                for digit in range(1, shape.n + 1) if len(cells) > 1 else ():
                    title = f"{title_of('area', area[0])}, of {digit}"
                    means = (
                        f"{cell_names(shape, cells)} hold {digit} as often as "
                        f"{cell_names(shape, twins)}"
                    )
                    reader = EqualCounts(digit, len(cells))
                    yield Constraint(title, (*cells, *twins), reader, means)


@dataclass(frozen=True)
class EqualCounts(Reader[tuple[int, int]]):
    """The first `size` cells hold a digit as often as the other cells.

    The state has the number of cells read, up to `size`, and the difference of the two counts.
    """

    digit: int
    size: int

    start = (0, 0)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Count a digit."""
        n_read, more = state
        if digit == self.digit:
            more += 1 if n_read < self.size else -1
        return (min(n_read + 1, self.size), more) if more >= 0 else None

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether both areas hold the digit equally often."""
        return state[1] == 0


@dataclass(frozen=True)
class SameDigits(Reader[tuple[int, tuple[int, ...]]]):
    """The first `size` cells and the others, as many, hold the same digits in any order.

    The state has the number of cells read, up to `size`, and the digits that have no twin yet.

    Examples
    --------
    >>> SameDigits(2).allows((1, 4, 4, 1)), SameDigits(2).allows((1, 4, 4, 4))
    (True, False)
    """

    size: int

    start = (0, ())

    def step(
        self, state: tuple[int, tuple[int, ...]], digit: int
    ) -> tuple[int, tuple[int, ...]] | None:
        """Add a digit, or find its twin."""
        n_read, left = state
        if n_read < self.size:
            return n_read + 1, tuple(sorted((*left, digit)))
        if digit not in left:
            return None
        at = left.index(digit)
        return n_read, left[:at] + left[at + 1 :]
