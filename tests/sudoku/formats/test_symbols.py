"""Only one sign stands for blanks in a puzzle: 0 may be a digit where another is beside it."""

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sudoku import (
    Board,
    Grid,
    Puzzle,
    Shape,
    TextError,
    canonical_batch,
    count_batch,
    formity_batch,
    from_iss,
    from_json,
    parse,
    rate_batch,
    read_puzzles,
    solve,
    solve_batch,
)
from sudoku.cli.main import main
from sudoku.formats.janko.reader import from_layout
from sudoku.formats.sadman import from_sdk

FULL = solve(Puzzle(Shape(4, 4)), seed=1).solution
assert FULL is not None
CELLS = [digit if k % 3 else 0 for k, digit in enumerate(FULL.cells)]
HEXADECIMAL = "".join("0123456789ABCDEF"[digit - 1] if digit else "." for digit in CELLS)
"""A board of 16x16 cells with the digits 0 to F, and dots for blanks."""
N_CLUES, N_ZEROS = sum(map(bool, CELLS)), CELLS.count(1)
FROM_0 = "0.2.4.6.8" + "." * 72


def rows(text: str, n: int, separator: str = "") -> str:
    return "\n".join(separator.join(text[k : k + n]) for k in range(0, n * n, n))


READERS: dict[str, Callable[[str], Any]] = {
    "parse": parse,
    "grid": Grid.from_text,
    "of": Puzzle.of,
    "from_text": Puzzle.from_text,
    "rows": lambda text: Puzzle.of(rows(text, 9)),
    "spaces": lambda text: Puzzle.of(rows(text, 9, " ")),
    "csv": lambda text: Puzzle.of(rows(text.replace(".", " "), 9, ",")),
    "list": lambda text: Puzzle.of(rows(text, 9).splitlines()),
    "puzzles": lambda text: list(read_puzzles([text])),
    "board": Board,
    "json": lambda text: from_json({"shape": "3x3", "rules": ["classic"], "clues": text}),
    "sdk": lambda text: from_sdk("[Puzzle]\n" + rows(text, 9)),
    "iss": lambda text: from_iss(rows(text, 9, " ")),
    "layout": lambda text: from_layout("classic", "9 9\n" + rows(text, 9, " ")),
    "library": Board.from_library,
}


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_refuses_zeros_beside_dots(reader: str) -> None:
    with pytest.raises(TextError, match="'0' both stand for blanks: 4 or 5 clues"):
        READERS[reader](FROM_0)
    READERS[reader](FROM_0.replace("0", "1"))
    if reader not in ("layout", "library"):
        READERS[reader](FROM_0.replace("0", "1").replace(".", "0"))


@pytest.mark.parametrize(
    "verb", [solve_batch, count_batch, formity_batch, canonical_batch, rate_batch]
)
def test_batches_refuse_zeros_beside_dots(verb: Callable[..., Any]) -> None:
    with pytest.raises(TextError, match=r"puzzle 2.*both stand for blanks"):
        verb(["." * 81, FROM_0])


def test_a_board_from_0_to_f_is_not_read_with_fewer_clues() -> None:
    texts = (HEXADECIMAL, rows(HEXADECIMAL, 16), rows(HEXADECIMAL.replace(".", "-"), 16, " "))
    for text in texts:  # all digits are there, and none twice in a house: it is no other board
        assert parse(text).cells == tuple(CELLS)
        twice = text.replace("1", "0", 1)
        n_zeros = N_ZEROS + 1
        with pytest.raises(TextError, match=f"{N_CLUES - n_zeros} or {N_CLUES} clues"):
            parse(twice)


def test_the_command_line_refuses_zeros_beside_dots(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text(f"{'.' * 81}\n{FROM_0}\n")
    for arguments in (["solve", "--lines"], ["solve", "--json"], ["count", "-n2"], ["check"]):
        result = CliRunner().invoke(main, [*arguments, str(tmp_path / "plain.txt")])
        assert result.exit_code == 2
        assert "line 2: '.' and '0' both stand for blanks" in result.output
    assert CliRunner().invoke(main, ["solve", FROM_0]).exit_code == 2
    asked = json.dumps({"shape": "3x3", "rules": ["classic"], "clues": FROM_0})
    assert CliRunner().invoke(main, ["solve", asked]).exit_code == 2


@pytest.mark.parametrize(("one", "other"), list(combinations(".0-_*", 2)))
def test_any_two_signs_are_refused(one: str, other: str) -> None:
    text = f"1{one}{other}2" + one * 12
    with pytest.raises(TextError, match="both stand for blanks"):
        parse(text)
    assert parse(text.replace(other, one)).n_clues == 2


def test_numbers_of_large_boards() -> None:
    cells = ["40", ".", "0", *["."] * 1597]
    with pytest.raises(TextError, match="1 or 2 clues"):
        parse(" ".join(cells))
    assert parse(" ".join(cells).replace("0 .", "0 0").replace(".", "0")).n_clues == 1


def test_each_puzzle_of_a_file_has_its_own_sign() -> None:
    lines = ["1......2.3.....4", "1000000203000004", "1------2-3-----4"]
    grids = [grid for _, grid in read_puzzles(lines)]
    assert grids == [grids[0]] * 3
