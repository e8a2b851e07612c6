"""Pairs of cells against all solutions."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from exactcover import ProblemError, Stop
from sudoku import Classic, Puzzle, Shape, cell_pairs, rule, solutions

pytestmark = pytest.mark.kernel

PUZZLES = [
    Puzzle.from_text("1.......2...3..."),
    Puzzle.from_text("12.............."),
    Puzzle(Shape(2, 2), [Classic(), rule("clone", [[[(0, 0)], [(2, 3)]]])]),
    Puzzle(Shape(2, 2), [Classic(), rule("killer", [(3, [(0, 0), (0, 1)])])]),
    Puzzle.from_text(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6......8....19..5....8...."
    ),
]


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("seed", [None, 1])
def test_pairs_are_those_of_all_solutions(puzzle: Puzzle, seed: int | None) -> None:
    grids = np.array([grid.cells for grid in solutions(puzzle)])
    same = grids[:, :, np.newaxis] == grids[:, np.newaxis, :]
    found = cell_pairs(puzzle, seed=seed)
    assert found.complete
    assert (found.equal == same.all(axis=0)).all()
    assert (found.different == ~same.any(axis=0)).all()


def test_limits_and_refusals() -> None:
    cancel = threading.Event()
    cancel.set()
    for stop, limits in {Stop.TIME: {"time_limit": 0}, Stop.CANCELLED: {"cancel": cancel}}.items():
        found = cell_pairs(PUZZLES[0], **limits)  # type: ignore[arg-type]
        assert (found.complete, found.stopped) == (False, stop)
    with pytest.raises(ProblemError, match="no solution"):
        cell_pairs("123....4........")
