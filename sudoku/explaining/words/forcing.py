"""Explanations of forcing chains."""

from __future__ import annotations

from sudoku.explaining.scene import Scene, counted, with_article
from sudoku.explaining.trace import Trace
from sudoku.geometry.words import listed
from sudoku.techniques.registry import TECHNIQUES

MOST_NAMED = 3
"""The most elements or techniques that a sentence about a forcing net names."""


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
    found = refute(Climber(scene.board).position, cell, digit)
    assert found is not None
    if found.cell is not None:
        end = f"{scene.cell(found.cell)} has no candidate left"
    else:
        end = f"{scene.house(found.house)} has no place for {found.digit}"
    start = f"If {scene.cell(cell)} is {digit}, "
    if not found.steps:
        return f"{start}{end} at once: a contradiction."
    named = dict.fromkeys(each.constraint for each in found.steps if each.constraint)
    about = list(map(with_article, named))
    if not about:
        used = dict.fromkeys(TECHNIQUES[each.technique].title.lower() for each in found.steps)
        about = list(used)
    more = len(about) - MOST_NAMED
    if more > 0:
        about = [*about[:MOST_NAMED], f"{counted(more)} more"]
    number = len(found.steps)
    steps = f"{counted(number)} easier step{'s' * (number != 1)}, by {listed(about)}"
    return f"{start}then {end} after {steps}: a contradiction."
