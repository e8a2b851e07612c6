"""Explanations of what every place of a digit, or every candidate of a cell, excludes."""

from __future__ import annotations

from sudoku.explaining.scene import Scene
from sudoku.geometry.words import listed


def common(scene: Scene) -> str:
    """Explain candidates that all places of a digit, or all candidates of a cell, exclude."""
    step = scene.step
    if step.houses:
        house, places = scene.house(step.houses[0]), scene.cells(step.cells, "or")
        start = f"In {house}, {scene.digit} stands in {places}"
    else:
        start = f"{scene.cell(step.cells[0])} is {scene.digits(step.digits, 'or')}"
    return f"{start}. {_how(scene)}."


def _how(scene: Scene) -> str:
    """Return how each of the candidates excludes those that go."""
    step = scene.step
    sources = [(cell, digit) for cell in step.cells for digit in step.digits]
    names: dict[str, None] = {}
    for cell, digit in sources:
        for target in step.eliminations:
            is_seen = target[1] == digit and scene.shared((cell, target[0]))
            if cell != target[0] and not is_seen:
                names[scene.rule_between((cell, digit), target)] = None
    rules = listed(names)
    targets = sorted({cell for cell, _ in step.eliminations})
    if all(target[1] == digit for target in step.eliminations for _, digit in sources):
        whom = {1: "it", 2: "both of them"}.get(len(sources), "all of them")
        verb = "sees" if len(targets) == 1 else "see"
        return f"{scene.cells(targets)} {verb} {whom}, by a house or {rules}"
    when = {1: "That", 2: "Either way that"}.get(len(sources), "Each of these")
    digits = sorted({digit for _, digit in step.eliminations})
    what = "the digits named next"
    if len(digits) * len(targets) == len(step.eliminations):
        what = f"{scene.digits(digits)} in {scene.cells(targets)}"
    return f"{when} excludes {what}, by {rules}"
