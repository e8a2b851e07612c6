"""The bivalue universal grave (BUG), apart from some extra candidates.

Without the extra candidates, each blank cell has two candidates, and each digit has two places in
each house. Such a grid has two solutions or none, so one of the extra candidates must be true.
Type 1: they are in one cell. Type 2: they are of one digit. Type 3: they form a subset with cells
of a house. Type 4: they are in two cells of a house, which share one other candidate; it must be in
one of the two cells, so their remaining candidates are eliminated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudoku.ratings.explainer.board import ALL_DIGITS, N_DIGITS
from sudoku.ratings.explainer.loops import Found
from sudoku.statement.bitsets import bits, mask_of
from sudoku.techniques.position import Position

ONE_CELL, ONE_DIGIT, LOCKED = 56, 57, 57
"""The ratings of the types, in tenths; a subset adds its size."""
MOST_IN_SUBSET = 6


def easiest_grave(position: Position) -> Found | None:
    """Return the easiest pattern of the grave that eliminates a candidate, or None."""
    extra = _extra(position)
    if extra is None:
        return None
    found = (pattern for pattern in _patterns(position, extra) if pattern[2])
    return min(found, key=lambda pattern: pattern[:2], default=None)


def _extra(position: Position) -> dict[int, int] | None:
    """Return the extra candidates (cell -> digits) of a grave; None if there is no grave."""
    extra: dict[int, int] = {}
    places = list(position.places)
    for house in position.geometry.houses:
        for digit in range(N_DIGITS):
            if (places[digit] & house).bit_count() in (0, 2):
                continue
            cells = [
                cell
                for cell in bits(position.places[digit] & house)
                if position.cand[cell].bit_count() > 2
            ]
            if not cells:
                return None
            if len(cells) == 1:
                extra[cells[0]] = extra.get(cells[0], 0) | 1 << digit
                places[digit] &= ~(1 << cells[0])
    for cell in bits(position.blank):
        if (position.cand[cell] & ~extra.get(cell, 0)).bit_count() != 2:
            return None
    for house in position.geometry.houses:
        if any((mask & house).bit_count() not in (0, 2) for mask in places):
            return None
    return extra or None


def _patterns(position: Position, extra: dict[int, int]) -> Iterator[Found]:
    cells = mask_of(extra)
    digits = 0
    for mask in extra.values():
        digits |= mask
    common = position.geometry.common_peers(cells) & ~cells & position.blank
    if len(extra) == 1:
        (cell,) = extra
        yield ONE_CELL, 1, position.in_cell(cell, ALL_DIGITS & ~digits)
        return
    if digits.bit_count() == 1:
        yield ONE_DIGIT, 2, position.of_digit(digits.bit_length() - 1, common)
    elif common:
        yield from _subsets(position, cells, digits, common)
    if len(extra) == 2 and (digits.bit_count() == 1 or common):
        yield from _locked(position, extra, digits)


def _subsets(position: Position, cells: int, digits: int, common: int) -> Iterator[Found]:
    for house in position.geometry.houses:
        if cells & ~house:
            continue
        others = list(bits(common & house))
        for size in range(2, min(MOST_IN_SUBSET, len(others)) + 1):
            for picked in combinations(others, size - 1):
                subset = position.digits_in(mask_of(picked))
                if subset.bit_count() == size and not digits & ~subset:
                    rest = mask_of(cell for cell in others if cell not in picked)
                    yield ONE_DIGIT + size - 1, 3, position.in_cells(rest, subset)


def _locked(position: Position, extra: dict[int, int], digits: int) -> Iterator[Found]:
    one, other = extra
    both = position.cand[one] & position.cand[other] & ~digits
    if both.bit_count() == 1 and position.geometry.peers[one] >> other & 1:
        goes = position.in_cell(one, ALL_DIGITS & ~both & ~extra[one])
        yield LOCKED, 4, goes | position.in_cell(other, ALL_DIGITS & ~both & ~extra[other])
