"""Puzzles searched in tasks: the same answers, and checkpoints."""

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from exactcover import ProblemError
from exactcover.parallel.cover_job import CoverJob
from exactcover.runtime.parallel.checkpoint import CheckpointError
from sudoku import Classic, Diagonal, Formity, Puzzle, Shape, count, formity, solutions, solve
from sudoku.cli.main import main

EMPTY = Puzzle(Shape(2, 2))
CLUES = Puzzle.from_text("12..............")
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a task end after a few nodes, so that small puzzles have many."""
    monkeypatch.setattr(CoverJob, "call_nodes", 5)
    monkeypatch.setattr(CoverJob, "task_updates", 1)


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("controls", [{"workers": 1}, {"workers": 3}, {"workers": 2, "seed": 1}])
@pytest.mark.parametrize("method", ["auto", "masks", "csp"])
def test_the_same_answers(controls: dict[str, Any], method: str) -> None:
    controls = controls | {"method": method}
    for puzzle in (EMPTY, CLUES, Puzzle(Shape(2, 2), rules=[Classic(), Diagonal()])):
        number = count(puzzle)
        assert count(puzzle, **controls) == number
        found = list(solutions(puzzle, **controls))
        assert len(set(found)) == len(found) == number
        assert set(found) == set(solutions(puzzle))
    easy = Puzzle.from_text(EASY)
    assert solve(easy, **controls).solution == solve(easy).solution
    assert formity(CLUES, **controls) is Formity.MANY


def test_processes() -> None:
    with ProcessPoolExecutor(2) as pool:
        assert count(EMPTY, executor=pool) == 288


@pytest.mark.usefixtures("small_tasks")
def test_a_checkpoint_is_of_one_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "run"
    assert not count(EMPTY, checkpoint=path, limit=10, method="masks").complete
    with pytest.raises(CheckpointError, match="another search: chosen"):
        count(CLUES, resume=path, method="masks")
    with pytest.raises(CheckpointError, match="another problem"):
        count(Puzzle(Shape(3, 2)), resume=path, method="masks")
    assert count(EMPTY, resume=path, method="masks") == 288
    kept = tmp_path / "list"
    some = [*solutions(EMPTY, checkpoint=kept, limit=100), *solutions(EMPTY, checkpoint=kept)]
    assert len(set(some)) == len(some) == 288


def test_what_cannot_be_spread() -> None:
    with pytest.raises(ProblemError, match="a search by backtracking cannot be spread"):
        count(EMPTY, workers=2, method="backtracking")


def test_the_command(tmp_path: Path) -> None:
    path, puzzles = tmp_path / "run", tmp_path / "puzzles.txt"
    puzzles.write_text("12..............\n................\n")
    arguments = ["count", "1" + "." * 15, "--workers", "2", "--checkpoint", str(path)]
    for _ in range(2):
        assert CliRunner().invoke(main, arguments).stdout == "72\n"
    stopped = CliRunner().invoke(main, [*arguments[:-1], f"{path}2", "--limit", "3"])
    assert stopped.stdout == "3\n"
    refused = CliRunner().invoke(main, ["count", str(puzzles), *arguments[2:]])
    assert refused.exit_code == 2
    assert "a checkpoint is of one puzzle: there are 2" in refused.stderr
