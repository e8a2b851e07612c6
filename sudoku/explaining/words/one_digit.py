"""Explanations of patterns of one digit: two strong links, empty rectangles, templates."""

from __future__ import annotations

from sudoku.explaining.scene import Scene, cells_of


def turbot(scene: Scene) -> str:
    """Explain two houses with two places each: a place of one house sees a place of the other."""
    step = scene.step
    far, near, near_2, far_2 = (scene.cells(cells_of(node)) for node in step.chain)
    house, other = (scene.house(number) for number in step.houses)
    return (
        f"{scene.digit} has two places in {house}, {far} and {near}, and two in {other}, {near_2} "
        f"and {far_2}. {near} and {near_2} are both in {scene.houses(step.acts_on)}, so not both "
        f"hold it. So {far} or {far_2} holds it, and a cell that sees both does not."
    )


def dual_turbot(scene: Scene) -> str:
    """Explain two two-string kites at once."""
    step = scene.step
    return (
        f"Two kites at once: {scene.houses(step.houses)} have two places each for "
        f"{scene.digits(step.digits, 'or')} ({scene.cells(step.cells)}), and meet in "
        f"{scene.houses(step.acts_on)}. In each kite, one of the two far ends is true, "
        "and a cell that sees both does not hold the digit."
    )


def empty_rectangle(scene: Scene) -> str:
    """Explain a box whose places lie on two lines, and a link that ends on one of them."""
    step = scene.step
    far, near, on_line, rest = (scene.cells(cells_of(node), "or") for node in step.chain)
    box, house = (scene.house(number) for number in step.houses)
    line = scene.house(step.acts_on[0])
    return (
        f"{scene.digit} has two places in {house}, {near} and {far}. If it is not in {far}, it is "
        f"in {near}, so not in {on_line}, which {'is' if ' ' not in on_line else 'are'} in {line}, "
        f"too; then {box} has it in {rest}. So it is in {far} or in {rest}, and a cell that "
        "sees all of these does not hold it."
    )


def dual_empty_rectangle(scene: Scene) -> str:
    """Explain two empty rectangles in one box."""
    step = scene.step
    box, *others = step.houses
    return (
        f"Two empty rectangles at once: in {scene.house(box)}, {scene.digit} lies on two crossing "
        f"lines, and {scene.houses(others)} have two places each for it, one of them on "
        f"{scene.houses(step.acts_on)} ({scene.cells(step.cells)} in all). In each of them, the "
        "far place or the other line of the box holds it, and a cell that sees all of these does "
        "not."
    )


def templates_set(scene: Scene) -> str:
    """Explain placements that are in all templates."""
    return (
        f"All the ways that are left to place {scene.digit} in the whole grid have it in "
        f"{scene.cells(scene.step.cells)}."
    )


def templates_delete(scene: Scene) -> str:
    """Explain eliminations of candidates that are in no template."""
    gone = scene.cells([cell for cell, _ in scene.step.eliminations], "or")
    return (
        f"None of the ways that are left to place {scene.digit} in the whole grid has it in {gone}."
    )
