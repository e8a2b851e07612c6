"""Explanations of fish."""

from __future__ import annotations

from sudoku.explaining.scene import Scene, cells_of, counted

__all__ = ["basic", "finned", "siamese"]


def basic(scene: Scene) -> str:
    """Explain k houses whose places for a digit lie in k other houses."""
    step = scene.step
    bases, covers = scene.houses(step.houses), scene.houses(step.acts_on)
    size = counted(len(step.houses))
    return (
        f"In {bases}, all places for {scene.digit} ({scene.cells(step.cells)}) lie in {covers}. "
        f"Each of the first {size} houses needs it, so {covers} hold it in these cells and nowhere "
        "else."
    )


def finned(scene: Scene) -> str:
    """Explain a fish with fins."""
    step = scene.step
    if not step.chain:
        return basic(scene)
    fins = cells_of(step.chain[1])
    bases, covers = scene.houses(step.houses), scene.houses(step.acts_on)
    fin = "fin" if len(fins) == 1 else "fins"
    return (
        f"In {bases}, {scene.digit} has its places in {covers}, except for the {fin} "
        f"{scene.cells(fins)}. If it is not in the {fin}, the rest of {covers} loses it; if it is, "
        f"what sees it there. Either way, cells of {covers} that see {scene.cells(fins)} lose it."
    )


def siamese(scene: Scene) -> str:
    """Explain two fish with the same bases."""
    step = scene.step
    bases, covers = scene.houses(step.houses), scene.houses(step.acts_on)
    return (
        f"In {bases}, {scene.digit} has its places in some of {covers}, except for fins: two "
        "finned fish with the same base and different covers. Each removes the digit from the rest "
        "of its covers where all of its fins are seen."
    )
