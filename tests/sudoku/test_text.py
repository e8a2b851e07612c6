"""Reading puzzles: round trips, every way of writing, and what each mistake is told."""

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
from sudoku.grid import Grid
from sudoku.shape import Shape
from sudoku.text import parse, read_puzzles

DATA = Path(__file__).parents[3] / "shared" / "data"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
S2, S3 = Shape(2, 2), Shape(3, 3)


@st.composite
def grids(draw: st.DrawFn, shape: Shape | None = None) -> Grid:
    """Any digits at all, from a seed: a thousand draws for one grid would be slow."""
    shape = shape or Shape(draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    source = random.Random(draw(st.integers(0, 2**32)))
    filled = draw(st.sampled_from([0.0, 0.3, 0.9, 1.0]))
    cells = [
        source.randint(1, shape.n) if source.random() < filled else 0 for _ in range(shape.n_cells)
    ]
    return Grid(shape, cells)


def has_usual_shape(grid: Grid) -> bool:
    n = grid.shape.n
    is_prime = n > 1 and all(n % divisor for divisor in range(2, n))
    return not is_prime and grid.shape == Shape.of_size(n)


@given(grids())
def test_round_trips(grid: Grid) -> None:
    for text in (grid.to_line(), grid.to_text(), grid.to_rows_text()):
        assert parse(text, grid.shape) == grid
        if has_usual_shape(grid):
            assert parse(text) == grid


@given(grids())
def test_lines_around_boxes_tell_the_shape(grid: Grid) -> None:
    if grid.shape.p > 1 < grid.shape.q:
        assert parse(grid.to_text()) == grid


@given(st.lists(grids(S2) | grids(Shape(3, 2)), min_size=1, max_size=6), st.booleans())
def test_streams(drawn: list[Grid], with_gaps: bool) -> None:
    kept = [grid for grid in drawn if grid.shape == drawn[0].shape]
    for write in (Grid.to_line, Grid.to_text, Grid.to_rows_text):
        lines, starts = ["# a comment"], []
        for grid in kept:
            starts.append(len(lines) + 1)
            lines += write(grid).splitlines() + [""] * with_gaps
        # A grid begins with the first line that is not a ruler.
        found = [(line - (write is Grid.to_text), grid) for line, grid in read_puzzles(lines)]
        assert found == list(zip(starts, kept, strict=True))


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
        LINE.replace(".", "0"),
        LINE.replace(".", "-"),
        LINE.replace(".", "_"),
        LINE.replace(".", "*"),
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
        in_boxes("|", "---+---+---"),
        in_boxes(" | ", "----+-----+----"),
        in_boxes(" ", ""),
        in_boxes("|", "-----------"),
        in_boxes("|", "==========="),
        in_boxes("|", "---|---|---"),
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


def compact(grid: Grid) -> list[str]:
    return [
        "".join(str(digit) if digit else "-" for digit in grid.rows()[row])
        for row in range(grid.shape.n)
    ]


@given(grids(S2) | grids(Shape(3, 2)), st.booleans(), st.booleans())
def test_dashes_are_never_misread(grid: Grid, inside: bool, around: bool) -> None:
    """Empty rows and rulers of n dashes look alike: the text is read rightly or refused."""
    n, q = grid.shape.n, grid.shape.q
    rows, ruler = compact(grid), "-" * n
    lines = [ruler] * around
    for start in range(0, n, q):
        lines += [ruler] * (inside and start > 0) + rows[start : start + q]
    lines += [ruler] * around
    has_empty_rows = ruler in rows
    try:
        assert parse("\n".join(lines), grid.shape) == grid
    except TextError:
        assert has_empty_rows and (inside or around)


def test_dashes_that_could_be_both() -> None:
    # Row 3 empty, or a ruler with a row still to come: in a stream both go on.
    rows = ["1---", "-2--", "----", "--3-"]
    with pytest.raises(TextError, match=r"^line 3: 4 dashes may be a ruler or an empty row"):
        list(read_puzzles(rows * 2, S2))
    # In either case another sign for blanks settles it, and so does the end of the text.
    dots = ["1...", ".2..", "....", "..3."]
    assert len(list(read_puzzles(dots * 2, S2))) == 2
    ruled = ["1...", ".2..", "----", "..3.", "...4"]
    found = [grid.to_line() for _, grid in read_puzzles(ruled * 3, S2)]
    assert found == ["1....2....3....4"] * 3
    assert parse("\n".join(rows)).to_line() == "1....2........3."
    # Above the first row a second grid cannot follow on, and inside a box no ruler can lie.
    rows = ["1---", "----", "-2--", "--3-"]
    found = [grid.to_line() for _, grid in read_puzzles(rows * 2, S2)]
    assert found == ["1........2....3."] * 2


def test_dashes_apart_are_cells() -> None:
    rows = ["1 - - -", "- 2 - -", "- - - -", "- - 3 -"]
    assert [grid.to_line() for _, grid in read_puzzles(rows * 3)] == ["1....2........3."] * 3


def test_after_a_header_dashes_are_cells() -> None:
    rows = ["4 4", "1---", "-2--", "----", "--3-"]
    assert [grid.to_line() for _, grid in read_puzzles(rows * 3)] == ["1....2........3."] * 3


def test_a_line_of_dashes_may_be_a_blank_puzzle() -> None:
    assert parse("-" * 81).n_clues == 0
    assert [grid.n_clues for _, grid in read_puzzles(["-" * 81, LINE])] == [0, 30]
    ruled = ["-" * 16, "|  1 2 | 3 4 |", "|  . . | . . |", "-" * 16, "|  . . | . . |"]
    assert parse("\n".join([*ruled, "|  . . | . . |", "-" * 16])).n_clues == 4


BAD_DIGIT = LINE[:22] + "x" + LINE[23:]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "there is no puzzle in the text"),
        ("# nothing\n\n", None, "there is no puzzle in the text"),
        ("Puzzle,Solution,Rating 2", None, "there is no puzzle in the text"),
        ("puzzle,1", 1, "2 is prime"),
        (f"{LINE}\npuzzle,solution", 2, "expected 81 characters, got 6"),
        (f"{LINE}\n{LINE}", 2, "a second puzzle, where one was expected"),
        (f"{LINE}\n{LINE[1:]}", 2, "expected 81 characters, got 80"),
        (f"{LINE}\n{LINE}1", 2, "expected 81 characters, got 82"),
        (LINE[1:], 1, "80 characters are no puzzle and no row of one"),
        ("." * 49, 1, "7 is prime, so 7x7 cells have no usual boxes"),
        ("12345\n" * 5, 1, "5 is prime, so 5x5 cells have no usual boxes"),
        (f"\n{BAD_DIGIT}", 2, "row 3, column 5: 'x' is not a digit of a 9x9 puzzle"),
        (LINE.replace("1", "\N{SUPERSCRIPT ONE}"), 1, "row 2, column 4: '\xb9' is not a digit of"),
        (LINE.replace("1", "\N{ARABIC-INDIC DIGIT ONE}"), 1, "row 2, column 4: '\u0661' is not"),
        ("1234..5........." * 1, 1, "row 2, column 3: digit 5 is not between 1 and 4"),
        (
            "9 9\n" + "1 12 3 4 5 6 7 8 9\n" * 9,
            2,
            "row 1, column 2: digit 12 is not between 1 and 9",
        ),
        ("1 2 3 10\n" * 4, 1, "row 1, column 4: digit 10 is not between 1 and 4"),
        ("1 2 3 -1\n" * 4, 1, "row 1, column 4: '-1' is not a digit of a 4x4 puzzle"),
        ("1 2 3 9999999999\n" * 4, 1, "row 1, column 4: '9999999999' is not a digit"),
        (
            "9 9\n" + "\n".join([*ROWS[:1], ROWS[1][:8], *ROWS[2:]]),
            3,
            "row 2 has 8 cells, expected 9",
        ),
        ("\n".join(ROWS[:8]), 1, "the grid that begins here has 8 rows, expected 9"),
        ("9 9\n" + "\n".join(ROWS[:8]), 1, "the grid that begins here has 8 rows, expected 9"),
        ("9 9", 1, "the grid that begins here has 0 rows, expected 9"),
        ("\n".join(ROWS) + "\n9 9\n" + "\n".join(ROWS), 10, "a second puzzle"),
        (
            "4 4\n" + "1 2 3 4\n" * 4 + "6 6\n" + "1 2 3 4 5 6\n" * 6,
            6,
            "a grid of size 6, expected 4",
        ),
        ("12 34 56\n" * 3 + "123 456\n" * 3, 4, "a group of 3 cells, where boxes are 2 wide"),
        ("1 2 | 3 4 5 | 6\n" * 6, 1, "a group of 2 cells, where boxes are 3 wide"),
        ("+---+---+\n" * 3, None, "there is no puzzle in the text"),
        ("|", 1, "a puzzle cannot have 0 digits"),
        (",", 1, "a puzzle cannot have 0 digits"),
    ],
)
def test_mistakes(text: str, line: int | None, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(text)
    assert caught.value.line == line
    prefix = "" if line is None else f"line {line}: "
    assert str(caught.value).startswith(prefix + message)


@pytest.mark.parametrize(
    ("text", "shape", "message"),
    [
        (LINE[1:], S3, "line 1: expected 81 characters, got 80"),
        (LINE, S2, "line 1: expected 16 characters, got 81"),
        ("1234\n" * 4, S3, "line 1: row 1 has 4 cells, expected 9"),
        ("1 2 3 4 5\n" * 4, S2, "line 1: row 1 has 5 cells, expected 4"),
        ("4 4\n" + "1 2 3 4\n" * 4, S3, "line 1: a grid of size 4, expected 9"),
        (Grid(Shape(3, 2)).to_text(), Shape(2, 3), "line 2: a group of 3 cells, where boxes are 2"),
        (
            "1 2 3 4 5 6 7 8 9 10 11 12\n" * 15,
            Shape(5, 3),
            "line 1: row 1 has 12 cells, expected 15",
        ),
        (" ".join(["37"] * 1296), Shape(6, 6), "line 1: row 1, column 1: digit 37 is not between"),
        (
            " ".join(["A"] * 1296),
            Shape(6, 6),
            "line 1: row 1, column 1: 'A' is not a digit of a 36",
        ),
        (" ".join(["1"] * 1295), Shape(6, 6), "line 1: expected 1296 numbers, got 1295"),
        ("36 36\n" + "9 " * 36, Shape(6, 6), "line 1: the grid that begins here has 1 rows"),
    ],
)
def test_mistakes_with_a_shape(text: str, shape: Shape, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(text, shape)
    assert str(caught.value).startswith(message)


@given(
    st.text("1259A.-|+= ,#\n", max_size=60), st.sampled_from([None, S2, Shape(2, 1), Shape(1, 1)])
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
        assert not set("".join(line for line in text.splitlines() if line[:1] != "#")) & set(
            "1259."
        )


def test_a_mistake_far_down_is_told_after_the_puzzles_before_it() -> None:
    puzzles = read_puzzles(["# comment", *[LINE] * 15, LINE[1:], LINE])
    assert [line for line, _ in itertools.islice(puzzles, 15)] == list(range(2, 17))
    with pytest.raises(TextError, match=r"^line 17: expected 81 characters, got 80$"):
        next(puzzles)


def data_file(path: str) -> Path:
    file = DATA / path
    if not file.exists():
        pytest.skip(f"needs {path} from the shared data")
    return file


@pytest.mark.parametrize(
    ("path", "n_puzzles"),
    [
        ("clues17.txt", 10_000),
        ("hardest1905.txt", 3_000),
        ("kaggle.csv", 3_517),
        ("magictour.txt", 732),
        ("many_solutions.txt", 2_000),
        ("qqwing_easy.txt", 300),
        ("qqwing_expert.txt", 300),
        ("qqwing_intermediate.txt", 300),
        ("qqwing_simple.txt", 300),
        ("top95.txt", 95),
    ],
)
def test_files_of_lines(path: str, n_puzzles: int) -> None:
    with data_file(f"sudoku/{path}").open() as lines:
        puzzles = [grid for _, grid in read_puzzles(lines)]
    assert len(puzzles) == n_puzzles
    assert {grid.shape for grid in puzzles} == {S3}
    if path == "clues17.txt":
        assert {grid.n_clues for grid in puzzles} == {17}


def test_large_grids() -> None:
    files = sorted(data_file("large").glob("*.txt"))
    assert len(files) == 26
    for file in files:
        text = file.read_text()
        grid = parse(text)
        rows = [line.split() for line in text.splitlines() if line[0] != "#"][1:]
        assert [[0 if cell == "-" else int(cell) for cell in row] for row in rows] == [
            list(row) for row in grid.rows()
        ]
        assert f"_{grid.shape.n}x{grid.shape.n}" in file.name
        assert grid.to_rows_text() == text.partition("\n")[2].strip()


def test_published_16x16_and_their_solutions() -> None:
    puzzles = json.loads(data_file("variants/Sudoku.json").read_text())
    assert len(puzzles) == 62
    for puzzle in puzzles.values():
        clues, solution = parse(puzzle["problem"]), parse(puzzle["solution"])
        assert clues.shape == solution.shape == Shape(4, 4)
        assert solution.is_filled
        assert all(
            clue in (0, digit) for clue, digit in zip(clues.cells, solution.cells, strict=True)
        )
