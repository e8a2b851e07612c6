"""Exclusions: what every place of a digit in a house, or every candidate of a cell, excludes.

One of the places holds the digit, and one of the candidates is true. A candidate that each of them
excludes is false: by a house, by a knight's move, because it is consecutive, or by any other rule
about two cells. With houses alone these are locked candidates, which are techniques of their own.

Complexity: one pass over the candidates of all cells and houses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sudoku.rules.base import Rule
from sudoku.statement.bitsets import bits, mask_of
from sudoku.statement.weak_links import weak_links
from sudoku.techniques.geometry import Geometry
from sudoku.techniques.position import Deduction, Deductions, Position

ANY_RULE = "exclusion"
"""The technique that looks at all rules together; the others are about the rules of one name."""


def steps(position: Position, technique: str) -> Deductions:
    """Yield what the places of a digit in a house, or the candidates of a cell, exclude together.

    Those with the fewest places or candidates come first.
    """
    excluded = _excluded(position.geometry, technique)
    found = [
        ((source[0].bit_count() - 1) or source[1].bit_count(), source, common)
        for source, common in _commonly_excluded(position, excluded)
    ]
    for _, source, gone in sorted(found, key=lambda each: each[:2]):
        cells, digits, house = source
        houses = (house,) if house >= 0 else ()
        yield Deduction(gone, digits=digits, cells=cells, houses=houses)


def _commonly_excluded(
    position: Position, excluded: list[int]
) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield cells, digits and house of a source, and the candidates that all of it excludes.

    The source is a digit in a house, or a cell, whose house is -1.
    """
    n_cells, candidates, by_house = position.n_cells, position.candidates, None
    for cell in bits(position.blank):
        common, digits = candidates, position.cand[cell]
        for digit in bits(digits):
            common &= excluded[digit * n_cells + cell]
            if not common:
                break
        else:
            yield (1 << cell, digits, -1), common
    for digit, places in enumerate(position.places):
        if not places:
            continue
        start = digit * n_cells
        for house, mask in enumerate(position.geometry.houses):
            common, rest = candidates, places & mask
            if not rest:
                continue
            while rest and common:
                low = rest & -rest
                common &= excluded[start + low.bit_length() - 1]
                rest ^= low
            if common:
                by_house = by_house or _by_houses(position.geometry)
                locked = (1 << n_cells) - 1
                for cell in bits(places & mask):
                    locked &= by_house[cell]
                common &= ~position.of_digit(digit, locked)
                if common:
                    yield (places & mask, 1 << digit, house), common


def _about(rules: tuple[Rule, ...], technique: str) -> tuple[Rule, ...]:
    """Return the rules that a technique looks at: those it is named for, and those of houses."""
    if technique == ANY_RULE:
        return rules
    return tuple(rule for rule in rules if rule.technique in (technique, Rule.technique))


@lru_cache(maxsize=64)
def _excluded(geometry: Geometry, technique: str) -> list[int]:
    """Return for each candidate, digit by digit, the mask of those that it excludes."""
    n, n_cells = geometry.n, geometry.n_cells
    links = weak_links(geometry.shape, _about(geometry.rules, technique))
    peers = [mask_of(cells) for cells in links.peers]
    found = []
    for digit in range(n):
        for cell in range(n_cells):
            mask = peers[cell] << digit * n_cells
            for other, other_digit in links.excluded.get((cell, digit + 1), ()):
                mask |= 1 << (other_digit - 1) * n_cells + other
            for other_digit in range(n):
                if other_digit != digit:
                    mask |= 1 << other_digit * n_cells + cell
            found.append(mask)
    return found


@lru_cache(maxsize=32)
def _by_houses(geometry: Geometry) -> tuple[int, ...]:
    """Return for each cell those that share a house with it, and the cell itself."""
    peers = [1 << cell for cell in range(geometry.n_cells)]
    for house in geometry.houses:
        for cell in bits(house):
            peers[cell] |= house
    return tuple(peers)
