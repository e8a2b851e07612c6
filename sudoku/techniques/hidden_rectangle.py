"""Hidden rectangle: from a corner with two digits, two links to the opposite corner and back.

If the opposite corner held the one digit, the other would be next to it both ways, where it has no
other places in the lines; and so the rectangle would be deadly.
"""

from __future__ import annotations

from sudoku.statement.bitsets import bits
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.rectangles import Rectangle, rectangles


def steps(position: Position) -> Deductions:
    """Yield the hidden rectangles."""
    for rectangle in rectangles(position.geometry):
        if rectangle.mask & ~position.blank:
            continue
        for k, corner in enumerate(rectangle):
            digits = position.cand[corner]
            if digits.bit_count() != 2 or not all(position.cand[c] & digits for c in rectangle):
                continue
            opposite = rectangle[k ^ 2]
            for digit in bits(digits):
                if _is_linked(position, rectangle, opposite, digit):
                    eliminated = position.in_cell(opposite, digits & ~(1 << digit))
                    if eliminated:
                        yield Deduction(eliminated, 0, digits, rectangle.mask)


def _is_linked(position: Position, rectangle: Rectangle, cell: int, digit: int) -> bool:
    """Return whether a digit has no places but corners in the row and the column of a corner."""
    geometry = position.geometry
    return all(
        (position.places[digit] & geometry.houses[line]) | 1 << cell
        == geometry.houses[line] & rectangle.mask
        for line in geometry.houses_of[cell]
        if line in geometry.rows or line in geometry.columns
    )
