"""Solutions in JSON: names with blanks, tuples, numbers, colours and labels stay as they are."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from exactcover import NO_OPTION, Problem, ProblemError, write_solutions
from exactcover.cli.main import main
from exactcover.formats.json import from_json, to_json
from exactcover.formats.solutions import members_as_json

ROWS: dict[Any, Any] = {
    "first of all": {"x y": None, ("row", 1): None, "door": "dark red"},
    ("second", 2): {5: None, "a:b": None, "door": "dark red"},
}


def lines_of(problem: Problem, path: Path, **arguments: Any) -> list[Any]:
    """Return what `write_solutions` writes."""
    write_solutions(problem, path, **arguments)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("arguments", [{}, {"checkpoint": True}, {"up_to": "all"}])
def test_names_are_written_whole(arguments: dict[str, Any], tmp_path: Path) -> None:
    problem = Problem(ROWS, secondary=["door"])
    if "checkpoint" in arguments:
        arguments = {"checkpoint": tmp_path / "run"}
    door = {"item": "door", "colour": "dark red"}
    assert lines_of(problem, tmp_path / "covers.jsonl", workers=1, **arguments) == [
        {
            "options": [["x y", ["row", 1], door], [5, "a:b", door]],
            "labels": ["first of all", ["second", 2]],
        }
    ]


def test_names_of_other_types() -> None:
    items = [np.int64(3), np.str_("s"), 1.5, float("inf"), None, True, frozenset({7}), "\ud800"]
    written = [3, "s", 1.5, "inf", None, True, "frozenset({7})", "\ud800"]
    assert members_as_json(Problem([items]).options[0]) == written
    assert json.loads(json.dumps(written)) == written


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[frozenset({1})], ["frozenset({1})"]], "the items .* have the same text"),
        ([[float("inf")], ["inf"]], "the items inf and 'inf'"),
        (
            [{"p": None, "x": 1.0}, {"q": None, "x": float("nan")}, {"q": None, "x": "nan"}],
            "colours",
        ),
    ],
)
def test_names_that_would_become_one_are_refused(rows: Any, message: str, tmp_path: Path) -> None:
    problem = Problem(rows, secondary=["x"] if isinstance(rows[0], dict) else [])
    with pytest.raises(ProblemError, match=message):
        write_solutions(problem, tmp_path / "covers.jsonl")


def test_commands_print_names_whole(tmp_path: Path) -> None:
    path = tmp_path / "problem.dlx"
    path.write_text("p q | x\n| label: the A\np x:A\nq\n")
    done = CliRunner().invoke(main, ["solve", str(path), "--json"])
    assert json.loads(done.stdout) == {
        "options": [["p", {"item": "x", "colour": "A"}], ["q"]],
        "labels": ["the A", None],
    }


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1], ["1"]], "the items 1 and '1' have the same text, 1"),
        ([{"p": None, "x": 1}, {"q": None, "x": "1"}], "the colours 1 and '1' have the same text"),
    ],
)
def test_problems_in_json_lose_no_name(rows: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        to_json(Problem(rows, secondary=["x"] if isinstance(rows[0], dict) else []))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"primary": ["p"], "options": [{"items": {"p": null, "p": null}}]}',
            "the key 'p' is given twice",
        ),
        ('{"primary": ["p"], "primary": ["q"], "options": []}', "the key 'primary' is given twice"),
        ('[["p"]]', "^the problem is no object of JSON"),
        ('{"primary": ["p"], "options": [["p"]]}', "^option 0 is no object of JSON"),
        ('{"primary": "pq", "options": []}', "primary is 'pq': give a list"),
        ('{"options": []}', "the problem has no key 'primary'"),
        ('{"primary": ["p"], "options": [{}]}', "option 0 has no key 'items'"),
        (
            '{"primary": ["p"], "options": [{"items": {"p": null}, "label": {}}]}',
            "the label of option 0 has no key 'uncovered'",
        ),
        ('{"primary": ["p"], "option": [], "options": []}', "the problem has the unknown key"),
        ('{"primary": ["p"], "options": [{"items": {"p": null}, "costs": 3}]}', "option 0 has the"),
    ],
)
def test_keys_are_neither_lost_nor_ignored(text: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        from_json(text)


def test_rows_are_filled_up_with_no_option() -> None:
    (rows,) = Problem([["p"], ["q"], ["p", "q"]]).solutions().arrays()
    assert rows.tolist() == [[0, 1], [2, NO_OPTION]]
