"""Forcing nets: a candidate is false if easier techniques come to a contradiction from it.

Unlike Nishio, which follows a candidate by singles, this uses all techniques in `FOLLOWS`, and what
rules such as cages say. Candidates of the cells with the fewest are tried first.

Complexity: each candidate climbs a part of the ladder. Constraints take much longer than houses, so
with them only the first `MOST_TRIALS` candidates are tried.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import numpy as np

from exactcover.runtime.search.limits import stop_if_due
from sudoku.statement.bitsets import bits
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.registry import ELEMENTS
from sudoku.techniques.step import Step

FOLLOWS = (
    "full_house", "naked_single", "hidden_single", *ELEMENTS,
    "pointing", "claiming", "naked_pair", "hidden_pair", "naked_triple", "hidden_triple", "x_wing",
)  # fmt: skip
"""The techniques that follow a candidate, the easiest first."""

MOST_TRIALS = 50
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


class Refutation(NamedTuple):
    """How a candidate leads to a contradiction.

    Attributes
    ----------
    steps
        The steps until then.
    cell
        The cell that has no candidate left; None if a digit has no place in a house.
    house, digit
        That house, by its number, and that digit, from 1.
    """

    steps: list[Step]
    cell: int | None
    house: int = 0
    digit: int = 0


def refute(position: Position, cell: int, digit: int) -> Refutation | None:
    """Return how a candidate leads to a contradiction; None if the steps do not come to one."""
    from sudoku.techniques.climb import Climber, ladder_of

    climber = Climber.assuming(position, cell, digit)
    ladder = ladder_of(position.geometry)
    found = list(climber.climb([each for each in ladder if each.name in FOLLOWS]))
    if not climber.is_contradictory():
        return None
    tables = climber.tables
    empty = np.flatnonzero((tables.grid == 0) & (tables.cand == 0))
    if len(empty):
        return Refutation(found, int(empty[0]))
    house, lost = next(
        (house, digit)
        for house, missing in enumerate(tables.left.tolist())
        for digit in bits(missing)
        if not tables.pos[house, digit]
    )
    return Refutation(found, None, house, lost + 1)
