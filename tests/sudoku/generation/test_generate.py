"""Generation: lazy, the same for a seed, and honest about what it did not find."""

import copy
import threading
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from exactcover import Interrupted, ProblemError, Stop
from exactcover.runtime.search import limits as watch
from sudoku import Grid, NotFoundError, Puzzle, Shape, ShapeError, generate, solve
from sudoku.cli.main import main
from sudoku.generation.batch_counts import Judge
from sudoku.generation.generate import Generator

S2 = Shape(2, 2)


def lines(made: Generator) -> list[str]:
    return [puzzle.grid.to_line() for puzzle in made]


@pytest.mark.parametrize("shape", [S2, Shape(3, 2)], ids=str)
def test_a_seed_gives_the_same_with_any_number_of_workers(shape: Shape) -> None:
    one = lines(generate(40, shape=shape, seed=9, workers=1))
    assert lines(generate(40, shape=shape, seed=9, workers=3)) == one
    assert lines(generate(11, shape=shape, seed=9)) == one[:11]
    assert lines(generate(40, shape=shape, seed=10)) != one


def test_it_is_lazy() -> None:
    made = generate(shape=S2, seed=1, workers=1)
    assert len(list(islice(made, 3))) == 3
    assert made.n_made == 3
    assert made.n_tries == 4  # blocks of 1, 1 and 2
    assert made.stopped is None


def test_arrays_hold_the_same_puzzles() -> None:
    one = lines(generate(30, shape=S2, seed=2))
    made = generate(30, shape=S2, seed=2)
    first = next(made).grid.to_line()
    rows = [row for batch in made.arrays() for row in batch.tolist()]
    assert [first] + ["".join(map(str, row)).replace("0", ".") for row in rows] == one
    assert made.n_made == 30


def test_what_is_not_found_is_said_so() -> None:
    made = generate(2, shape=S2, clues=3, seed=1, tries=50)
    with pytest.raises(NotFoundError, match="within 50 tries of the strategy to_clues"):
        next(made)
    assert made.n_tries >= 50


def test_time_is_kept() -> None:
    made = generate(shape=S2, clues=3, time_limit=0.2, tries=10**9, seed=1)
    assert list(made) == []
    assert made.stopped is not None
    assert made.stopped.value == "time"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_block_is_given_up_when_time_is_over(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(watch, "clock", lambda: now[0])
    judged = Judge.count

    def slow(self: Judge, *arguments: Any, **settings: Any) -> Any:
        now[0] += 1.0
        return judged(self, *arguments, **settings)

    monkeypatch.setattr(Judge, "count", slow)
    made = generate(shape=S2, seed=1, time_limit=3, workers=workers)
    found = lines(made)
    assert made.stopped is Stop.TIME
    monkeypatch.undo()
    assert found == lines(generate(len(found), shape=S2, seed=1))


def test_it_can_be_cancelled() -> None:
    flag = threading.Event()
    made = generate(shape=S2, cancel=flag, seed=1)
    next(made)
    flag.set()
    rest = list(made)
    assert len(rest) < 2000
    assert made.stopped is not None
    assert made.stopped.value == "cancelled"


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_loses_nothing(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    expected = lines(generate(20, shape=S2, seed=4))
    made = generate(20, shape=S2, seed=4, workers=workers)
    found = [next(made).grid.to_line() for _ in range(3)]
    with monkeypatch.context() as patched:
        patched.setattr(Generator, "_block", _raise)
        with pytest.raises(Interrupted) as caught:
            list(made)
        assert caught.value.result is made
    found += lines(made)
    assert found == expected[:3] + expected[3 + (20 - len(found)) :]
    assert found[-1] == expected[-1]


def _raise(*_: Any) -> None:
    raise KeyboardInterrupt


def test_a_pattern_must_fit() -> None:
    with pytest.raises(ShapeError, match="the pattern has 3 cells, expected 16"):
        generate(1, shape=S2, pattern="1.1")


def test_a_seed_must_be_one() -> None:
    with pytest.raises(ProblemError, match="seed is -1"):
        generate(1, seed=-1)
    drawn = [lines(generate(3, shape=S2, seed=np.random.default_rng(k))) for k in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_blocks_of_large_boards_are_small() -> None:
    sizes = [generate(shape=shape)._order.size(99) for shape in (Shape(3, 3), Shape(5, 5))]
    assert sizes == [1024, 2]


def test_judges_know_the_peers() -> None:
    assert Judge(Shape(3, 3), generate()._order.rules).peers.sum(axis=1).tolist() == [20] * 81


PUZZLES = ["generate", "-n", "3", "--shape", "2x2", "--seed", "1"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_command_prints_lines() -> None:
    result = run(*PUZZLES)
    assert result.exit_code == 0
    assert result.stdout.split() == lines(generate(3, shape=S2, seed=1))


def test_command_writes_other_formats(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    assert run(*PUZZLES, "--format", "csv", "--output", str(path)).exit_code == 0
    header, *rows = path.read_text().splitlines()
    assert header == "puzzle,solution,clues"
    for row in rows:
        puzzle, solution, clues = row.split(",")
        assert solve(Puzzle.from_text(puzzle)).solution == Grid.from_text(solution)
        assert int(clues) == 16 - puzzle.count(".")
    assert len(rows) == 3
    assert "." not in run(*PUZZLES, "--format", "sdm").stdout
    assert run(*PUZZLES, "--format", "grid").stdout.count("+-----+-----+") == 9


def test_command_is_honest() -> None:
    result = run("generate", "--shape", "2x2", "--clues", "3", "--tries", "9")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "within 9 tries" in result.stderr
    result = run("generate", "--shape", "2x2", "--clues", "3", "--time-limit", "0.1")
    assert result.exit_code == 3
    assert "stopped (time) after 0 puzzles" in result.stderr
    assert run("generate", "--strategy", "sideways").exit_code == 2


def test_a_generator_cannot_be_copied() -> None:
    with pytest.raises(TypeError, match="the making of puzzles is under way"):
        copy.copy(generate(shape=Shape(2, 2)))
