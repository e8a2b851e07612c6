"""Reading puzzles: round trips, all layouts, and the message for each mistake."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.errors import TextError
from sudoku.formats.text_reader import parse, read_puzzles
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

DATA = Path(__file__).parents[4] / "shared" / "data"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
S2, S3, S36 = Shape(2, 2), Shape(3, 3), Shape(6, 6)


@pytest.mark.parametrize("write", [Grid.to_line, Grid.to_text, Grid.to_rows_text])
@pytest.mark.parametrize("size", [4, 9, 16, 36])
def test_reading_ahead_is_bounded(write: object, size: int) -> None:
    shape = Shape.of_size(size)
    text = write(Grid(shape, [size] + [0] * (size * size - 1)))  # type: ignore[operator]
    taken = itertools.count()

    def lines() -> Iterator[str]:
        for line in itertools.cycle(text.splitlines()):
            next(taken)
            yield line

    assert len(list(itertools.islice(read_puzzles(lines()), 3))) == 3
    assert next(taken) <= 16 + 3 * len(text.splitlines())


ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]
BANDS = [ROWS[0:3], ROWS[3:6], ROWS[6:9]]


def in_boxes(bar: str, ruler: str) -> str:
    bands = ["\n".join(bar.join((r[:3], r[3:6], r[6:])) for r in band) for band in BANDS]
    return f"\n{ruler}\n".join(bands)


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        f"  {LINE}\r\n",
        *(LINE.replace(".", blank) for blank in "0-_*"),
        f"{LINE},{LINE},30,1.5",
        f"puzzle,solution,clues\n{LINE},{LINE},30",
        f"{LINE} 1.5/1.2/1.2",
        f"# source\n\n# more\n{LINE}\n\n# end\n",
        "\n".join(ROWS),
        "\n\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(",".join(row) for row in ROWS).replace(".", "0"),
        "\n".join("\t".join(row) for row in ROWS),
        "\n".join("|" + "|".join(row) + "|" for row in ROWS),
        "9 9\n" + "\n".join(" ".join(row) for row in ROWS).replace(".", "-"),
        "9 9\n" + "\n".join(ROWS).replace(".", "-"),
        in_boxes(" | ", "----+-----+----"),
        in_boxes(" ", ""),
        *(in_boxes("|", ruler) for ruler in ("---+---+---", "---|---|---", "=" * 11, "-" * 11)),
        in_boxes("|", "---------"),
        in_boxes("", "---------"),
        in_boxes("", "---------").replace(".", "-"),
        "---------\n" + in_boxes("", "---------").replace(".", "-") + "\n---------",
        "---------\n" + in_boxes("", "# no rulers inside").replace(".", "-") + "\n---------",
        in_boxes("", "# a ruler at the end") + "\n---------",
        "---------------------\n" + in_boxes(" | ", "---------------------") + "\n-------------",
    ],
)
@pytest.mark.parametrize("shape", [None, S3])
def test_ways_of_writing(text: str, shape: Shape | None) -> None:
    assert parse(text, shape).to_line() == LINE


def test_numbers_and_letters_are_the_same_digits() -> None:
    numbers = [[(row + column) % 12 + 1 for column in range(12)] for row in range(12)]
    by_number = "\n".join(" ".join(map(str, row)) for row in numbers)
    by_letter = "\n".join("".join("0123456789abc"[digit] for digit in row) for row in numbers)
    assert parse(by_number) == parse(by_letter) == Grid(Shape(4, 3), numbers)
    assert parse(by_number, Shape(6, 2)) == Grid(Shape(6, 2), numbers)
    padded = "\n".join(" ".join(f"{digit:02}" for digit in row) for row in numbers)
    assert parse(padded, Shape(4, 3)) == Grid(Shape(4, 3), numbers)


def test_groups_tell_the_shape() -> None:
    row = "12 34 56"
    assert parse("\n".join([row] * 6)).shape == Shape(2, 3)
    assert parse("\n".join([row.replace(" ", "")] * 6)).shape == Shape(3, 2)
    assert parse("\n".join(["|1|2|3|4|5|6|"] * 6)).shape == Shape(3, 2)


def test_16_characters_are_rows_where_a_digit_is_above_4() -> None:
    small = ["12............43"] * 16
    assert [grid.shape for _, grid in read_puzzles(small)] == [S2] * 16
    rows = [*small[:15], "...............G"]
    [(line, grid)] = read_puzzles(rows)
    assert (line, grid.shape) == (1, Shape(4, 4))
    assert grid[15, 15] == 16
    # With a shape there is nothing to tell, and 15 lines are too few for a grid.
    assert [grid.shape for _, grid in read_puzzles(small, S2)] == [S2] * 16
    assert len(list(read_puzzles(small, Shape(4, 4)))) == 1
    with pytest.raises(TextError, match=r"^line 15: row 4, column 4: 'G' is not a digit of a 4x4"):
        list(read_puzzles(rows[1:]))


@given(
    st.sampled_from([S2, S3, Shape(2, 3), Shape(4, 1), Shape(1, 4)]),
    st.integers(1, 4),
    st.sampled_from("-."),
    st.tuples(st.booleans(), st.booleans(), st.booleans()),
    st.integers(0, 2**32),
)
def test_dashes_are_never_misread(
    shape: Shape, n_grids: int, blank: str, rulers: tuple[bool, bool, bool], seed: int
) -> None:
    """Empty rows and rulers of n dashes look alike: every grid is read rightly or refused."""
    source = random.Random(seed)
    above, between, below = rulers
    ruler = "-" * shape.n
    grids, lines = [], []
    for _ in range(n_grids):
        full = source.choice([0.1, 0.4])
        cells = [source.random() < full for _ in range(shape.n_cells)]
        grids.append(Grid(shape, [int(cell) and source.randint(1, shape.n) for cell in cells]))
        lines += [ruler] * above
        for number, row in enumerate(grids[-1].rows()):
            lines += [ruler] * (between and number > 0 and number % shape.q == 0)
            lines += ["".join(str(digit) if digit else blank for digit in row)]
        lines += [ruler] * below
    found = []
    try:
        for _, grid in read_puzzles(lines, shape):
            found.append(grid)
    except TextError:
        assert blank == "-"
        assert n_grids > 1 or any(rulers)
        assert found == grids[: len(found)]
    else:
        assert found == grids


def test_dashes_that_could_be_both() -> None:
    # Row 3 empty, or a ruler with a row still to come: in a stream both go on.
    rows = ["1---", "-2--", "----", "--3-"]
    with pytest.raises(TextError, match=r"^line 3: 4 dashes may be a ruler or a blank row"):
        list(read_puzzles(rows * 2, S2))
    # The end of the text settles it, and so does another sign for blanks.
    assert parse("\n".join(rows)).to_line() == "1....2........3."
    ruled = ["1...", ".2..", "----", "..3.", "...4"]
    found = [grid.to_line() for _, grid in read_puzzles(ruled * 3, S2)]
    assert found == ["1....2....3....4"] * 3
    # Rulers between all rows are no rows, where another sign stands for blanks.
    ruled_rows = [line for row in ROWS for line in (row, "---------")] * 2
    assert [grid.to_line() for _, grid in read_puzzles(ruled_rows)] == [LINE] * 2
    # Inside a box no ruler can lie.
    rows = ["1---", "----", "-2--", "--3-"]
    found = [grid.to_line() for _, grid in read_puzzles(rows * 2, S2)]
    assert found == ["1........2....3."] * 2


@pytest.mark.parametrize("text", ["1 - - -/- 2 - -/- - - -/- - 3 -", "4 4/1---/-2--/----/--3-"])
def test_dashes_apart_or_after_a_header_are_cells(text: str) -> None:
    rows = text.split("/")
    assert [grid.to_line() for _, grid in read_puzzles(rows * 3)] == ["1....2........3."] * 3


def test_a_line_of_dashes_may_be_a_blank_puzzle() -> None:
    assert parse("-" * 81).n_clues == 0
    assert [grid.n_clues for _, grid in read_puzzles(["-" * 81, LINE])] == [0, 30]
    ruled = ["-" * 16, "|  1 2 | 3 4 |", "|  . . | . . |", "-" * 16, "|  . . | . . |"]
    assert parse("\n".join([*ruled, "|  . . | . . |", "-" * 16])).n_clues == 4


def changed(row: int, text: str) -> str:
    return "\n".join([*ROWS[: row - 1], text, *ROWS[row:]])


FOUR, SIX = "4 4\n" + "1 2 3 4\n" * 4, "6 6\n" + "1 2 3 4 5 6\n" * 6


@pytest.mark.parametrize(
    ("text", "shape", "message"),
    [
        ("", None, "there is no puzzle in the text"),
        ("# nothing\n\n", S3, "there is no puzzle in the text"),
        ("Puzzle,Solution,Rating 2", None, "there is no puzzle in the text"),
        ("+---+---+\n" * 3, None, "there is no puzzle in the text"),
        ("puzzle,1", None, "there is no puzzle in the text"),
        ("." * 49, None, "line 1: 7 is prime, so 7x7 cells have no usual boxes"),
        ("12345\n" * 5, None, "line 1: 5 is prime, so 5x5 cells have no usual boxes"),
        ("|", None, "there is no puzzle in the text"),
        (LINE[1:], None, "line 1: 80 digits: one of 81 is missing"),
        (f"{LINE}1", None, "line 1: 82 digits: one more than 81"),
        (LINE[1:], S3, "line 1: 80 digits: one of 81 is missing"),
        (LINE, S2, "line 1: expected 16 characters, got 81"),
        (f"{LINE}\n{LINE}1", None, "line 2: expected 81 characters, got 82"),
        (" ".join(["1"] * 1295), S36, "line 1: 1295 numbers: one of 1296 is missing"),
        (f"{LINE}\n{LINE}", None, "line 2: a second puzzle, where one was expected"),
        (changed(9, f"{ROWS[8]}\n9 9\n{changed(1, ROWS[0])}"), None, "line 10: a second puzzle"),
        (FOUR + SIX, None, "line 6: a grid of size 6, expected 4"),
        (FOUR, S3, "line 1: a grid of size 4, expected 9"),
        (changed(9, ""), None, "line 1: the grid that begins here has 8 rows, expected 9"),
        ("#\n9 9\n" + changed(9, ""), None, "line 2: the grid that begins here has 8 rows"),
        ("9 9", None, "line 1: the grid that begins here has 0 rows, expected 9"),
        ("9 9\n" + changed(2, "6..195.."), None, "line 3: row 2 has 8 cells, expected 9"),
        ("1 2 3 4 5\n" * 4, S2, "line 1: row 1 has 5 cells, expected 4"),
        ("1 2 3 4 5 6 7 8 9 10 11 12", Shape(5, 3), "line 1: row 1 has 12 cells, expected 15"),
        ("12 34 56\n123 456\n", None, "line 2: a group of 3 cells, where boxes are 2 wide"),
        ("1 2 | 3 4 5 | 6", None, "line 1: a group of 2 cells, where boxes are 3 wide"),
        (
            f"#\n{LINE[:22]}x{LINE[23:]}",
            None,
            "line 2: '.' and 'x' both stand for blanks",
        ),
        (changed(1, "\N{SUPERSCRIPT TWO}" * 9), None, "line 2: 8 rows of 9 cells: 1 of 9 rows is"),
        (LINE[:80] + "\u00b2", None, "line 1: row 9, column 9: '\u00b2' is not a digit"),
        ("1234..5.........", None, "line 1: row 2, column 3: digit 5 is not between 1 and 4"),
        (
            changed(3, "1 12 3 4 5 6 7 8 9"),
            None,
            "line 3: row 3, column 2: digit 12 is not between",
        ),
        ("1 2 3 10", None, "line 1: row 1, column 4: digit 10 is not between 1 and 4"),
        ("1 2 3 -1", None, "line 1: row 1, column 4: '-1' is not a digit of a 4x4 puzzle"),
        ("1 2 3 9999999999", None, "line 1: row 1, column 4: '9999999999' is not a digit"),
        (" ".join(["37"] * 1296), S36, "line 1: row 1, column 1: digit 37 is not between 1 and 36"),
        (" ".join(["A"] * 1296), S36, "line 1: row 1, column 1: 'A' is not a digit of a 36x36"),
    ],
)
def test_mistakes(text: str, shape: Shape | None, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(text, shape)
    assert str(caught.value).startswith(message)
    start = "" if caught.value.line is None else f"line {caught.value.line}: "
    assert message.startswith(start or "there is no puzzle")


@given(
    st.text("1259.-|+= ,#\n", max_size=60), st.sampled_from([None, S2, Shape(2, 1), Shape(1, 1)])
)
def test_any_text_is_read_or_refused(text: str, shape: Shape | None) -> None:
    try:
        grids = [grid for _, grid in read_puzzles(text.splitlines(), shape)]
    except TextError:
        return
    for grid in grids:
        assert grid == Grid(grid.shape, grid.cells)
        assert shape in (None, grid.shape)
    if not grids:  # nothing is dropped without a word
        content = [line for line in text.splitlines() if not line.strip().startswith("#")]
        assert set("".join(content)).isdisjoint("1259.")


def test_a_mistake_far_down_is_reported_after_the_puzzles_before_it() -> None:
    puzzles = read_puzzles(["# comment", *[LINE] * 15, LINE[1:], LINE])
    assert [line for line, _ in itertools.islice(puzzles, 15)] == list(range(2, 17))
    with pytest.raises(TextError, match=r"^line 17: expected 81 characters, got 80$"):
        next(puzzles)


def data_file(path: str) -> Path:
    if not (DATA / path).exists():
        pytest.skip(f"needs {path} from the shared data")
    return DATA / path


def test_files_of_lines() -> None:
    for file in sorted(data_file("sudoku").iterdir()):
        text = file.read_text()
        numbers, puzzles = zip(*read_puzzles(text.splitlines()), strict=True)
        assert numbers == tuple(range(1, text.count("\n") + 1)), file.name
        assert {grid.shape for grid in puzzles} == {S3}
        for line, grid in zip(text.splitlines(), puzzles, strict=True):
            assert grid.to_line() == line.partition(",")[0].replace("0", ".")


def test_large_grids() -> None:
    for file in sorted(data_file("large").iterdir()):
        text = file.read_text()
        grid = parse(text)
        assert f"_{grid.shape.n}x{grid.shape.n}" in file.name
        assert grid.to_rows_text() == text.partition("\n")[2].strip()


def test_published_16x16_and_their_solutions() -> None:
    for puzzle in json.loads(data_file("variants/Sudoku.json").read_text()).values():
        clues, solution = parse(puzzle["problem"]), parse(puzzle["solution"])
        assert clues.shape == solution.shape == Shape(4, 4)
        pairs = set(zip(clues.cells, solution.cells, strict=True))
        assert pairs == {(digit, digit) for digit in range(1, 17)} | {(0, d) for d in range(1, 17)}
