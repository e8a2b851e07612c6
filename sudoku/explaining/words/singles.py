"""Explanations of singles."""

from __future__ import annotations

from sudoku.explaining.reasons import EARLIER, HOUSE, Reason, reasons
from sudoku.explaining.scene import Scene
from sudoku.geometry.words import listed


def full_house(scene: Scene) -> str:
    """Explain the last blank cell of a house."""
    [(cell, digit)] = scene.step.placements
    house = scene.house(scene.step.houses[0])
    return f"{scene.cell(cell)} is the last blank cell of {house}, which lacks only {digit}."


def naked(scene: Scene) -> str:
    """Explain a cell with one candidate, and what rules out its other digits."""
    [(cell, digit)] = scene.step.placements
    houses = [house for house in scene.all_houses if cell in house.cells]
    others = [d for d in range(1, scene.board.puzzle.shape.n + 1) if d != digit]
    words = f"{digit} is the only candidate left in {scene.cell(cell)}"
    in_houses, parts = set[int](), list[str]()
    for why, places in reasons(scene, [(cell, other) for other in others]).items():
        gone = [others[place] for place in places]
        if why.kind == HOUSE:
            in_houses.update(gone)
        else:
            parts.append(_of_digits(scene, why, gone))
    if in_houses:
        which = "all other digits" if len(in_houses) == len(others) else scene.digits(in_houses)
        parts.insert(0, f"its houses, {listed(house.title for house in houses)}, have {which}")
    return f"{words}: {'; '.join(parts)}." if parts else f"{words}."


def hidden(scene: Scene) -> str:
    """Explain a digit with one place in a house, and what except houses rules out other places."""
    [(cell, digit)] = scene.step.placements
    house = scene.all_houses[scene.step.houses[0]]
    words = f"{scene.cell(cell)} is the only place for {digit} in {house.title}"
    blank = [c for c in house.cells if c != cell and not scene.board.digits[c]]
    parts = [
        _of_cells(scene, why, [blank[place] for place in places])
        for why, places in reasons(scene, [(other, digit) for other in blank]).items()
        if why.kind != HOUSE
    ]
    return f"{words}: {'; '.join(parts)}." if parts else f"{words}."


def _of_digits(scene: Scene, why: Reason, digits: list[int]) -> str:
    """Return in words what rules digits out of a cell."""
    if why.kind == EARLIER:
        return f"{scene.digits(digits)} {'was' if len(digits) == 1 else 'were'} ruled out before"
    return f"{why.title} bars {scene.digits(digits)}{_by(scene, why)}"


def _of_cells(scene: Scene, why: Reason, cells: list[int]) -> str:
    """Return in words what rules a digit out of cells."""
    if why.kind == EARLIER:
        return f"it was ruled out of {scene.cells(cells)} before"
    return f"{why.title} bars it from {scene.cells(cells)}{_by(scene, why)}"


def _by(scene: Scene, why: Reason) -> str:
    if why.by is None:
        return ""
    return f" (with {scene.board.digits[why.by]} in {scene.cell(why.by)})"
