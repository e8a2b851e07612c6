"""Constraints: candidates that are in no tuple of digits that a constraint allows.

Constraints are those of rules such as cages, arrows and thermometers; the tuples are formed of the
digits and candidates of their cells. Sums that follow from cages and houses together count as
constraints, too (`sudoku.statement.implied_sums`); so do cells that hold the same digit.

Complexity: a constraint is propagated once for the candidates of its cells; see
`sudoku.statement.candidates`, which gives up if there are too many tuples.
"""

from __future__ import annotations

from functools import lru_cache

from exactcover.runtime.search.limits import stop_if_due
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.statement.bitsets import mask_of
from sudoku.statement.candidates import constraint_filters
from sudoku.techniques.position import Deduction, Deductions, Position


def steps(position: Position) -> Deductions:
    """Yield the candidates that each constraint eliminates."""
    shape, rules = position.geometry.shape, position.geometry.rules
    for number, (title, cells, _) in enumerate(constraint_filters(shape, rules)):
        stop_if_due()
        domains = tuple(
            1 << position.grid[cell] - 1 if position.grid[cell] else position.cand[cell]
            for cell in cells
        )
        eliminated = 0
        for cell, mask in zip(cells, _propagated(shape, rules, number, domains), strict=True):
            eliminated |= position.in_cell(cell, ~mask)
        if eliminated:
            marked = mask_of(cells)
            yield Deduction(eliminated, cells=marked, constraint=title)


@lru_cache(maxsize=1 << 14)
def _propagated(
    shape: Shape, rules: tuple[Rule, ...], number: int, domains: tuple[int, ...]
) -> tuple[int, ...]:
    _, _, propagate = constraint_filters(shape, rules)[number]
    return tuple(propagate(list(domains)))
