"""KenKen: cages with an operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint, Sum
from sudoku.rules.places import Place, cells_of, freeze, title_of

__all__ = ["KenKen"]

Cage = tuple[int, str, Sequence[Place]]

_SIGNS = {"*": "\u00d7", "-": "\u2212", "/": "\u00f7", "=": ""}
"""How operations are drawn, where otherwise than they are written."""


@dataclass(frozen=True)
class KenKen(Rule):
    """The digits of each cage make its number by its operation; they may repeat.

    Parameters
    ----------
    cages
        Of each the number, the operation and the cells. Sums (``+``) and products (``*``) have
        any number of cells; differences (``-``) and quotients (``/``) take the others from the
        greatest, or divide it by them; ``?`` stands for any of the four, and ``=`` for a cell
        whose digit is given.

    Examples
    --------
    >>> (cage,) = KenKen([(6, "*", [(0, 0), (0, 1), (1, 0)])]).constraints(Shape(2, 2))
    >>> cage.allows((1, 2, 3)), cage.allows((2, 2, 3))
    (True, False)
    """

    cages: Sequence[Cage]

    name = "kenken"
    summary = "The digits of a cage make its number by its operation."

    def __post_init__(self) -> None:
        freeze(self, has_text=True, cages=self.cages)

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the cages, with what they make in their first cell."""
        for number, operation, places in self.cages:
            cells = cells_of(self, shape, places)
            yield marks.Region(cells)
            yield marks.Corner((min(cells),), f"{number}{_SIGNS.get(operation, operation)}")

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
                yield Sum(title, cells, number)
            elif operation == "*":
                step = partial(_multiply, number)
                is_number = partial(int.__eq__, number)
                yield Constraint(title, cells, step, 1, is_number, is_symmetric=True)
            elif operation in _TESTS:
                accepts = partial(_TESTS[operation], number)
                yield Constraint(title, cells, _gather, (), accepts, is_symmetric=True)
            else:
                raise RuleError(f"rule 'kenken': {title}: {operation!r} is none of + - * / ? =")


def _multiply(number: int, so_far: int, digit: int) -> int | None:
    return so_far * digit if number % (so_far * digit) == 0 else None


def _gather(digits: Any, digit: int) -> tuple[int, ...]:
    return tuple(sorted((*digits, digit)))


def _is_difference(number: int, digits: tuple[int, ...]) -> bool:
    return digits[-1] - sum(digits[:-1]) == number


def _is_quotient(number: int, digits: tuple[int, ...]) -> bool:
    return digits[-1] == number * prod(digits[:-1])


def _is_any(number: int, digits: tuple[int, ...]) -> bool:
    is_either = _is_difference(number, digits) or _is_quotient(number, digits)
    return is_either or number in (sum(digits), prod(digits))


_TESTS = {"-": _is_difference, "/": _is_quotient, "?": _is_any}
