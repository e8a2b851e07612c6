"""Avoidable rectangles: deadly rectangles of which some cells are solved, but none is a clue.

Type 1: with three cells solved, the fourth cannot hold the digit that would make it deadly. Type 2:
with two solved side by side, the two others have the same third digit, and one of them holds it.
"""

from __future__ import annotations

from functools import lru_cache

from sudoku.techniques.geometry import Geometry
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.rectangles import Rectangle, rectangles


def steps(position: Position, kind: int) -> Deductions:
    """Yield the avoidable rectangles of type 1 or 2."""
    without_clues = (each for each in _masked(position.geometry) if not each[1] & position.clues)
    for rectangle, mask in without_clues:
        if (mask & position.blank).bit_count() != kind:
            continue
        for k in range(4):
            turned = rectangle[k:] + rectangle[:k]
            if kind == 1:
                yield from _three_solved(position, turned, mask)
            else:
                yield from _two_solved(position, turned, mask)


@lru_cache(maxsize=32)
def _masked(geometry: Geometry) -> tuple[tuple[Rectangle, int], ...]:
    """Return the rectangles with their masks, which are needed at every position."""
    return tuple((each, each.mask) for each in rectangles(geometry))


def _three_solved(position: Position, cells: tuple[int, ...], mask: int) -> Deductions:
    blank, one, opposite, other = cells
    grid = position.grid
    if position.cand[blank] and grid[one] == grid[other]:
        deadly = 1 << grid[opposite] - 1
        eliminated = position.in_cell(blank, deadly)
        if eliminated:
            yield Deduction(eliminated, 0, deadly | 1 << grid[one] - 1, mask)


def _two_solved(position: Position, cells: tuple[int, ...], mask: int) -> Deductions:
    one, other, next_to_other, next_to_one = cells
    grid, cand = position.grid, position.cand
    if not grid[one] or not grid[other]:
        return
    bit, bit_2 = 1 << grid[one] - 1, 1 << grid[other] - 1
    extra, extra_2 = cand[next_to_other] & ~bit, cand[next_to_one] & ~bit_2
    has_both = cand[next_to_other] & bit and cand[next_to_one] & bit_2
    if has_both and extra == extra_2 and extra.bit_count() == 1:
        roof = 1 << next_to_other | 1 << next_to_one
        eliminated = position.seeing_all(extra.bit_length() - 1, roof)
        if eliminated:
            yield Deduction(eliminated, 0, bit | bit_2 | extra, mask)
