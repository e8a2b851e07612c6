"""Explanations of what elements of variants leave: thermometers, cages, dots and others."""

from __future__ import annotations

from itertools import permutations

from sudoku.explaining.facts import Facts
from sudoku.explaining.scene import Scene, by_cell, counted
from sudoku.explaining.words.ways import ways
from sudoku.geometry.words import listed
from sudoku.rules.element import Element
from sudoku.rules.linear import SumTo
from sudoku.statement.bitsets import bits, digits_of
from sudoku.statement.elements import elements
from sudoku.techniques.elements import own_peers
from sudoku.techniques.two_elements import joined_title

MOST_LISTED = 4
"""The most ways to fulfil an element that a sentence lists."""


def unfilled(scene: Scene) -> str:
    """Explain candidates that are in no filling of an element."""
    element = element_of(scene)
    gone: dict[int, int] = {}
    for cell, digit in scene.step.eliminations:
        gone[cell] = gone.get(cell, 0) | 1 << digit - 1
    found = _ways(scene, element)
    if 0 < len(found) <= MOST_LISTED and not any(
        mask & digits for mask in gone.values() for digits in found
    ):
        return f"{element.meaning}. {_listed_ways(element, found)}"
    facts = Facts(scene, element)
    limits = {cell: {element.cells.index(cell): mask} for cell, mask in gone.items()}
    reason = facts.why(list(limits.values()))
    if element.technique == "thermometer" and "never" not in element.meaning:
        alone = {cell: mask for cell, mask in gone.items() if facts.holds_alone(limits[cell])}
        if alone:
            reason = f"{_on_a_thermometer(scene, element, alone)} {reason}"
    if not reason and 0 < len(found) <= MOST_LISTED:
        reason = _listed_ways(element, found)
    return f"{element.meaning}. {reason}".rstrip()


def needed(scene: Scene) -> str:
    """Explain candidates that see all places of a digit that an element needs."""
    element, digit = element_of(scene), scene.digit
    found = _ways(scene, element)
    if 0 < len(found) <= MOST_LISTED:
        reason = f"{_listed_ways(element, found)} "
    else:
        without = dict.fromkeys(range(len(element.cells)), ~(1 << digit - 1))
        reason = Facts(scene, element).why([without])
        reason += " " * bool(reason)
    places = scene.cells(scene.step.cells, "or")
    whom = {1: "that cell", 2: "both of them"}.get(len(scene.step.cells), "all of them")
    seen = f"no cell that sees {whom} holds {digit}"
    return f"{element.meaning}. {reason}So {digit} is in {places}, and {seen}."


def unfilled_together(scene: Scene) -> str:
    """Explain candidates that are in no filling of two elements at once."""
    puzzle, cells = scene.board.puzzle, set(scene.step.cells)
    inside = [
        element
        for of_technique in elements(puzzle.shape, puzzle.rules).values()
        for element in of_technique
        if set(element.cells) <= cells
    ]
    one, other = next(
        (one, other)
        for one, other in permutations(inside, 2)
        if cells == {*one.cells, *other.cells} and joined_title(one, other) == scene.step.constraint
    )
    return (
        f"{one.meaning}. {other.meaning}. {supposed(scene)}, the two could not both be fulfilled."
    )


def supposed(scene: Scene) -> str:
    """Return a clause that supposes the eliminated candidates to be true."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in by_cell(scene.step.eliminations).items():
        alike.setdefault(digits, []).append(cell)
    return "If " + ", or ".join(
        f"{scene.cells(some, 'or')} were {scene.digits(digits, 'or')}"
        for digits, some in alike.items()
    )


def element_of(scene: Scene) -> Element:
    """Return the element on which the step rests."""
    puzzle, step = scene.board.puzzle, scene.step
    some = [
        element
        for of_technique in elements(puzzle.shape, puzzle.rules).values()
        for element in of_technique
        if element.title == step.constraint
    ]
    own = [each for each in some if set(each.cells) == set(step.cells)]
    return (own or some)[0]


def _ways(scene: Scene, element: Element) -> list[int]:
    """Return the sets of digits that the cells may hold, if the order of the digits is free."""
    puzzle = scene.board.puzzle
    if element.reader is None or not element.is_symmetric:
        return []
    peers = own_peers(puzzle.shape, puzzle.rules, element)

    def differ(one: int, other: int) -> bool:
        return bool(peers[one] >> other & 1) or scene.sees(one, other)

    return ways(scene, element.cells, element.reader, differ)


def _listed_ways(element: Element, found: list[int]) -> str:
    """Return a sentence that says which digits fit."""
    sign = " + " if isinstance(element.reader, SumTo) else "-"
    written = [sign.join(str(bit + 1) for bit in bits(digits)) for digits in found]
    return f"Only {listed(written, 'or')} fit{'s' * (len(found) == 1)} the candidates."


def _on_a_thermometer(scene: Scene, element: Element, gone: dict[int, int]) -> str:
    """Return a sentence about the cells before and after those that lose digits."""
    n, cells = scene.board.puzzle.shape.n, element.cells
    if len(gone) > 1:
        return "Each cell needs a larger digit for each cell after it, and smaller ones before."
    [(cell, mask)] = gone.items()
    at = cells.index(cell)
    digits = scene.digits(digits_of(mask))
    is_high = mask >> n - 1 & 1
    number = len(cells) - 1 - at if is_high else at
    return (
        f"{scene.cell(cell)} needs {counted(number)} {'larger' if is_high else 'smaller'} "
        f"digit{'s' * (number > 1)} {'after' if is_high else 'before'} it, so {digits} "
        f"{'go' if mask.bit_count() > 1 else 'goes'} there."
    )
