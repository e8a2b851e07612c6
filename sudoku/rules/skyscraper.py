"""Skyscrapers: the number of digits that are visible from outside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.outside import Outside
from sudoku.rules.reader import Reader

State = tuple[int, int]


@dataclass(frozen=True)
class Skyscraper(Outside):
    """A clue is the number of visible digits: those that are higher than all digits before them.

    Parameters
    ----------
    top, bottom, left, right
        For each column (or row) its clue, or None if it has no clue.
    flat
        Digits up to this one are never visible.

    Examples
    --------
    >>> (view,) = Skyscraper(left=(2, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((3, 1, 4, 2)), view.allows((1, 2, 3, 4))
    (True, False)
    """

    flat: int = 0

    name = "skyscraper"
    summary = "A clue outside is the number of visible digits, where higher ones hide lower ones."
    technique = "skyscrapers"

    def said(self, clue: int, n: int) -> str:
        """Return how many digits can be seen."""
        if clue == 1:
            return "the first digit is the highest"
        return f"{clue} digits can be seen: each is higher than all digits before it"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the views."""
        for clue, where, cells in self.views(shape):
            if not 1 <= clue <= shape.n:
                raise RuleError(f"rule 'skyscraper': {where}: 1 to {shape.n} are seen, not {clue}")
            yield Constraint(where, cells, Visible(clue, self.flat))


@dataclass(frozen=True)
class Visible(Reader[State]):
    """Exactly `number` digits are visible: above `flat` and higher than all digits before them.

    The state has the highest visible digit so far, and the number of visible digits.
    """

    number: int
    flat: int = 0

    start = (0, 0)

    def step(self, state: State, digit: int) -> State | None:
        """Read a digit, which is visible or not."""
        highest, n_seen = state
        if digit < highest or digit <= self.flat:
            return state
        return (digit, n_seen + 1) if n_seen < self.number else None

    def accepts(self, state: State) -> bool:
        """Return whether `number` digits are visible."""
        return state[1] == self.number
