"""Colours of the command `sudoku`: only where they are wanted, and only beside the plain text."""

from __future__ import annotations

import re
import sys

import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from exactcover.runtime.cli import colour
from sudoku import Grid, Grids, Outline, Puzzle, Shape
from sudoku.cli.grids import _coloured
from sudoku.cli.main import main
from sudoku.formats.printing import cell_spans
from sudoku.rules.jigsaw import Jigsaw

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
JIGSAW = ["--rule", 'jigsaw="1112 1222 3344 3344"', "1234............"]
ANSI = re.compile(r"\x1b\[[0-9;]*m")
BOLD, GREEN, DIM = "\x1b[1m", "\x1b[32m", "\x1b[2m"


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner(env={"TERM": "xterm"} | environment).invoke(main, list(arguments))


@pytest.mark.parametrize(
    ("arguments", "has_colours"),
    [
        (["solve", PUZZLE], True),
        (["solve", PUZZLE.replace("5", ".")], True),
        (["solve", "11" + "." * 14], False),
        (["solve", *JIGSAW], True),
        (["show", PUZZLE], True),
        (["show", *JIGSAW], True),
        (["show", PUZZLE, "--format", "rows"], False),
        (["explain", PUZZLE, "--upto", "naked_single"], True),
        (["rate", PUZZLE], True),
        (["count", PUZZLE], False),
        (["rules"], False),
    ],
    ids=lambda each: " ".join(each)[:30] if isinstance(each, list) else "",
)
def test_colours_change_nothing_but_the_look(arguments: list[str], has_colours: bool) -> None:
    plain, coloured = run(*arguments), run(*arguments, "--color", "always")
    assert plain.exit_code == coloured.exit_code
    assert ANSI.sub("", coloured.stdout) == plain.stdout
    assert ANSI.search(plain.stdout) is None
    assert bool(ANSI.search(coloured.stdout)) == has_colours


def test_clues_are_told_from_found_digits() -> None:
    first = run("solve", PUZZLE, "--color", "always").stdout.splitlines()[1]
    row = re.findall(r"\x1b\[([0-9;]+)m(\d)\x1b", first)
    assert "".join(digit for _, digit in row) == "534678912"
    styles = {"1": "clue", "32": "found"}
    expected = ["clue" if clue != "." else "found" for clue in PUZZLE[:9]]
    assert [styles[style] for style, _ in row] == expected
    shown = run("show", PUZZLE, "--color", "always").stdout
    assert shown.count(BOLD) == 30 and shown.count(f"{DIM}.") == 51 and GREEN not in shown


def test_a_hint_in_colours_shows_the_grid_above_its_words() -> None:
    plain, coloured = run("hint", PUZZLE), run("hint", PUZZLE, "--color", "always")
    text = ANSI.sub("", coloured.stdout)
    assert text.endswith(plain.stdout)
    grid = text.removesuffix(plain.stdout)
    (placed,) = re.findall(r"So (r\d)(c\d) is (\d)", plain.stdout)
    row, column, digit = (int(each[-1]) for each in placed)
    expected = Puzzle.from_text(PUZZLE).with_clue(row - 1, column - 1, digit)
    assert grid == f"{expected}\n"
    (highlighted,) = re.findall(r"\x1b\[1;30;42m(.)", coloured.stdout)
    assert highlighted == str(digit)


@pytest.mark.parametrize(
    ("environment", "is_terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ],
)
def test_a_terminal_gets_colours_unless_it_must_not(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], is_terminal: bool, expected: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"TERM": "xterm"} | environment).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    assert colour.is_coloured() == expected


def test_the_option_is_stronger_than_the_environment() -> None:
    assert ANSI.search(run("show", PUZZLE, "--colour", "always", NO_COLOR="1").stdout)
    assert not ANSI.search(run("show", PUZZLE, "--color", "never", FORCE_COLOR="1").stdout)
    assert ANSI.search(run("show", PUZZLE, FORCE_COLOR="1").stdout)
    assert not ANSI.search(run("show", PUZZLE, FORCE_COLOR="1", NO_COLOR="1").stdout)
    wrong = run("show", PUZZLE, "--color", "pink")
    assert wrong.exit_code == 2 and "'auto', 'always', 'never'" in wrong.output


def test_every_command_has_the_option_once() -> None:
    for name in main.list_commands(context := main.make_context("sudoku", ["show"])):
        command = main.get_command(context, name)
        assert command is main.get_command(context, name) and command is not None
        options = [each for each in command.params if "--color" in each.opts]
        assert len(options) == 1


SHAPES = [
    Shape(1, 1),
    Shape(3, 2),
    Shape(4, 3),
    Shape(6, 6),
    Outline(3, [(0, 0), (0, 1), (1, 1), (1, 2)]),
    Grids([(0, 0), (2, 2)], Shape(2, 2)),
]


@given(st.sampled_from(SHAPES), st.booleans(), st.integers(0, 2**32))
def test_each_cell_is_found_in_the_text(shape: Shape, has_rules: bool, seed: int) -> None:
    digits = np.random.default_rng(seed).integers(0, shape.n + 1, shape.n_cells).tolist()
    rules = (Jigsaw("1112 1222 3344 3344"),) if has_rules and shape == Shape(2, 2) else ()
    puzzle = Puzzle.unchecked(Grid(shape, digits), rules)
    text = puzzle.to_text()
    spans = cell_spans(text, shape)
    written = [0 if (cell := text[start:end]) == "." else int(cell, 36) for start, end in spans]
    if shape.n < 36:
        assert written == digits
    else:
        assert [text[start:end] for start, end in spans] == [str(d) if d else "." for d in digits]
    assert len(set(spans)) == shape.n_cells
    assert str(_coloured(text, puzzle, {})) == text
