"""Words for what is followed by singles to its end."""

from __future__ import annotations

from sudoku.explaining.scene import Scene
from sudoku.explaining.trace import Trace

__all__ = ["either", "nishio"]


def either(scene: Scene) -> str:
    """Tell of two candidates, one of which is true, and of what follows from both."""
    step = scene.step
    one, other = (node[0] for node in step.chain)
    start = f"{scene.cell(one[0])} is {one[1]} or {scene.cell(other[0])} is {other[1]}"
    if one[0] == other[0]:
        start = f"{scene.cell(one[0])} is {one[1]} or {other[1]}"
    worlds = [Trace(scene, alternative) for alternative in (one, other)]
    target = step.eliminations[0]
    ways = "; ".join(world.told(target) for world in worlds)
    words = f"{start}: {ways}."
    if len(step.eliminations) > 1:
        words += " The others that go are ruled out both ways, too."
    return words


def nishio(scene: Scene) -> str:
    """Tell of a candidate whose truth, or falsity, leads to a contradiction."""
    step = scene.step
    [[candidate]] = step.chain
    world = Trace(scene, candidate, is_true=bool(step.eliminations))
    told = world.told()
    return f"{told[0].upper()}{told[1:]}: a contradiction."
