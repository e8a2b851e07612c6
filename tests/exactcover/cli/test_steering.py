"""The options that steer a search, its profile and its trace, and options that are left out."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exactcover.cli.main import main

pytestmark = pytest.mark.kernel

TWO = "#a b c\n#a b\n#a\nb\nc\nc\nb c\n"


def run(*arguments: str, stdin: str = TWO) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


@pytest.mark.parametrize(
    "steering",
    [
        ["--choose", "dom_wdeg"],
        ["--choose", "given", "--decide", "#"],
        ["--item-weight", "b", "2", "--item-weight", "c", "0.5"],
        ["--consistency", "domain"],
    ],
)
def test_steered_searches_find_all(steering: list[str]) -> None:
    assert run("count", "-", *steering).stdout == "5\n"
    lines = run("solve", "-", "--all", *steering).stdout.split("\n\n")
    assert len(lines) == 6
    assert lines[-1] == ""


def test_steered_searches_are_written(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    given = ["--choose", "input", "--workers", "1", "--profile", "--output", str(kept)]
    result = run("solve", "-", "--all", *given)
    assert len(kept.read_text().splitlines()) == 5
    assert "level" in result.stderr


def test_profile() -> None:
    result = run("count", "-", "--profile")
    assert result.stdout == "5\n"
    head, *rows = result.stderr.splitlines()
    assert head.split() == ["level", "nodes", "updates", "solutions"]
    assert [row.split()[0] for row in rows] == ["0", "1", "2", "3"]
    assert sum(int(row.split()[3]) for row in rows) == 5
    report = json.loads(run("count", "-", "--profile", "--json").stdout)
    assert [level[2] for level in report["profile"]] == [0, 0, 3, 2]
    assert "level" in run("solve", "-", "--profile").stderr


def test_trace() -> None:
    result = run("solve", "-", "--trace")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "branch on #a: 2 options",
        "choose #a b",
        "  branch on c: 2 options",
        "  choose c",
        "    solution",
    ]
    none = run("solve", "-", "--trace", "--all", stdin="p q\np\n")
    assert (none.exit_code, none.stdout) == (1, "too few options are left for q\n")
    everything = run("solve", "-", "--trace", "--all", "--choose", "input", "--decide", "c")
    assert everything.stdout.startswith("branch on c: 3 options\n")
    assert everything.stdout.count("solution") == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["count", "--choose", "best"], "unknown order 'best'"),
        (["count", "--decide", "x"], "no primary item has a name with 'x' first"),
        (["count", "--profile", "--method", "masks"], "method='masks' and profile cannot"),
        (["count", "--profile", "--order", "best"], "order, symmetries or max_bytes and profile"),
        (["solve", "--trace", "--workers", "2"], "--trace cannot go together with --workers"),
    ],
)
def test_mistakes(arguments: list[str], message: str) -> None:
    result = run(arguments[0], "-", *arguments[1:])
    assert result.exit_code == 2
    assert message in result.stderr


def test_options_that_are_left_out_are_named() -> None:
    text = "p | x y\np x\nx\ny\n"
    result = run("count", "-", stdin=text)
    assert result.stdout == "1\n"
    assert result.stderr == "left out: option 1 (x) has no primary item, and 1 more\n"
    matrix = run("convert", "-", "--from", "matrix", stdin="10\n00\n01\n")
    assert matrix.exit_code == 2
    lenient = run(
        "convert", "-", "--from", "matrix", "--on-useless", "ignore", stdin="10\n00\n01\n"
    )
    assert lenient.stderr == "left out: option 1 is empty\n"
    assert lenient.stdout == "0 1\n| label: 0\n0\n| label: 2\n1\n"
    strict = run("convert", "-", "--on-useless", "error", stdin=text)
    assert "line 3: the option has no primary item" in strict.stderr


def test_a_problem_without_items_has_facts() -> None:
    result = run("info", "-", "--json", stdin=" | x\nx\n")
    assert json.loads(result.stdout)["fewest options of a primary item"] == 0
