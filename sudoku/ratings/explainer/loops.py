"""Unique loops: rings of cells in which two digits could be swapped without the extra candidates.

Successive cells of a loop share a house, and successive houses are of different kinds. A loop meets
each house twice or not at all: once at an odd and once at an even step. A loop of four cells is a
unique rectangle. Type 1: one cell has extra candidates, so it holds neither of the two digits.
Type 2: the extra candidates are of one digit, so one of them is true. Type 3: the extra candidates
of two cells form a subset with cells of a common house. Type 4: two cells have extra candidates,
and one of the two digits has no other place in a common house, so the other digit is eliminated
from both cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudoku.ratings.explainer.board import ALL_DIGITS
from sudoku.statement.bitsets import bits, mask_of
from sudoku.techniques.position import Position

RECTANGLE = 45
"""The rating of type 1 of the loop of four cells, in tenths."""
LONGER = ((10, 5), (8, 2), (6, 1))
"""Least numbers of cells of longer loops, and the additions to the rating, in tenths."""

Found = tuple[int, int, int]
"""A pattern: its rating in tenths, its type, and the candidates that it eliminates."""


def easiest_loop(position: Position) -> Found | None:
    """Return the easiest unique loop that eliminates a candidate, or None."""
    found = [
        pattern
        for loop, digits in _loops(position)
        for pattern in _patterns(position, loop, digits)
        if pattern[2]
    ]
    return min(found, key=lambda pattern: pattern[:2], default=None)


def _loops(position: Position) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each loop once, by its cells in order, and its two digits."""
    known: set[tuple[int, int]] = set()
    for start in position.bivalues:
        digits = position.cand[start]
        first, second = bits(digits)
        cells = position.places[first] & position.places[second]
        for loop in _rings(position, (start,), digits, cells, "", 2, 0):
            key = digits, mask_of(loop)
            if key not in known and _is_valid(position, loop):
                known.add(key)
                yield loop, digits


def _rings(
    position: Position,
    ring: tuple[int, ...],
    digits: int,
    cells: int,
    way: str,
    n_extra: int,
    extra: int,
) -> Iterator[tuple[int, ...]]:
    """Yield the rings through these cells that begin with the path `ring`.

    At most `n_extra` cells after the path may have extra candidates, or any number of cells if all
    extra candidates are of one digit.
    """
    geometry = position.geometry
    taken = mask_of(ring)
    for house in geometry.houses_of[ring[-1]]:
        if geometry.ways[house] == way:
            continue
        if len(ring) >= 4 and geometry.houses[house] >> ring[0] & 1:
            yield ring
        for cell in bits(geometry.houses[house] & cells & ~taken):
            further = position.cand[cell] & ~digits
            both = extra | further
            if not further or both.bit_count() == 1 or n_extra > 0:
                left = n_extra - (further != 0)
                next_way = geometry.ways[house]
                yield from _rings(position, (*ring, cell), digits, cells, next_way, left, both)


def _is_valid(position: Position, loop: tuple[int, ...]) -> bool:
    """Return whether each house contains one odd and one even cell of the loop, or none."""
    if len(loop) % 2:
        return False
    met: tuple[set[int], set[int]] = (set(), set())
    for step, cell in enumerate(loop):
        for house in position.geometry.houses_of[cell]:
            if house in met[step % 2]:
                return False
            met[step % 2].add(house)
    return met[0] == met[1]


def _patterns(position: Position, loop: tuple[int, ...], digits: int) -> Iterator[Found]:
    base = RECTANGLE + next((more for least, more in LONGER if len(loop) >= least), 0)
    roof = [cell for cell in loop if position.cand[cell] & ~digits]
    above = mask_of(roof)
    extra = position.digits_in(above) & ~digits
    if len(roof) == 1:
        yield base, 1, position.in_cell(roof[0], digits)
    elif extra.bit_count() == 1:
        yield base, 2, position.seeing_all(extra.bit_length() - 1, above)
    elif len(roof) == 2:
        yield from _subsets(position, base, above, digits, extra)
    if len(roof) == 2:
        yield from _locked(position, base, above, digits)


def _subsets(position: Position, base: int, above: int, digits: int, extra: int) -> Iterator[Found]:
    """Yield the naked and hidden subsets that either of the two cells completes.

    A naked subset holds all extra candidates; a hidden one of the two digits holds none of them.
    """
    for house in position.geometry.houses:
        if above & ~house:
            continue
        others = list(bits(house & position.blank & ~above))
        for size in range(2, 8):
            if extra.bit_count() <= size and 2 * size <= len(others) + 2:
                for picked in combinations(others, size - 1):
                    cells = mask_of(picked)
                    subset = position.digits_in(cells) | extra
                    if subset.bit_count() == size and picked:
                        goes = position.in_cells(house & ~cells & ~above, subset)
                        yield base + size - 1, 3, goes
            if 2 * size < len(others) + 2:
                rest = [
                    digit
                    for digit in bits(ALL_DIGITS & ~digits & ~extra)
                    if position.places[digit] & house
                ]
                for more in combinations(rest, size - 2):
                    hidden = digits | mask_of(more)
                    places = 0
                    for digit in bits(hidden):
                        places |= position.places[digit] & house & ~above
                    if places.bit_count() == size - 1:
                        yield base + size - 2, 3, position.in_cells(places, ALL_DIGITS & ~hidden)


def _locked(position: Position, base: int, above: int, digits: int) -> Iterator[Found]:
    for digit in bits(digits):
        for house in position.geometry.houses:
            if not above & ~house and not position.places[digit] & house & ~above:
                yield base, 4, position.in_cells(above, digits & ~(1 << digit))
                return
