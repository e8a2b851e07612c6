"""Boards: what is a clue and what was placed, and what contradicts what."""

import pytest

from sudoku import Diagonal, Puzzle, Shape
from sudoku.errors import ClashError, ClueError, TextError
from sudoku.puzzle.board import Board
from sudoku.rules.classic import Classic
from sudoku.rules.non_consecutive import NonConsecutive
from sudoku.techniques.climb import climb
from sudoku.techniques.step import Step

PUZZLE = Puzzle.from_text("1......2.3.....4")


def test_candidates_are_what_the_houses_lack() -> None:
    board = Board(PUZZLE)
    assert board.candidates_of(0, 1) == (2, 4)
    assert board.candidates_of(0, 0) == ()
    with_diagonals = Board(Puzzle(Shape(2, 2), (Classic(), Diagonal()), {(0, 0): 1}))
    assert 1 not in with_diagonals.candidates_of(3, 3)


def test_steps_lead_to_the_solution() -> None:
    board = Board(PUZZLE)
    for step in climb(PUZZLE):
        board = board.after(step)
    assert all(board.digits)
    assert board.is_clue(0, 0)
    assert not board.is_clue(0, 1)


def test_a_step_is_what_is_placed_and_removed() -> None:
    rules = (Classic(), Diagonal(), NonConsecutive())
    board = Board(Puzzle(Shape(3, 3), rules, {(0, 0): 1}))
    step = Step("", ((40, 5),), ((80, 3),))
    assert board.after(step) == Board(board.puzzle, {40: 5}, [(80, 3)])
    with pytest.raises(ClueError, match="row 5, column 6: 4 is placed, and no candidate"):
        board.after(step).after(Step("", ((41, 4),), ()))


def test_pencil_marks_are_read_back() -> None:
    board = Board(Puzzle(Shape(2, 2), clues={(0, 0): 1}), removed=[(1, 4), (15, 2)])
    words = [
        str(digit) if digit else "".join(map(str, board.candidates_of(*divmod(cell, 4))))
        for cell, digit in enumerate(board.digits)
    ]
    rows = [" ".join(words[k : k + 4]) for k in range(0, 16, 4)]
    assert Board.from_pencil_marks("\n".join(["+-----+-----+", *rows])) == board


@pytest.mark.parametrize(
    ("placed", "removed", "message"),
    [
        ({0: 2}, [], "row 1, column 1: 2 is placed on clue 1"),
        ({}, [(0, 1)], "row 1, column 1: 1 is removed where it stands"),
        ({}, [(1, 2), (1, 4)], "row 1, column 2: no candidate is left"),
    ],
)
def test_contradictions_name_the_cell(
    placed: dict[int, int], removed: list[tuple[int, int]], message: str
) -> None:
    with pytest.raises(ClueError, match=message):
        Board(PUZZLE, placed, removed)


def test_a_cell_that_the_clues_empty_is_named_whatever_is_placed() -> None:
    clues = {(0, k): k + 1 for k in range(8)} | {(1, 8): 9}
    for placed in ({}, {(5, 0): 9}):
        with pytest.raises(ClueError, match="row 1, column 9: no candidate is left"):
            Board(Puzzle(Shape(3, 3), clues=clues), placed)
    del clues[1, 8]
    assert Board(Puzzle(Shape(3, 3), clues=clues), {(1, 8): 9}).candidates_of(0, 8) == ()


def test_digits_that_clash_name_the_house() -> None:
    with pytest.raises(ClashError, match="two 1s in row 1"):
        Board(PUZZLE, {1: 1})


def test_bad_text_is_named() -> None:
    with pytest.raises(TextError, match=r"'123' has 3 characters: a puzzle in one line"):
        Board.from_pencil_marks("1 2 3")
    with pytest.raises(TextError, match="row 1, column 2: candidate '9' is no digit from 1 to 4"):
        Board.from_pencil_marks("1 29 3 4\n" * 4)
    with pytest.raises(TextError, match="expected 81 cells, got 3"):
        Board.from_library("1+2.")
    with pytest.raises(TextError, match="'40' is not a digit, row and column"):
        Board.from_library("." * 81, "40")


def test_a_library_line_with_a_plus_sign_alone_is_refused() -> None:
    with pytest.raises(TextError, match="cell 81: no digit follows the plus sign"):
        Board.from_library("." * 80 + "+", "")
