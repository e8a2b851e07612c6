"""Explanations of colouring: all candidates of one colour are true, or all of the other."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku.explaining.scene import Scene, by_digit, cells_of
from sudoku.techniques.step import Candidate, Node

__all__ = ["both", "either", "medusa", "trap", "wrap"]


def trap(scene: Scene) -> str:
    """Explain the elimination of candidates that see both colours."""
    one, other = (scene.cells(cells_of(colour)) for colour in scene.step.chain)
    return (
        f"Strong links of {scene.digit} go from each of {one} to some of {other}: either all of "
        "the former hold it, or all of the latter. What sees one of each does not."
    )


def wrap(scene: Scene) -> str:
    """Explain a false colour: two of its cells see each other."""
    one, other = (cells_of(colour) for colour in scene.step.chain)
    false = {cell for cell, _ in scene.step.eliminations}
    wrong = one if false <= set(one) else other
    pair = next((a, b) for a in wrong for b in wrong if scene.sees(a, b))
    return (
        f"Strong links of {scene.digit} go from each of {scene.cells(one)} to some of "
        f"{scene.cells(other)}: either all of the former hold it, or all of the latter. "
        f"{scene.cells(pair)} see each other, so not the {'former' if wrong is one else 'latter'}."
    )


def either(scene: Scene) -> str:
    """Explain two pairs of colours: a colour of one pair sees a colour of the other pair."""
    one, other = _clusters(scene)
    meeting = [(k, j) for k in (0, 1) for j in (0, 1) if scene.any_sees(one[k], other[j])]
    words = [
        f"{_sees_of(scene, one[k])} one of {scene.cells(other[j])}, so "
        f"{_hold(scene, one[1 - k])} it, or {_hold(scene, other[1 - j])} it."
        for k, j in meeting
    ]
    return f"{_two_clusters(scene, one, other)} {' '.join(words)} What sees one of each does not."


def both(scene: Scene) -> str:
    """Explain a false colour: it sees both colours of another pair."""
    one, other = _clusters(scene)
    false = {cell for cell, _ in scene.step.eliminations}
    wrong = next(colour for colour in (*one, *other) if false <= set(colour))
    pair = other if wrong in one else one
    return (
        f"{_two_clusters(scene, one, other)} {_sees_of(scene, wrong)} one of "
        f"{scene.cells(pair[0])}, and one of them one of {scene.cells(pair[1])}: so not all of "
        f"{scene.cells(wrong)} hold it."
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
    return (
        f"{scene.cell(cells[0])} sees" if len(cells) == 1 else f"One of {scene.cells(cells)} sees"
    )


def medusa(scene: Scene) -> str:
    """Explain two colours of candidates of all digits."""
    one, other = scene.step.chain
    words = (
        f"By strong links, either all of these are true: {_candidates(scene, one)}; or all of "
        f"these: {_candidates(scene, other)}."
    )
    gone = set(scene.step.eliminations)
    for colour in (one, other):
        if gone == set(colour):
            return f"{words} The {'former' if colour is one else 'latter'} {_flaw(scene, colour)}."
    return f"{words} Each eliminated candidate is excluded by both."


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
                return f"have two digits in {scene.cell(cell)}"
            if digit == digit_2 and scene.sees(cell, other):
                return f"have {digit} in both {scene.cells((cell, other))}, which see each other"
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
