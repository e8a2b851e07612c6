"""Every release reads the files of the first one, in `tests/data/release-0.1`, for ever.

A checkpoint is the exception that docs/compatibility.md states: a release with another version of
its format refuses it, and says so. `tests/first_release.py` wrote the files.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import chdir, closing
from pathlib import Path

import pytest

from csp import from_flatzinc
from exactcover import CheckpointError, Problem, ProblemError, write_solutions
from exactcover.diagrams.diagram import Diagram
from exactcover.formats.json import from_json as problem_from_json
from exactcover.layered.checkpoint import FORMAT as LAYERS
from exactcover.runtime.parallel.checkpoint_schema import FORMAT as TASKS
from sudoku import RULES, Puzzle, Shape, TextError, count_grids, explain, from_json, to_json
from sudoku.counting.checkpoint import FORMAT as GRIDS
from sudoku.explaining.explanation import Explanation
from tests.first_release import PUZZLE, RUNS, TWICE, named, queens

FOLDER = Path(__file__).parent / "data/release-0.1"
OTHER = "was written by another version of this library"


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def format_of(path: Path) -> str:
    """Return the format of a checkpoint."""
    if path.name == "grids.run":
        return str(json.loads(path.read_text(encoding="utf-8"))["format"])
    with closing(sqlite3.connect(path)) as database:
        row = database.execute("SELECT value FROM facts WHERE name = 'format'").fetchone()
    return str(row[0])


def copied(name: str, folder: Path) -> Path:
    """Return a copy of a file, which a run may change."""
    return Path(shutil.copy(FOLDER / name, folder))


@pytest.mark.kernel
def test_problems() -> None:
    found = problem_from_json(text_of("problem.json"))
    assert found == named(TWICE)
    assert Problem.read(FOLDER / "problem.txt") == named({})
    assert list(found.cheapest().costs) == list(named(TWICE).cheapest().costs)


@pytest.mark.kernel
def test_a_diagram() -> None:
    assert Diagram.load(FOLDER / "diagram.npz", queens(6)).count() == 4


@pytest.mark.compiled
@pytest.mark.kernel
@pytest.mark.parametrize("name", RUNS)
def test_checkpoints(name: str, tmp_path: Path) -> None:
    run, answer = RUNS[name]
    path = copied(f"{name}.run", tmp_path)
    if format_of(path) == (LAYERS if name == "layers" else TASKS):
        assert run(resume=path) == answer
    else:
        with pytest.raises(CheckpointError, match=OTHER):
            run(resume=path)


@pytest.mark.kernel
def test_a_file_of_solutions(tmp_path: Path) -> None:
    path = copied("solutions.run", tmp_path)
    copied("solutions.jsonl", tmp_path)
    with chdir(tmp_path):  # the checkpoint has the name of the file
        if format_of(path) == TASKS:
            assert write_solutions(queens(6), "solutions.jsonl", resume=path, workers=1) == 4
        write_solutions(queens(6), "fresh.jsonl")
    known = sorted(text_of("solutions.jsonl").splitlines())
    for name in ("solutions.jsonl", "fresh.jsonl"):
        assert sorted((tmp_path / name).read_text(encoding="utf-8").splitlines()) == known


@pytest.mark.kernel
def test_the_checkpoint_of_a_count_of_grids(tmp_path: Path) -> None:
    path = copied("grids.run", tmp_path)
    if format_of(path) == GRIDS:
        assert count_grids(Shape(3, 2), resume=path, workers=1) == 28_200_960
    else:
        with pytest.raises(CheckpointError, match=OTHER):
            count_grids(Shape(3, 2), resume=path, workers=1)


@pytest.mark.kernel
def test_a_model() -> None:
    assert from_flatzinc(text_of("model.fzn")).model.count() == 10


def test_puzzles_with_each_rule() -> None:
    *lines, last = text_of("puzzles.jsonl").splitlines()
    names = []
    for line in lines:
        puzzle = from_json(line)
        assert from_json(to_json(puzzle)) == puzzle
        # A rule may get parameters, but those that were written keep their names and values.
        assert json.loads(to_json(puzzle))["rules"] == json.loads(line)["rules"]
        names.append(puzzle.rules[1].name)
    assert set(names) | {"classic"} <= set(RULES)
    assert len(names) == 66
    named_puzzle = from_json(last)
    assert named_puzzle == Puzzle(Shape(3, 3), clues=PUZZLE)
    assert named_puzzle.names == {"title": "A", "author": "B"}


@pytest.mark.kernel
def test_an_explanation() -> None:
    found = Explanation.from_json(text_of("explanation.json"))
    assert found.puzzle == Puzzle(Shape(3, 3), clues=PUZZLE)
    assert found.end is explain(PUZZLE).end
    assert all(stage.words for stage in found.stages)


def test_a_later_version_is_named() -> None:
    wanted = "the format is '{0} 2', of another version of this library: '{0} 1' can be read"
    for name, reader, error in (
        ("problem.json", problem_from_json, ProblemError),
        ("puzzles.jsonl", from_json, TextError),
        ("explanation.json", Explanation.from_json, TextError),
    ):
        text = text_of(name).splitlines()[0] if name == "puzzles.jsonl" else text_of(name)
        kind = str(text.split('"')[3]).removesuffix(" 1")
        with pytest.raises(error, match=wanted.format(kind)):
            reader(text.replace(f"{kind} 1", f"{kind} 2", 1))


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["cover", "layers", "grids"])
def test_a_checkpoint_of_a_later_version_is_named(name: str, tmp_path: Path) -> None:
    path = copied(f"{name}.run", tmp_path)
    if name == "grids":
        path.write_text(text_of("grids.run").replace("grids 1", "grids 2"), encoding="utf-8")
    else:
        with closing(sqlite3.connect(path)) as database:
            database.execute("UPDATE facts SET value = value || '0' WHERE name = 'format'")
            database.commit()
    with pytest.raises(CheckpointError, match=OTHER):
        count_grids(Shape(3, 2), resume=path) if name == "grids" else RUNS[name][0](resume=path)
