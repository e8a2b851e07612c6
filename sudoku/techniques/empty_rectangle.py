"""Empty rectangle: a digit's places in a box lie on two crossing lines.

A strong link elsewhere ends on one of the lines. If its near end holds the digit, the box has it on
the other line; so it is there, or at the far end, and cells that see all of these lose it.
"""

from __future__ import annotations

from itertools import combinations

from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["dual_steps", "steps"]


def steps(position: Position) -> Deductions:
    """Yield the empty rectangles of all digits."""
    geometry = position.geometry
    for digit, links in enumerate(position.bilocals):
        places = position.places[digit]
        for box in geometry.others:
            inside = places & geometry.houses[box]
            for line in geometry.rows + geometry.columns if inside else ():
                on_line = inside & geometry.houses[line]
                rest = inside & ~on_line
                if not on_line or not rest or not _lies_across(position, line, rest):
                    continue
                for house, ends in links:
                    if ends & inside or not ends & geometry.houses[line] or house == line:
                        continue
                    near = ends & geometry.houses[line]
                    if near == ends:
                        continue
                    far = ends & ~near
                    eliminated = position.seeing_all(digit, far | rest)
                    if eliminated:
                        shift = digit * position.n_cells
                        chain = tuple(mask << shift for mask in (far, near, on_line, rest))
                        yield Deduction(
                            eliminated, 0, 1 << digit, inside | ends, (box, house), (line,), chain
                        )


def dual_steps(position: Position) -> Deductions:
    """Yield pairs of empty rectangles of the same digit in the same box."""
    for one, other in combinations(list(steps(position)), 2):
        if one.houses[0] == other.houses[0] and one.digits == other.digits:
            eliminated = one.eliminated | other.eliminated
            if eliminated not in (one.eliminated, other.eliminated):
                houses = (*one.houses, other.houses[1])
                lines = one.acts_on + other.acts_on
                yield Deduction(eliminated, 0, one.digits, one.cells | other.cells, houses, lines)


def _lies_across(position: Position, line: int, cells: int) -> bool:
    """Tell whether the cells lie on one line of the other way."""
    geometry = position.geometry
    across = geometry.columns if line in geometry.rows else geometry.rows
    first = next(bits(cells))
    return any(
        house in across and not cells & ~geometry.houses[house]
        for house in geometry.houses_of[first]
    )
