"""The command `exactcover`, as people and programs call it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exactcover import Problem
from exactcover.cli import main

PROBLEM = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"  # Knuth's toy for Algorithm C
NONE = "p q\np\n"


def run(*arguments: str, stdin: str = PROBLEM) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def test_solve_prints_an_option_a_line() -> None:
    result = run("solve", "-")
    assert (result.exit_code, result.stdout) == (0, "p r x:A y\nq x:A\n\n")


def test_solve_json_is_an_object_a_line() -> None:
    result = run("solve", "-", "--all", "--json", stdin="p q\np\np\nq\n")
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert objects == [{"options": [["p"], ["q"]]}] * 2


def test_solve_limit() -> None:
    result = run("solve", "-", "--limit", "2", "--json", stdin="p\np\np\np\n")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2


def test_count() -> None:
    result = run("count", "-")
    assert (result.exit_code, result.stdout) == (0, "1\n")


def test_count_json() -> None:
    result = run("count", "-", "--json")
    report = json.loads(result.stdout)
    assert report["count"] == 1
    assert report["complete"] is True
    assert report["stopped"] is None
    assert report["engine"]
    assert report["nodes"] > 0
    assert report["seconds"] >= 0


@pytest.mark.parametrize("verb", ["solve", "count"])
def test_no_solution(verb: str) -> None:
    result = run(verb, "-", stdin=NONE)
    assert result.exit_code == 1
    assert result.stderr == "no solution\n"


@pytest.mark.parametrize("verb", ["solve", "count"])
def test_stopped_is_not_none(verb: str) -> None:
    result = run(verb, "-", "--max-nodes", "0", stdin=NONE)
    assert result.exit_code == 3
    assert "stopped by the nodes limit" in result.stderr


def test_count_limit_is_no_failure() -> None:
    result = run("count", "-", "--limit", "1", stdin="p\np\n")
    assert (result.exit_code, result.stdout) == (0, "1\n")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["count", "-"], "p q\np z\n", "line 2: unknown item 'z'"),
        (["count", "-"], "", "line 1: no line names the items"),
        (["count", "-", "--limit", "-1"], PROBLEM, "limit is -1: it must not be negative"),
        (["count", "-", "--time-limit", "-1"], PROBLEM, "time_limit is -1.0: it must not be"),
        (["solve", "-", "--method", "guess"], PROBLEM, "unknown method 'guess'"),
        (["count", "missing.dlx"], "", "missing.dlx: No such file or directory"),
        (["convert", "-", "--to", "matrix"], PROBLEM, "secondary items"),
        (["convert", "-", "--from", "matrix"], "0 1\n0 2\n", "line 2"),
        (["convert", "-", "--from", "matrix"], "0 1\n0\n", "line 2: 1 entries, expected 2"),
        (["convert", "-", "--from", "json"], "{", "line 1"),
        (["convert", "-", "--from", "json"], "{}", "does not hold a problem"),
    ],
)
def test_bad_input(arguments: list[str], stdin: str, message: str) -> None:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    result = run("count", str(tmp_path / "noise"))
    assert result.exit_code == 2
    assert "UTF-8" in result.stderr


def test_info() -> None:
    facts = json.loads(run("info", "-", "--json").stdout)
    assert facts["primary items"] == 3
    assert facts["secondary items"] == 2
    assert facts["options"] == 5
    assert facts["colours"] == 2
    assert facts["digest"] == Problem.from_text(PROBLEM).digest
    assert "fewest options of a primary item  2" in run("info", "-").stdout


def test_convert_round_trip() -> None:
    text = run("convert", "-", "--to", "json").stdout
    assert run("convert", "-", "--from", "json", stdin=text).stdout == PROBLEM


def test_convert_matrix() -> None:
    assert run("convert", "-", "--to", "matrix", stdin="p q\np q\nq\n").stdout == "11\n01\n"


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_ctrl_c_prints_what_was_counted() -> None:
    # Far too many solutions to count: a hundred items with two options each.
    names = " ".join(f"i{k}" for k in range(100))
    text = names + "\n" + "".join(f"i{k}\ni{k}\n" for k in range(100))
    # The command tells on standard error, by its bar, that it is counting.
    code = (
        "import sys, threading, signal\n"
        "from exactcover import driver\n"
        "slice_ = driver.Search._slice\n"
        "def spy(self, out):\n"
        "    slice_(self, out)\n"
        "    if self._engine.nodes > 10000: signal.raise_signal(signal.SIGINT)\n"
        "driver.Search._slice = spy\n"
        "from exactcover.cli import main\n"
        "main(['count', '-', '--json'])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=False
    )
    assert run.returncode == 3
    report = json.loads(run.stdout)
    assert report["count"] > 1000
    assert report["complete"] is False
    assert "interrupted" in run.stderr
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
