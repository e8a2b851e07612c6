"""Explanations of fish."""

from __future__ import annotations

from sudoku.explaining.scene import Scene, cells_of


def basic(scene: Scene) -> str:
    """Explain k houses whose places for a digit lie in k other houses."""
    step = scene.step
    bases, covers = scene.houses(step.houses), scene.houses(step.acts_on)
    return (
        f"In {bases}, all places for {scene.digit} ({scene.cells(step.cells)}) lie in {covers}. "
        f"Each of {bases} needs {scene.digit}, so each of {covers} holds it in one of these cells "
        "and nowhere else."
    )


def finned(scene: Scene) -> str:
    """Explain a fish with fins."""
    step = scene.step
    if not step.chain:
        return basic(scene)
    fins = cells_of(step.chain[1])
    bases, covers = scene.houses(step.houses), scene.houses(step.acts_on)
    if len(fins) == 1:
        fin, not_held, held, seen = "fin", "the fin does not hold", "it holds", "the fin"
    else:
        fin, not_held, held, seen = "fins", "no fin holds", "a fin holds", "that fin"
    return (
        f"In {bases}, all places for {scene.digit} lie in {covers}, except for the {fin} "
        f"{scene.cells(fins)}. If {not_held} {scene.digit}, the other cells of {covers} cannot "
        f"hold it. If {held} it, a cell that sees {seen} cannot. In both cases, a cell of {covers} "
        f"that is outside the fish and sees the {fin} does not hold it."
    )


def siamese(scene: Scene) -> str:
    """Explain two fish with the same bases."""
    step = scene.step
    bases, covers = scene.houses(step.houses), scene.houses(step.acts_on)
    return (
        f"In {bases}, all places for {scene.digit} lie in some of {covers}, except for fins. There "
        "are two finned fish with these bases and different covers. Each excludes the digit from "
        "the cells of its covers that are outside it and see all of its fins."
    )
