"""Region sum lines: the same sum in every box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from sudoku.pictures import marks
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, check_line, freeze, region_cells, title_of
from sudoku.rules.rule import Rule
from sudoku.shape import Shape

__all__ = ["RegionSum", "equal_sums"]

State = tuple[int, int, int]


@dataclass(frozen=True)
class RegionSum(Rule):
    """The digits on a line have the same sum in each box that it passes through.

    A line that comes back to a box has the sum each time.

    Parameters
    ----------
    lines
        The cells of each.
    regions
        A map of the regions, as for `Jigsaw`, where they are not the boxes.

    Examples
    --------
    >>> (line,) = RegionSum([[(0, 1), (0, 2), (0, 3)]]).constraints(Shape(3, 3))
    >>> line.allows((2, 4, 6)), line.allows((2, 4, 7))
    (True, False)
    """

    lines: Sequence[Sequence[Place]]
    regions: str | Sequence[int] | Sequence[Sequence[int]] | None = None

    name = "region_sum"
    summary = "The digits on a line have the same sum in each box that it passes through."

    def __post_init__(self) -> None:
        freeze(self, lines=self.lines)
        freeze(self, has_text=True, regions=self.regions)

    def drawing(self, shape: Shape) -> Iterator[marks.Line]:
        """Yield the lines."""
        for line in self.lines:
            yield marks.Line(cells_of(self, shape, line), "#9fc4ee")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        boxes = list(shape.boxes())
        if self.regions is not None:
            boxes = region_cells(self, shape, self.regions)
        region_of = {cell: number for number, cells in enumerate(boxes) for cell in cells}
        for line in self.lines:
            check_line(self, line)
            cells = cells_of(self, shape, line)
            parts = [tuple(part) for _, part in groupby(cells, key=region_of.__getitem__)]
            yield equal_sums(title_of("region sum line", line[0]), parts)


def equal_sums(title: str, parts: Sequence[tuple[int, ...]]) -> Constraint:
    """Return the condition that the digits of all parts have the same sum."""
    cells = tuple(cell for part in parts for cell in part)
    ends = frozenset(len(cells) - len(sum(parts[k + 1 :], ())) for k in range(len(parts)))
    return Constraint(title, cells, partial(_step, ends), (0, 0, 0))


def _step(ends: frozenset[int], state: State, digit: int) -> State | None:
    """Add a digit: so many are read, the sum of all parts is this, or 0 while it is not known."""
    n_read, total, so_far = state
    n_read, so_far = n_read + 1, so_far + digit
    if total and so_far > total:
        return None
    if n_read not in ends:
        return n_read, total, so_far
    return (n_read, so_far, 0) if so_far == total or not total else None
