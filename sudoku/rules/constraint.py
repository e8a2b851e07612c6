"""Constraints of rules that are not houses, exclusions or links, such as sums and orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any

from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.text_view import TextView
from sudoku.errors import RuleError
from sudoku.rules.linear import DifferenceOf, SumTo, WeightedSumTo
from sudoku.rules.reader import OneOf, Passing, Reader


@dataclass(frozen=True)
class Constraint(TextView):
    """A constraint on the digits of some cells, which a reader reads one after another.

    Parameters
    ----------
    title
        Its name in messages, with its place: ``"arrow at row 1, column 5"``.
    cells
        Different cells, in the order of reading.
    reader
        The automaton that defines which digits are allowed.
    meaning
        What it says, in a sentence without the last full stop, in which ``{cells}``, ``{first}``
        and ``{others}`` stand for the names of its cells, the first one and the others. Where there
        is none, the summary of its rule is said.

    Examples
    --------
    >>> cage = Constraint("cage", (0, 1, 2), SumTo(6))
    >>> cage.allows((1, 2, 3)), cage.allows((1, 2, 4))
    (True, False)
    >>> cage
    Constraint(title='cage', cells=(0, 1, 2), reader=SumTo(total=6))
    """

    title: str
    cells: tuple[int, ...]
    reader: Reader[Any]
    meaning: str = field(default="", compare=False, repr=False)

    __repr__ = brief_repr

    @classmethod
    def of_table(
        cls, title: str, cells: tuple[int, ...], tuples: Iterable[tuple[int, ...]]
    ) -> Constraint:
        """Return the constraint that the digits are one of some tuples.

        Examples
        --------
        >>> Constraint.of_table("pair", (0, 1), [(1, 2), (2, 4)]).allows((2, 4))
        True
        """
        rows = frozenset(tuple(map(index, each)) for each in tuples)
        for row in rows:
            if len(row) != len(cells):
                raise RuleError(f"{title}: {row} has {len(row)} digits for {len(cells)} cells")
        return cls(title, cells, OneOf(rows))

    @classmethod
    def of_test(
        cls, title: str, cells: tuple[int, ...], allows: Callable[[tuple[int, ...]], bool]
    ) -> Constraint:
        """Return the constraint that the digits pass a test, which is tried on all tuples.

        Examples
        --------
        >>> Constraint.of_test("line", (0, 1), lambda digits: sum(digits) == 4).allows((1, 2))
        False
        """
        if not callable(allows):
            raise RuleError(f"{title}: the test is {allows!r}: it must be a function")
        return cls(title, cells, Passing(allows))

    @classmethod
    def of_sum(
        cls, title: str, plus: tuple[int, ...], total: int, minus: tuple[int, ...] = ()
    ) -> Constraint:
        """Return the constraint that some digits minus others add up to a total.

        The cells that are subtracted come first in `cells`.

        Examples
        --------
        >>> arrow = Constraint.of_sum("arrow", (0, 1), 0, minus=(5,))
        >>> arrow.cells, arrow.allows((7, 3, 4))
        ((5, 0, 1), True)
        """
        total = index(total)
        reader = DifferenceOf(len(minus), total) if minus else SumTo(total)
        return cls(title, (*minus, *plus), reader)

    @classmethod
    def of_weights(cls, title: str, weights: Mapping[int, int], total: int) -> Constraint:
        """Return the constraint that the weighted sum of the digits is a total.

        Cells are read in the order of the absolute values of their weights, the greatest first.

        Examples
        --------
        >>> number = Constraint.of_weights("number", {4: 1, 5: 1, 0: -10, 1: -1}, 0)
        >>> number.cells, number.allows((1, 4, 9, 3)), number.allows((1, 4, 9, 4))
        ((0, 4, 5, 1), True, False)
        """
        cells = tuple(sorted(weights, key=lambda cell: -abs(weights[cell])))
        factors = tuple(index(weights[cell]) for cell in cells)
        return cls(title, cells, WeightedSumTo(factors, index(total)))

    @property
    def is_symmetric(self) -> bool:
        """Whether only the digits matter, and not the order of the cells that hold them."""
        return self.reader.is_symmetric

    def moved(self, title: str, cells: tuple[int, ...]) -> Constraint:
        """Return the same constraint on other cells."""
        return replace(self, title=title, cells=cells)

    def allows(self, digits: Iterable[int]) -> bool:
        """Return whether the constraint allows the digits of all its cells, in order."""
        given = tuple(digits)
        if len(given) != len(self.cells):
            raise RuleError(f"{self.title}: {len(given)} digits for {len(self.cells)} cells")
        return self.reader.allows(given)
