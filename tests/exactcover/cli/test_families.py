"""`exactcover families`, and the ways out of `exactcover diagram`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exactcover import Diagram, Problem
from exactcover.cli.main import main
from exactcover.runtime.cli.exit_codes import Exit

pytestmark = pytest.mark.kernel

# The options {1}, {2}, {1, 2}, {3}, {2, 3}.
OPTIONS = "2 3 B T\n3 2 B T\n4 2 B 5\n5 3 T T\n6 3 B T\n7 2 6 5\n8 2 T T\n9 1 7 8\n.\n"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "options.zdd"
    path.write_text(OPTIONS, "utf-8")
    return path


def test_covers_are_counted(file: Path) -> None:
    result = invoke("families", file)
    assert result.output.startswith("items    3\noptions  5\ncovers   3\nnodes    ")
    assert result.exit_code == Exit.SOLUTION
    assert invoke("families", file, "--count").output == "3\n"


def test_covers_are_printed(file: Path) -> None:
    covers = invoke("families", file, "-n", 9).output.strip().split("\n\n")
    assert sorted(cover.splitlines() for cover in covers) == [
        ["1", "2", "3"],
        ["1", "2 3"],
        ["1 2", "3"],
    ]
    drawn = invoke("families", file, "-n", 20, "--seed", 5, "--json").output.splitlines()
    assert len(drawn) == 20
    assert {frozenset(map(" ".join, json.loads(one))) for one in drawn} == {
        frozenset({"1", "2", "3"}),
        frozenset({"1", "2 3"}),
        frozenset({"1 2", "3"}),
    }


def test_what_has_no_cover(tmp_path: Path) -> None:
    path = tmp_path / "none.zdd"
    path.write_text("2 3 B T\n3 2 B 2\n4 1 3 2\n.\n", "utf-8")
    result = invoke("families", path, "-n", 3)
    assert (result.stdout, result.exit_code) == ("", Exit.NONE)
    assert invoke("families", path, "--count").stdout == "0\n"


def test_faults_and_limits_are_reported(file: Path, tmp_path: Path) -> None:
    assert invoke("families", tmp_path / "absent").exit_code == Exit.BAD_INPUT
    assert invoke("families", file, "--max-bytes", 10).exit_code == Exit.STOPPED
    file.write_text("2 3 B\n", "utf-8")
    result = CliRunner().invoke(main, ["families", str(file)])
    assert "line 1: '2 3 B' is not a new node" in result.output


def test_diagrams_are_written_for_other_programs(tmp_path: Path) -> None:
    text = tmp_path / "problem.dlx"
    text.write_text("p q\np |3\nq |1\np q |2\n", "utf-8")
    files = {name: tmp_path / name for name in ("graphillion", "knuth", "dddmp")}
    given = [word for name, path in files.items() for word in (f"--{name}", path)]
    found = invoke("diagram", text, *given, "--at-most", 2)
    assert found.output.startswith("solutions  1\n")
    problem = Problem.from_text(text.read_text("utf-8"))
    for diagram in (
        Diagram.from_graphillion(problem, files["graphillion"].read_text("utf-8")),
        Diagram.from_knuth(problem, files["knuth"].read_text("utf-8")),
        Diagram.from_dddmp(problem, files["dddmp"].read_text("utf-8")),
    ):
        assert [one.indices for one in diagram] == [(2,)]
