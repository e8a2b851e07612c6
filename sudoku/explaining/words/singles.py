"""Words for what is placed."""

from __future__ import annotations

from sudoku.explaining.scene import Scene, listed

__all__ = ["full_house", "hidden", "naked"]


def full_house(scene: Scene) -> str:
    """Tell of the last blank cell of a house."""
    [(cell, digit)] = scene.step.placements
    house = scene.house(scene.step.houses[0])
    return f"{scene.cell(cell)} is the last blank cell of {house}, which lacks only {digit}."


def naked(scene: Scene) -> str:
    """Tell of a cell with one candidate."""
    [(cell, digit)] = scene.step.placements
    houses = [house for house in scene.all_houses if cell in house.cells]
    seen = {scene.board.digits[other] for house in houses for other in house.cells}
    earlier = set(range(1, scene.board.puzzle.shape.n + 1)) - seen - {digit}
    words = f"{digit} is the only candidate left in {scene.cell(cell)}"
    if not houses:
        return f"{words}: all others are ruled out."
    words += f": its houses, {listed(house.title for house in houses)}, have all other digits"
    return words + (f" but {scene.digits(earlier)}, ruled out before." if earlier else ".")


def hidden(scene: Scene) -> str:
    """Tell of a digit with one place in a house."""
    [(cell, digit)] = scene.step.placements
    return (
        f"{scene.cell(cell)} is the only place for {digit} in {scene.house(scene.step.houses[0])}."
    )
