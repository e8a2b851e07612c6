"""Batches take puzzles in every form: arrays of any kind, lists, columns of pandas."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactcover import ProblemError
from sudoku import (
    Board,
    ClueError,
    Killer,
    Puzzle,
    RuleError,
    Shape,
    ShapeError,
    TextError,
    canonical_batch,
    count,
    count_batch,
    formity_batch,
    parse,
    rate,
    rate_batch,
    rule,
    solve_batch,
)
from sudoku.batches.puzzle_arguments import given_batch

LINES = Path("examples/data/top95.txt").read_text().splitlines()[-3:]
CELLS = np.array([parse(line).cells for line in LINES], dtype=np.uint8)


def read_only(array: Any) -> Any:
    array = array.copy()
    array.flags.writeable = False
    return array


def with_blanks(blank: Any) -> list[list[Any]]:
    return [[digit or blank for digit in cells] for cells in CELLS.tolist()]


FORMS: dict[str, Any] = {
    "texts": LINES,
    "texts in a tuple": tuple(LINES),
    "texts from an iterator": lambda: iter(LINES),
    "array of texts": np.array(LINES),
    "objects": np.array(LINES, dtype=object),
    "rows of texts": [[line[k : k + 9] for k in range(0, 81, 9)] for line in LINES],
    "puzzles": [Puzzle.of(line) for line in LINES],
    "boards": [Board(line) for line in LINES],
    "grids": [parse(line) for line in LINES],
    "mixed": [LINES[0], Puzzle.of(LINES[1]), CELLS[2]],
    "rows": CELLS.tolist(),
    "squares": CELLS.reshape(-1, 9, 9),
    "lists of squares": CELLS.reshape(-1, 9, 9).tolist(),
    "single arrays": list(CELLS),
    "read only": read_only(CELLS),
    "read only squares": read_only(CELLS.reshape(-1, 9, 9)),
    "Fortran": np.asfortranarray(CELLS),
    "every other": np.repeat(CELLS, 2, axis=0)[::2],
    "int64": CELLS.astype(np.int64),
    "big endian": CELLS.astype(">u2"),
    "None": with_blanks(None),
    "NaN": with_blanks(float("nan")),
    "array of NaN": np.array(with_blanks(np.nan)),
    "array of None": np.array(with_blanks(None), dtype=object),
}


def given(name: str) -> Any:
    form = FORMS[name]
    return form() if callable(form) else form


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_the_same_batch(name: str) -> None:
    made = given_batch(given(name))
    assert (made.cells == CELLS).all()
    assert made.cells.dtype == np.uint8
    assert made.cells.flags.c_contiguous
    assert made.cells.flags.writeable


@pytest.mark.parametrize("name", ["objects", "puzzles", "squares", "read only", "NaN"])
@pytest.mark.parametrize("verb", [count_batch, formity_batch, canonical_batch, solve_batch])
def test_every_verb_takes_every_form(verb: Callable[..., Any], name: str) -> None:
    wanted, found = verb(CELLS[:2]), verb(given(name)[:2])
    if verb is solve_batch:
        assert (np.reshape(wanted[0], -1) == np.reshape(found[0], -1)).all()
        assert np.array_equal(wanted[1], found[1])
    else:
        assert (np.reshape(found, -1) == np.reshape(wanted, -1)).all()


def test_ratings_of_squares() -> None:
    easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    cells = np.array(parse(easy).cells)
    wanted = rate_batch([cells], "qqwing")
    assert wanted == [rate(easy, "qqwing")]
    for puzzles in (
        cells.reshape(1, 9, 9),
        [easy],
        [Puzzle.of(easy)],
        read_only(cells[np.newaxis]),
    ):
        assert rate_batch(puzzles, "qqwing") == wanted


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(LINES, name="puzzle")
    frame = pandas.DataFrame(CELLS)
    holes = frame.mask(frame == 0)
    for form in (
        series,
        series.astype("string"),
        series.to_frame(),
        frame,
        holes,
        holes.astype("Int64"),
        frame.astype("Int64"),
        holes.astype(object),
        pandas.Series([Puzzle.of(line) for line in LINES]),
        pandas.Series(list(CELLS)),
    ):
        assert (given_batch(form).cells == CELLS).all()
    assert solve_batch(series)[1].tolist() == [1, 1, 1]


def test_puzzles_state_their_shape_and_rules() -> None:
    cage = Killer([(3, [(0, 0), (0, 1)])])
    puzzles = [
        Puzzle(Shape(2, 2), [rule("classic"), cage], text) for text in ("." * 16, "1" + "." * 15)
    ]
    assert count_batch(puzzles, limit=None).tolist() == [count(puzzle) for puzzle in puzzles]
    with pytest.raises(
        RuleError, match=r"puzzle 1 has the rules classic, killer, the batch .*classic"
    ):
        count_batch(puzzles, rules=[rule("classic")])
    with pytest.raises(RuleError, match="puzzle 2 has the rules classic, the batch has classic, k"):
        count_batch([puzzles[0], Puzzle(Shape(2, 2))])
    with pytest.raises(ShapeError, match="puzzle 2 has the shape 3x3, the batch has 2x2"):
        count_batch([puzzles[0], Puzzle()])
    with pytest.raises(RuleError, match="puzzle 1 has the rules classic, killer"):
        rate_batch([Puzzle(rules=puzzles[0].rules)])
    half = ["1" * 8 + "." * 8]
    assert count_batch(half, None, shape=Shape(2, 2), rules=()).tolist() == [4**8]


@pytest.mark.parametrize(
    ("cell", "value", "message"),
    [
        (13, "5", "'5' is not an integer"),
        (13, 2.5, "2.5 is not an integer"),
        (13, float("inf"), "inf is not an integer"),
        (13, 10, "digit 10 is not between"),
        (13, True, "True is not an integer"),
        (13, 0, "0 and a missing value both stand for blanks"),
    ],
)
def test_errors_name_puzzle_and_cell(cell: int, value: Any, message: str) -> None:
    cells: Any = [[None] * 81, [None] * 81]
    cells[1][cell] = value
    with pytest.raises(ClueError, match=f"puzzle 2, row 2, column 5: {message}"):
        solve_batch(cells)
    if isinstance(value, float):
        array = np.array(cells, dtype=float)
        with pytest.raises(ClueError, match="puzzle 2, row 2, column 5"):
            solve_batch(array)


def test_what_is_no_batch() -> None:
    with pytest.raises(TextError, match=r"puzzle 2: .*82 digits: one more than 81"):
        solve_batch(np.array([LINES[0], LINES[1] + "."]))
    with pytest.raises(ShapeError, match="puzzle 2 has 80 cells"):
        solve_batch([LINES[0], CELLS[1][:80]])
    with pytest.raises(ClueError, match="expected integers"):
        solve_batch(np.array([list(line) for line in LINES]))
    digits = np.array(CELLS[:2])
    for found, expected in zip(solve_batch(digits.astype(float)), solve_batch(digits), strict=True):
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(ClueError, match=r"puzzle 1, .*: 0\.5 is not an integer"):
        solve_batch(digits + 0.5)
    for kind in ("m8[s]", "M8[s]", complex, bool):
        with pytest.raises(ClueError, match="expected integers"):
            solve_batch(digits.astype(kind))
    with pytest.raises(ClueError, match="puzzle 2 is an array of bool, expected integers"):
        solve_batch([LINES[0], digits[1] > 0])
    with pytest.raises(ProblemError, match=r"puzzles\[0, 0\] is masked"):
        solve_batch(np.ma.masked_equal(digits, digits[0, 0]))
    with pytest.raises(ProblemError, match=r"puzzle 1\[0\] is masked"):
        solve_batch([np.ma.masked_equal(digits[0], digits[0, 0]), digits[1]])
