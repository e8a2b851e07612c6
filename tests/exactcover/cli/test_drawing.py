"""The options for pictures of the command `exactcover`."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from exactcover import Problem, picture
from exactcover.cli.main import main

BOARD = """A B 00 01 02 10 11 12 | 20
A 00 01 10
A 01 02 12 |1
B 10 11 12
B 02 11 12 |5
B 00 10 11 |9
"""
SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments: str, stdin: str = BOARD) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


@pytest.mark.parametrize("command", ["solve", "cheapest", "sample"])
def test_each_command_draws_its_first_solution(command: str, tmp_path: Path) -> None:
    path = tmp_path / "tiling.svg"
    result = run(command, "-", "-n", "2", "--seed", "3", "--picture", str(path))
    assert result.exit_code == 0
    options = [line for line in result.stdout.splitlines() if not line.startswith("|")][:2]
    problem = Problem.from_text(BOARD)
    chosen = [option for option in problem.options if str(option) in options]
    expected = picture(chosen, label=lambda option: option.items[0], board=problem)
    assert path.read_text(encoding="utf-8") == expected.to_svg()
    assert expected.empty == ((2, 0),)


def test_the_output_is_the_same_with_a_picture(tmp_path: Path) -> None:
    with_picture = run("solve", "-", "--json", "--picture", str(tmp_path / "one.svg"))
    assert with_picture.stdout == run("solve", "-", "--json").stdout


def test_lattices(tmp_path: Path) -> None:
    path = tmp_path / "cubes.svg"
    text = "0,0,0 0,0,1 0,1,0\n0,0,0 0,0,1\n0,1,0\n"
    assert run("solve", "-", "--picture", str(path), "--cells", "cubes", stdin=text).exit_code == 0
    captions = ElementTree.parse(path).getroot().find(f"{SVG}g[@class='captions']")
    assert captions is not None
    assert [each.text for each in captions] == ["z = 0", "z = 1"]


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    path = tmp_path / "tiling.png"
    assert run("solve", "-", "--picture", str(path)).exit_code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["--picture", "tiling.gif"], BOARD, "tiling.gif: pictures are .svg or .png"),
        (["--picture", "a.svg", "--cells", "cube"], BOARD, "unknown lattice 'cube'; did you mean"),
        (["--picture", "a.svg", "--cells", "cubes"], BOARD, "no item is a cell of the lattice cub"),
        (["--picture", "a.svg"], "p q\np q\n", "'0,1' or '01'; the first item is 'p'"),
        (["--picture", "a.svg"], "1,2,3\n1,2,3\n", "the item '1,2,3' has 3 coordinates"),
        (["--picture", "missing/a.svg"], BOARD, "missing/a.svg: No such file or directory"),
        (["--picture", "a.svg", "--output", "b.json"], BOARD, "exclude each other"),
    ],
)
def test_bad_input(
    arguments: list[str],
    stdin: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("solve", "-", *arguments, stdin=stdin)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_png_without_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = run("solve", "-", "--picture", str(tmp_path / "a.png"))
    assert result.exit_code == 2
    assert "pip install 'exactcover-sudoku[png]'" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_a_solution_nothing_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    result = run("solve", "-", "--picture", str(path), stdin="00 01\n00\n")
    assert result.exit_code == 1
    assert not path.exists()
