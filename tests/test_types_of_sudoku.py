"""What type checkers know of `sudoku`; see `tests/test_types.py`."""

from __future__ import annotations

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import sudoku
from exactcover import Count, Result, Solutions
from sudoku import (
    Board,
    Classic,
    Explanation,
    Formity,
    Generator,
    Grid,
    Killer,
    Picture,
    Puzzle,
    Rating,
    Rule,
    Shape,
    TrueCandidates,
)
from sudoku.explaining.explanation import End, Stage

TEXT = "1......2.3.....4"


def test_puzzles() -> None:
    puzzle = Puzzle.from_text(TEXT)
    assert_type(puzzle, Puzzle)
    assert_type(puzzle.grid, Grid)
    assert_type(puzzle.rules, tuple[Rule, ...])
    assert_type(puzzle.shape, Shape)
    assert_type(puzzle.shape.n, int)
    assert_type(puzzle.grid.cells, tuple[int, ...])
    assert_type(Board(puzzle).candidates, tuple[int, ...])
    assert_type(sudoku.to_json(puzzle), str)
    assert_type(sudoku.from_json(sudoku.to_json(puzzle)), Puzzle)
    assert_type(sudoku.picture(puzzle), Picture)
    assert_type(Puzzle(Shape(2, 2), [Classic(), Killer([(3, [(0, 0), (0, 1)])])]), Puzzle)
    assert_type(sudoku.rule("diagonal"), Rule)


def test_solutions() -> None:
    puzzle = Puzzle.from_text(TEXT)
    assert_type(puzzle.solve(), Result[Grid])
    assert_type(sudoku.solve(TEXT).solution, Grid | None)
    assert_type(sudoku.solve(TEXT).get().to_line(), str)
    assert_type(puzzle.count(), Count)
    assert_type(puzzle.solutions(), Solutions[Grid])
    assert_type(list(puzzle.solutions()), list[Grid])
    assert_type(sudoku.formity(puzzle), Formity)
    assert_type(sudoku.is_minimal(puzzle), bool)
    assert_type(sudoku.true_candidates(puzzle), TrueCandidates)
    grids, counts = sudoku.solve_batch([TEXT], shape=Shape(2, 2))
    assert_type(grids, NDArray[np.uint8])
    assert_type(counts, NDArray[np.int64])


def test_explanations_and_new_puzzles() -> None:
    explanation = sudoku.explain(TEXT)
    assert_type(explanation, Explanation)
    assert_type(explanation.end, End)
    assert_type(explanation.stages, tuple[Stage, ...])
    assert_type(explanation.stages[0].words, str)
    assert_type(sudoku.hint(TEXT), Explanation)
    assert_type(sudoku.rate(TEXT), Rating)
    made = sudoku.generate(1, shape=Shape(2, 2), seed=1)
    assert_type(made, Generator)
    assert_type(list(made), list[Puzzle])
