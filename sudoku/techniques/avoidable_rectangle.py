"""Avoidable rectangles: deadly rectangles of which some cells are solved, but none is a clue.

Type 1: with three cells solved, the fourth cannot hold the digit that would make it deadly. Type 2:
with two solved side by side, the two others have the same third digit, and one of them holds it.
"""

from __future__ import annotations

from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.rectangles import rectangles

__all__ = ["steps"]


def steps(position: Position, kind: int) -> Deductions:
    """Yield the avoidable rectangles of type 1 or 2."""
    for rectangle in rectangles(position.geometry):
        if rectangle.mask & position.clues:
            continue
        n_blank = (rectangle.mask & position.blank).bit_count()
        for k in range(4):
            turned = rectangle[k:] + rectangle[:k]
            if kind == n_blank == 1:
                yield from _three_solved(position, turned, rectangle.mask)
            elif kind == n_blank == 2:
                yield from _two_solved(position, turned, rectangle.mask)


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
