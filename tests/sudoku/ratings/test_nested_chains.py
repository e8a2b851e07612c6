"""Sudoku Explainer's ratings above 9.0, which need nested chains, against published ratings.

The rows are from the file HardestDatabase110626 of the Enjoy Sudoku players' forum (thread "The
hardest sudokus"): a puzzle and its ratings ER/EP/ED, found with Sudoku Explainer 1.2.1.
"""

from __future__ import annotations

import numpy as np
import pytest

from exactcover import Stop
from exactcover.limits import Flag
from sudoku import Puzzle, random_isomorph, rate, solve
from sudoku.ratings.registry import scale
from sudoku.ratings.se import Walk
from tests.conftest import IS_SLOW
from tests.running import compiled

pytestmark = [pytest.mark.kernel, compiled]

TAREK = ".....1.....7.2.....9.6.8..5..1..7....6.9....42.9.........8...59.8....4....6.3...8"
PUBLISHED = {
    TAREK: "10.1/10.1/9.8",
    "1....6.8...71....66.....15..3.9.....7....184.....2........9.41.5....4..8...8..5..": (
        "10.3/10.3/10.0"
    ),
    "1...5.7.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.": (
        "10.3/10.3/2.6"
    ),
    "...4......5..8.2.6.....71..2...4....3......1...5.3.8.25...6.3.8..6....9...8......": (
        "10.4/10.4/2.6"
    ),
    "1...56....5718...66...7.....9.3............9.8....5..35...17..8..2....1.......4..": (
        "10.2/10.2/2.6"
    ),
}
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


class Later(Flag):
    """A flag that is set after it was checked a number of times."""

    def __init__(self, n_asked: int) -> None:
        self.n_left = n_asked

    def is_set(self) -> bool:
        self.n_left -= 1
        return self.n_left < 0


@pytest.mark.skipif(IS_SLOW, reason="nearly a minute with bounds checks")
@pytest.mark.parametrize(("line", "known"), PUBLISHED.items())
def test_ratings_are_those_published(line: str, known: str) -> None:
    rating = rate(line, "se")
    assert (rating.text, rating.value, rating.solved) == (known, float(known.split("/")[0]), True)


@pytest.mark.skipif(IS_SLOW, reason="nearly a minute with bounds checks")
def test_first_steps_of_the_hardest() -> None:
    """Golden Nugget is rated 11.9/11.9/11.3: the last number is that of the first step."""
    walk = Walk(Puzzle.from_text(GOLDEN_NUGGET))
    steps = [walk.step() for _ in range(4)]
    assert [(step.name, step.tenths) for step in steps if step is not None] == [
        ("dynamic_chains_multiple", 113),
        ("dynamic_chains_multiple", 113),
        ("dynamic_chains_multiple", 114),
        ("dynamic_chains_dynamic", 118),
    ]


def test_the_rating_of_a_step_does_not_depend_on_the_names_of_cells_and_digits() -> None:
    ratings = set()
    for seed in range(3):
        walk = Walk(random_isomorph(Puzzle.from_text(TAREK), seed=seed))
        steps = [walk.step() for _ in range(2)]
        ratings.add(tuple(step.tenths for step in steps if step is not None))
    assert len(ratings) == 1


def test_no_nested_chain_removes_a_digit_of_the_solution() -> None:
    puzzle, met = Puzzle.from_text(TAREK), set()
    digits = np.array(solve(puzzle).get().cells)
    walk = Walk(puzzle)
    while not walk.is_over() and (step := walk.step()):
        met.add(step.name)
        filled = walk.tables.grid != 0
        assert (walk.tables.grid[filled] == digits[filled]).all(), step
        left = walk.tables.cand[~filled] >> (digits[~filled] - 1).astype(np.uint64)
        assert (left & np.uint64(1)).all(), step
    assert walk.tables.grid.all()
    assert {"dynamic_chains", "dynamic_chains_plus"} <= met


def test_a_stopped_rating_says_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    rating = rate(TAREK, "se", cancel=Later(700))
    assert (rating.text, rating.value, rating.stopped) == ("at least 9.8", None, Stop.CANCELLED)
    # A caller who sets no limit gets that of the scale.
    monkeypatch.setattr(scale("se"), "time_limit", 0.0)
    assert rate(TAREK, "se").stopped is Stop.TIME
