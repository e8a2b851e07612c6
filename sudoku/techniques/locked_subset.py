"""Locked pair, locked triple: a naked subset in the overlap of two houses acts on both."""

from __future__ import annotations

from itertools import combinations

from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


def steps(position: Position, size: int) -> Deductions:
    """Yield the locked subsets of so many cells that rule something out in both houses."""
    houses = position.geometry.houses
    for first, second in combinations(range(len(houses)), 2):
        overlap = houses[first] & houses[second] & position.blank
        if overlap.bit_count() < size:
            continue
        few = [cell for cell in bits(overlap) if position.cand[cell].bit_count() <= size]
        for picked in combinations(few, size):
            cells = sum(1 << cell for cell in picked)
            digits = position.digits_in(cells)
            if digits.bit_count() != size:
                continue
            in_first = position.in_cells(houses[first] & ~cells, digits)
            in_second = position.in_cells(houses[second] & ~cells, digits)
            if in_first & ~in_second and in_second & ~in_first:
                yield Deduction(
                    in_first | in_second, 0, digits, cells, (first, second), (first, second)
                )
