"""Templates: all ways in which one digit can still lie in the grid.

A cell that is in all of them holds the digit, a cell that is in none of them loses it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


def steps(position: Position, kind: str) -> Deductions:
    """Yield for each digit what all its templates have (kind set), or have not (kind delete)."""
    for digit, places in enumerate(position.places):
        always, ever = places, 0
        for template in _templates(position, places):
            always &= template
            ever |= template
        if not ever:
            continue
        shift = digit * position.n_cells
        if kind == "set" and always:
            yield Deduction(0, always << shift, 1 << digit, always)
        if kind == "delete" and places & ~ever:
            yield Deduction((places & ~ever) << shift, 0, 1 << digit, ever)


def _templates(position: Position, places: int) -> Iterator[int]:
    """Yield sets of these places, one in each house that has any, none of which see each other."""
    peers = position.geometry.peers
    left = [mask for mask in position.geometry.houses if places & mask]
    stack = [(0, places, left)]
    while stack:
        chosen, free, houses = stack.pop()
        if not houses:
            yield chosen
            continue
        house = min(houses, key=lambda mask: (free & mask).bit_count())
        options = free & house
        while options:
            low = options & -options
            options ^= low
            rest = free & ~peers[low.bit_length() - 1] & ~low
            stack.append((chosen | low, rest, [mask for mask in houses if not mask & low]))
