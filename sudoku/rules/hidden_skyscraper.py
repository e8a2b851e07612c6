"""Hidden skyscrapers: the first digit that a higher one hides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.outside import Outside

__all__ = ["HiddenSkyscraper"]

_FOUND = -1


@dataclass(frozen=True)
class HiddenSkyscraper(Outside):
    """A clue is the first digit, seen from there, that is lower than one before it.

    Parameters
    ----------
    top, bottom, left, right
        A clue for each column, or row, and None where there is none.

    Examples
    --------
    >>> (view,) = HiddenSkyscraper(left=(2, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((3, 2, 4, 1)), view.allows((3, 1, 4, 2))
    (True, False)
    """

    name = "hidden_skyscraper"
    summary = "A clue outside is the first digit, seen from there, that a higher one hides."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the views."""
        for clue, where, cells in self.views(shape):
            if not 1 <= clue <= shape.n:
                raise RuleError(f"rule 'hidden_skyscraper': {where}: {clue} is not 1 to {shape.n}")
            yield Constraint(where, cells, partial(_step, clue), 0, _is_found)


def _step(clue: int, highest: int, digit: int) -> int | None:
    """Read a digit: the highest so far, or that the clue was found."""
    if highest == _FOUND or digit > highest:
        return highest if highest == _FOUND else digit
    return _FOUND if digit == clue else None


def _is_found(highest: int) -> bool:
    return highest == _FOUND
