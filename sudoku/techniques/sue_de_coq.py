"""Sue de Coq: cells in the overlap of two houses, with cells of the rest of either.

So many cells as they have digits between them, and no digit can be in two of them: those of the one
rest are not in the other. So each digit is in one of its places, and cells of the two houses that
see all of these lose it.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


class Part(NamedTuple):
    """Cells with their digits."""

    cells: int
    digits: int


def steps(position: Position) -> Deductions:
    """Yield what pairs of houses that overlap rule out."""
    houses = position.geometry.houses
    for first, second in combinations(range(len(houses)), 2):
        overlap = houses[first] & houses[second] & position.blank
        if overlap.bit_count() < 2:
            continue
        in_first = _parts(position, houses[first] & position.blank & ~overlap)
        in_second = _parts(position, houses[second] & position.blank & ~overlap)
        for core in _parts(position, overlap, 2):
            if core.digits.bit_count() < core.cells.bit_count() + 2:
                continue
            for cells, digits in _whole(core, in_first, in_second):
                eliminated = _locked(position, cells, digits, houses[first] | houses[second])
                if eliminated:
                    yield Deduction(eliminated, 0, digits, cells, (first, second))


def _parts(position: Position, cells: int, at_least: int = 1) -> list[Part]:
    """Return the parts of some cells, of so many cells at least."""
    listed = list(bits(cells))
    parts = [Part(0, 0)]
    for cell in listed:
        parts += [Part(p.cells | 1 << cell, p.digits | position.cand[cell]) for p in parts]
    return [part for part in parts if part.cells.bit_count() >= at_least]


def _whole(core: Part, in_first: list[Part], in_second: list[Part]) -> list[Part]:
    """Return the core with a part of either rest, as many cells as digits."""
    found = []
    spare = core.digits.bit_count() - core.cells.bit_count()
    usable = [
        [(part, _gain(part, core)) for part in rest if _gain(part, core) > 0]
        for rest in (in_first, in_second)
    ]
    for one, gain in usable[0]:
        for other, gain_2 in usable[1]:
            if gain + gain_2 == spare and not one.digits & other.digits:
                cells = core.cells | one.cells | other.cells
                found.append(Part(cells, core.digits | one.digits | other.digits))
    return found


def _gain(part: Part, core: Part) -> int:
    """Return how many digits of the core the part takes for itself."""
    return part.cells.bit_count() - (part.digits & ~core.digits).bit_count()


def _locked(position: Position, cells: int, digits: int, within: int) -> int:
    """Return what sees all places of one of the digits, in the two houses."""
    eliminated = 0
    for digit in bits(digits):
        seen = position.geometry.common_peers(cells & position.places[digit])
        eliminated |= position.of_digit(digit, seen & within & ~cells)
    return eliminated
