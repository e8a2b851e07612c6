"""The scale "rounds", which rates every shape and rule."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from exactcover import Stop
from sudoku import (
    Classic,
    Diagonal,
    Grids,
    Killer,
    Puzzle,
    Shape,
    generate,
    random_isomorph,
    rate,
    rule,
)
from sudoku.ratings.registry import scale
from sudoku.ratings.rounds import COSTS, rounds
from sudoku.techniques.climb import Climber
from sudoku.verbs.solve import solve
from tests.running import compiled

pytestmark = [pytest.mark.kernel, compiled]

EASY = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
MEDIUM = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def killer(n_cells: int) -> Puzzle:
    """Return a killer with cages of so many cells in each row, and clues in some cells."""
    solution = solve(Puzzle.from_text(MEDIUM)).get()
    cages = [
        (
            sum(solution.cells[9 * row + k] for k in range(start, min(start + n_cells, 9))),
            [(row, k) for k in range(start, min(start + n_cells, 9))],
        )
        for row in range(9)
        for start in range(0, 9, n_cells)
    ]
    clues = [digit * (cell % 7 in (0, 3)) for cell, digit in enumerate(solution.cells)]
    return Puzzle(rules=[Classic(), Killer(cages)], clues=clues)


def test_a_round_does_all_steps_of_a_technique() -> None:
    # Three blank cells, each the last of its column: one round of full houses.
    rating = rate(Puzzle.from_text("1234341221434..."), "rounds")
    assert rating.techniques == {"full_house": 1}
    assert rating.value == pytest.approx(0.4)  # 1 * sqrt(16 / 81)
    assert rating.level == "easy"


def test_the_value_is_the_sum_of_the_costs() -> None:
    rating = rate(EASY, "rounds")
    assert rating.value == sum(COSTS[name] * often for name, often in rating.techniques.items())
    assert list(rating.techniques) == [name for name in COSTS if name in rating.techniques]


@pytest.mark.parametrize("line", [EASY, MEDIUM, ESCARGOT])
def test_isomorphic_puzzles_have_the_same_rating(line: str) -> None:
    puzzle = Puzzle.from_text(line)
    texts = {rate(random_isomorph(puzzle, seed=seed), "rounds").text for seed in range(3)}
    assert texts == {rate(puzzle, "rounds").text}


def test_more_clues_make_no_puzzle_harder() -> None:
    """Clues are added to a hard puzzle one after another; the ratings fall, but for a few."""
    puzzle = Puzzle.from_text(EASY)
    solution, cells = solve(puzzle).get().cells, list(puzzle.grid.cells)
    values = []
    for cell in range(0, 81, 5):
        cells[cell] = solution[cell]
        value = rate(Puzzle(clues=cells), "rounds").value
        assert value is not None
        values.append(value)
    assert values[0] > 1.5 * values[-1]
    assert sum(after > before for before, after in pairwise(values)) <= 3


def test_harder_puzzles_have_higher_ratings() -> None:
    ratings = [rate(line, "rounds") for line in (MEDIUM, EASY, ESCARGOT)]
    values = [rating.value or 0 for rating in ratings]
    assert values == sorted(values)
    assert [rating.level for rating in ratings] == ["easy", "easy", "extreme"]


def test_constraints_cost_as_much_as_they_have_open_cells() -> None:
    found = [each for each in rounds(Climber(killer(3))) if each.technique == "constraint"]
    assert found
    assert {each.cost for each in found} <= {2, 4, 6}
    rating = rate(killer(3), "rounds")
    assert rating.solved
    assert rating.techniques["constraint"] == len(found)


@pytest.mark.parametrize(
    "made",
    [
        {"shape": Grids("samurai")},
        {"shape": Shape(4, 3)},
        {"rules": [Classic(), rule("anti_knight"), Diagonal()]},
        {"ruleset": "thermometer", "shape": Shape(2, 2)},
    ],
)
def test_rules_and_shapes(made: dict[str, Any]) -> None:
    (puzzle,) = generate(1, seed=1, **made)
    rating = rate(puzzle, "rounds")
    assert rating.solved
    assert rating.value


def test_a_limit_leaves_a_lower_bound() -> None:
    assert scale("rounds").time_limit == 60
    rating = rate(killer(3), "rounds", time_limit=0)
    assert (rating.stopped, rating.text) == (Stop.TIME, "stopped")
