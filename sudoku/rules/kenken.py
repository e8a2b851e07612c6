"""KenKen: cages with an operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, cell_names
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.reader import Reader

Cage = tuple[int, str, Sequence[Place]]

_SIGNS = {"*": "\u00d7", "-": "\u2212", "/": "\u00f7", "=": ""}
"""The signs of operations in pictures, where they differ from the parameters."""


@dataclass(frozen=True)
class KenKen(Rule):
    """The number of each cage is the result of its operation on the digits, which may repeat.

    Parameters
    ----------
    cages
        For each cage the number, the operation and the cells. Sums (``+``) and products (``*``)
        have any number of cells. For a difference (``-``), all other digits are subtracted from the
        greatest; for a quotient (``/``), the greatest is divided by all others. ``?`` stands for
        any of the four operations, and ``=`` for a single cell whose digit is given.

    Examples
    --------
    >>> (cage,) = KenKen([(6, "*", [(0, 0), (0, 1), (1, 0)])]).constraints(Shape(2, 2))
    >>> cage.allows((1, 2, 3)), cage.allows((2, 2, 3))
    (True, False)
    """

    cages: Sequence[Cage]

    name = "kenken"
    summary = "The digits of a cage make its number by its operation."
    technique = "cage"
    marks_in = MappingProxyType({"cages": "cage"})

    def __post_init__(self) -> None:
        freeze(self, has_text=True, cages=self.cages)

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the cages, with number and operation in their first cell."""
        for number, operation, places in self.cages:
            cells = cells_of(self, shape, places)
            yield marks.Region(cells)
            yield marks.Corner((min(cells),), f"{number}{_SIGNS.get(operation, operation)}")

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the cages."""
        for (number, operation, _), constraint in zip(
            self.cages, self.constraints(shape), strict=True
        ):
            sign = _SIGNS.get(operation, operation)
            title = f"cage {number}{sign} at {cell_name(shape, constraint.cells[0])}"
            how = {"+": "add up to", "*": "have the product", "-": "differ by",
                   "/": "have the quotient"}.get(operation, "make")  # fmt: skip
            means = f"In the cage, {cell_names(shape, constraint.cells)} {how} {number}"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the cages."""
        taken: set[int] = set()
        for number, operation, places in self.cages:
            cells = cells_of(self, shape, places)
            title = f"{title_of('cage', places[0])}, of {number}{operation}"
            if taken.intersection(cells):
                raise RuleError(f"rule 'kenken': {title}: a cell lies in two cages")
            taken.update(cells)
            if operation in ("+", "="):
                yield Constraint.of_sum(title, cells, number)
            elif operation == "*":
                yield Constraint(title, cells, ProductTo(number))
            elif operation in _READERS:
                yield Constraint(title, cells, _READERS[operation](number))
            else:
                raise RuleError(f"rule 'kenken': {title}: {operation!r} is none of + - * / ? =")


@dataclass(frozen=True)
class ProductTo(Reader[int]):
    """The product of the digits is a number."""

    number: int

    start = 1
    is_symmetric = True

    def step(self, state: int, digit: int) -> int | None:
        """Multiply the product so far by a digit."""
        return state * digit if self.number % (state * digit) == 0 else None

    def accepts(self, state: int) -> bool:
        """Return whether the product is the number."""
        return state == self.number


@dataclass(frozen=True)
class _OfAll(Reader[tuple[int, ...]]):
    """The base of readers that collect all digits, in ascending order, and then accept or not."""

    number: int

    start = ()
    is_symmetric = True

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...]:
        """Insert a digit."""
        return tuple(sorted((*state, digit)))


@dataclass(frozen=True)
class DifferenceIs(_OfAll):
    """The greatest digit minus all others is a number."""

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Return whether the difference is the number."""
        return _difference(state) == self.number


@dataclass(frozen=True)
class QuotientIs(_OfAll):
    """The greatest digit divided by all others is a number."""

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Return whether the quotient is the number."""
        return _is_quotient(self.number, state)


@dataclass(frozen=True)
class AnyOperation(_OfAll):
    """The sum, product, difference or quotient of the digits is a number."""

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Return whether one of the four is the number."""
        results = (sum(state), prod(state), _difference(state))
        return self.number in results or _is_quotient(self.number, state)


def _difference(digits: tuple[int, ...]) -> int:
    return digits[-1] - sum(digits[:-1])


def _is_quotient(number: int, digits: tuple[int, ...]) -> bool:
    return digits[-1] == number * prod(digits[:-1])


_READERS = {"-": DifferenceIs, "/": QuotientIs, "?": AnyOperation}
