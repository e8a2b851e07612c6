"""Draws of solutions: fair where there are few, and complete lists in every case."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sudoku import Classic, Puzzle, Shape, count, rule, solutions, solve
from sudoku.solvers.draw import MOST_DRAWN

pytestmark = pytest.mark.kernel

FEW = [
    Puzzle.from_text("1234............"),
    Puzzle.from_text("1.......2...3..."),
    Puzzle(Shape(2, 2), [Classic(), rule("diagonal")]),
    Puzzle(
        Shape(2, 2), [Classic(), rule("killer", [(3, [(0, 0), (0, 1)]), (7, [(3, 0), (3, 1)])])]
    ),
]


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", FEW)
def test_each_of_few_solutions_is_equally_likely(puzzle: Puzzle) -> None:
    grids = list(solutions(puzzle))
    assert 1 < len(grids) <= MOST_DRAWN
    n_draws = 60 * len(grids)
    drawn = Counter(solve(puzzle, seed=seed).get() for seed in range(n_draws))
    assert set(drawn) == set(grids)
    expected = n_draws / len(grids)
    chi_square = sum((drawn[grid] - expected) ** 2 / expected for grid in grids)
    freedom = len(grids) - 1
    # The seeds are fixed, so this is the same in each run: five standard deviations of chance.
    assert abs(chi_square - freedom) < 5 * np.sqrt(2 * freedom)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_lists_and_counts_with_a_seed_are_complete(seed: int) -> None:
    for puzzle in (*FEW, Puzzle(Shape(2, 2)), Puzzle.from_text("12" + "." * 14)):
        expected = list(solutions(puzzle))
        found = list(solutions(puzzle, seed=seed))
        assert len(found) == len(set(found))
        assert set(found) == set(expected)
        assert count(puzzle, seed=seed) == len(expected)
        assert count(puzzle, seed=seed, limit=2) == min(2, len(expected))


def test_a_puzzle_without_solution_stays_without() -> None:
    impossible = Puzzle.from_text("123....4........")
    assert solve(impossible, seed=1).solution is None
    assert solve(impossible, seed=1).complete
