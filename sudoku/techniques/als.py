"""Almost locked sets: k cells of a house with k + 1 digits between them, of which one is missing.

Two sets have a *restricted common* digit if all its places in one set see all its places in the
other. At most one of the sets holds this digit; the other lacks it and is locked in its digits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from exactcover.runtime.search.limits import stop_if_due
from sudoku.statement.bitsets import bits
from sudoku.techniques.position import Position


class AlmostLocked(NamedTuple):
    """A set: its cells, its digits, and for each digit its places and what sees all of them."""

    cells: int
    digits: int
    places: dict[int, int]
    sees: dict[int, int]


@lru_cache(maxsize=2)
def almost_locked_sets(position: Position) -> list[AlmostLocked]:
    """Return all almost locked sets, smaller ones first, none twice."""
    found: set[int] = set()
    for house in position.geometry.houses:
        found.update(_in_house(position, list(bits(house & position.blank))))
    ordered = sorted(found, key=lambda cells: (cells.bit_count(), cells))
    return [_made(position, cells) for cells in ordered]


def _in_house(position: Position, cells: list[int]) -> list[int]:
    """Return the sets of these cells, but not all of them, that are almost locked."""
    cand, last = position.cand, len(cells) - 1
    found = []
    stack = [(0, 0, 0, 0)]
    while stack:
        stop_if_due()
        start, mask, digits, size = stack.pop()
        for k in range(start, len(cells)):
            union = digits | cand[cells[k]]
            picked = mask | 1 << cells[k]
            if union.bit_count() == size + 2:
                found.append(picked)
            if size + 1 < last:
                stack.append((k + 1, picked, union, size + 1))
    return found


def _made(position: Position, cells: int) -> AlmostLocked:
    digits = position.digits_in(cells)
    places = {digit: cells & position.places[digit] for digit in bits(digits)}
    sees = {digit: position.geometry.common_peers(mask) for digit, mask in places.items()}
    return AlmostLocked(cells, digits, places, sees)


@lru_cache(maxsize=2)
def restricted_commons(position: Position) -> list[dict[int, int]]:
    """Return for each set, by the number of another one, the digit mask of their commons."""
    sets = almost_locked_sets(position)
    holders: dict[int, list[tuple[int, int]]] = {}
    for number, each in enumerate(sets):
        for digit, mask in each.places.items():
            holders.setdefault(digit, []).append((number, mask))
    links: list[dict[int, int]] = [{} for _ in sets]
    for of_set, each in zip(links, sets, strict=True):
        stop_if_due()
        for digit, seen in each.sees.items():
            unseen = ~seen
            bit = 1 << digit
            for number, mask in holders[digit]:
                if not mask & unseen:
                    of_set[number] = of_set.get(number, 0) | bit
    return links


def common(position: Position, sets: list[AlmostLocked], digits: int) -> int:
    """Return the candidates of these digits that see all their places in all of the sets."""
    eliminated = 0
    for digit in bits(digits):
        seen = position.places[digit]
        for each in sets:
            seen &= each.sees[digit]
        eliminated |= seen << digit * position.n_cells
    return eliminated
