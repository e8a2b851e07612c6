"""Explanations of forcing chains."""

from __future__ import annotations

from sudoku.explaining.scene import Scene, counted, with_article
from sudoku.explaining.trace import Trace
from sudoku.geometry.words import listed
from sudoku.techniques.forcing_net import Refutation, followed, is_false, refute
from sudoku.techniques.position import Position
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Candidate, Step

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
    """Explain candidates that lead to a contradiction, or that each alternative rules out."""
    position, some = position_of(scene), [node[0] for node in scene.step.chain]
    gone = scene.step.eliminations
    targets = [each for each in gone if each not in some]
    if not targets:
        return " ".join(contradiction(scene, position, cell, digit) for cell, digit in gone)
    target = targets[0]
    ways = "; ".join(way(scene, position, each, target) for each in some)
    which = {1: "that rules out", 2: "both rule out"}.get(len(some), "all of them rule out")
    words = f"{either_of(scene, some)}, and {which} {target[1]} in {scene.cell(target[0])}: {ways}."
    if len(gone) > 1:
        words += " The other eliminated candidates are ruled out in the same way."
    return words


def net_with_cases(scene: Scene) -> str:
    """Explain a candidate after which each digit of some cell leads to a contradiction."""
    [(cell, digit)], cases = scene.step.chain
    position = position_of(scene)
    climber, steps = followed(position, cell, digit)
    at = cases[0][0]
    digits = [each for _, each in cases if not is_false(climber, at, each)]
    if climber.is_contradictory() or len(digits) < 2:
        return contradiction(scene, position, cell, digit)
    left, where = scene.digits(digits, "or"), scene.cell(at)
    if int(climber.tables.cand[at]).bit_count() > len(digits):
        then = f"the rules together leave only {left} in {where}"
    else:
        then = f"{where} is left with {left}"
    ways = "; ".join(
        f"with {each}, {end(scene, refute(climber.position, at, each))}" for each in digits
    )
    both = "both" if len(digits) == 2 else "all"
    return (
        f"If {scene.cell(cell)} is {digit}, then {then}{after_steps(steps)}. "
        f"{ways[0].upper()}{ways[1:]}: {both} are contradictions."
    )


def contradiction(scene: Scene, position: Position, cell: int, digit: int) -> str:
    """Return a sentence about a candidate that leads to a contradiction."""
    found = refute(position, cell, digit)
    steps = after_steps(found.steps) if found else ""
    return f"If {scene.cell(cell)} is {digit}, then {end(scene, found)}{steps}: a contradiction."


def either_of(scene: Scene, some: list[Candidate]) -> str:
    """Return a clause that says which alternatives there are."""
    cells, digits = [cell for cell, _ in some], [digit for _, digit in some]
    if len(set(cells)) == 1:
        return f"{scene.cell(cells[0])} is {scene.digits(digits, 'or')}"
    for house in scene.shared(cells):
        is_full = len(house.cells) == scene.board.puzzle.shape.n
        if is_full and set(scene.places(digits[0], house.cells)) == set(cells):
            return f"The {digits[0]} of {house.title} is in {scene.cells(cells, 'or')}"
    return f"{digits[0]} is in {scene.cells(cells, 'or')}"


def way(scene: Scene, position: Position, one: Candidate, target: Candidate) -> str:
    """Return words for how an alternative rules out a candidate."""
    climber, steps = followed(position, *one, until=target)
    start = f"{one[1]} in {scene.cell(one[0])}"
    if climber.is_contradictory():
        return f"{start} leads to a contradiction{after_steps(steps)}"
    if not is_false(climber, *target):
        return f"{start} does so by the rules together"
    return f"{start} does so{after_steps(steps)}"


def position_of(scene: Scene) -> Position:
    """Return the position before the step."""
    from sudoku.techniques.climb import Climber

    return Climber(scene.board).position


def end(scene: Scene, found: Refutation | None) -> str:
    """Return a contradiction in words."""
    if found is None:
        return "the rules together leave no digit for some cell"
    if found.cell is not None:
        return f"{scene.cell(found.cell)} has no candidate left"
    return f"{scene.house(found.house)} has no place for {found.digit}"


def after_steps(steps: list[Step]) -> str:
    """Return how many easier steps lead there, and what they are about."""
    if not steps:
        return " at once"
    named = dict.fromkeys(each.constraint for each in steps if each.constraint)
    about = list(map(with_article, named))
    about = about or list(dict.fromkeys(TECHNIQUES[each.technique].title.lower() for each in steps))
    more = len(about) - MOST_NAMED
    if more > 0:
        about = [*about[:MOST_NAMED], f"{counted(more)} more"]
    number = len(steps)
    return f" after {counted(number)} easier step{'s' * (number != 1)}, by {listed(about)}"
