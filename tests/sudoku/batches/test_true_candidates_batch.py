"""True candidates of batches against those of single puzzles."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from exactcover import ProblemError
from sudoku import Classic, Puzzle, RuleError, rule, true_candidates, true_candidates_batch

pytestmark = pytest.mark.kernel

LINES = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6...........19..5....8....",
    "." * 81,
    "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6...........19..5....8....",
    "." * 77 + "1234",
    "12345678............9" + "." * 60,
]


@pytest.mark.compiled
@pytest.mark.parametrize("cap", [1, 2, 9])
def test_batches_agree_with_single_puzzles(cap: int) -> None:
    found = true_candidates_batch(LINES * 3, cap, workers=2)
    for line, own in zip(LINES * 3, found, strict=True):
        assert (own == true_candidates(line, cap).counts).all()


def test_limits_and_refusals() -> None:
    cancel = threading.Event()
    cancel.set()
    assert (true_candidates_batch(LINES, cancel=cancel) == -1).all()
    with pytest.raises(ProblemError, match="cap is 65"):
        true_candidates_batch(LINES, 65)
    with pytest.raises(RuleError, match="not classic"):
        true_candidates_batch([Puzzle(rules=[Classic(), rule("diagonal")])])
    assert true_candidates_batch(np.zeros((0, 81), dtype=np.uint8)).shape == (0, 81, 9)
