"""Explanations of eliminations by a constraint of a rule."""

from __future__ import annotations

from itertools import combinations as pairs_of

from sudoku.explaining.scene import Scene
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import Linear
from sudoku.statement.automaton import TooLargeError, combinations
from sudoku.statement.bitsets import bits
from sudoku.statement.candidates import MOST_STEPS, fitting
from sudoku.statement.implied_sums import strengthened

__all__ = ["unsupported"]

MOST_LISTED = 4
"""The most ways to fulfil a constraint that a sentence lists."""


def unsupported(scene: Scene) -> str:
    """Explain candidates without support: they occur in no way to fulfil a constraint."""
    step, cells, meant = scene.step, scene.cells(scene.step.cells), _meant(scene)
    title = f"{step.constraint[0].upper()}{step.constraint[1:]}"
    if meant and isinstance(meant.reader, Linear) and meant not in scene.statement.constraints:
        title += f" (sum {meant.reader.total})"
    ways = [scene.digits(bit + 1 for bit in bits(digits)) for digits in _ways(scene, meant)]
    if 0 < len(ways) <= MOST_LISTED:
        last = f"; or {ways.pop()}" if len(ways) > 1 else ""
        return f"{title}: {cells} can only hold {'; '.join(ways)}{last}."
    return f"{title}: no way to fulfil it with the candidates of {cells} has the eliminated digits."


def _meant(scene: Scene) -> Constraint | None:
    """Return the constraint on which the step rests; None if it is a link."""
    puzzle, step = scene.board.puzzle, scene.step
    for constraint in strengthened(puzzle.shape, puzzle.rules).constraints:
        if constraint.title == step.constraint and set(constraint.cells) == set(step.cells):
            return constraint
    return None


def _ways(scene: Scene, constraint: Constraint | None) -> list[int]:
    """Return the sets of digits that the cells may hold, if the order of the digits is free."""
    cells, digits, candidates = scene.step.cells, scene.board.digits, scene.board.candidates
    are_different = all(scene.sees(*pair) for pair in pairs_of(cells, 2))
    if not (constraint and constraint.is_symmetric and are_different):
        return []
    domains = [candidates[cell] or 1 << digits[cell] - 1 for cell in cells]
    try:
        n = scene.board.puzzle.shape.n
        return fitting(combinations(constraint.reader, len(cells), n, MOST_STEPS), domains)
    except TooLargeError:
        return []
