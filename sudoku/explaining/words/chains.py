"""Explanations of chains of strong and weak links."""

from __future__ import annotations

from itertools import combinations, pairwise

from sudoku.explaining.scene import Scene, cells_of
from sudoku.geometry.words import listed
from sudoku.techniques.step import Node


def ends(scene: Scene) -> str:
    """Explain that one of the two ends is true; they may be the same candidate."""
    chain = scene.step.chain
    if chain[0] == chain[-1]:
        return f"{_followed(scene)} So it is in any case."
    return f"{_followed(scene)} So {_one_or_other(scene, chain[0], chain[-1])}."


def continuous(scene: Scene) -> str:
    """Explain a loop."""
    chain = scene.step.chain
    closing = f"{scene.node(chain[0], is_true=False)} ({_why_not_both(scene, chain[-1], chain[0])})"
    return (
        f"{_followed(scene)[:-1]}, so {closing}: a loop. It holds in both directions, so of "
        "each two neighbours in it exactly one is true, and a candidate that both exclude is false."
    )


def _one_or_other(scene: Scene, one: Node, other: Node) -> str:
    digit, digit_2 = one[0][1], other[0][1]
    if digit == digit_2:
        cells = sorted({*cells_of(one), *cells_of(other)})
        return f"one of {scene.cells(cells)} is {digit}, and a cell that sees all of them is not"
    return f"{scene.node(one)} or {scene.node(other)}, and a candidate that both exclude is false"


def _followed(scene: Scene) -> str:
    """Go along the chain: if the first node is false, then the second is true, and so on."""
    chain = scene.step.chain
    words = [f"If {scene.node(chain[0], is_true=False)}"]
    for k, (node, following) in enumerate(pairwise(chain)):
        if k % 2 == 0:
            link = f"{scene.node(following)} ({_why_one_of(scene, node, following)})"
        else:
            link = (
                f"{scene.node(following, is_true=False)} ({_why_not_both(scene, node, following)})"
            )
        words.append(link if k == 0 else f"so {link}")
    return ", ".join(words) + "."


def _why_one_of(scene: Scene, one: Node, other: Node) -> str:
    """Return in words why one of two nodes is true."""
    cells, cells_2 = set(cells_of(one)), set(cells_of(other))
    digit, digit_2 = one[0][1], other[0][1]
    if digit != digit_2 and cells == cells_2 and len(cells) == 1:
        return "its only other candidate"
    if digit == digit_2:
        for house in scene.shared(cells | cells_2):
            if set(scene.places(digit, house.cells)) == cells | cells_2:
                return f"no other place in {house.title}"
    found = _almost_locked(scene, one, other)
    return f"{scene.cells(found)} hold all but one of {scene.digits(scene.candidates_in(found))}"


def _almost_locked(scene: Scene, one: Node, other: Node) -> tuple[int, ...]:
    """Return the smallest almost locked set that has just these places for the two digits."""
    needed = {*cells_of(one), *cells_of(other)}
    for size in range(len(needed), scene.board.puzzle.shape.n):
        for house in scene.shared(needed):
            rest = [c for c in house.cells if scene.board.candidates[c] and c not in needed]
            for more in combinations(rest, size - len(needed)):
                cells = tuple(sorted((*needed, *more)))
                if len(scene.candidates_in(cells)) == size + 1 and all(
                    scene.places(node[0][1], cells) == cells_of(node) for node in (one, other)
                ):
                    return cells
    raise ValueError("the two nodes have no strong link")


def _why_not_both(scene: Scene, one: Node, other: Node) -> str:
    """Return in words why two nodes are not both true."""
    cells, cells_2 = cells_of(one), cells_of(other)
    if one[0][1] != other[0][1]:
        return "same cell" if cells == cells_2 else scene.rule_between(one[0], other[0])
    houses = scene.shared((*cells, *cells_2))
    if houses:
        return houses[0].title
    pairs = [(a, b) for a in cells for b in cells_2]
    titles = (
        [house.title for house in scene.shared(pair)[:1]]
        or [scene.rule_between((pair[0], one[0][1]), (pair[1], one[0][1]))]
        for pair in pairs
    )
    return listed(dict.fromkeys(title for [title] in titles))
