"""Processes with limits, lists of instances, and checks of solutions by Gecode."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from benchmarks.minizinc import checking, instances, measuring, roster, rows
from benchmarks.minizinc.__main__ import selected
from benchmarks.minizinc.flattening import Flattened, flatten
from benchmarks.minizinc.instances import Instance
from benchmarks.minizinc.process import Limits, Usage, run
from benchmarks.minizinc.roster import GECODE, OURS, Library, Solver
from csp.formats.flatzinc.minizinc.library import library

MODEL = """
int: n;
array[1..2] of var 1..9: x;
int: named :: add_to_output = n + 1;
array[1..2] of var 0..9: y;
var int: total = sum(x);
constraint y[2] = x[1];
constraint x[1] * x[2] >= n;
solve minimize total;
"""
BUSY = """
try:
    while True:
        pass
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def python(text: str, limits: Limits) -> tuple[Usage, list[str]]:
    lines: list[str] = []
    usage = run([sys.executable, "-c", text], limits, lambda line, _: lines.append(line))
    return usage, lines


def test_a_process_is_interrupted_at_its_limit() -> None:
    usage, lines = python(BUSY, Limits(1.0, 1000))
    assert usage.stopped == "time"
    assert usage.seconds >= 1.0
    assert lines == ["interrupted"]
    assert usage.code == 0


def test_a_process_that_needs_much_memory_is_killed() -> None:
    usage, _ = python("import time\nx = b'1' * (300 << 20)\ntime.sleep(60)", Limits(30.0, 200))
    assert usage.stopped == "memory"
    assert usage.code == -9
    assert usage.megabytes >= 200


def test_the_errors_and_the_code_of_a_process_are_kept() -> None:
    usage, lines = python("print('x'); raise SystemExit('why')", Limits(30.0, 1000))
    assert (usage.stopped, usage.code, usage.errors, lines) == ("", 1, "why", ["x"])


def test_lists_and_folders_of_instances(tmp_path: Path) -> None:
    for name in ("a/m.mzn", "a/1.dzn", "a/2.json", "b/alone.mzn"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    names = [each.name for each in instances.every(tmp_path)]
    assert names == ["a/m.mzn,a/1.dzn", "a/m.mzn,a/2.json", "b/alone.mzn"]
    listing = tmp_path / "list.txt"
    listing.write_text("# some\nb/alone.mzn\n\na/m.mzn,a/3.dzn\n")
    with pytest.raises(ValueError, match=r"line 4: .* no file 'a/3.dzn'"):
        instances.listed(listing, tmp_path)


def test_a_solver_that_is_not_there_is_an_error() -> None:
    there = {"one": Solver("one", "id", ("fzn-one",)), "two": Solver("two", "id", (), n_threads=2)}
    assert selected(there, []) == [there["one"]]
    assert selected(there, ["two"]) == [there["two"]]
    with pytest.raises(click.ClickException, match="no solver 'three' here, only one, two"):
        selected(there, ["three"])


@pytest.fixture
def challenge(tmp_path: Path) -> Path:
    (tmp_path / "product.mzn").write_text(MODEL)
    (tmp_path / "product.dzn").write_text("n = 12;\ny = [0, _];\n")
    return tmp_path


@pytest.fixture
def known(challenge: Path) -> tuple[Instance, Flattened]:
    """Return an instance that MiniZinc has flattened for our library."""
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    instance = Instance(("product.mzn", "product.dzn"))
    ours = Library(OURS, None, library() / "csp", ())
    return instance, flatten(instance, challenge, ours, challenge / "work")


def test_an_instance_is_flattened_once_for_a_library(
    challenge: Path, known: tuple[Instance, Flattened]
) -> None:
    instance, flattened = known
    assert not flattened.error
    (challenge / "product.mzn").unlink()
    ours = Library(OURS, None, library() / "csp", ())
    assert flatten(instance, challenge, ours, challenge / "work") == flattened
    other = flatten(instance, challenge, ours._replace(folder=None), challenge / "work")
    assert "product.mzn" in other.error


def test_an_answer_is_measured_and_confirmed(
    challenge: Path, known: tuple[Instance, Flattened]
) -> None:
    _need_gecode()
    instance, flattened = known
    script = challenge / "solver.py"
    script.write_text(
        "print('total = 9;\\nx = array1d(1..2, [3, 6]);\\n----------')\n"
        "print('total = 7;\\nx = array1d(1..2, [3, 4]);\\n----------\\n==========')\n"
        "print('%%%mzn-stat: nodes=5')\n"
    )
    solver = Solver("script", OURS, (sys.executable, str(script)), is_ours=True)
    row = measuring.measure(solver, instance, flattened, Limits(20.0, 2000), challenge, "")
    assert (row.status, row.goal, row.objective) == (rows.PROVED, "minimize", 7)
    assert [value for _, value in row.solutions] == [9, 7]
    assert row.statistics == {"nodes": 5}
    assert row.check == checking.CONFIRMED


@pytest.mark.parametrize(
    ("x", "total", "claimed"),
    [("3, 3", 6, 6), ("3, 4", 8, 8), ("3, 4", 7, 6)],
    ids=["constraint", "definition", "value"],
)
def test_a_wrong_answer_is_refuted(
    challenge: Path, known: tuple[Instance, Flattened], x: str, total: int, claimed: int
) -> None:
    _need_gecode()
    solution = f"x = array1d(1..2, [{x}]);\ntotal = {total};"
    text = checking.check(solution, claimed, known[0], challenge, known[1])
    assert text.startswith(checking.REFUTED)


def _need_gecode() -> None:
    gecode = roster.libraries().get(GECODE)
    if gecode is None or gecode.executable is None:
        pytest.skip("Gecode is not installed")
    environment = {**os.environ, **roster.variables()}
    command = ["minizinc", "--solver", GECODE, "-"]
    if subprocess.run(
        command, env=environment, input=b"solve satisfy;", capture_output=True
    ).returncode:
        pytest.skip("MiniZinc cannot run Gecode")
