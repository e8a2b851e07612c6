"""XY-wing, XYZ-wing: a hinge and two pincers, one of which holds the digit that they share.

The hinge has digits X and Y (and Z), the pincers, which see it, X and Z, Y and Z. Whatever the
hinge is, Z is in one of the three cells that have it: cells that see all of these lose it.
"""

from __future__ import annotations

from itertools import combinations

from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


def steps(position: Position, size: int) -> Deductions:
    """Yield the wings whose hinge has so many digits."""
    cand, peers = position.cand, position.geometry.peers
    hinges = [cell for cell, mask in enumerate(cand) if mask.bit_count() == size]
    for hinge in hinges:
        near = [cell for cell in position.bivalues if peers[hinge] >> cell & 1]
        for one, other in combinations(near, 2):
            shared = cand[one] & cand[other]
            all_digits = cand[one] | cand[other]
            if shared.bit_count() != 1 or cand[hinge] != all_digits & ~(shared * (size == 2)):
                continue
            cells = 1 << hinge | 1 << one | 1 << other
            digit = shared.bit_length() - 1
            holders = sum(1 << cell for cell in bits(cells) if cand[cell] & shared)
            eliminated = position.seeing_all(digit, holders)
            if eliminated:
                yield Deduction(eliminated, 0, all_digits, cells)
