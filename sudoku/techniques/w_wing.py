"""W-wing: two cells with the same two digits, held together by a strong link of one of these.

The link has two places for the digit, each seen by one of the cells; so not both cells hold it, and
cells that see both lose the other digit.
"""

from __future__ import annotations

from itertools import combinations

from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


def steps(position: Position) -> Deductions:
    """Yield the W-wings."""
    cand, peers, n_cells = position.cand, position.geometry.peers, position.n_cells
    for one, other in combinations(position.bivalues, 2):
        if cand[one] != cand[other]:
            continue
        wings = 1 << one | 1 << other
        for digit in bits(cand[one]):
            last = (cand[one] & ~(1 << digit)).bit_length() - 1
            eliminated = position.seeing_all(last, wings)
            if not eliminated:
                continue
            for house, ends in position.bilocals[digit]:
                near, near_2 = ends & peers[one], ends & peers[other]
                if ends & wings or not near or not near_2 or near | near_2 != ends:
                    continue
                cells = (one, one, *_matched(ends, near, near_2), other, other)
                digits = (last, digit, digit, digit, digit, last)
                chain = tuple(
                    1 << d * n_cells + cell for d, cell in zip(digits, cells, strict=True)
                )
                yield Deduction(eliminated, 0, cand[one], wings | ends, (house,), (), chain)


def _matched(ends: int, near: int, near_2: int) -> tuple[int, int]:
    """Return the two ends, the first of them near the one wing, the second near the other."""
    first, second = bits(ends)
    if near >> first & 1 and near_2 >> second & 1:
        return first, second
    return second, first
