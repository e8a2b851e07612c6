"""Sandwich sums: the sum of the digits between the lowest and the highest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from exactcover.runtime.formatting import shown
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.outside import Outside
from sudoku.rules.reader import Reader

State = tuple[int, int]


@dataclass(frozen=True)
class Sandwich(Outside):
    """A clue is the sum of the digits between 1 and ``n`` in its row or column.

    Parameters
    ----------
    top, bottom, left, right
        For each column (or row) its clue, or None if it has no clue.

    Examples
    --------
    >>> (view,) = Sandwich(left=(2, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((3, 4, 2, 1)), view.allows((4, 2, 3, 1))
    (True, False)
    """

    name = "sandwich"
    summary = "A clue outside is the sum of the digits between the lowest and the highest."
    technique = "sandwich"
    says = "the digits between 1 and {n} add up to {clue}"

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the sums."""
        for clue, where, cells in self.views(shape):
            if clue not in _sums(shape.n):
                raise RuleError(
                    f"rule 'sandwich': {where}: sums are {_listed(_sums(shape.n))}, not "
                    f"{shown(clue)}"
                )
            yield Constraint(where, cells, BetweenEnds(clue, shape.n))


@cache
def _sums(n: int) -> tuple[int, ...]:
    """Return all sums of different digits between 1 and n, both excluded, in ascending order."""
    sums = {0}
    for digit in range(2, n):
        sums |= {total + digit for total in sums}
    return tuple(sorted(sums))


def _listed(numbers: tuple[int, ...]) -> str:
    """Return numbers as text, with consecutive numbers as a range.

    Examples
    --------
    >>> _listed((0, 2, 3, 4, 6))
    '0, 2 to 4, 6'
    """
    starts = [k for k in numbers if k - 1 not in numbers]
    ends = [k for k in numbers if k + 1 not in numbers]
    return ", ".join(
        str(low) if low == high else f"{low} to {high}"
        for low, high in zip(starts, ends, strict=True)
    )


@dataclass(frozen=True)
class BetweenEnds(Reader[State]):
    """The digits between 1 and n, which are in either order, add up to a total.

    The line holds every digit once. The state has the number of these two ends that were read, and
    the sum of the digits since the first one; each digit counts as `less` less.
    """

    total: int
    n: int
    less: int = 0

    start = (0, 0)

    @property
    def decisive(self) -> tuple[int, ...]:
        """The two ends."""
        return 1, self.n

    def step(self, state: State, digit: int) -> State | None:
        """Read one of the ends, or a digit outside or between them."""
        n_ends, so_far = state
        if digit in (1, self.n):
            is_kept = n_ends == 0 or (n_ends == 1 and so_far == self.total)
            return (n_ends + 1, so_far) if is_kept else None
        if n_ends == 1:
            so_far += digit - self.less
            return (1, so_far) if so_far <= self.total else None
        return state

    def accepts(self, state: State) -> bool:
        """Return whether both ends were read."""
        return state[0] == 2
