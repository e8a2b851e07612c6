"""Hidden skyscrapers: the first digit that a higher one hides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.outside import Outside
from sudoku.rules.reader import Reader

_FOUND = -1
"""The state once the clue was read."""


@dataclass(frozen=True)
class HiddenSkyscraper(Outside):
    """A clue is the first digit, seen from the clue, that is lower than a digit before it.

    Parameters
    ----------
    top, bottom, left, right
        For each column (or row) its clue, or None if it has no clue.

    Examples
    --------
    >>> (view,) = HiddenSkyscraper(left=(2, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((3, 2, 4, 1)), view.allows((3, 1, 4, 2))
    (True, False)
    """

    name = "hidden_skyscraper"
    summary = "A clue outside is the first digit, seen from there, that a higher one hides."
    technique = "skyscrapers"
    says = "the first digit that a higher one hides is {clue}"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the views."""
        for clue, where, cells in self.views(shape):
            if not 1 <= clue <= shape.n:
                raise RuleError(f"rule 'hidden_skyscraper': {where}: {clue} is not 1 to {shape.n}")
            yield Constraint(where, cells, FirstHidden(clue))


@dataclass(frozen=True)
class FirstHidden(Reader[int]):
    """The first digit below one before it is the clue; the state is the highest digit so far."""

    clue: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Read a digit that is seen, or the first one that is hidden."""
        if state == _FOUND or digit > state:
            return state if state == _FOUND else digit
        return _FOUND if digit == self.clue else None

    def accepts(self, state: int) -> bool:
        """Return whether a digit was hidden."""
        return state == _FOUND
