"""Explanations of wings and remote pairs."""

from __future__ import annotations

from sudoku.explaining.scene import Scene


def xy(scene: Scene) -> str:
    """Explain a hinge of two digits, and a pincer for each."""
    hinge, (x, y), pincers = _parts(scene)
    z = scene.step.eliminations[0][1]
    one, other = (scene.cell(pincer) for pincer in pincers)
    return (
        f"{scene.cell(hinge)} is {x} or {y}. If it is {x}, {one} is {z}; if it is {y}, {other} is "
        f"{z}. So one of {one} and {other} is {z}, and a cell that sees both is not."
    )


def xyz(scene: Scene) -> str:
    """Explain a hinge of three digits, and a pincer for two of them."""
    hinge, (x, y), pincers = _parts(scene)
    z = scene.step.eliminations[0][1]
    one, other = (scene.cell(pincer) for pincer in pincers)
    return (
        f"{scene.cell(hinge)} is {x}, {y} or {z}. If it is {x}, {one} is {z}; if it is {y}, "
        f"{other} is {z}; else it is {z} itself. So one of the three is {z}, and a cell that "
        "sees all of them is not."
    )


def _parts(scene: Scene) -> tuple[int, tuple[int, int], tuple[int, int]]:
    """Return the hinge, its two digits, and for each the pincer that has it."""
    z = scene.step.eliminations[0][1]
    for hinge in scene.step.cells:
        one, other = (cell for cell in scene.step.cells if cell != hinge)
        x, y = (scene.candidates(cell) - {z} for cell in (one, other))
        is_hinge = scene.sees(hinge, one) and scene.sees(hinge, other)
        if is_hinge and x != y and scene.candidates(hinge) - {z} == x | y:
            return hinge, (*x, *y), (one, other)  # type: ignore[return-value]
    raise ValueError("no cell is the hinge of a wing")


def w(scene: Scene) -> str:
    """Explain two cells with the same two digits, and a link of one of these."""
    step = scene.step
    (one, z), (_, x), (end, _), (end_2, _), _, (other, _) = (node[0] for node in step.chain)
    first, second = scene.cell(one), scene.cell(other)
    return (
        f"{first} and {second} are both {x} or {z}. In {scene.house(step.houses[0])}, {x} is in "
        f"{scene.cell(end)}, which {first} sees, or in {scene.cell(end_2)}, which {second} sees. "
        f"So not both are {x}: one of them is {z}, and a cell that sees both is not."
    )


def remote_pair(scene: Scene) -> str:
    """Explain a chain of cells with the same two digits."""
    step = scene.step
    first, second = step.digits
    return (
        f"{scene.cells(step.cells)} have no candidates but {first} and {second}, and form a chain "
        f"in which each cell sees the next: along it, {first} and {second} alternate. A cell that "
        "sees two cells of the chain with different digits is neither."
    )
