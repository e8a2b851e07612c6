"""Explanations why a cell cannot hold a digit: each is right, and each of its parts is needed."""

from __future__ import annotations

import pytest

from sudoku import Board, Classic, Puzzle, Shape, explain, rule, solve, true_candidates
from sudoku.studio.shortening import excludes, shorter
from tests.sudoku.studio.desk import Client

pytestmark = pytest.mark.kernel

FOUR = Puzzle.from_text("1......2.3.....4")
MANY = Puzzle.from_text("1...341221..4...")
CAGES = Puzzle(
    Shape(2, 2),
    [Classic(), rule("killer", [(3, [(0, 0), (0, 1)]), (7, [(2, 0), (2, 1)])])],
    {(0, 3): 4},
)


@pytest.mark.parametrize("puzzle", [FOUR, MANY, CAGES], ids=["one", "many", "cages"])
def test_every_digit_of_every_cell(puzzle: Puzzle) -> None:
    client, counts = Client(), true_candidates(puzzle).counts
    board = Board(puzzle)
    shown = 0
    for cell in range(puzzle.shape.n_cells):
        for digit in range(1, 5):
            reply = client.ask("why_not", puzzle, cell=cell, digit=digit)
            assert (reply["verdict"] == "possible") == bool(counts[cell, digit - 1]), reply
            if reply["verdict"] == "seen":
                assert excludes(board, cell, digit) or "rule 'killer' bars digit" in reply["words"]
            elif reply["verdict"] == "impossible":
                shown += bool(reply.get("steps"))
                assert reply["givens"]
            elif "solution" in reply:
                assert reply["solution"][cell] == digit
    assert shown > (3 if puzzle is FOUR else 0)


def test_the_steps_exclude_the_digit_and_are_few() -> None:
    client = Client()
    reply = client.ask("why_not", FOUR, cell=10, digit=1)
    candidates = [step["placements"] + step["eliminations"] for step in reply["steps"]]
    assert len(candidates) == 2
    last = reply["steps"][-1]
    assert [10, 1] in last["eliminations"] or any(
        cell == 10 or digit == 1 for cell, digit in last["placements"]
    )


@pytest.mark.parametrize("cell", range(16))
def test_shorter_explanations_hold_without_the_steps_that_they_leave_out(cell: int) -> None:
    made = explain(FOUR)
    assert made.start is not None
    solution = solve(FOUR).get().cells
    for digit in {1, 2, 3, 4} - {solution[cell]}:
        lengths = []
        for steps in shorter(made.start, made.steps, cell, digit):
            board = made.start
            for step in steps:
                assert not excludes(board, cell, digit)
                for at, placed in step.placements:
                    assert solution[at] == placed
                board = board.after(step)
            assert excludes(board, cell, digit)
            lengths.append(len(steps))
        assert lengths == sorted(set(lengths), reverse=True)
        assert lengths


def test_a_digit_of_the_solution_is_never_excluded() -> None:
    made = explain(FOUR)
    assert made.start is not None
    for cell, digit in enumerate(solve(FOUR).get().cells):
        assert list(shorter(made.start, made.steps, cell, digit)) == []


def test_what_is_no_cell_or_digit() -> None:
    client = Client()
    for cell, digit in ((16, 1), (0, 5)):
        assert "there is no digit" in client.ask("why_not", FOUR, cell=cell, digit=digit)["message"]
    entered = [0] * 16
    entered[1] = 2
    reply = client.ask("why_not", FOUR, cell=1, digit=3, entered=entered)
    assert (reply["verdict"], reply["words"]) == ("seen", "row 1, column 2 holds 2.")
