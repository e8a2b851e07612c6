"""Explanations of eliminations by a constraint of a rule."""

from __future__ import annotations

from sudoku.explaining.scene import Scene
from sudoku.explaining.words.ways import ways
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import Linear
from sudoku.statement.bitsets import bits
from sudoku.statement.implied_sums import strengthened

MOST_LISTED = 4
"""The most ways to fulfil a constraint that a sentence lists."""


def unsupported(scene: Scene) -> str:
    """Explain candidates without support: they occur in no way to fulfil a constraint."""
    step, cells, meant = scene.step, scene.cells(scene.step.cells), _meant(scene)
    title = f"{step.constraint[0].upper()}{step.constraint[1:]}"
    if meant and isinstance(meant.reader, Linear) and meant not in scene.statement.constraints:
        title += f" (sum {meant.reader.total})"
    found = (
        ways(scene, step.cells, meant.reader, scene.sees) if meant and meant.is_symmetric else []
    )
    said = [scene.digits(bit + 1 for bit in bits(digits)) for digits in found]
    if 0 < len(said) <= MOST_LISTED:
        last = f"; or {said.pop()}" if len(said) > 1 else ""
        return f"{title}: {cells} can only hold {'; '.join(said)}{last}."
    return f"{title}: no way to fulfil it with the candidates of {cells} has the eliminated digits."


def _meant(scene: Scene) -> Constraint | None:
    """Return the constraint on which the step rests; None if it is a link."""
    puzzle, step = scene.board.puzzle, scene.step
    for constraint in strengthened(puzzle.shape, puzzle.rules).constraints:
        if constraint.title == step.constraint and set(constraint.cells) == set(step.cells):
            return constraint
    return None
