"""SukakuExplainer's ratings above 9.0, which need nested chains, against published ratings.

The rows are from the file HardestDatabase110626 of the Enjoy Sudoku players' forum (thread "The
hardest sudokus"): a puzzle and its ratings ER/EP/ED, found with Sudoku Explainer 1.2.1.
"""

from __future__ import annotations

import numpy as np
import pytest

from exactcover import Stop
from exactcover.runtime.search.limits import Flag
from sudoku import Puzzle, random_isomorph, rate, solve
from sudoku.ratings.explainer.nested.search import begin_nested
from sudoku.ratings.explainer.walk import Walk
from sudoku.ratings.registry import scale
from sudoku.ratings.se import STEPS
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
# From a public list of hard puzzles with ratings, which is scripts/hard-puzzle-corpus.json of the
# repository SlowLarry/sukaku-forge. Some were found without the steps that assume uniqueness.
WITHOUT_UNIQUENESS = {
    "........1....12.3....45678.....6925....5......5612.9...94..1..55.1.4....62..95..4": (
        "11.7/11.7/2.6"
    ),
    ".......12......3.4..1.2356.....14.23.1.3.54.6.4.26.15.1.......57...3....8.9.56...": (
        "11.6/2.0/2.0"
    ),
}
HARDEST = "........1.....2.......3..45.16.23...27.81.6..3.87.61...32.67..81.7.8....68......."
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


class Later(Flag):
    """A flag that is set after it was checked a number of times."""

    def __init__(self, n_asked: int) -> None:
        self.n_left = n_asked

    def is_set(self) -> bool:
        self.n_left -= 1
        return self.n_left < 0


@pytest.mark.skipif(IS_SLOW, reason="too long as plain Python")
@pytest.mark.parametrize(("line", "known"), PUBLISHED.items())
def test_ratings_are_those_published(line: str, known: str) -> None:
    for name in ("se", "se_original"):
        rating = rate(line, name)
        value = float(known.split("/")[0])
        assert (rating.text, rating.value, rating.solved) == (known, value, True)


@pytest.mark.skipif(IS_SLOW, reason="too long as plain Python")
@pytest.mark.parametrize(("line", "known"), WITHOUT_UNIQUENESS.items())
def test_ratings_without_uniqueness_are_those_published(line: str, known: str) -> None:
    rating = rate(line, "se_without_uniqueness")
    assert (rating.scale, rating.text) == ("se_without_uniqueness", known)
    assert not {"unique_loop", "grave"} & set(rating.techniques)


@pytest.mark.slow
def test_the_hardest_of_the_list() -> None:
    assert rate(HARDEST, "se_without_uniqueness").text == "11.9/11.9/3.4"


@pytest.mark.skipif(IS_SLOW, reason="too long as plain Python")
@pytest.mark.parametrize(
    ("line", "known"),
    [
        # Found with these steps: 11.6 without them, as above.
        ([*WITHOUT_UNIQUENESS][1], "11.0/2.0/2.0"),
        (
            "........1.....234.235....6..67.53...3.862....52.7.86...82......65.8...7.7.32.5.86",
            "10.9/10.0/2.6",
        ),
    ],
)
def test_uniqueness_may_make_a_puzzle_easier(line: str, known: str) -> None:
    assert rate(line, "se").text == known


def test_blank_cells_are_counted_for_the_houses_in_the_order_of_the_net() -> None:
    """Pairs are looked for in houses with enough blank cells: boxes, columns and rows."""
    walk = Walk(Puzzle.from_text(TAREK), STEPS)
    begin_nested(walk.state, walk.nested)
    blank = (walk.tables.grid == 0).reshape(9, 9)
    boxes = [blank[i : i + 3, k : k + 3].sum() for i in (0, 3, 6) for k in (0, 3, 6)]
    wanted = [*boxes, *blank.sum(axis=0), *blank.sum(axis=1)]
    assert len(set(boxes)) > 1
    assert walk.nested.net.n_blank.tolist() == wanted


@pytest.mark.skipif(IS_SLOW, reason="too long as plain Python")
def test_first_steps_of_the_hardest() -> None:
    """Golden Nugget is rated 11.9/11.9/11.3: the last number is that of the first step."""
    walk = Walk(Puzzle.from_text(GOLDEN_NUGGET), STEPS)
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
        walk = Walk(random_isomorph(Puzzle.from_text(TAREK), seed=seed), STEPS)
        steps = [walk.step() for _ in range(2)]
        ratings.add(tuple(step.tenths for step in steps if step is not None))
    assert len(ratings) == 1


def test_no_nested_chain_removes_a_digit_of_the_solution() -> None:
    puzzle, met = Puzzle.from_text(TAREK), set()
    digits = np.array(solve(puzzle).get().cells)
    walk = Walk(puzzle, STEPS)
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
