"""BUG + 1: all blank cells but one have two candidates; without it the grid would be deadly.

If every digit had two places or none in every house and every cell two candidates, then any
solution could be turned into another one. So the third candidate of the other cell is true.
"""

from __future__ import annotations

from sudoku.statement.bitsets import bits
from sudoku.techniques.position import Deduction, Deductions, Position


def steps(position: Position) -> Deductions:
    """Yield the elimination of the two other candidates, if the pattern exists."""
    cand = position.cand
    rest = [cell for cell in bits(position.blank) if cand[cell].bit_count() != 2]
    if len(rest) != 1 or cand[rest[0]].bit_count() != 3 or not position.geometry.has_only_houses:
        return
    cell = rest[0]
    for digit in bits(cand[cell]):
        if _is_deadly_without(position, cell, digit):
            others = cand[cell] & ~(1 << digit)
            yield Deduction(position.in_cell(cell, others), 0, cand[cell], 1 << cell)


def _is_deadly_without(position: Position, cell: int, digit: int) -> bool:
    """Return whether each digit would have two places or none in every house."""
    for d, places in enumerate(position.places):
        if d == digit:
            places &= ~(1 << cell)
        if any((places & mask).bit_count() not in (0, 2) for mask in position.geometry.houses):
            return False
    return True
