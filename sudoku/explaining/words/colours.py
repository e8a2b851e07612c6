"""Explanations of colouring: all candidates of one colour are true, or all of the other."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku.explaining.scene import Scene, by_digit, cells_of
from sudoku.techniques.step import Candidate, Node


def trap(scene: Scene) -> str:
    """Explain the elimination of candidates that see both colours."""
    return f"{_groups(scene)} A cell that sees a cell of each group does not hold it."


def _groups(scene: Scene) -> str:
    """Return in words that the cells of one of two colours hold the digit."""
    one, other = (scene.cells(cells_of(colour)) for colour in scene.step.chain)
    return (
        f"Strong links of {scene.digit} connect two groups of cells: {one} in the first, {other} "
        f"in the second. Either the whole first group holds {scene.digit}, or the whole second."
    )


def wrap(scene: Scene) -> str:
    """Explain a false colour: two of its cells see each other."""
    one, other = (cells_of(colour) for colour in scene.step.chain)
    false = {cell for cell, _ in scene.step.eliminations}
    wrong = one if false <= set(one) else other
    pair = next((a, b) for a in wrong for b in wrong if scene.sees(a, b))
    group = "first" if wrong is one else "second"
    return (
        f"{_groups(scene)} {scene.cells(pair)} of the {group} group see each other, so the {group} "
        "group does not hold it."
    )


def either(scene: Scene) -> str:
    """Explain two pairs of colours: a colour of one pair sees a colour of the other pair."""
    one, other = _clusters(scene)
    meeting = [(k, j) for k in (0, 1) for j in (0, 1) if scene.any_sees(one[k], other[j])]
    words = [
        f"{_sees_of(scene, one[k])} {_one_of(scene, other[j])}, so "
        f"{_hold(scene, one[1 - k])} it, or {_hold(scene, other[1 - j])} it."
        for k, j in meeting
    ]
    return (
        f"{_two_clusters(scene, one, other)} {' '.join(words)} A cell that sees one of each does "
        "not."
    )


def both(scene: Scene) -> str:
    """Explain a false colour: it sees both colours of another pair."""
    one, other = _clusters(scene)
    false = {cell for cell, _ in scene.step.eliminations}
    wrong = next(colour for colour in (*one, *other) if false <= set(colour))
    pair = other if wrong in one else one
    return (
        f"{_two_clusters(scene, one, other)} {_sees_of(scene, wrong)} {_one_of(scene, pair[0])}, "
        f"and {'it' if len(wrong) == 1 else 'one of them'} sees {_one_of(scene, pair[1])}: so "
        + (
            f"{scene.cells(wrong)} does not hold it."
            if len(wrong) == 1
            else f"not all of {scene.cells(wrong)} hold it."
        )
    )


Cluster = tuple[tuple[int, ...], tuple[int, ...]]


def _clusters(scene: Scene) -> tuple[Cluster, Cluster]:
    a, b, c, d = map(cells_of, scene.step.chain)
    return (a, b), (c, d)


def _two_clusters(scene: Scene, one: Cluster, other: Cluster) -> str:
    first, second = (
        f"{_hold(scene, cluster[0])} {scene.digit}, or {_hold(scene, cluster[1])} it"
        for cluster in (one, other)
    )
    return f"By strong links, {first}; and {second}."


def _hold(scene: Scene, cells: tuple[int, ...]) -> str:
    return f"{scene.cells(cells)} {'holds' if len(cells) == 1 else 'hold'}"


def _sees_of(scene: Scene, cells: tuple[int, ...]) -> str:
    return f"{'One of ' * (len(cells) > 1)}{scene.cells(cells)} sees"


def _one_of(scene: Scene, cells: tuple[int, ...]) -> str:
    return f"{'one of ' * (len(cells) > 1)}{scene.cells(cells)}"


def medusa(scene: Scene) -> str:
    """Explain two colours of candidates of all digits."""
    one, other = scene.step.chain
    words = (
        f"Strong links connect two groups of candidates. The first group is "
        f"{_candidates(scene, one)}. The second group is {_candidates(scene, other)}. Either the "
        "whole first group is true, or the whole second."
    )
    gone = set(scene.step.eliminations)
    for colour in (one, other):
        if gone == set(colour):
            group = "first" if colour is one else "second"
            return f"{words} The {group} group {_flaw(scene, colour)}."
    return f"{words} Both groups exclude each eliminated candidate."


def _candidates(scene: Scene, candidates: Iterable[Candidate]) -> str:
    """Return candidates digit by digit."""
    return "; ".join(
        f"{digit} in {scene.cells(cells)}" for digit, cells in by_digit(candidates).items()
    )


def _flaw(scene: Scene, colour: Node) -> str:
    """Return in words why not all candidates of a colour are true."""
    held = sorted(colour)
    for number, (cell, digit) in enumerate(held):
        for other, digit_2 in held[number + 1 :]:
            if cell == other:
                return f"would put two digits into {scene.cell(cell)}"
            if digit == digit_2 and scene.sees(cell, other):
                cells = scene.cells((cell, other))
                return f"would put {digit} into both {cells}, which see each other"
    left = {
        (cell, digit)
        for cell in range(scene.board.puzzle.shape.n_cells)
        for digit in scene.candidates(cell)
        if not any(_excludes(scene, true, (cell, digit)) for true in held)
    }
    for cell, mask in enumerate(scene.board.candidates):
        if mask and not any(other == cell for other, _ in left):
            return f"would leave no candidate in {scene.cell(cell)}"
    for house in scene.all_houses:
        for digit in scene.candidates_in(house.cells):
            if not any((cell, digit) in left for cell in house.cells):
                return f"would leave no place for {digit} in {house.title}"
    raise ValueError("the colour may be true")


def _excludes(scene: Scene, true: Candidate, candidate: Candidate) -> bool:
    """Return whether a candidate being true makes another one false."""
    if true[0] == candidate[0]:
        return true[1] != candidate[1]
    return true[1] == candidate[1] and scene.sees(true[0], candidate[0])
