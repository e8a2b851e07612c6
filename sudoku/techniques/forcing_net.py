"""Forcing nets: a candidate is false if easier techniques come to a contradiction from it.

Unlike Nishio, which follows a candidate by singles, this uses all techniques in `FOLLOWS`, and what
rules such as cages say. Candidates of the cells with the fewest are tried first.

Complexity: each candidate climbs a part of the ladder. Constraints take much longer than houses, so
with them only the first `MOST_TRIALS` candidates are tried.
"""

from __future__ import annotations

from itertools import islice

from exactcover.runtime.search.limits import stop_if_due
from sudoku.statement.bitsets import bits
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.registry import ELEMENTS
from sudoku.techniques.step import Step

__all__ = ["FOLLOWS", "refute", "steps"]

FOLLOWS = (
    "full_house", "naked_single", "hidden_single", *ELEMENTS,
    "pointing", "claiming", "naked_pair", "hidden_pair", "naked_triple", "hidden_triple", "x_wing",
)  # fmt: skip
"""The techniques that follow a candidate, the easiest first."""

MOST_TRIALS = 25
"""The most candidates that are tried where rules have constraints."""


def steps(position: Position) -> Deductions:
    """Yield candidates that lead to a contradiction."""
    cells = sorted(bits(position.blank), key=lambda cell: position.cand[cell].bit_count())
    candidates = ((cell, digit) for cell in cells for digit in bits(position.cand[cell]))
    most = MOST_TRIALS if position.geometry.has_constraints else None
    for cell, digit in islice(candidates, most):
        stop_if_due()
        if refute(position, cell, digit + 1) is not None:
            candidate = position.in_cell(cell, 1 << digit)
            yield Deduction(candidate, 0, 1 << digit, 1 << cell, chain=(candidate,))


def refute(position: Position, cell: int, digit: int) -> list[Step] | None:
    """Return the steps from a candidate to a contradiction; None if they do not come to one."""
    from sudoku.techniques.climb import Climber, ladder_of

    climber = Climber.assuming(position, cell, digit)
    ladder = ladder_of(position.geometry)
    found = list(climber.climb([each for each in ladder if each.name in FOLLOWS]))
    return found if climber.is_contradictory() else None
