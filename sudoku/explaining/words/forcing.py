"""Explanations of forcing chains."""

from __future__ import annotations

from collections import Counter

from sudoku.explaining.scene import Scene, counted, listed
from sudoku.explaining.trace import Trace
from sudoku.techniques.registry import TECHNIQUES

__all__ = ["either", "net", "nishio"]


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


def net(scene: Scene) -> str:
    """Explain a candidate from which easier techniques come to a contradiction."""
    from sudoku.techniques.climb import Climber
    from sudoku.techniques.forcing_net import refute

    step = scene.step
    [[(cell, digit)]] = step.chain
    path = refute(Climber(scene.board).position, cell, digit)
    assert path is not None
    used = Counter(TECHNIQUES[each.technique].title.lower() for each in path)
    names = listed(f"{name} ({number})" for name, number in used.items())
    steps = f"{counted(len(path))} step{'s' * (len(path) != 1)} of easier techniques"
    return (
        f"If {scene.cell(cell)} is {digit}, then {steps} leave a cell or a digit without a place: "
        f"{names}. That is a contradiction."
        if path
        else f"If {scene.cell(cell)} is {digit}, then a cell or a digit has no place at once."
    )
