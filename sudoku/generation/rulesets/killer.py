"""Killer cages of random forms."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sudoku.generation.rulesets.filled import Filled, beside
from sudoku.generation.rulesets.parameters import flag, whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.geometry.shape import Shape
from sudoku.rules.killer import Cage
from sudoku.rules.killer import Killer as KillerRule

Cells = list[int]


@dataclass(frozen=True)
class Killer(Marked):
    """Cages of cells that are connected, without equal digits, and do not overlap.

    Parameters
    ----------
    cages
        The number of cages; by default they cover the board, except for cells where none fits.
    least, most
        The least and the greatest number of cells of a cage. Sizes in between are equally likely,
        but where a cage finds no room it is smaller.
    sums
        Whether cages show their sums.
    """

    cages: int | None = whole(None)
    least: int = whole(2)
    most: int = whole(4)
    sums: bool = flag(True)

    name = "killer"
    summary = "The digits of a cage add up to its sum, and none comes twice."

    @property
    def n_marks(self) -> int | None:
        """The number of cages."""
        return self.cages

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if a cage may have more cells than there are digits."""
        super().check(shape)
        if self.most > shape.n:
            raise self.fail(f"most is {self.most}, but there are only {shape.n} digits")

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[Cage]:
        """Return the cages with their sums."""
        found = grow_cages(filled, rng, self.cages, self.least, self.most)
        return [
            (sum(filled.digits_of(cage)) if self.sums else None, filled.places(cage))
            for cage in found
        ]

    def rule(self, shape: Shape, marks: Sequence[Cage]) -> KillerRule:
        """Return the rule of the cages."""
        return KillerRule(tuple(marks))


def grow_cages(
    filled: Filled, rng: np.random.Generator, number: int | None, least: int, most: int
) -> list[Cells]:
    """Return disjoint connected cages without equal digits, each with its cells in order.

    Without a number, cells that are left alone join a neighbouring cage where one has room.
    """
    free = set(range(len(filled.digits)))
    cages: list[Cells] = []
    for start in rng.permutation(len(filled.digits)).tolist():
        if start in free and (number is None or len(cages) < number):
            cage = _grown(filled, rng, free, start, int(rng.integers(least, most + 1)))
            if len(cage) >= least:
                cages.append(cage)
                free.difference_update(cage)
    if number is None:
        _join(filled, cages, free, most)
    return [sorted(cage) for cage in cages]


def _grown(
    filled: Filled, rng: np.random.Generator, free: set[int], start: int, size: int
) -> Cells:
    """Return a cage that begins with one cell; it is smaller than `size` where there is no room."""
    cage, near = [start], beside(filled.shape)
    while len(cage) < size:
        held = filled.digits_of(cage)
        edge = [cell for inner in cage for cell in near[inner] if cell in free and cell not in cage]
        edge = [cell for cell in edge if filled.digits[cell] not in held]
        if not edge:
            break
        cage.append(edge[rng.integers(len(edge))])
    return cage


def _join(filled: Filled, cages: list[Cells], free: set[int], most: int) -> None:
    """Add each free cell to a neighbouring cage that has room for it and not its digit."""
    cage_of = {cell: cage for cage in cages for cell in cage}
    for cell in sorted(free):
        for other in beside(filled.shape)[cell]:
            cage = cage_of.get(other, [])
            digits = filled.digits_of(cage)
            if 0 < len(cage) < most and filled.digits[cell] not in digits:
                cage.append(cell)
                cage_of[cell] = cage
                break
