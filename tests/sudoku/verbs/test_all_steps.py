"""All steps at one position: none is missing, wrong or there twice."""

from __future__ import annotations

import json
from threading import Event

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

from sudoku import Board, Killer, Puzzle, all_steps, hint, rule, solutions
from sudoku.cli.main import main
from sudoku.errors import ClueError, RuleError
from sudoku.explaining.explanation import End
from sudoku.statement.bitsets import digits_of
from sudoku.techniques.climb import find_all, ladder_of
from sudoku.techniques.geometry import geometry
from sudoku.techniques.registry import TECHNIQUES
from tests.sudoku_puzzles import is_right, puzzles

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
FULL = "1234341221434321"


def singles(board: Board) -> set[tuple[int, int]]:
    """Return all placements that a cell or a house forces, by definition."""
    held = [
        {digit} if digit else set(digits_of(mask))
        for digit, mask in zip(board.digits, board.candidates, strict=True)
    ]
    blanks = [cell for cell, digit in enumerate(board.digits) if not digit]
    found = {(cell, digit) for cell in blanks if len(held[cell]) == 1 for digit in held[cell]}
    for house in board.puzzle.houses:
        for digit in range(1, board.puzzle.shape.n + 1):
            places = [cell for cell in house.cells if digit in held[cell]]
            if len(places) == 1 and places[0] in blanks:
                found.add((places[0], digit))
    return found


@given(puzzles())
@settings(max_examples=40, deadline=None)
def test_all_steps_are_found_and_hold(puzzle: Puzzle) -> None:
    found = all_steps(puzzle)
    grids = [grid.cells for grid in solutions(puzzle)]
    if not grids:
        assert (found.end, len(found)) == (End.NO_SOLUTION, 0)
        return
    board = Board(puzzle)
    assert all(is_right(step, grid) for step in found.steps for grid in grids)
    placed = {each for step in found.steps for each in step.placements}
    assert singles(board) <= placed
    places = [list(TECHNIQUES).index(TECHNIQUES[step.technique]) for step in found.steps]
    assert places == sorted(places)
    results = [(frozenset(step.placements), frozenset(step.eliminations)) for step in found.steps]
    assert len(set(results)) == len(results)
    names = [each.name for each in ladder_of(geometry(puzzle.shape, puzzle.rules))]
    expected = [step for name in names for step in find_all(name, board)]
    assert set(results) == {
        (frozenset(step.placements), frozenset(step.eliminations)) for step in expected
    }
    assert found.steps[:1] == hint(puzzle, names).steps
    assert found.end is (
        End.MORE if found.steps else End.STUCK if 0 in board.digits else End.SOLVED
    )


def test_techniques_by_request_and_uniqueness() -> None:
    assert {each.step.technique for each in all_steps(HARD, ["pointing"])} == {"pointing"}
    assert {each.step.technique for each in all_steps(HARD, upto="pointing")} <= {
        *("full_house", "naked_single", "hidden_single", "locked_pair", "locked_triple"),
        "pointing",
    }
    with pytest.raises(RuleError, match="'unique_rectangle_1' assumes"):
        all_steps(HARD, ["unique_rectangle_1"])
    loose = all_steps(Puzzle.from_text("12..341221..4321"), ["unique_rectangle_1"], unique=True)
    assert (loose.end, loose.steps) == (End.STUCK, ())
    assert loose.remark == "Techniques that assume a unique solution are left out."


def test_rules_name_their_elements() -> None:
    cage = Killer([(3, [(0, 0), (0, 1)])])
    puzzle = Puzzle(rules=[rule("classic"), cage])
    [stage] = [each for each in all_steps(puzzle, upto="cage") if each.step.technique == "cage"]
    assert "Cage" in stage.title
    assert stage.picture().to_svg()


def test_ends_and_limits() -> None:
    assert all_steps(FULL).end is End.SOLVED
    assert all_steps(FULL).verdict == "No cell is blank."
    with pytest.raises(ClueError):
        all_steps(Board("12..............", {}, [((0, 2), 3), ((0, 2), 4)]))
    flag = Event()
    flag.set()
    for stopped in (all_steps(HARD, time_limit=0), all_steps(HARD, cancel=flag)):
        assert (stopped.end, stopped.complete, len(stopped)) == (End.STOPPED, False, 0)


class Later:
    """A flag that is set after it was checked a number of times."""

    def __init__(self, n_asked: int) -> None:
        self.n_left = n_asked

    def is_set(self) -> bool:
        self.n_left -= 1
        return self.n_left < 0


def test_steps_found_before_a_limit_are_kept() -> None:
    whole, flag = all_steps(HARD), Later(10**6)
    assert all_steps(HARD, cancel=flag).steps == whole.steps
    half = all_steps(HARD, cancel=Later((10**6 - flag.n_left) * 2 // 3))
    assert half.end is End.STOPPED
    assert 0 < len(half) <= len(whole)
    assert half.steps == whole.steps[: len(half)]


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["hint", *arguments])
    return done.exit_code, done.output


def test_the_command() -> None:
    found = all_steps(HARD, upto="pointing")
    assert run(HARD, "--all", "--upto", "pointing") == (0, found.text() + "\n")
    code, text = run(HARD, "--all", "--json", "--upto", "pointing")
    data = json.loads(text)
    assert (code, data["end"], len(data["steps"])) == (0, "more", len(found))
    assert data["steps"][0]["words"] == found.stages[0].words
    assert run("." * 16, "--all")[0] == 1
    assert run(HARD, "--all", "--time-limit", "0")[0] == 3
    assert "only one can be given" in run(HARD, "--all", "--steps", "2")[1]
    assert "only one can be given" in run(HARD, "--all", "--html", "a.html")[1]
