"""The command `sudoku count-grids`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sudoku.cli.main import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["count-grids", *arguments])


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (["2x2"], "288"),
        (["3x3"], "6670903752021072936960"),
        (["3x2", "--up-to-symmetry"], "49"),
        (["2x2", "--rule", "diagonal", "--workers", "1"], "48"),
        (["5x1"], "161280"),
    ],
)
def test_numbers(arguments: list[str], number: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout.strip(), result.stderr) == (0, number, "")


def test_json() -> None:
    facts = json.loads(run("2x3", "--json").stdout)
    assert facts == {"count": 28200960, "complete": True, "part": 1.0, "seconds_left": None}


def test_a_stopped_count_is_a_lower_bound(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.json")
    result = run("3x3", "--time-limit", "0", "--checkpoint", kept)
    assert result.exit_code == 3
    assert result.stdout == "at least 0\n"
    assert "stopped by the time limit: 0 % of the work is done" in result.stderr
    assert f"the same command resumes from {kept}" in result.stderr
    facts = json.loads(run("3x3", "--time-limit", "0", "--json").stdout)
    assert (facts["count"], facts["complete"]) == (0, False)


def test_an_estimate_says_that_it_is_one() -> None:
    arguments = ["3x3", "--estimate", "50", "--seed", "1"]
    result = run(*arguments)
    assert result.exit_code == 0
    assert result.stdout.startswith("about 6")
    assert run(*arguments).stdout == result.stdout
    facts = json.loads(run(*arguments, "--json").stdout)
    assert facts["low"] < 6_670_903_752_021_072_936_960 < facts["high"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["9x9"], "too many for an exact count"),
        (["x3"], "is not a shape"),
        (["2x2", "--rule", "none"], "none"),
        (["2x2", "--seed", "1"], "--seed is for --estimate"),
        (["2x2", "--estimate", "9", "--workers", "2"], "--workers is not for --estimate"),
        (["2x2", "--workers", "0"], "workers is 0"),
    ],
)
def test_bad_input(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not result.stdout
