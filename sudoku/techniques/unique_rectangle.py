"""Unique rectangles, types 1 to 6: the candidates that prevent a deadly rectangle.

The *floor* are the cells with none but the two digits, the *roof* are the others. Type 1: of a roof
of one cell, both digits go. 2 and 5: the roof has one digit more, which must be in it. 3: the
roof's other digits form a naked subset with cells of a house. 4: one digit must be in the roof, so
the other goes. 6: with the floor on a diagonal, a digit that has no other places in two parallel
lines goes from the roof.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from sudoku.statement.bitsets import bits, mask_of
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.rectangles import Rectangle, rectangles


def steps(position: Position, kind: int) -> Deductions:
    """Yield the unique rectangles of a type."""
    for rectangle in rectangles(position.geometry):
        if rectangle.mask & ~position.blank:
            continue
        for digits in _pairs(position, rectangle):
            floor = [cell for cell in rectangle if not position.cand[cell] & ~digits]
            roof = [cell for cell in rectangle if position.cand[cell] & ~digits]
            for found in _TYPES[kind](position, digits, floor, roof):
                if found.eliminated:
                    yield found._replace(digits=digits, cells=rectangle.mask)


def _pairs(position: Position, rectangle: Rectangle) -> set[int]:
    """Return the two digits of each bivalue corner, where no corner lacks both."""
    masks = [position.cand[cell] for cell in rectangle]
    pairs = {mask for mask in masks if mask.bit_count() == 2}
    return {pair for pair in pairs if all(mask & pair for mask in masks)}


def _are_adjacent(position: Position, roof: list[int]) -> bool:
    return len(roof) == 2 and bool(position.geometry.peers[roof[0]] >> roof[1] & 1)


def _one_roof(position: Position, digits: int, floor: list[int], roof: list[int]) -> Deductions:
    if len(roof) == 1:
        yield Deduction(position.in_cell(roof[0], digits))


def _one_extra(position: Position, digits: int, roof: list[int]) -> Deductions:
    """Yield the candidates that see all places of the one extra digit of the roof."""
    cells = mask_of(roof)
    extra = position.digits_in(cells) & ~digits
    if extra.bit_count() == 1:
        yield Deduction(position.seeing_all(extra.bit_length() - 1, cells))


def _adjacent_extra(
    position: Position, digits: int, floor: list[int], roof: list[int]
) -> Deductions:
    if _are_adjacent(position, roof):
        yield from _one_extra(position, digits, roof)


def _scattered_extra(
    position: Position, digits: int, floor: list[int], roof: list[int]
) -> Deductions:
    if len(roof) == 3 or (len(roof) == 2 and not _are_adjacent(position, roof)):
        yield from _one_extra(position, digits, roof)


def _subset(position: Position, digits: int, floor: list[int], roof: list[int]) -> Deductions:
    if not _are_adjacent(position, roof):
        return
    above = mask_of(roof)
    extra = position.digits_in(above) & ~digits
    for house in position.geometry.houses:
        if above & ~house:
            continue
        others = [*bits(house & position.blank & ~above)]
        for size in range(1, len(others)):
            for picked in combinations(others, size):
                cells = mask_of(picked)
                subset = position.digits_in(cells) | extra
                if subset.bit_count() == size + 1:
                    eliminated = _locked(position, subset, extra, cells, above)
                    yield Deduction(eliminated, chain=(position.in_cells(cells, subset),))


def _locked(position: Position, subset: int, extra: int, cells: int, roof: int) -> int:
    """Return the candidates that see all places of their digit in the subset, for each digit."""
    eliminated = 0
    for digit in bits(subset):
        holders = (cells | roof * (extra >> digit & 1)) & position.places[digit]
        eliminated |= position.seeing_all(digit, holders)
    return eliminated & ~position.in_cells(roof, subset)


def _locked_in_roof(
    position: Position, digits: int, floor: list[int], roof: list[int]
) -> Deductions:
    if not _are_adjacent(position, roof):
        return
    above = mask_of(roof)
    for digit in bits(digits):
        lies_in = [
            position.places[digit] & house
            for house in position.geometry.houses
            if not above & ~house
        ]
        if any(places and not places & ~above for places in lies_in):
            yield Deduction(position.in_cells(above, digits & ~(1 << digit)))


def _diagonal(position: Position, digits: int, floor: list[int], roof: list[int]) -> Deductions:
    if len(roof) != 2 or _are_adjacent(position, roof):
        return
    geometry = position.geometry
    above = mask_of(roof)
    corners = above | mask_of(floor)
    for digit in bits(digits):
        for lines in (geometry.rows, geometry.columns):
            lies_in = [
                position.places[digit] & geometry.houses[line]
                for line in lines
                if geometry.houses[line] & corners
            ]
            if all(places and not places & ~corners for places in lies_in):
                yield Deduction(position.of_digit(digit, above))


_TYPES: dict[int, Callable[[Position, int, list[int], list[int]], Deductions]] = {
    1: _one_roof,
    2: _adjacent_extra,
    3: _subset,
    4: _locked_in_roof,
    5: _scattered_extra,
    6: _diagonal,
}
