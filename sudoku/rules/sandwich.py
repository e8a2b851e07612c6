"""Sandwich sums: what stands between the lowest digit and the highest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint, Reading
from sudoku.rules.outside import Outside

__all__ = ["Sandwich"]

State = tuple[int, int]


@dataclass(frozen=True)
class Sandwich(Outside):
    """A clue is the sum of the digits between 1 and ``n`` in its row or column.

    Parameters
    ----------
    top, bottom, left, right
        A clue for each column, or row, and None where there is none.

    Examples
    --------
    >>> (view,) = Sandwich(left=(2, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((3, 4, 2, 1)), view.allows((4, 2, 3, 1))
    (True, False)
    """

    name = "sandwich"
    summary = "A clue outside is the sum of the digits between the lowest and the highest."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the sums."""
        for clue, where, cells in self.views(shape):
            if clue not in _sums(shape.n):
                raise RuleError(
                    f"rule 'sandwich': {where}: sums are {_listed(_sums(shape.n))}, not {clue}"
                )
            yield Constraint(where, cells, *between(clue, shape.n))


@cache
def _sums(n: int) -> tuple[int, ...]:
    """Return what different digits between 1 and n can add up to, in ascending order."""
    sums = {0}
    for digit in range(2, n):
        sums |= {total + digit for total in sums}
    return tuple(sorted(sums))


def _listed(numbers: tuple[int, ...]) -> str:
    """Return numbers in words, those in a row as from and to.

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


def between(clue: int, n: int) -> Reading:
    """Return how cells are read that hold all digits, those between 1 and n of a given sum."""
    return partial(_step, clue, n), (0, 0), _is_closed


def _step(clue: int, n: int, state: State, digit: int) -> State | None:
    """Read a digit: how many ends were passed, and the sum since the first."""
    n_ends, total = state
    if digit in (1, n):
        return (n_ends + 1, total) if n_ends == 0 or (n_ends == 1 and total == clue) else None
    if n_ends == 1:
        total += digit
        return (1, total) if total <= clue else None
    return state


def _is_closed(state: State) -> bool:
    return state[0] == 2
