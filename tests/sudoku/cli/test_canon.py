"""The command `sudoku canon`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sudoku import canonical
from sudoku.cli import canon as module
from sudoku.cli.main import main

PUZZLES = ["1......2.3.....4", "1...............", "12..............", "4......3.2.....1"]


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["canon", *arguments], input=stdin)


def forms() -> list[str]:
    return [canonical(line).grid.to_line() for line in PUZZLES]


@pytest.mark.parametrize("batch", [1, 3, 100])
def test_forms_come_in_order(monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    monkeypatch.setattr(module, "BATCH", batch)
    result = run("-", stdin="\n".join(PUZZLES))
    assert (result.stdout.splitlines(), result.exit_code) == (forms(), 0)
    assert result.stderr == ""


def test_each_form_once(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(PUZZLES * 3))
    result = run(str(path), "--unique", "--workers", "2")
    assert result.stdout.splitlines() == forms()[:3]
    assert result.stderr == "12 puzzles, 3 of them essentially different\n"
    counted = run(str(path), "--count").stdout.splitlines()
    assert [line.split() for line in counted] == [
        [number, form] for number, form in zip("633", forms()[:3], strict=True)
    ]


def test_forms_as_json() -> None:
    result = run("-", "--json", "--count", stdin="\n".join(PUZZLES))
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"line": 1, "form": forms()[0], "count": 2},
        {"line": 2, "form": forms()[1], "count": 1},
        {"line": 3, "form": forms()[2], "count": 1},
    ]


def test_refused_puzzles() -> None:
    stdin = f"{PUZZLES[0]}\n11{PUZZLES[0][2:]}\n5{PUZZLES[0][1:]}\n{PUZZLES[0]}\n"
    result = run("-", stdin=stdin)
    assert result.stdout.splitlines() == [forms()[0], "refused", "refused", forms()[0]]
    assert result.exit_code == 2
    assert "Error: line 2: two 1s in row 1: row 1, column 1 and row 1, column 2" in result.stderr
    assert "Error: line 3: row 1, column 1: digit 5 is not between 1 and 4" in result.stderr
    unique = run("-", "--unique", stdin=stdin)
    assert (unique.stdout.splitlines(), unique.exit_code) == ([forms()[0]], 2)
    listed = run("-", "--json", stdin=stdin).stdout.splitlines()
    assert json.loads(listed[1]) == {"line": 2, "error": "refused"}


def test_other_rules() -> None:
    pytest.importorskip("igraph")
    line = "5" + "." * 40 + "2" + "." * 39
    result = run("-", "--rule", "anti_knight", stdin=f"{line}\n{line[::-1]}\n")
    assert len(set(result.stdout.splitlines())) == 1


def test_exclusive_options() -> None:
    result = run("-", "--unique", "--count", stdin=PUZZLES[0])
    assert result.exit_code == 2
    assert "of --unique and --count only one can be given" in result.stderr
