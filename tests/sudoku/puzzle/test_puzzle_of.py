"""Every verb takes whatever shows a puzzle, and says the same of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sudoku
from sudoku import Board, Grid, Puzzle, Shape

LINE = "1......2.3.....4"
SOLUTION = "1243341243212134"
GRID = Grid.from_text(LINE)
SAME: list[Any] = [
    LINE,
    str(GRID),
    str(GRID).splitlines(),
    ["1...", "...2", ".3..", "...4"],
    GRID,
    GRID.rows(),
    [list(row) for row in GRID.rows()],
    GRID.cells,
    GRID.array(),
    GRID.array().ravel().astype(np.int64),
    Puzzle.from_text(LINE),
    Board(LINE),
    "\ufeff" + LINE,
]
VERBS: dict[str, Any] = {
    "solve": lambda found: found.solution.to_line(),
    "solutions": lambda found: [grid.to_line() for grid in found],
    "count": int,
    "formity": str,
    "is_well_formed": bool,
    "is_minimal": bool,
    "rate": lambda found: (found.value, found.level),
    "hint": lambda found: found.stages[0].words,
    "explain": lambda found: found.text(),
    "encode": repr,
    "to_fpuzzles": str,
    "to_layout": str,
}


@pytest.mark.parametrize("verb", VERBS)
def test_verbs_say_the_same_of_all_forms(verb: str) -> None:
    function, simplified = getattr(sudoku, verb), VERBS[verb]
    expected = simplified(function(Puzzle.from_text(LINE)))
    for source in SAME:
        assert simplified(function(source)) == expected, source


def test_pictures() -> None:
    expected = sudoku.picture(LINE).to_svg()
    for source in SAME:
        shown = sudoku.picture(source, candidates=False).to_svg()
        assert shown == expected, source


def test_a_board_is_taken_with_all_that_is_known() -> None:
    blank = Board(Puzzle(Shape(2, 2)), {(0, 0): 1}, [((0, 1), 2), ((0, 1), 3)])
    assert sudoku.count(blank) == sudoku.count(Puzzle(Shape(2, 2), clues={(0, 0): 1, (0, 1): 4}))
    assert Board(LINE).to_puzzle() == Puzzle.from_text(LINE)
    assert [rule.name for rule in blank.to_puzzle().rules] == ["classic", "pencil_marks"]


def test_places_are_rows_and_columns_or_numbers_of_cells() -> None:
    assert Board(LINE, {(0, 1): 2}, [((0, 2), 3)]) == Board(LINE, {1: 2}, [(2, 3)])
    (stage,) = sudoku.hint(LINE).stages
    position = stage.board.puzzle.shape.position
    assert stage.placements == tuple((position(c), d) for c, d in stage.step.placements)
    assert stage.placements
    assert Board(LINE, dict(stage.placements)) == Board(LINE, dict(stage.step.placements))


def test_batches_of_texts() -> None:
    solutions, counts = sudoku.solve_batch([LINE, "." * 16], shape=Shape(2, 2))
    assert "".join(map(str, solutions[0])) == SOLUTION
    assert counts.tolist() == [1, 2]
