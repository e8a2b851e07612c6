"""ALS-XY-wing: a set linked to two others by two restricted common digits X and Y.

The hinge lacks one digit at most, so it holds X or Y; the set at that end lacks it and holds all of
its other digits. Cells that see all places of a digit Z that both ends share lose it.
"""

from __future__ import annotations

from itertools import combinations

from sudoku.techniques.als import almost_locked_sets, common, restricted_commons
from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


def steps(position: Position) -> Deductions:
    """Yield the wings."""
    sets = almost_locked_sets(position)
    for hinge, links in enumerate(restricted_commons(position)):
        for (one, x_digits), (other, y_digits) in combinations(links.items(), 2):
            shared = sets[one].digits & sets[other].digits
            if not shared or (x_digits == y_digits and x_digits.bit_count() == 1):
                continue
            every = common(position, [sets[one], sets[other]], shared)
            if not every:
                continue
            for x in bits(x_digits):
                for y in bits(y_digits & ~(1 << x)):
                    ends = [sets[one], sets[other]]
                    eliminated = common(position, ends, shared & ~(1 << x | 1 << y))
                    if eliminated:
                        cells = sets[hinge].cells | ends[0].cells | ends[1].cells
                        yield Deduction(eliminated, 0, 1 << x | 1 << y, cells)
