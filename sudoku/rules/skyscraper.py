"""Skyscrapers: how many digits are seen from outside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.outside import Outside

__all__ = ["Skyscraper"]

State = tuple[int, int]


@dataclass(frozen=True)
class Skyscraper(Outside):
    """A clue tells how many digits are seen from there, each higher than all before it.

    Parameters
    ----------
    top, bottom, left, right
        A clue for each column, or row, and None where there is none.
    flat
        Digits up to this are no height: they are never seen.

    Examples
    --------
    >>> (view,) = Skyscraper(left=(2, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((3, 1, 4, 2)), view.allows((1, 2, 3, 4))
    (True, False)
    """

    flat: int = 0

    name = "skyscraper"
    summary = "A clue outside tells how many digits are seen, where higher ones hide lower ones."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the views."""
        for clue, where, cells in self.views(shape):
            if not 1 <= clue <= shape.n:
                raise RuleError(f"rule 'skyscraper': {where}: 1 to {shape.n} are seen, not {clue}")
            yield Constraint(
                where, cells, partial(_step, clue, self.flat), (0, 0), partial(_is_seen, clue)
            )


def _step(clue: int, flat: int, state: State, digit: int) -> State | None:
    """Look at the next: the highest so far and how many are seen."""
    highest, n_seen = state
    if digit < highest or digit <= flat:
        return state
    return (digit, n_seen + 1) if n_seen < clue else None


def _is_seen(clue: int, state: State) -> bool:
    return state[1] == clue
