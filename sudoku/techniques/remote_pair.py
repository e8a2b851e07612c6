"""Remote pair: a chain of cells with the same two digits, which they hold by turns.

Of two cells an odd number of links apart, one holds the one digit and one the other: cells that see
both lose both.
"""

from __future__ import annotations

from itertools import product

from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


def steps(position: Position) -> Deductions:
    """Yield the remote pairs: for any two ends, then for all cells of a chain together."""
    by_digits: dict[int, int] = {}
    for cell in position.bivalues:
        digits = position.cand[cell]
        by_digits[digits] = by_digits.get(digits, 0) | 1 << cell
    for digits, cells in by_digits.items():
        while cells:
            colours = _coloured(position, cells)
            cells &= ~(colours[0] | colours[1])
            yield from _removals(position, digits, colours)


def _removals(position: Position, digits: int, colours: tuple[int, int]) -> Deductions:
    peers, marked = position.geometry.peers, colours[0] | colours[1]
    if marked.bit_count() < 4 or colours[0] & colours[1]:
        return
    total = 0
    for one, other in product(bits(colours[0]), bits(colours[1])):
        seen = peers[one] & peers[other] & ~marked
        eliminated = position.in_cells(seen, digits)
        total |= eliminated
        if eliminated and not peers[one] >> other & 1:
            yield Deduction(eliminated, 0, digits, marked)
    if total:
        yield Deduction(total, 0, digits, marked)


def _coloured(position: Position, cells: int) -> tuple[int, int]:
    """Return the cells that hang together with the first, in two colours."""
    colours, edge, k = [cells & -cells, 0], cells & -cells, 0
    while edge:
        grown = 0
        for cell in bits(edge):
            grown |= position.geometry.peers[cell] & cells
        k = 1 - k
        edge = grown & ~colours[k]
        colours[k] |= edge
    return colours[0], colours[1]
