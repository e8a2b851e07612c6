"""Explanations of what several elements together leave: lines of a row, dots that form a chain."""

from __future__ import annotations

from sudoku.explaining.scene import Scene, by_cell, with_article
from sudoku.explaining.words.elements import supposed
from sudoku.geometry.words import listed
from sudoku.techniques.geometry import geometry
from sudoku.techniques.several_elements import Group, groups

MOST_MEANT = 3
"""The most elements whose meanings are said; of more the title is enough."""
MOST_SUPPOSED = 3
"""The most kinds of cells, by the digits that they lose, that a sentence names."""
MOST_FOLLOWED = 8
"""The most cells that get their digits in a sentence."""


def unfilled(scene: Scene) -> str:
    """Explain candidates with which several elements cannot be filled together."""
    step, puzzle = scene.step, scene.board.puzzle
    group = next(
        each
        for each in groups(geometry(puzzle.shape, puzzle.rules))
        if each.task.element.title == step.constraint
        and set(step.cells) <= set(each.task.element.cells)
    )
    house = group.house[:1].upper() + group.house[1:]
    parts = [f"{house} holds every digit once"] if house else []
    if len(group.parts) <= MOST_MEANT:
        parts += dict.fromkeys(part.element.meaning for part in group.parts)
    elif not house:
        parts = [f"In {with_article(step.constraint)}, each element shares a cell with another"]
    words = "".join(f"{part}. " for part in parts)
    fail = f"the rest of {group.house} could not be filled" if house else "they could not all fit"
    if step.digits:
        [digit], places = step.digits, scene.cells(step.cells, "or")
        seen = {1: "that cell", 2: "both of them"}.get(len(step.cells), "all of them")
        return (
            f"{words}Without {digit} in {places}, {fail}. So {digit} is there, and no cell that "
            f"sees {seen} holds {digit}."
        )
    n_kinds = len(set(by_cell(step.eliminations).values()))
    case = (
        supposed(scene)
        if n_kinds <= MOST_SUPPOSED
        else "With any of the digits that are eliminated"
    )
    words += f"{case}, {fail}."
    course = _consequences(scene, group, *step.eliminations[0])
    example = "for example, with" if len(step.eliminations) > 1 else "with"
    cell, digit = step.eliminations[0]
    if course:
        words = f"{words[:-1]}: {example} {digit} in {scene.cell(cell)}, {course}."
    return words


def _consequences(scene: Scene, group: Group, cell: int, digit: int) -> str:
    """Return the digits that a candidate forces, up to a contradiction; empty if they are many.

    It is also empty if what single elements and digits leave does not show the contradiction.
    """
    board, links = scene.board, scene.links
    left = {
        each: board.candidates[each] or 1 << board.digits[each] - 1
        for each in group.task.element.cells
    }
    left[cell] = 1 << digit - 1
    n = board.puzzle.shape.n
    house = next((each.cells for each in scene.all_houses if each.title == group.house), ())
    known = [each for each in left if board.digits[each]]
    filled = len(known)
    done, end = filled, ""
    while not end:
        before = dict(left)
        known += [
            each for each, mask in left.items() if mask.bit_count() == 1 and each not in known
        ]
        for each in known[done:]:
            only = left[each].bit_length()
            barred = [(peer, only) for peer in links.peers[each]]
            for other, gone in (*barred, *links.excluded.get((each, only), ())):
                if other in left and not end:
                    left[other] &= ~(1 << gone - 1)
                    end = "" if left[other] else f"{scene.cell(other)} has no digit left"
        done = len(known)
        for part in group.parts if not end else ():
            cells = part.element.cells
            after = part.filled(tuple([left[each] for each in cells]))
            if not all(after):
                end = f"{with_article(part.element.title)} cannot be filled"
                break
            left.update(zip(cells, after, strict=True))
        for number in range(1, n + 1) if len(house) == n and not end else ():
            places = [each for each in house if left[each] >> number - 1 & 1]
            if len(places) == 1:
                left[places[0]] = 1 << number - 1
            elif not places:
                end = f"{group.house} has no cell left for {number}"
                break
        if left == before and not end:
            return ""
    course = [
        f"{scene.cell(each)} is {left[each].bit_length()}"
        for each in known[filled:]
        if each != cell and left[each]
    ]
    if len(course) > MOST_FOLLOWED:
        return ""
    return f"{listed(course)}, so {end}" if course else end
