"""Maps of a puzzle's cells and digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.text_view import TextView


@dataclass(frozen=True, slots=True)
class Isomorphism(TextView):
    """A map that moves the cells of a board and renames the digits.

    Parameters
    ----------
    cells
        The cell to which each cell goes; cells are numbered from 0, row by row.
    digits
        The digit that each digit becomes, from 1 on.

    Examples
    --------
    >>> turn = Isomorphism((1, 3, 0, 2), (2, 1))
    >>> turn.moved([1, 0, 2, 0])
    (1, 2, 0, 0)
    >>> turn.then(turn.inverse()) == Isomorphism.identity(4, 2)
    True
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    __repr__ = brief_repr

    @classmethod
    def identity(cls, n_cells: int, n_digits: int) -> Isomorphism:
        """Return the map that changes nothing.

        Examples
        --------
        >>> Isomorphism.identity(1, 2)
        Isomorphism(cells=(0,), digits=(1, 2))
        """
        return cls(tuple(range(n_cells)), tuple(range(1, n_digits + 1)))

    @property
    def is_identity(self) -> bool:
        """Whether the map changes nothing."""
        return self == Isomorphism.identity(len(self.cells), len(self.digits))

    def moved(self, grid: Sequence[int]) -> tuple[int, ...]:
        """Return the cells of a grid, 0 for a blank, after they were moved and renamed."""
        names = (0, *self.digits)
        found = [0] * len(self.cells)
        for digit, goal in zip(grid, self.cells, strict=True):
            found[goal] = names[digit]
        return tuple(found)

    def then(self, other: Isomorphism) -> Isomorphism:
        """Return the map that applies this one first and then another one."""
        return Isomorphism(
            tuple([other.cells[cell] for cell in self.cells]),
            tuple([other.digits[digit - 1] for digit in self.digits]),
        )

    def inverse(self) -> Isomorphism:
        """Return the map that undoes this one."""
        cells, digits = [0] * len(self.cells), [0] * len(self.digits)
        for cell, goal in enumerate(self.cells):
            cells[goal] = cell
        for digit, goal in enumerate(self.digits, 1):
            digits[goal - 1] = digit
        return Isomorphism(tuple(cells), tuple(digits))
