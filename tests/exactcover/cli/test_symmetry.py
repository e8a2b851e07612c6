"""The option --up-to-symmetry."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from exactcover.cli.main import main

pytestmark = pytest.mark.kernel

SQUARE = "a b c d\na b\nb c\nc d\nd a\n"
"""The two ways to cut a ring of four into pairs, which are symmetric to each other."""


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["count", "-"], "2\n"),
        (["count", "-", "--up-to-symmetry"], "1\n"),
        (["solve", "-", "--all", "--up-to-symmetry"], "a b\nc d\n\n"),
    ],
)
def test_symmetric_solutions_count_as_one(arguments: list[str], shown: str) -> None:
    pytest.importorskip("igraph")
    result = CliRunner().invoke(main, arguments, input=SQUARE)
    assert (result.exit_code, result.stdout) == (0, shown)


def test_a_file_has_one_solution_of_each_class(tmp_path: Path) -> None:
    pytest.importorskip("igraph")
    path = tmp_path / "a.jsonl"
    result = CliRunner().invoke(
        main, ["solve", "-", "--all", "--output", str(path), "--up-to-symmetry"], input=SQUARE
    )
    assert result.exit_code == 0, result.stderr
    assert path.read_text() == '{"options": [["a", "b"], ["c", "d"]]}\n'


def test_a_diagram_has_one_solution_of_each_class() -> None:
    pytest.importorskip("igraph")
    result = CliRunner().invoke(main, ["diagram", "-", "--count", "--up-to-symmetry"], input=SQUARE)
    assert (result.exit_code, result.stdout) == (0, "1\n")


def test_without_the_extra_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "igraph", None)
    result = CliRunner().invoke(main, ["count", "-", "--up-to-symmetry"], input=SQUARE)
    assert result.exit_code == 2
    assert "pip install 'exactcover-sudoku[symmetry]'" in result.stderr
