"""Templates: all ways in which one digit can still lie in the grid.

A cell that is in all of them holds the digit, a cell that is in none of them loses it.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.runtime.search.limits import stop_if_due
from sudoku.techniques.kinds import Template
from sudoku.techniques.position import Deduction, Deductions, Position


def steps(position: Position, kind: int) -> Deductions:
    """Yield for each digit the cells that are in all its templates (`SET`), or in none."""
    for digit, templates in enumerate(_compatible(position)):
        always, ever = _always(templates), 0
        for template in templates:
            ever |= template
        shift, unused = digit * position.n_cells, position.places[digit] & ~ever
        if kind == Template.SET and always:
            yield Deduction(0, always << shift, 1 << digit, always)
        if kind == Template.DELETE and ever and unused:
            yield Deduction(unused << shift, 0, 1 << digit, ever)


def _compatible(position: Position) -> list[list[int]]:
    """Return the templates of each digit that leave all other digits the cells they must have."""
    templates = [list(_templates(position, places)) for places in position.places]
    while True:
        needed = [_always(of_digit) for of_digit in templates]
        n_before = sum(map(len, templates))
        for digit, of_digit in enumerate(templates):
            taken = 0
            for other, cells in enumerate(needed):
                if other != digit:
                    taken |= cells
            templates[digit] = [template for template in of_digit if not template & taken]
        if sum(map(len, templates)) == n_before:
            return templates


def _always(templates: list[int]) -> int:
    """Return the cells that are in all templates; none where there is no template."""
    cells = -1 if templates else 0
    for template in templates:
        cells &= template
    return cells


def _templates(position: Position, places: int) -> Iterator[int]:
    """Yield sets of these places, one in each house that has any, none of which see each other."""
    peers = position.geometry.peers
    left = [mask for mask in position.geometry.houses if places & mask]
    stack = [(0, places, left)]
    while stack:
        stop_if_due()
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
