"""ALS-XZ: two almost locked sets with a restricted common digit X, and another digit Z in both.

One of the sets lacks X and so holds Z: cells that see all its places in both lose it. With two
restricted commons, each set lacks one of these and all other digits are locked where they are.
"""

from __future__ import annotations

from itertools import combinations

from sudoku.techniques.als import AlmostLocked, almost_locked_sets, common, restricted_commons
from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


def steps(position: Position) -> Deductions:
    """Yield what pairs of almost locked sets rule out."""
    sets = almost_locked_sets(position)
    for number, links in enumerate(restricted_commons(position)):
        for other, linking in links.items():
            if other > number:
                yield from _pair(position, sets[number], sets[other], linking)


def _pair(position: Position, one: AlmostLocked, other: AlmostLocked, linking: int) -> Deductions:
    shared, cells = one.digits & other.digits, one.cells | other.cells
    found = []
    for digit in bits(linking):
        found.append((1 << digit, common(position, [one, other], shared & ~(1 << digit))))
    for first, second in combinations(bits(linking), 2):
        both = 1 << first | 1 << second
        eliminated = common(position, [one, other], both)
        for each in (one, other):
            eliminated |= common(position, [each], each.digits & ~both)
        found.append((both, eliminated))
    for digits, eliminated in found:
        if eliminated:
            marked = position.in_cells(one.cells, one.digits)
            marked_too = position.in_cells(other.cells, other.digits)
            yield Deduction(eliminated, 0, digits, cells, chain=(marked, marked_too))
