"""X-sums: the sum of the first X digits, where X is the first of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.outside import Outside

__all__ = ["XSum"]

State = tuple[int, int]


@dataclass(frozen=True)
class XSum(Outside):
    """A clue is the sum of the first X digits seen from there, and the first of them is X.

    Parameters
    ----------
    top, bottom, left, right
        A clue for each column, or row, and None where there is none.

    Examples
    --------
    >>> (view,) = XSum(left=(6, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((2, 4, 1, 3)), view.allows((2, 3, 1, 4))
    (True, False)
    """

    name = "x_sum"
    summary = "A clue outside is the sum of the first X digits, where X is the first of them."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the sums."""
        most = sum(range(1, shape.n + 1))
        for clue, where, cells in self.views(shape):
            if not 1 <= clue <= most:
                raise RuleError(f"rule 'x_sum': {where}: sums are 1 to {most}, not {clue}")
            yield Constraint(where, cells, partial(_step, clue), (-1, 0), _is_over)


def _step(clue: int, state: State, digit: int) -> State | None:
    """Read a digit: how many more are added, and what they must add up to."""
    n_more, left = state
    if n_more < 0:
        n_more, left = digit, clue
    if n_more == 0:
        return state
    if digit > left or (n_more == 1 and digit != left):
        return None
    return n_more - 1, left - digit


def _is_over(state: State) -> bool:
    return state == (0, 0)
