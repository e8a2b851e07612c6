"""`exactcover count --weights`: the sum of the weights of all solutions."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exactcover.cli.main import main

pytestmark = pytest.mark.kernel


def run(tmp_path: Path, weights: str, *arguments: str) -> Result:
    """Count with a file of weights for the options p, q and p q."""
    path = tmp_path / "weights.txt"
    path.write_text(weights)
    given = ["count", "-", "--weights", str(path), *arguments]
    return CliRunner().invoke(main, given, input="p q\np\nq\np q\n")


def test_sum_is_exact(tmp_path: Path) -> None:
    assert run(tmp_path, "1/2\n 1/3\n2").stdout == "13/6\n"  # 1/2 * 1/3 + 2
    assert run(tmp_path, "0.5\n+4\n-1\n").stdout == "1\n"
    assert json.loads(run(tmp_path, "1\n1\n1\n", "--json").stdout) == {"weighted_count": "2"}


def test_sum_of_nothing_is_like_no_solution(tmp_path: Path) -> None:
    result = run(tmp_path, "1\n1\n-1\n")
    assert (result.stdout, result.exit_code) == ("0\n", 1)


@pytest.mark.parametrize(
    ("weights", "arguments", "says"),
    [
        ("1\n1e9\n1\n", [], "line 2: '1e9' is no weight, such as 2, 0.5 or 1/3"),
        ("1\n1\n1/0\n", [], "line 3: '1/0' is no weight"),
        ("1\n1\n", [], "2 weights"),
        ("1\n1\f1\n", [], "line 2: '1\\x0c1' is no weight"),
        ("1\n1\n1\n", ["--explain"], "--weights cannot go together with --explain"),
        ("1\n1\n1\n", ["--limit", "1"], "weights and limit cannot go together"),
        ("1\n1\n1\n", ["--workers", "2"], "weights and workers"),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, weights: str, arguments: list[str], says: str
) -> None:
    result = run(tmp_path, weights, *arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_the_problem_and_the_weights_are_not_both_standard_input() -> None:
    result = CliRunner().invoke(main, ["count", "-", "--weights", "-"], input="p\np\n")
    assert result.exit_code == 2
    assert "the problem and --weights cannot both be standard input" in result.stderr
