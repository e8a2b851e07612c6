"""`sudoku hint`: one step, several, or all of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sudoku import Board, Puzzle, explain
from sudoku.cli.main import main

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LAST_THREE = "1234341221434..."  # three full houses


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["hint", *arguments], input=stdin)


@pytest.mark.parametrize("number", [1, 2, 7])
def test_hints_are_the_first_steps_of_the_explanation(number: int) -> None:
    result = run(EASY, "--steps", str(number))
    lines = explain(Puzzle.from_text(EASY)).text().splitlines()
    assert (result.stdout.splitlines(), result.exit_code) == (lines[:number], 0)
    assert number != 1 or result.stdout == run(EASY).stdout


def test_all_hints_are_the_whole_explanation() -> None:
    whole = explain(Puzzle.from_text(EASY)).text()
    assert run(EASY, "--steps", "all").stdout == whole + "\n"
    assert run(EASY, "--steps", "999").stdout == whole + "\n"


def test_the_end_is_told_only_if_it_is_reached() -> None:
    assert "Solved" not in run(LAST_THREE, "--steps", "3").stdout
    assert run(LAST_THREE, "--steps", "4").stdout.endswith("\nSolved in three steps.\n")
    many = run("1" + "." * 15, "--steps", "2")
    assert (many.stdout, many.exit_code) == (explain("1" + "." * 15).verdict + "\n", 1)
    assert many.stdout.startswith("The puzzle has 72 solutions. After no steps ")
    stuck = run(EASY, "--steps", "all", "--upto", "full_house")
    assert stuck.stdout.endswith("no technique up to Full house applies; 51 cells are open.\n")


def test_a_search_that_was_stopped_is_told() -> None:
    stopped = run(EASY, "--steps", "all", "--time-limit", "0")
    assert stopped.exit_code == 3 and "Stopped" in stopped.stdout


def test_hints_as_json_and_of_candidates(tmp_path: Path) -> None:
    assert len(json.loads(run(EASY, "--steps", "4", "--json").stdout)["steps"]) == 4
    board = Board(LAST_THREE)
    words = ["".join(map(str, board.candidates_of(*divmod(k, 4)))) for k in range(16)]
    words = [word or str(digit) for word, digit in zip(words, board.digits, strict=True)]
    path = tmp_path / "marks.txt"
    path.write_text("\n".join(" ".join(words[k : k + 4]) for k in range(0, 16, 4)))
    marked = run(str(path), "--marks", "--steps", "all")
    assert marked.exit_code == 0 and marked.stdout.splitlines()[-1].startswith(
        "The grid is complete"
    )


@pytest.mark.parametrize(
    ("steps", "names"),
    [("1", ["hint.svg"]), ("2", ["hint-1.svg", "hint-2.svg"])],
)
def test_each_step_has_its_picture(tmp_path: Path, steps: str, names: list[str]) -> None:
    assert run(LAST_THREE, "--steps", steps, "--picture", str(tmp_path / "hint.svg")).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    pictures = [image.to_svg() for image in explain(Puzzle.from_text(LAST_THREE)).pictures()]
    drawn = [(tmp_path / name).read_text(encoding="utf-8") for name in names]
    assert drawn == pictures[: len(names)]


@pytest.mark.parametrize("steps", ["0", "-1", "some", "1.5", "²"])
def test_a_wrong_number_of_steps_is_refused(steps: str) -> None:
    result = run(EASY, f"--steps={steps}")
    assert result.exit_code == 2
    assert f"{steps!r} is neither a number from 1 nor all" in result.output


def test_a_full_grid_has_no_step() -> None:
    result = run("1234341221434321")
    assert result.exit_code == 0
    assert result.stdout == "The grid is complete: there is no step to give a hint for.\n"
    assert run("1234341221434...", "--steps", "all").stdout.endswith("Solved in three steps.\n")
