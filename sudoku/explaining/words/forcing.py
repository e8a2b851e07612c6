"""Explanations of forcing chains."""

from __future__ import annotations

from sudoku.explaining.scene import Scene
from sudoku.explaining.trace import Trace

__all__ = ["either", "nishio"]


def either(scene: Scene) -> str:
    """Explain a candidate that is false whichever of two candidates is true."""
    step = scene.step
    one, other = (node[0] for node in step.chain)
    start = f"{scene.cell(one[0])} is {one[1]} or {scene.cell(other[0])} is {other[1]}"
    if one[0] == other[0]:
        start = f"{scene.cell(one[0])} is {one[1]} or {other[1]}"
    traces = [Trace(scene, alternative) for alternative in (one, other)]
    target = step.eliminations[0]
    ways = "; ".join(trace.text(target) for trace in traces)
    words = f"{start}: {ways}."
    if len(step.eliminations) > 1:
        words += " Both ways rule out the other eliminated candidates, too."
    return words


def nishio(scene: Scene) -> str:
    """Explain a candidate that leads to a contradiction if it is true, or if it is false."""
    step = scene.step
    [[candidate]] = step.chain
    trace = Trace(scene, candidate, is_true=bool(step.eliminations))
    text = trace.text()
    return f"{text[0].upper()}{text[1:]}: a contradiction."
