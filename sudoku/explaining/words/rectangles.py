"""Explanations of steps that avoid two solutions; they assume that there is only one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from sudoku.explaining.scene import Scene, cells_of, counted
from sudoku.geometry.words import listed

Cells = tuple[int, ...]


def _threat(scene: Scene) -> str:
    """Return in words what the rectangle must not become."""
    one, other = scene.step.digits[:2]
    return (
        f"If {scene.cells(scene.step.cells)} held {one} and {other} alone, the two could change "
        "places and there would be two solutions."
    )


def _roof(scene: Scene) -> Cells:
    """Return the corners with further candidates."""
    digits = set(scene.step.digits)
    return tuple(cell for cell in scene.step.cells if scene.candidates(cell) - digits)


def one_corner(scene: Scene) -> str:
    """Explain type 1."""
    [corner] = _roof(scene)
    return (
        f"{_threat(scene)} Only {scene.cell(corner)} has other candidates, so it holds one of them."
    )


def extra_digit(scene: Scene) -> str:
    """Explain types 2 and 5."""
    roof = _roof(scene)
    [extra] = scene.candidates_in(roof) - set(scene.step.digits)
    return (
        f"{_threat(scene)} The only other candidates are {extra} in {scene.cells(roof)}: one of "
        "these holds it, and a cell that sees all of them does not."
    )


def subset(scene: Scene) -> str:
    """Explain type 3."""
    step, roof = scene.step, _roof(scene)
    cells = cells_of(step.chain[0])
    extra = scene.candidates_in(roof) - set(step.digits)
    digits = scene.candidates_in(cells) | extra
    return (
        f"{_threat(scene)} So one of {scene.cells(roof)} holds {scene.digits(extra, 'or')}. With "
        f"{scene.cells(cells)} that makes {counted(len(cells) + 1)} cells for "
        f"{scene.digits(digits)}, and a cell that sees all places of one of these digits "
        "there does not hold it."
    )


def locked(scene: Scene) -> str:
    """Explain type 4."""
    step, roof = scene.step, _roof(scene)
    gone = step.eliminations[0][1]
    [kept] = set(step.digits) - {gone}
    house = next(h for h in scene.shared(roof) if set(scene.places(kept, h.cells)) <= set(roof))
    return (
        f"{_threat(scene)} In {house.title}, {kept} has no places but {scene.cells(roof)}: one of "
        f"these holds it. With {gone} in the other, the four cells would hold only these digits."
    )


def diagonal(scene: Scene) -> str:
    """Explain type 6."""
    step, roof = scene.step, _roof(scene)
    gone = step.eliminations[0][1]
    [other] = set(step.digits) - {gone}
    lines = _lines_of(scene, gone)
    return (
        f"{_threat(scene)} In {lines}, {gone} has no places but these corners. If "
        f"{scene.cell(roof[0])} held {gone}, {scene.cell(roof[1])} would hold it, too, and the "
        f"other two corners would hold {other}."
    )


def _lines_of(scene: Scene, digit: int) -> str:
    """Return the two lines of the rectangle in which a digit has no places but the corners."""
    corners = set(scene.step.cells)
    held = [
        house
        for house in scene.all_houses
        if len(corners.intersection(house.cells)) == 2
        and set(scene.places(digit, house.cells)) <= corners
        and scene.places(digit, house.cells)
    ]
    one, other = next(
        (one, other)
        for one, other in combinations(held, 2)
        if corners <= set(one.cells) | set(other.cells)
    )
    return listed((one.title, other.title))


def hidden(scene: Scene) -> str:
    """Explain a hidden rectangle."""
    step = scene.step
    [(corner, gone)] = step.eliminations
    [linked] = set(step.digits) - {gone}
    lines = [
        house.title
        for house in scene.all_houses
        if corner in house.cells and _is_line(scene, house.cells)
        if set(scene.places(linked, house.cells)) <= set(step.cells)
    ]
    opposite = next(cell for cell in step.cells if not _is_line(scene, (cell, corner)))
    return (
        f"{_threat(scene)} In {listed(lines)}, {linked} has no places but these corners. If "
        f"{scene.cell(corner)} held {gone}, the two corners beside it would hold {linked}, and "
        f"{scene.cell(opposite)} would hold {gone}."
    )


def _is_line(scene: Scene, cells: Iterable[int]) -> bool:
    """Return whether some cells lie in one row, or in one column."""
    rows, columns = zip(*map(scene.board.puzzle.shape.position, cells), strict=True)
    return len(set(rows)) == 1 or len(set(columns)) == 1


def three_solved(scene: Scene) -> str:
    """Explain an avoidable rectangle with three corners solved."""
    [(cell, gone)] = scene.step.eliminations
    others = [other for other in scene.step.cells if other != cell]
    return (
        f"{scene.cells(others)} are solved, and none of them is a clue. If {scene.cell(cell)} held "
        f"{gone}, {scene.digits(scene.step.digits)} could change places in the four cells and "
        "there would be two solutions."
    )


def two_solved(scene: Scene) -> str:
    """Explain an avoidable rectangle with two corners solved."""
    step = scene.step
    solved = [cell for cell in step.cells if scene.board.digits[cell]]
    blank = [cell for cell in step.cells if cell not in solved]
    extra = step.eliminations[0][1]
    swapped = sorted(scene.board.digits[cell] for cell in solved)
    return (
        f"{scene.cells(solved)} are solved, and none of them is a clue. If {scene.cells(blank)} "
        f"held {scene.digits(swapped)}, too, these could change places and there would be two "
        f"solutions. So one of them is {extra}, their only other candidate, and a cell that "
        "sees both is not."
    )


def bug(scene: Scene) -> str:
    """Explain that all blank cells but one have two candidates."""
    step = scene.step
    [cell] = step.cells
    [kept] = set(step.digits) - {digit for _, digit in step.eliminations}
    return (
        f"All blank cells but {scene.cell(cell)} have two candidates. If {scene.cell(cell)} were "
        f"not {kept}, each digit would have two places or none in every house, and there would be "
        "two solutions or none."
    )
