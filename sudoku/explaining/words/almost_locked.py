"""Explanations of almost locked sets: k cells with k + 1 digits, of which one is missing."""

from __future__ import annotations

from itertools import pairwise, permutations, product

from sudoku.explaining.scene import Scene, cells_of, counted
from sudoku.geometry.words import listed
from sudoku.techniques.step import Node


def _set(scene: Scene, node: Node) -> str:
    """Return a set with its digits."""
    digits = sorted({digit for _, digit in node})
    return f"{scene.cells(cells_of(node))} ({'/'.join(map(str, digits))})"


def _shared(scene: Scene, where: str = "one of them") -> str:
    """Return in words why the digits that all sets at the ends share are eliminated."""
    digits = scene.digits({digit for _, digit in scene.step.eliminations}, "or")
    return f"So {digits} is in {where}: a cell that sees all its places there does not hold it."


def xz(scene: Scene) -> str:
    """Explain two sets with one or two restricted common digits: only one set can have each."""
    step = scene.step
    sets = listed(_set(scene, node) for node in step.chain)
    start = f"{sets}: each of these sets has one digit more than cells."
    if len(step.digits) == 1:
        return (
            f"{start} Their places for {scene.digit} see each other, so one of the sets lacks "
            f"{scene.digit} and holds all its other digits. {_shared(scene)}"
        )
    return (
        f"{start} Their places for {scene.digits(step.digits)} see each other, so each set lacks "
        "one of these and holds all its other digits. A cell that sees all places of a digit in "
        "a set, or all places of a shared digit, does not hold it."
    )


def xy_wing(scene: Scene) -> str:
    """Explain a set linked to two others by two digits."""
    step = scene.step
    x, y = step.digits
    if not step.chain:
        return (
            f"{scene.cells(step.cells)} form three sets, each with one digit more than cells. One "
            f"set holds {x} or {y}, so that another set lacks this digit and holds all its other "
            f"digits. {_shared(scene)}"
        )
    (one, hinge, other), (x, y) = _joined(scene)
    return (
        f"{_set(scene, hinge)}, {_set(scene, one)} and {_set(scene, other)}: each of these sets "
        f"has one digit more than cells. The first set holds {x} or {y}. If it holds {x}, the "
        f"second set lacks {x} and holds all its other digits; if it holds {y}, the third set "
        f"lacks {y} and holds all its other digits. {_shared(scene, 'the second or the third')}"
    )


def _joined(scene: Scene) -> tuple[tuple[Node, ...], tuple[int, int]]:
    """Return the sets of a wing, the hinge in the middle, and the links to either side."""
    x, y = scene.step.digits
    for one, hinge, other in permutations(scene.step.chain):
        is_first = _restricted(scene, one, hinge, x)
        if is_first and _restricted(scene, hinge, other, y) and _can_end(scene, one, other):
            return (one, hinge, other), (x, y)
    raise ValueError("no set is the hinge of the others")


def _can_end(scene: Scene, one: Node, other: Node) -> bool:
    """Return whether two sets share all eliminated digits."""
    gone = {digit for _, digit in scene.step.eliminations}
    return gone <= {digit for _, digit in one} & {digit for _, digit in other}


def chain(scene: Scene) -> str:
    """Explain sets in a row, each linked to the next by another digit."""
    step = scene.step
    sets = listed(_set(scene, node) for node in step.chain)
    digits = listed(_links(scene), "and then")
    return (
        f"{sets}: each of these sets has one digit more than cells. Each set shares a digit with "
        f"the next that only one of the two can hold, in turn {digits}. If the first set holds its "
        "digit, the second lacks it and so holds the next one, and so on to the last set, which "
        "then holds all its other digits. "
        f"{_shared(scene, 'the first or the last')}"
    )


def _links(scene: Scene) -> tuple[int, ...]:
    """Return the digits by which the sets of a chain are linked; successive digits differ."""
    sets = scene.step.chain
    common = [
        [
            digit
            for digit in sorted({d for _, d in one} & {d for _, d in other})
            if _restricted(scene, one, other, digit)
        ]
        for one, other in pairwise(sets)
    ]
    gone = {digit for _, digit in scene.step.eliminations}
    return next(
        digits
        for digits in product(*common)
        if all(a != b for a, b in pairwise(digits)) and gone.isdisjoint((digits[0], digits[-1]))
    )


def _restricted(scene: Scene, one: Node, other: Node, digit: int) -> bool:
    """Return whether all places of a digit in one set see all its places in another."""
    first = [cell for cell, d in one if d == digit]
    second = [cell for cell, d in other if d == digit]
    return bool(first and second) and all(scene.sees(a, b) for a in first for b in second)


def blossom(scene: Scene) -> str:
    """Explain a cell each of whose candidates locks a set."""
    stem, *petals = scene.step.chain
    sets = listed(_set(scene, petal) for petal in petals)
    digits = scene.digits({digit for _, digit in stem}, "or")
    return (
        f"{scene.cell(stem[0][0])} is {digits}. {sets}: each of these sets has one digit more than "
        "cells. Whichever digit the cell holds, one of the sets lacks it and holds all its other "
        "digits. "
        f"{_shared(scene)}"
    )


def sue_de_coq(scene: Scene) -> str:
    """Explain k cells of two houses and their overlap that hold k digits, each of them once."""
    step = scene.step
    overlap = set(scene.all_houses[step.houses[0]].cells)
    overlap &= set(scene.all_houses[step.houses[1]].cells)
    core = [cell for cell in step.cells if cell in overlap]
    rest = [cell for cell in step.cells if cell not in overlap]
    return (
        f"{scene.cells(core)} lie in both {scene.houses(step.houses)}. With {scene.cells(rest)} "
        f"they are {counted(len(step.cells))} cells with as many digits, "
        f"{scene.digits(step.digits)}, none of which can stand in two of them. So each digit is in "
        "one of its places there, and a cell that sees all of these does not hold it."
    )
