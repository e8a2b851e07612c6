"""Texts of candidates: 729 signs for 9x9 cells, and the boards that have as many cells."""

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from sudoku import (
    Board,
    Puzzle,
    Shape,
    SudokuError,
    TextError,
    count,
    count_batch,
    from_iss,
    parse,
    read_puzzles,
    solve,
)
from sudoku.cli.main import main
from sudoku.formats.symbols import SYMBOLS

CLUES = {
    2: "1......2.3.....4",
    3: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
}


def candidates(puzzle: str, blank: str = ".") -> str:
    """Return the candidates of a classic puzzle that its clues leave, n signs for each cell."""
    board = Board(puzzle)
    shape, parts = board.puzzle.shape, []
    for cell, digit in enumerate(board.digits):
        digits = [digit] if digit else board.candidates_of(*shape.position(cell))
        parts += [SYMBOLS[k] if k in digits else blank for k in range(1, shape.n + 1)]
    return "".join(parts)


def lines_of(text: str, width: int) -> str:
    return "\n".join(text[k : k + width] for k in range(0, len(text), width))


READERS: dict[str, Callable[[str], Puzzle]] = {
    "from_text": Puzzle.from_text,
    "of": Puzzle.of,
    "clues": lambda text: Puzzle(clues=text),
    "lines": lambda text: Puzzle.of(text.splitlines()),
    "board": lambda text: Board(text).to_puzzle(),
    "marks": lambda text: Board.from_pencil_marks(text).to_puzzle(),
    "iss": from_iss,
}


@pytest.mark.parametrize(("box", "blank", "reader"), list(product(CLUES, ".0", READERS)))
def test_every_reader_reads_candidates(box: int, blank: str, reader: str) -> None:
    text, n = candidates(CLUES[box], blank), box * box
    for width in (n**3, n * n, n, box * n):
        puzzle = READERS[reader](lines_of(text, width))
        assert puzzle.shape == Shape(box, box)
        assert count(puzzle) == 1
        assert solve(puzzle).solution == solve(CLUES[box]).solution


def test_candidates_as_numbers() -> None:
    text = candidates(CLUES[3])
    numbers = [SYMBOLS.index(sign) for sign in text]
    square = np.array(numbers).reshape(27, 27)
    for clues in (numbers, np.array(numbers), square, square.tolist()):
        assert Puzzle.of(clues) == Puzzle.of(text)


def test_a_grid_is_read_if_it_says_all() -> None:
    text = "".join(
        "123456789" if sign == "." else "." * (int(sign) - 1) + sign + "." * (9 - int(sign))
        for sign in CLUES[3]
    )
    assert parse(text) == parse(CLUES[3])
    assert [grid for _, grid in read_puzzles([text, text])] == [parse(CLUES[3])] * 2
    assert count_batch([text]).tolist() == [1]
    marked = candidates(CLUES[3])
    for read in (parse, lambda lines: list(read_puzzles([lines])), lambda one: count_batch([one])):
        with pytest.raises(TextError, match="candidates of 9x9 cells, 9 signs for each"):
            read(marked)


@pytest.mark.parametrize("width", [729, 81])
def test_the_command_line_reads_candidates(width: int, tmp_path: Path) -> None:
    solution = solve(CLUES[3]).solution
    assert solution is not None
    (tmp_path / "marks.txt").write_text(lines_of(candidates(CLUES[3]), width) + "\n")
    for command in (["solve", "--lines"], ["solve", "--json"]):
        result = CliRunner().invoke(main, [*command, str(tmp_path / "marks.txt")])
        assert result.exit_code == 0
        assert solution.to_line() in result.output
    result = CliRunner().invoke(main, ["hint", "--marks", str(tmp_path / "marks.txt")])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("text", "shape"),
    [("." * 64, Shape(4, 2)), ("." * 729, Shape(9, 3)), ("1" + "." * 63, Shape(4, 2))],
)
def test_boards_without_two_equal_digits_in_a_column_stay_boards(text: str, shape: Shape) -> None:
    assert parse(text).shape == Puzzle.of(text).shape == shape
    assert parse(text, shape).cells == parse(text).cells


@pytest.mark.parametrize("seed", range(4))
def test_boards_of_8x8_cells_are_not_taken_for_candidates(seed: int) -> None:
    solution = solve(Puzzle(Shape(4, 2)), seed=seed).solution
    assert solution is not None
    draw = random.Random(seed)
    cells = [digit if draw.random() < 0.2 else 0 for digit in solution.cells]
    line = "".join(map(str, cells))
    assert parse(line).cells == Puzzle.of(cells).grid.cells == tuple(cells)


def test_what_fits_no_reading_is_refused_with_both() -> None:
    text = "1......." * 8
    for read in (parse, Puzzle.of, Puzzle.from_text):
        with pytest.raises(TextError, match=r"8x8 cells, column 1 has a digit twice, and .* 4x4"):
            read(text)
    assert parse(text, Shape(4, 2)).n_clues == 8
    with pytest.raises(TextError, match="row 1, column 2: no candidate"):
        Puzzle.from_text(text, Shape(2, 2))


def test_what_fits_both_readings_is_refused() -> None:
    line = "".join("." * k + str(k + 1) + "." * (3 - k) for k in range(4))
    with pytest.raises(TextError, match="may be the candidates of 4x4 cells, or 4 boards"):
        list(read_puzzles([line] * 4))
    assert len(list(read_puzzles([line] * 3))) == 3


@pytest.mark.parametrize("n", [6, 10, 16, 25])
def test_other_sizes(n: int) -> None:
    text = SYMBOLS[1 : n + 1] * (n * n - 1) + "1" + "." * (n - 1)
    puzzle = Puzzle.of(text)
    assert puzzle.shape == Shape.of_size(n)
    assert puzzle.grid.cells[-1] == 1
    assert puzzle.n_clues == 1


@pytest.mark.parametrize("clues", [[True] * 64, [[1.5] * 8] * 8, [[1.0] * 8] * 8, [9] * 64])
def test_other_numbers_are_refused_as_before(clues: Any) -> None:
    with pytest.raises(SudokuError, match="row 1, column 1"):
        Puzzle.of(clues)
