"""Explanations of locked candidates, subsets and excluded combinations."""

from __future__ import annotations

from itertools import combinations, product

from sudoku.explaining.scene import Scene, counted


def candidates(scene: Scene) -> str:
    """Explain locked candidates."""
    step = scene.step
    house, other = scene.house(step.houses[0]), scene.house(step.acts_on[0])
    places = scene.cells(step.cells)
    return (
        f"In {house}, all places for {scene.digit} lie in {other}, too ({places}). "
        f"One of them holds it, so the rest of {other} does not."
    )


def naked(scene: Scene) -> str:
    """Explain a preemptive set."""
    step = scene.step
    size, house = counted(len(step.cells)), scene.house(step.houses[0])
    return (
        f"In {house}, {scene.cells(step.cells)} have no candidates but "
        f"{scene.digits(step.digits)}: {size} cells for {size} digits, so the rest of {house} "
        "holds none of them."
    )


def hidden(scene: Scene) -> str:
    """Explain a hidden subset: a preemptive set that other candidates hide."""
    step = scene.step
    size, house = counted(len(step.cells)), scene.house(step.houses[0])
    return (
        f"In {house}, {scene.digits(step.digits)} have no places but {scene.cells(step.cells)}: "
        f"{size} digits for {size} cells, which hold nothing else."
    )


def locked(scene: Scene) -> str:
    """Explain a preemptive set in the overlap of two houses."""
    step = scene.step
    houses = scene.houses(step.houses)
    return (
        f"{scene.cells(step.cells)}, which lie in both {houses}, have no candidates but "
        f"{scene.digits(step.digits)}: no other cell of these houses holds them."
    )


def exclusion(scene: Scene) -> str:
    """Explain combinations of digits that cells cannot hold together."""
    step = scene.step
    cells = step.cells
    gone = set(step.eliminations)
    reasons = []
    for digits in product(*(sorted(scene.candidates(cell)) for cell in cells)):
        if gone.isdisjoint(zip(cells, digits, strict=True)):
            continue
        written = "-".join(map(str, digits))
        reasons.append(f"{written} {_clash(scene, cells, digits)}")
    return (
        f"{scene.cells(cells)} cannot hold these digits together: {'; '.join(reasons)}. "
        "No other combination has the eliminated digits."
    )


def _clash(scene: Scene, cells: tuple[int, ...], digits: tuple[int, ...]) -> str:
    """Return in words why cells cannot hold these digits together."""
    held = list(zip(cells, digits, strict=True))
    for (one, digit), (other, digit_2) in combinations(held, 2):
        if digit == digit_2 and scene.sees(one, other):
            if scene.shared((one, other)):
                return "puts the same digit twice into one house"
            rule = scene.rule_between((one, digit), (other, digit))
            return f"puts the same digit into cells that {rule} keeps apart"
    for cell in range(scene.board.puzzle.shape.n_cells):
        left = scene.candidates(cell)
        taken = {digit for other, digit in held if scene.sees(cell, other)}
        if left and cell not in cells and left <= taken:
            return f"empties {scene.cell(cell)}"
    raise ValueError("the combination is possible")
