"""The sets of digits that cells of variants may hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations as pairs_of
from typing import Any

from sudoku.explaining.scene import Scene
from sudoku.rules.reader import Reader
from sudoku.statement.automaton import TooLargeError, combinations
from sudoku.statement.candidates import MOST_STEPS, fitting


def ways(
    scene: Scene, cells: Sequence[int], reader: Reader[Any], differ: Callable[[int, int], bool]
) -> list[int]:
    """Return the masks of the digits that some cells may hold together.

    There are none if two of the cells may hold the same digit, or too many sets would be listed.
    `differ` tells whether two cells certainly hold different digits; the order of the digits must
    be free.
    """
    if not all(differ(one, other) for one, other in pairs_of(cells, 2)):
        return []
    digits, candidates = scene.board.digits, scene.board.candidates
    domains = [candidates[cell] or 1 << digits[cell] - 1 for cell in cells]
    try:
        n = scene.board.puzzle.shape.n
        return fitting(combinations(reader, len(cells), n, MOST_STEPS), domains)
    except TooLargeError:
        return []
