"""X-sums: the sum of the first X digits, where X is the first of them."""

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
class XSum(Outside):
    """A clue is the sum of the first X digits seen from the clue, and the first of them is X.

    Parameters
    ----------
    top, bottom, left, right
        For each column (or row) its clue, or None if it has no clue.

    Examples
    --------
    >>> (view,) = XSum(left=(6, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((2, 4, 1, 3)), view.allows((2, 3, 1, 4))
    (True, False)
    """

    name = "x_sum"
    summary = "A clue outside is the sum of the first X digits, where X is the first of them."
    technique = "x_sum"
    noun = "X-sum"
    says = "the first X digits add up to {clue}, where X is the first of them"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the sums."""
        yield from self.sums_of(shape, range(1, shape.n + 1))

    def sums_of(self, shape: Shape, values: range) -> Iterator[Constraint]:
        """Yield the sums of lines that hold these values, which may begin at 0.

        Raises
        ------
        RuleError
            If no sum of these values is equal to a clue.
        """
        least, most = values[0], sum(values)
        for clue, where, cells in self.views(shape):
            if not least <= clue <= most:
                raise RuleError(f"rule 'x_sum': {where}: sums are {least} to {most}, not {clue}")
            means = f"Read from {{first}}, {self.said(clue, shape.n)}"
            yield Constraint(where, cells, SumOfFirst(clue), means)


@dataclass(frozen=True)
class SumOfFirst(Reader[State]):
    """The first X digits add up to a total, and the first of them is X.

    The digits may begin at 0: if X is 0, no digits are added, so the sum is 0.

    The state has the number of digits still to be added, -1 at first, and the rest of the total.
    """

    total: int

    start = (-1, 0)

    def step(self, state: State, digit: int) -> State | None:
        """Subtract a digit from the rest, as long as there are digits to be added."""
        n_more, left = state
        if n_more == 0:
            return state
        if n_more < 0:
            n_more, left = digit, self.total
        if n_more == 0:
            return (0, 0) if left == 0 else None
        if digit > left or (n_more == 1 and digit != left):
            return None
        return n_more - 1, left - digit

    def accepts(self, state: State) -> bool:
        """Return whether X digits were added, and their sum is the total."""
        return state == (0, 0)
