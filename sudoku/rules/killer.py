"""Killer cages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from exactcover.runtime.formatting import shown
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, cell_names
from sudoku.pictures import marks
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element
from sudoku.rules.linear import SumTo
from sudoku.rules.places import Place, cells_of, freeze, title_of

Cage = tuple[int | None, Sequence[Place]]
"""A sum, or None if it is not given, and the cells."""


@dataclass(frozen=True)
class Killer(Rule):
    """The digits of each cage add up to its sum, and none comes twice.

    Parameters
    ----------
    cages
        For each cage the sum (None if it is not given) and the cells, as (row, column) from 0.
    repeats
        Whether a digit may appear more than once in a cage.
    may_overlap
        Whether a cell may lie in several cages.

    Examples
    --------
    >>> from sudoku.puzzle.puzzle import Puzzle
    >>> from sudoku.rules.classic import Classic
    >>> Puzzle(Shape(2, 2), [Classic(), Killer([(3, [(0, 0), (0, 1)])])]).count()
    48
    """

    cages: Sequence[Cage]
    repeats: bool = False
    may_overlap: bool = False

    name = "killer"
    summary = "The digits of a cage add up to its sum, and none comes twice."
    technique = "cage"
    marks_in = MappingProxyType({"cages": "cage"})

    def __post_init__(self) -> None:
        freeze(self, cages=self.cages)

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the cages, unless digits may be repeated in them."""
        if self.repeats:
            return ()
        return tuple(House(title, cells) for _, title, cells in self._cells(shape))

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the cages."""
        for total, _, cells in self._cells(shape):
            where = f"at {cell_name(shape, cells[0])}"
            title = f"cage {where}" if total is None else f"cage {total} {where}"
            differs = "" if self.repeats else "are different and "
            means = "The cage holds no digit twice"
            if total is not None:
                means = f"In the cage, {cell_names(shape, cells)} {differs}add up to {total}"
            if len(cells) > 1 and not (total is None and self.repeats):
                reader = None if total is None else SumTo(total)
                yield Element(self.technique, title, means, cells, reader)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the sums."""
        for total, title, cells in self._cells(shape):
            if total is not None:
                yield Constraint.of_sum(f"{title} of {total}", cells, total)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the cages with their sums."""
        for total, _, cells in self._cells(shape):
            yield marks.Cage(cells, "" if total is None else str(total))

    def _cells(self, shape: Shape) -> Iterator[tuple[int | None, str, tuple[int, ...]]]:
        """Yield the sum, title and cells of each cage, checked."""
        taken: set[int] = set()
        for total, places in self.cages:
            cells = cells_of(self, shape, places)
            title = title_of("cage", places[0])
            twice = taken.intersection(cells)
            if twice and not self.may_overlap:
                cell = title_of("the cell", shape.position(min(twice)))
                raise RuleError(f"rule 'killer': {title}: {cell}, lies in two cages")
            taken.update(cells)
            self._check_reach(shape.n, title, total, len(cells))
            yield total, title, cells

    def _check_reach(self, n: int, title: str, total: int | None, size: int) -> None:
        """Raise a RuleError if a cage is too large, or its sum is impossible."""
        if size > n and not self.repeats:
            raise RuleError(f"rule 'killer': {title} has {size} cells, more than the {n} digits")
        low, high = size * (size + 1) // 2, size * (2 * n + 1 - size) // 2
        if self.repeats:
            low, high = size, size * n
        if total is not None and not low <= total <= high:
            raise RuleError(
                f"rule 'killer': {title}: {size} cells add up to {low} to {high}, not "
                f"{shown(total)}"
            )


def overlap(cages: Iterable[Cage]) -> bool:
    """Return whether a place is in several cages.

    >>> overlap([(3, [(0, 0), (0, 1)]), (None, [(0, 1), (0, 2)])])
    True
    """
    places = [place for _, own in cages for place in own]
    return len(set(places)) < len(places)
