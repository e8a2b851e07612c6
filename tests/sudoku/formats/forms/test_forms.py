"""Texts in all forms are read rightly, and damaged ones never wrongly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from pprint import pformat
from string import ascii_lowercase, ascii_uppercase
from time import process_time
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from sudoku import (
    Board,
    ClueError,
    Grid,
    Puzzle,
    Shape,
    TextError,
    parse,
    read_puzzles,
    recognise,
    to_candidates,
    to_fpuzzles,
    to_fpuzzles_link,
    to_iss_link,
    to_json,
    to_sudokupad_link,
)
from sudoku.cli.main import main
from sudoku.formats.candidate_writer import CANDIDATE_FORMS
from sudoku.formats.forms.labels import without_labels
from sudoku.formats.forms.reading import Text
from sudoku.formats.forms.recognise import recognise_each
from sudoku.formats.forms.registry import FORMS, SIGNED
from sudoku.formats.forms.stated import form_of
from sudoku.formats.forms.tables import read as tables
from sudoku.rules.jigsaw import Jigsaw
from sudoku.rules.killer import Killer
from tests.sudoku.formats.forms.damage import misread
from tests.sudoku.formats.forms.texts import (
    CLUES,
    GRID,
    LINE,
    ROWS,
    S2,
    S3,
    S4,
    S6,
    S12,
    SAMPLES,
    SOLUTION,
    Sample,
    solution,
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_samples(sample: Sample) -> None:
    found = recognise(sample.text)
    assert found.grid == sample.grid
    assert recognise(sample.text.replace("\n", "\r\n")).grid == sample.grid
    if not found.marks:
        assert [grid for _, grid in read_puzzles(sample.text.split("\n"))] == [sample.grid]
    for encoding in ("utf-8-sig", "utf-16"):
        assert recognise(sample.text.encode(encoding)).grid == sample.grid


def test_damaged_texts_are_read_rightly_or_refused() -> None:
    assert list(misread(500, seed=1)) == []


@pytest.mark.parametrize("sign", ["|", " "])
@pytest.mark.parametrize("sample", [each for each in SAMPLES if each.name.endswith(" rows")])
def test_boxes_are_not_guessed_from_one_row(sample: Sample, sign: str) -> None:
    rows = sample.text.split("\n")
    n = len(rows)
    for k in (0, n // 2, n - 1):
        cut = f"{rows[k][: n // 2]}{sign}{rows[k][n // 2 :]}"
        try:
            found = recognise("\n".join([*rows[:k], cut, *rows[k + 1 :]]))
        except TextError as error:
            assert re.search("some of the rows are in groups|a group of|cells", str(error))
        else:
            assert found.grid == sample.grid


SIX_ROWS = ["4.312.", "......", "..2.3.", "..426.", "5.....", "2....."]
STATED_BOXES = [
    *(
        "\n".join([*SIX_ROWS[:3], ruler, *SIX_ROWS[3:]])
        for ruler in ("------", "", "====", "--+--+--")
    ),
    "\n".join(
        "=" * 11 if row is None else " ".join(row).replace(".", "0")
        for row in (*SIX_ROWS[:3], None, *SIX_ROWS[3:])
    ),
    *(
        "\n".join(sign.join(" ".join(row[k : k + 2]) for k in (0, 2, 4)) for row in SIX_ROWS)
        for sign in ("  ", "!", "\t", ", ")
    ),
    "\n".join("|" + "|".join(row[k : k + 2] for k in (0, 2, 4)) + "|" for row in SIX_ROWS).replace(
        ".", " "
    ),
    "\n".join(
        f"{row}\n{'======' if k == 2 else '------'}" for k, row in enumerate(SIX_ROWS) if row
    ).replace(".", "0"),
]


@pytest.mark.parametrize("text", STATED_BOXES)
def test_rulers_gaps_and_bars_state_the_boxes(text: str) -> None:
    grid = Grid.from_text("".join(SIX_ROWS), Shape(2, 3))
    assert recognise(text).grid == grid == Puzzle.of(text).grid == parse(text, Shape(2, 3))
    with pytest.raises(TextError, match=r"where boxes are|row 1 has . cells|between boxes"):
        recognise(text, Shape(3, 2))


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 4), Shape(2, 4), Shape(4, 4), Shape(5, 3)])
def test_boxes_of_what_is_written(shape: Shape) -> None:
    puzzle = Puzzle(shape, clues={(0, 0): 1})
    for text in (str(puzzle), str(puzzle).replace(".", " "), to_candidates(puzzle)):
        assert Puzzle.of(text).grid == puzzle.grid


@pytest.mark.parametrize("shape", [S3, S4, Shape(4, 3), Shape(5, 2)])
def test_gaps_in_single_rows_say_nothing(shape: Shape) -> None:
    n = shape.n
    rows = [[str(n) if k == n - 1 - row else "." for k in range(n)] for row in range(n)]
    numbers = ["  ".join(word.rjust(2 if n > 9 else 1) for word in row) for row in rows]
    numbers[1] = numbers[1].replace("  ", "   ", 1)
    for text in ("\n".join(numbers), "\n".join(" ".join(row) for row in rows)):  # some have gaps
        for cut in (text, text.replace(" ", "  ", 1)):
            found = recognise(f"```\n{cut}\n```").grid
            assert (found.shape, found.n_clues) == (shape, n)


@pytest.mark.parametrize(
    ("shape", "between", "is_usual"),
    [
        (S4, "", True),
        (S4, "-" * 16, True),
        (Shape(4, 3), "", True),
        (Shape(4, 3), "=" * 12, True),
        (Shape(4, 2), "", True),
        (Shape(4, 2), "=" * 8, False),
        (Shape(3, 2), "", False),
        (Shape(5, 2), "=" * 10, False),
    ],
)
def test_two_halves_are_boxes_only_if_these_are_usual(
    shape: Shape, between: str, is_usual: bool
) -> None:
    rows = [f"{shape.n}{' .' * (shape.n - 1)}", *[" ".join("." * shape.n)] * (shape.n - 1)]
    half = shape.n // 2
    text = "\n".join([*rows[:half], between, *rows[half:]])
    board = shape if is_usual else Shape(shape.q, shape.p)
    for each in (text, f"Title\n{text}"):
        assert Puzzle.of(each).shape == recognise(each).grid.shape == board


@pytest.mark.parametrize(
    ("shape", "regions"),
    [(S2, "1112 1222 3334 3444"), (Shape(5, 1), "11112 13222 33342 53444 55554")],
)
def test_drawn_regions_are_a_jigsaw_or_refused(shape: Shape, regions: str) -> None:
    numbers = [[int(sign) - 1 for sign in row] for row in regions.split()]
    puzzle = Puzzle(shape, [Jigsaw(numbers)], {(0, 0): 1, (1, 1): 2, (2, 2): 3})
    for text in (str(puzzle), f"Title\n{puzzle}", str(puzzle).partition("#")[0]):
        assert Puzzle.of(text) == recognise(text).puzzle() == puzzle
        assert parse(text).cells == puzzle.grid.cells
    if shape != S2:
        return
    assert Puzzle(None, [Jigsaw(regions)], str(puzzle)).count() == puzzle.count()
    lost = "\n".join(line for k, line in enumerate(str(puzzle).split("\n")) if k != 4)
    for read in (recognise, Puzzle.of):
        with pytest.raises(TextError, match="the bars surround regions of 16 cells"):
            read(lost)


ONE = Puzzle.of("1......2.3.....4").called("Mine [easy]", "Me & you")
OTHER = Puzzle.of("..1.2......3.4..").called("-x-")


@pytest.mark.parametrize("to_text", [to_json, to_fpuzzles])
@pytest.mark.parametrize("between", ["\n", "\r\n", "\n\n# the other\n"])
def test_lines_of_json(to_text: Callable[[Puzzle], str], between: str, tmp_path: Path) -> None:
    killer = OTHER.changed(rules=[*OTHER.rules, Killer([(3, [(0, 0), (0, 1)])])])
    text = between.join(map(to_text, (ONE, killer))) + "\n"
    assert [each.puzzle() for each in recognise_each(text)] == [ONE, killer]
    for read in (recognise, Puzzle.of):
        with pytest.raises(TextError, match="second puzzle"):
            read(text)
    path = tmp_path / "killers.jsonl"
    path.write_text(text)
    result = CliRunner().invoke(main, ["read", str(path)])
    assert [line.partition(":")[0] for line in result.output.splitlines()] == [
        "line 1",
        f"line {1 + between.count(chr(10))}",
    ]


@pytest.mark.parametrize("to_link", [to_fpuzzles_link, to_sudokupad_link, to_iss_link])
def test_links_in_texts(to_link: Callable[[Puzzle], str]) -> None:
    link, other = to_link(ONE), to_link(OTHER)
    for text in (
        "{}",
        "Try my puzzle: {} (thanks!)",
        "[My killer]({})",
        "{}\nhave fun",
        '<a href="{}">x</a>',
        "[url]{}[/url]",
        "Hello,\n\n({}).",
        "1......2.3.....4\n{}",
        "[{}]({})",
        "[{}]({})\n\n{}.\n<{}>",
        "https://tinyurl.com/x\n{}",
    ):
        found = recognise(text.replace("{}", link))
        assert (found.grid, found.facts.get("title")) == (ONE.grid, ONE.title)
    for text in (
        f"{link}\n{other}",
        f"First\n{link}\n\nSecond\n\n{other}",
        f"{link}, {other}",
        f"{link}\n{link} {other}",
    ):
        assert [each.grid for each in recognise_each(text)] == [ONE.grid, OTHER.grid]
        for read in (recognise, Puzzle.of):
            with pytest.raises(TextError, match="a second puzzle"):
                read(text)
    with pytest.raises(TextError, match="a grid beside a link"):
        recognise(f"{OTHER.grid.to_line()}\n{link}")


@pytest.mark.parametrize("sign", ["", " "])
@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\n\n"])
@pytest.mark.parametrize("name", ["Solution:", "The solution", "solution"])
def test_a_drawing_and_its_solution(sign: str, between: str, name: str) -> None:
    rows, full = (
        [sign.join(line[k : k + 9]) for k in range(0, 81, 9)] for line in (LINE, SOLUTION)
    )
    text = between.join(["\n".join(["Puzzle:", *rows]), "\n".join([name, *full])])
    assert recognise(text).grid == Puzzle.of(text).grid == GRID
    others = text.replace(name, "Another"), text.replace(full[0], full[1])
    for other in (*others, "\n".join([text, "", "Next", *rows])):
        with pytest.raises(TextError, match="second puzzle"):
            recognise(other)


@pytest.mark.parametrize(
    "text",
    [
        "{}: {}\n{}: {}",
        "{}: {}\n\n{}: {}",
        "{} = {}\n{} = {}",
        '"{}": "{}",\n"{}": "{}"',
        '[{{"{}": "{}",\n  "{}": "{}"}}]',
        "{}:\n{}\n{}:\n{}",
    ],
)
@pytest.mark.parametrize("names", [("Puzzle", "Solution"), ("Grid", "answer")])
def test_a_line_and_its_solution_have_labels(text: str, names: tuple[str, str]) -> None:
    pair = text.format(names[0], LINE, names[1], SOLUTION)
    for title in ({}, {"title": "Hard one"}):
        found = recognise("\n".join([*title.values(), pair]))
        assert (found.grid, found.facts) == (GRID, title)
    other = text.format(names[0], LINE, "Next", SOLUTION)
    for wrong in (text.format(names[0], LINE, names[1], SOLUTION[::-1]), other):
        with pytest.raises(TextError, match="second puzzle"):
            recognise(wrong)


@pytest.mark.parametrize("letters", [ascii_uppercase, ascii_lowercase])
@pytest.mark.parametrize("shape", [S6, S3, S12, S4], ids=str)
def test_rows_of_letters_after_dashes_are_no_comments(shape: Shape, letters: str) -> None:
    signs = "-" + letters
    clues = [[0, 0, *row[2:]] for row in solution(shape, 5)]
    rows = ["".join(signs[digit] for digit in row) for row in clues]
    groups = [" ".join([row[: shape.p], row[shape.p :]]) for row in rows]
    for lines in (rows, groups, ["-- a title", "--Easy one", *rows]):
        assert recognise("\n".join(lines)).grid == Grid(shape, clues)


@pytest.mark.parametrize("sign", "-_*")
@pytest.mark.parametrize("n", [16, 36, 64, 81])
def test_lines_of_one_sign_are_rulers(sign: str, n: int) -> None:
    with pytest.raises(TextError, match="no puzzle in the text"):
        recognise(f"Hello,\n{sign * n}\nJohn")
    assert recognise(f"Title\n{sign * n}\n" + "\n".join(ROWS)).grid == GRID
    assert (n == 81) or recognise(f"Title\n{sign * n}\n{LINE}").grid == GRID


@pytest.mark.parametrize("bar", ["|", " | "])
def test_blank_boxes_beside_bars_without_a_frame(bar: str) -> None:
    for shape, line in ((Shape(2, 3), "." * 9 + "6.......2" + "." * 18), (S2, "12....122.....2.")):
        rows = [line[k : k + shape.n] for k in range(0, len(line), shape.n)]
        between = " " if bar == " | " else ""
        text = "\n".join(
            bar.join(between.join(row[k : k + 2]) for k in range(0, shape.n, 2)) for row in rows
        ).replace(".", " ")
        assert recognise(text).grid == Grid.from_text(line, shape)


@pytest.mark.parametrize(
    ("text", "is_turned"),
    [
        ("m <- matrix(c({}), nrow=4)", True),
        ("m <- matrix(c({}), 4, 4, TRUE)", False),
        ("m <- matrix(c({}), 4, byr=!F, 4)", False),
        ("m <- matrix(c({}), ncol=4, 4, FALSE)", True),
        ("m <- matrix(c({}),\nncol=4, byrow=1)", False),
        ("m <- matrix(c({}), nrow=4, byrow=TRUE)", False),
        ("m = array(data=c({}), dim=c(4,4))", True),
        ("v = c({})\nm = array(v, dim=c(4, 4))", True),
        ("m <- array(puzzle, c(4, 4))\npuzzle <- c({})", True),
        ("structure(c({}), .Dim = c(4L, 4L))", True),
        ("v <- c({})\nm <- structure(v, dim = c(4L, 4L))", True),
        ("x <- c({})\ndim(x) <- c(4, 4)", True),
        ("p <- matrix(c({}), 4, 4, TRUE); dim(p)", False),
        ("array([{}], dtype=int)", False),
        ("matrix(ZZ, 4, 4, [{}])", False),
        ("array({})", False),
        ("v = [{}]\nm = np.array(v).reshape(4, 4, order='C')", False),
        ("np.array([{}]).reshape(4, 4)", False),
    ],
)
@pytest.mark.parametrize("end", ["", "\n"])
def test_programs_that_fill_columns(text: str, is_turned: bool, end: str) -> None:
    found = recognise(text.format(f"1,0,0,0,{end}0,0,0,2,{end}0,3,0,0,{end}0,0,0,4"))
    assert found.grid.to_line() == ("1.....3......2.4" if is_turned else "1......2.3.....4")
    assert not found.facts
    with pytest.raises(TextError, match="may fill the cells by columns"):
        recognise("reshape([1,0,0,0,0,0,0,2,0,3,0,0,0,0,0,4],4,4)")
    with pytest.raises(TextError, match="'byrow = x' may fill the cells by columns"):
        recognise("matrix(c(1,0,0,0,0,0,0,2,0,3,0,0,0,0,0,4),4,4,x)")


COLUMNS = "1,0,0,0, 0,0,0,2, 0,3,0,0, 0,0,0,4"


@pytest.mark.parametrize(
    "text",
    [
        "x <- c({})\nattr(x, 'dim') <- c(4, 4)",
        "x <- matrix(c({}), 4)\nx <- t(x)",
        "do.call('cbind', list(c(1,0,0,0), c(0,0,0,2), c(0,3,0,0), c(0,0,0,4)))",
        "a <- c(1,0,0,0)\nb <- c(0,0,0,2)\nd <- c(0,3,0,0)\ne <- c(0,0,0,4)\nrbind(b, a, d, e)",
        "x <- matrix(0, 4, 4)\nx[,1] <- c({})",
        "c({}) |> matrix(nrow = 4)",
        "m <- matix(c({}), nrow = 4)",
        "m <- matrix(c({}), nrow = 4, bzrow = TRUE)",
        "m <- matrix(c({}), nrow = 4, byrow - TRUE)",
        "cbind(c(1,0,0,0), c(0,0,0,2), c(0,3,0,0), c(0,0,0,4))",
        "pd.DataFrame({{'a': [1,0,0,0], 'b': [0,0,0,2], 'c': [0,3,0,0], 'd': [0,0,0,4]}})",
        "np.array([[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]]).T",
        "g = [[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]]\nprint(g.T)",
        "g = np.array([{}]).reshape(4, 4, order='F')",
        "g = np.reshape([{}], (4, 4), 'F')",
        "list(zip(*[[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]]))",
        "np.stack([[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]], axis=1)",
        "d = {{0: [1,0,0,0], 1: [0,0,0,2], 2: [0,3,0,0], 3: [0,0,0,4]}}\ndf = pd.DataFrame(d)",
        "pl.DataFrame([[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]])",
        '{{"columns": [[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]]}}',
        '{{"columns": ["1000", "0002", "0300", "0004"]}}',
        "columns:\n - [1,0,0,0]\n - [0,0,0,2]\n - [0,3,0,0]\n - [0,0,0,4]",
        "A = [[1,0,0,0] [0,0,0,2] [0,3,0,0] [0,0,0,4]]",
        "reduce(hcat, [[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]])",
        "A = [1 0 0 0; 0 0 0 2; 0 3 0 0; 0 0 0 4]';",
        "A = [1 0 0 0; 0 0 0 2; 0 3 0 0; 0 0 0 4];\nA = A.'; % it is turned",
        "Transpose[{{{{1,0,0,0}}, {{0,0,0,2}}, {{0,3,0,0}}, {{0,0,0,4}}}}]",
    ],
)
@pytest.mark.parametrize("symbols", [None, "1234"])
def test_what_may_be_columns_is_refused(text: str, symbols: str | None) -> None:
    with pytest.raises(TextError, match="may fill the cells by columns: write rows"):
        recognise(text.format(COLUMNS), symbols=symbols)


@pytest.mark.parametrize(
    "text",
    [
        "rbind(c(1,0,0,0), c(0,0,0,2), c(0,3,0,0), c(0,0,0,4))",
        "m <- do.call(rbind, list(\n c(1L,NA,NA,NA),\n c(NA,NA,NA,2L),\n c(NA,3L,NA,NA),\n"
        " c(NA,NA,NA,4L)))",
        "list(c(1,0,0,0), c(0,0,0,2), c(0,3,0,0), c(0,0,0,4))",
        "r1 <- c(1,0,0,0)\nr2 <- c(0,0,0,2)\nr3 <- c(0,3,0,0)\nr4 <- c(0,0,0,4)\n"
        "m <- rbind(r1, r2, r3, r4)",
        "pd.DataFrame([[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]], columns=list('abcd'))",
        "# transpose(x) is not used\ng = [[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]]",
        "A = [1 0 0 0; 0 0 0 2; 0 3 0 0; 0 0 0 4]; % not A' or reshape(A)",
        '{"title": "dim(x) # 1", "puzzle": [[1,0,0,0], [0,0,0,2], [0,3,0,0], [0,0,0,4]]}',
        '{"hints": [], "puzzle": [1,0,0,0,0,0,0,2,0,3,0,0,0,0,0,4], "solved": []}',
        '{"title": "as matrix(c(x)) // t(x)", "puzzle": "1......2.3.....4"}',
        "Transpose (nrow = 4) by Mr.T\n1...\n...2\n.3..\n...4",
    ],
)
def test_rows_of_programs(text: str) -> None:
    assert recognise(text).grid.to_line() == "1......2.3.....4"


@pytest.mark.parametrize("symbols", ["ABCD", "NACT"])
def test_words_of_programs_are_no_symbols(symbols: str) -> None:
    cells = ", ".join(
        f"'{symbols['1234'.index(d)]}'" if d != "." else "NA" for d in "1......2.3.....4"
    )
    found = recognise(f"m <- matrix(c({cells}), nrow = 4)", symbols=symbols)
    assert found.grid.to_line() == "1.....3......2.4"


@pytest.mark.parametrize(
    "part",
    [
        *("t(", "matrix(", "x(c(", "\n", ")\n,", "]' ", "[[,", '\\"', "'", "/*", "*/", " # ", "a."),
        *(
            "reshape (",
            "zip(*",
            "rbind(a, b, c, ",
            "DataFrame(",
            "c1 = ",
            "r1 <- ",
            "dim(x)<-",
            "12-3",
            "1",
            "#12 ",
            "1-",
        ),
    ],
)
def test_long_texts_of_signs_of_programs(part: str) -> None:
    def seconds(name: str, start: str, n: int) -> float:
        begin = process_time()
        with suppress(TextError):
            FORMS[name](Text(f"{start}{part * n}x"), None)
        return process_time() - begin

    for name in ("matrices", "lists", "candidate_grids"):
        for start in ("matrix(", "]'", "12 34 12 34\n" * 4):
            few = seconds(name, start, 600)
            assert seconds(name, start, 6000) < 40 * few + 0.3  # 100 times if it were quadratic


def test_wrong_cells_of_columns_are_no_rows() -> None:
    with pytest.raises(TextError, match="which may be those of columns, fill no board"):
        recognise(f"m <- matrix(c(\n{COLUMNS.replace('2,', '2,;')}\n), nrow = 4)")


def test_a_line_of_bars_alone_is_no_ruler() -> None:
    rows = [f"|{row.replace('.', ' ')}|" for row in map("|".join, SIX_ROWS)]
    found = recognise("\n".join([*rows[:3], "| |", *rows[3:]])).grid
    assert found == Grid.from_text("".join(SIX_ROWS), Shape(3, 2))


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("sign", [",", "\t"])
def test_numbers_of_columns_are_no_row(first: int, sign: str) -> None:
    head = sign.join(str(first + k) for k in range(9))
    rows = [head, *(sign.join(map(str, row)) for row in CLUES)]
    for text in (rows, ["# pandas", *rows, ""]):
        assert [grid for _, grid in read_puzzles(text)] == [GRID]
    grids = ["1234", "3412", "2143", "4321", "....", "...1", "....", "2..."]
    assert len(list(read_puzzles(grids))) == 2


CLUES_4 = "1..............2"
STATE_4 = "1 34 23 {}\n234 12 134 13\n34 123 12 134\n34 13 134 2"


@pytest.mark.parametrize("clues", [CLUES_4, "1 . . .\n. . . .\n. . . .\n. . . 2\n"])
@pytest.mark.parametrize("is_above", [True, False])
def test_clues_beside_a_grid_of_their_candidates(clues: str, is_above: bool) -> None:
    def read(state: str, clues: str = clues) -> Board:
        text = [clues, STATE_4.format(state)]
        found = recognise("\n\n".join(text if is_above else text[::-1]))
        assert found.grid == Grid.from_text(CLUES_4)
        board: Board = found.board()
        return board

    board = read("34")
    assert board.candidates_of(0, 1) == (3, 4)
    assert read("4").candidates_of(0, 3) == (4,)  # others in its row may be 4
    with pytest.raises(TextError, match="row 4, column 4: the clue 3 has the candidates 2"):
        read("34", clues.replace("2", "3"))


@pytest.mark.parametrize(
    "clues",
    ["{}  # hard", "{} // hard", "{} Hard one", "{};Hard one;7.1", "Hard: {}", '"{}", "hard"'],
)
@pytest.mark.parametrize("is_above", [True, False])
def test_comments_beside_the_clues_of_a_state(clues: str, is_above: bool) -> None:
    text = [clues.format(CLUES_4), STATE_4.format("4")]
    found = recognise("\n\n".join(text if is_above else text[::-1]))
    assert found.grid == Grid.from_text(CLUES_4)
    assert found.board().candidates_of(0, 3) == (4,)


def test_negative_numbers_are_no_candidates() -> None:
    state = STATE_4.format("34")
    assert recognise(state.replace("234", "2-34").replace("134", "-134")) == recognise(state)
    for text in (state.replace("1 34", "-1 34"), state.replace("1 34", "1 -3")):
        with pytest.raises(TextError, match="candidate '-' is no digit from 1 to 4"):
            recognise(text)
    with pytest.raises(TextError, match="'-3' is not a digit"):
        recognise("1,0,0,0\n0,0,0,2\n0,-3,0,0\n0,0,0,4")


def test_a_solved_puzzle_with_its_solution() -> None:
    rows = [SOLUTION[k : k + 9] for k in range(0, 81, 9)]
    for board in (SOLUTION, rows, [list(map(int, row)) for row in rows]):
        assert recognise(json.dumps({"puzzle": board, "solution": board})).grid.n_clues == 81
        with pytest.raises(TextError, match="is it the solution of a puzzle"):
            recognise(json.dumps({"solution": board}))
    assert recognise(json.dumps({"id": 7, "puzzle": SOLUTION, "solution": SOLUTION})).grid.n_clues


def test_a_placed_digit_in_a_grid_of_candidates() -> None:
    rows = ["1 2 34 34", "34 34 12 12", "23 134 124 134", "234 134 134 2"]
    found = recognise(CLUES_4 + "\n" + "\n".join(rows))
    assert found.placed == (((0, 1), 2),)
    assert found.board().digits[:2] == (1, 2)


@pytest.mark.parametrize(
    "head",
    [
        "[code]",
        "[hidden]",
        "<pre>",
        '{"puzzle":',
        'grid = """',
        "Hi all,",
        "4:05 min",
        '"1234" + \\',
        "rows = one,",
        "), nrow = 4, byrow = TRUE)",
        "https://example.org/x",
    ],
)
def test_marks_and_code_are_no_titles(head: str) -> None:
    assert not recognise(f"{head}\n1...\n...2\n.3..\n...4").facts


@pytest.mark.parametrize(
    "head",
    ["easy,", "The 'X' puzzle,", "day 2024.11.05 of 31", "10:30 puzzle", "Rated 4.5/5 0.3 1.2"],
)
def test_titles_with_signs_of_code_or_cells(head: str) -> None:
    assert recognise(f"{head}\n1...\n...2\n.3..\n...4").facts == {"title": head}


def test_a_puzzle_in_any_column_is_a_line() -> None:
    for text in (f'"quizzes","solutions"\n"{LINE}","{SOLUTION}"', f"12;{LINE}", LINE, f"{LINE} 1"):
        assert recognise(text).form == "a line of 81 characters"
    assert recognise("1 . . .\n" * 4).form == "a grid of 4 rows"


def test_an_empty_first_cell() -> None:
    assert recognise(",3,,\n,,2,\n,4,,\n,,,1").in_words().startswith("a grid of 4 rows")


def test_tables_with_empty_cells_are_no_masks_of_candidates() -> None:
    rows = [*["1\t\t9\t3"] * 11, "63\t\t2\t1"]
    with pytest.raises(TextError):
        recognise("\n".join(rows))
    assert len(recognise("\n".join(rows).replace("\t\t", "\t")).marks) == 22


def test_masks_of_candidates_in_lists_and_tables() -> None:
    board = Board(Puzzle.of(LINE))
    masks = [1 << d - 1 if d else m for d, m in zip(board.digits, board.candidates, strict=True)]
    rows = [masks[k : k + 9] for k in range(0, 81, 9)]
    boxes = [[" ".join(map(str, row[k : k + 3])) for k in (0, 3, 6)] for row in rows]
    plain = recognise(",".join(map(str, masks)))
    for text in (
        json.dumps(masks),
        json.dumps(rows, indent=1),
        pformat(masks, compact=True),
        "[\n" + ",\n".join(map(str, rows)) + "\n]",
        "\n".join(" || ".join(row) for row in boxes),
    ):
        assert recognise(text).content == plain.content


def test_the_registry_has_all_forms() -> None:
    assert set(SIGNED) <= set(FORMS)
    folder = Path(main.callback.__code__.co_filename).parents[1] / "formats" / "forms"  # type: ignore[union-attr]
    with_reader = [path for path in folder.glob("*.py") if "\ndef read(" in path.read_text()]
    assert len(with_reader) == len(list(FORMS))


FIRST_COLUMN = [f"{k} . . ." for k in range(1, 5)]
SIX = [f"{k} . . . . ." for k in range(1, 7)]
MENU = "<table><tr><td>Home</td></tr><tr><td>81 signs</td></tr></table>\n"
FACTS = "\\begin{tabular}{cc}\nlevel & 3 \\\\\nsource & a \\\\\n\\end{tabular}\n"


@pytest.mark.parametrize(
    "text",
    [
        "[" + ";\n".join("[" + ";".join(map(str, row)) + "]" for row in CLUES) + "]",
        "\n".join("[" + ";".join(map(str, row)) + "]" for row in CLUES),
        "[" + ";".join(str(digit) for row in CLUES for digit in row) + "]",
        "let mut g = [0; 81];\n" + "\n".join(ROWS),
        f"{MENU}<pre>\n" + "\n".join(ROWS) + "\n</pre>",
        FACTS + "\n".join(ROWS),
        "\n".join(ROWS) + "\n// [| b |]",
        *("\n".join(["Puzzle of the day", *rows, "", "by me"]) for rows in (FIRST_COLUMN, SIX)),
        "\n".join("> " + row for row in ("Puzzle", *FIRST_COLUMN)),
        *("Puzzle\n" + "\n".join(SIX).replace(".", sign) for sign in "-*"),
        "Puzzle\n- 1 - -\n- - - -\n- 2 - -\n- - 3 -",
    ],
)
def test_marks_of_tables_and_first_columns_of_digits_hide_no_grid(text: str) -> None:
    found = recognise(text).grid
    assert found == GRID or found.shape.n < 9
    assert found.n_clues == {9: GRID.n_clues, 6: 6, 4: 3 if "- 2" in text else 4}[found.shape.n]


def html(cell: str, n: int = 9) -> str:
    """Return a table of HTML with some content in each cell that has a clue."""
    rows = [[cell.format(digit) if digit else "" for digit in row] for row in CLUES]
    rows = [[*row, *[""] * (n - 9)] for row in (*rows, *[[""] * 9] * (n - 9))]
    marks = ("".join(f"<td>{each}</td>" for each in row) for row in rows)
    return f"<table><tr>{'</tr><tr>'.join(marks)}</tr></table>"


@pytest.mark.parametrize(
    ("cell", "n", "is_read"),
    [
        ("<b>{}</b>", 9, True),
        ("<input type='text' value='{}' readonly>", 9, True),
        ("<input value={}>", 9, True),
        ("<input data-value='{}'>", 9, False),
        ("<input type=checkbox value='{}'>", 9, False),
        ("<img alt='{}'>", 9, False),
        ("<i class='digit{}'></i>", 9, False),
        ("1<br>{}", 16, False),
        ("1<i>{}</i>", 16, False),
    ],
)
def test_cells_of_html_are_what_they_show(cell: str, n: int, is_read: bool) -> None:
    text = MENU + html(cell, n)
    if is_read:
        assert recognise(text).grid == GRID
        assert [each.grid for each in recognise_each(text + text)] == [GRID, GRID]
    else:
        with pytest.raises(TextError):
            recognise(text)


def test_long_texts_of_marks_take_linear_time() -> None:
    signs = ("\\begin{array}", "<tr ", "<td>", "[|", "[1", " ", "\\cline{", "<input value", "A.")

    def seconds(n: int) -> float:
        start = process_time()
        for sign in signs:
            text = "[1" + sign * n + ";" * n
            assert not tables(Text(text))
            assert without_labels([sign * n]) == [sign * n]
            assert form_of(sign * n) is None
        return process_time() - start

    assert seconds(20_000) < 30 * seconds(2_500)  # 8 times as long; quadratic would be 64 times


TROUBLES = [
    (LINE[1:], "80 digits: one of 81 is missing"),
    (LINE + ".", "82 digits: one more than 81"),
    (f"Puzzle 1\n{LINE[2:]}", "79 digits: 2 of 81 are missing"),
    ("\n".join(ROWS[:8]), "8 rows"),
    ("Grid 1\n" + "\n".join([*ROWS, ROWS[0]]), "10 rows of 9 cells: a grid has 9 rows"),
    (
        "Grid 1\n" + "\n".join([*ROWS[:4], ROWS[4][1:], *ROWS[5:]]),
        "a row of 8 cells beside rows of 9",
    ),
    ("Grid 1\n" + "\n".join([*ROWS[:4], ROWS[4][1:] + "q", *ROWS[5:]]), "'q' in a row of 9 cells"),
    (json.dumps([*CLUES[:3], CLUES[3][1:], *CLUES[4:]]), "row 4 of the lists has 8 cells"),
    (" ".join(LINE[:80].replace(".", "0")), "80 numbers: one of 81 is missing"),
    ("x" + LINE[1:], "'.' and 'x' both stand for blanks"),
    (LINE[:2] + "+" + LINE[2:], "no digit follows a plus sign"),
    (LINE + ":2", "'2' is not a digit, row and column"),
    ("2x2:1n", "15 cells of Solo, expected 16"),
    ("3x3#123456", "is a seed"),
    ("SumoCueV1=1=2", "2 entries of SumoCue"),
    ("SumoCueV1=9" + "=0" * 15, "row 1, column 1: 9 is no digit from 1 to 4"),
    ("<opensudoku><game data='1'/></opensudoku>", "1 characters, expected 81 digits"),
    ("<opensudoku><game", "this is not XML"),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><opensudoku/>", "<!DOCTYPE is refused"),
    ("begin\npuzzle hitori\nproblem\n1 2\nend", "'hitori' are not read"),
    (json.dumps([CLUES, [[0] * 9, *CLUES[1:]]]), "which is the puzzle"),
    (f'["{LINE}", "{"." * 9}{LINE[9:]}"]', "which is the puzzle"),
    (f"https://a.org/?bd={LINE}&c={LINE[::-1]}", "has several grids"),
    (json.dumps({"grid": CLUES, "cages": [[3, ["r1c1"]]]}), "no size and no grid"),
    (json.dumps({"size": 9, "grid": CLUES, "antiknight": True}), "f-puzzles"),
    (("123456789" * 81)[1:], "728 digits: one of 729 is missing"),
    ("Puzzle 1\n" + "123456789" * 81 + "1", "730 digits: one more than 729"),
    ("\n".join(ROWS[1:]).replace(".", " "), "8 rows of up to 9 characters: a grid has 9 rows"),
    ("1 2 3", "'123' has 3 characters: a puzzle in one line has one for each cell"),
    ("3x3", "'3x3' has 3 characters: a puzzle in one line has one for each cell"),
    ("\n".join(["1...."] * 5), "5 is prime"),
    ("1 2 3\n4 5 6", "there is no puzzle in the text"),
    ("Hello, how are you?", "there is no puzzle in the text"),
]


@pytest.mark.parametrize(("text", "message"), TROUBLES)
def test_messages_name_the_trouble(text: str, message: str) -> None:
    for read in (recognise, Puzzle.of, Board.from_text):
        with pytest.raises(TextError, match=message):
            read(text)


@pytest.mark.parametrize(
    "text",
    [
        f'60904","{SOLUTION}"',
        f"9.4;{SOLUTION};4.5",
        f"Comment: {LINE[:60]}\n" + "\n".join(SOLUTION[k : k + 9] for k in range(0, 81, 9)),
        f"Puzzle: {LINE[:25]}\n{SOLUTION}",
    ],
)
def test_a_solution_whose_puzzle_is_cut_off_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="is it the solution of a puzzle that is not in the text"):
        recognise(text)
    assert recognise(f"Puzzle 12\n{SOLUTION}").grid.n_clues == 81


def test_digits_of_facts_are_no_other_digits() -> None:
    signs = "IDUNREALT"
    solution = "".join(signs[int(digit) - 1] for digit in SOLUTION)
    for text in (f"Title: IDEAL\n{solution}", f"by Nobody, 1999\nlevel: 4.5\n{solution}"):
        assert recognise(text, symbols=signs).grid.n_clues == 81
    for facts in ("by Nobody, 1999\nlevel: 4.5", "#ANobody\n#B2005-11-01\n#L4"):
        assert recognise(f"{facts}\n{SOLUTION}").grid.n_clues == 81


def test_two_readings_are_shown_side_by_side() -> None:
    with pytest.raises(TextError, match=r"of which none is the solution of the other"):
        recognise(f"a,{LINE},{LINE[::-1]}")


def test_titles_and_authors_are_kept() -> None:
    text = "Title: One\nby Nobody\nlevel: hard\n" + "\n".join(ROWS)
    assert recognise(text).facts == {"title": "One", "author": "Nobody", "level": "hard"}
    many = "\n".join(f"Grid {k:02}\n" + "\n".join(ROWS) for k in (1, 2))
    assert [each.facts["title"] for each in recognise_each(many)] == ["Grid 01", "Grid 02"]
    assert [line for line, _ in read_puzzles(many.splitlines())] == [2, 12]


def runs(regions: list[int], n: int) -> str:
    """Return regions as Solo writes them."""
    pairs = [(n * i + j, n * i + j + 1) for i in range(n) for j in range(n - 1)]
    pairs += [(n * i + j, n * i + j + n) for j in range(n) for i in range(n - 1)]
    out, run = "", 0
    for is_edge in [*(regions[a] != regions[b] for a, b in pairs), True]:
        if not is_edge:
            run += 1
            continue
        while run > 25:
            out, run = out + "z", run - 25
        out, run = out + ("_" if not run else chr(ord("a") + run - 1)), 0
    return out


REGIONS = [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]


def test_games_of_solo() -> None:
    jigsaw = recognise(f"4j:1o,{runs(REGIONS, 4)}")
    assert [rule.name for rule in jigsaw.rules or ()] == ["jigsaw"]
    assert jigsaw.grid.to_line() == "1" + "." * 15
    assert jigsaw.puzzle().rules == (Jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], *[[3, 3, 4, 4]] * 2]),)
    assert recognise("2x3:a1zh").grid == Grid(Shape(3, 2), [0, 1, *[0] * 34])
    crossed = recognise("2x2x:1o")
    assert [rule.name for rule in crossed.rules or ()] == ["classic", "diagonal"]
    pairs = [k // 2 for k in range(16)]
    killer = recognise(f"2x2k:p,{runs(pairs, 4)},3a7a7a3a7a3a3a7a")
    assert killer.puzzle().rules[1].cages[:2] == (
        (3, ((0, 0), (0, 1))),
        (7, ((0, 2), (0, 3))),
    )
    with pytest.raises(TextError, match="too short"):
        recognise("4j:1o,ab")


def test_killers_of_sumocue() -> None:
    entries = ["=3", "+0", "=7", "+2", *["=0"] * 12]
    found = recognise("SumoCueV1" + "".join(entries))
    assert found.puzzle().rules[1].cages[0][0] == 3
    text = "SumoCueV1D" + "".join(f"=0J{region}" for region in REGIONS)
    assert [rule.name for rule in recognise(text).all_rules()] == ["jigsaw", "diagonal"]


def test_what_a_player_entered() -> None:
    text = f"{LINE}"
    blank = text.index(".")
    row, column = divmod(blank, 9)
    board = Board(Puzzle.of(LINE))
    digit = next(iter(board.candidates_of(row, column)))  # it may be wrong: nothing else is read
    line = text[:blank] + f"+{digit}" + text[blank + 1 :]
    for written in (line, f":0100:x:{line}:::"):
        found = recognise(written)
        assert found.grid == GRID
        assert found.placed == (((row, column), digit),)
        assert Puzzle.of(written) == Puzzle.of(LINE)
        assert "1 entered digit" in found.in_words()
    cell = next(k for k, mask in enumerate(board.candidates) if mask.bit_count() > 2)
    hit = divmod(cell, 9)
    gone = next(iter(board.candidates_of(*hit)))
    found = recognise(f"{LINE}:{gone}{hit[0] + 1}{hit[1] + 1}")
    assert gone not in found.board().candidates_of(*hit)


def test_files_of_sudocue() -> None:
    board = Board(Puzzle.of(LINE))
    words = [
        str(digit) if digit else "".join(map(str, board.candidates_of(*divmod(cell, 9))))
        for cell, digit in enumerate(board.digits)
    ]
    cell = next(k for k, word in enumerate(words) if len(word) > 1)
    words[cell] = "u" + words[cell][0]
    text = "\n".join(" ".join(words[k : k + 9]) for k in range(0, 81, 9))
    found = recognise(text)
    assert found.placed == ((divmod(cell, 9), int(words[cell][1])),)
    assert found.form == "a file of SudoCue (.sdx)"


def test_two_characters_for_each_cell() -> None:
    board = Board(Puzzle.of(LINE))
    masks = [1 << d - 1 if d else m for d, m in zip(board.digits, board.candidates, strict=True)]
    numbers = [2 * m + bool(d) for m, d in zip(masks, board.digits, strict=True)]
    digits = "0123456789abcdefghijklmnopqrstuv"
    text = "".join(digits[number // 32] + digits[number % 32] for number in numbers)
    for written in (text, f"https://www.sudokuwiki.org/sudoku.htm?bd={text}"):
        found = recognise(written)
        assert found.grid == GRID
        assert {cell for cell, _ in found.placed} == {
            divmod(k, 9) for k, mask in enumerate(board.candidates) if mask.bit_count() == 1
        }


def test_games_of_opensudoku_in_progress() -> None:
    cells = "".join(f"{d or 0}|0|{0 if d else 1}|" for row in CLUES for d in row)
    text = f'<opensudoku><game data="version: 3\n{cells}"/></opensudoku>'
    assert recognise(text).grid == GRID
    noted = cells.replace("0|0|1|", "0|3|1|", 1)
    assert recognise(text.replace(cells, noted)).board().candidates_of(0, 2) != ()


@pytest.mark.parametrize("form", CANDIDATE_FORMS)
def test_candidates_are_read_as_they_are_written(form: str) -> None:
    board = Board(
        Puzzle.of(LINE), None, [((0, 2), 1)] if 1 in Board(LINE).candidates_of(0, 2) else []
    )
    read = Board.from_text(to_candidates(board, form))
    for cell in range(81):
        place = divmod(cell, 9)
        both = [
            {each.digits[cell]} if each.digits[cell] else set(each.candidates_of(*place))
            for each in (board, read)
        ]
        assert both[0] >= both[1]
        assert len(both[1]) == len(both[0]) or len(both[0]) > 1


@pytest.mark.parametrize("form", CANDIDATE_FORMS)
def test_a_cell_without_candidates_is_not_left_out(form: str) -> None:
    board = Board(Puzzle(S3), {(0, k): k + 1 for k in range(8)} | {(1, 8): 9})
    with pytest.raises(TextError, match="row 1, column 9: no candidate is left"):
        to_candidates(board, form)


@pytest.mark.parametrize("form", ["grid", "string"])
def test_candidates_in_other_symbols(form: str) -> None:
    text = to_candidates("1......2.3.....4", form, symbols="ABCD")
    found = recognise(text, symbols="ABCD")
    assert found.board().digits[:4] == (1, 0, 0, 3)


def test_symbols_of_readers_and_writers() -> None:
    signs = "IDUNREALT"
    line = GRID.to_line(symbols=signs)
    assert set(line) <= set(signs) | {"."}
    for text in (line, Puzzle.of(LINE).to_text(symbols=signs), line.lower(), f"Game 1\n{line}"):
        assert parse(text, symbols=signs) == Grid.from_text(text, symbols=signs) == GRID
        assert Puzzle.from_text(text, symbols=signs) == Puzzle.of(LINE)
        assert [grid for _, grid in read_puzzles([line], symbols=signs)] == [GRID]
    assert recognise(f"Game 1\n{line}", symbols=signs).facts == {"title": "Game 1"}
    with pytest.raises(TextError, match="'Z'"):
        recognise(
            "\n".join([line[:8] + "Z", *(line[k : k + 9] for k in range(9, 81, 9))]), symbols=signs
        )
    for wrong in ("AAB", "", "A B", 5):
        with pytest.raises(TextError, match="symbols"):
            recognise(LINE, symbols=wrong)  # type: ignore[arg-type]


NAN = float("nan")


@pytest.mark.parametrize(
    "clues",
    [
        [list(row) for row in ROWS],
        list(LINE),
        [[digit or None for digit in row] for row in CLUES],
        [[float(digit) if digit else NAN for digit in row] for row in CLUES],
        [[str(digit) if digit else "" for digit in row] for row in CLUES],
        tuple(ROWS),
        [list(ROWS[0]), *ROWS[1:]],
    ],
)
def test_values_of_python(clues: Any) -> None:
    assert Puzzle.of(clues).grid == Puzzle(S3, clues=clues).grid == GRID


def test_tables_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    for cells in (CLUES, [[d or None for d in row] for row in CLUES], [list(row) for row in ROWS]):
        frame = pandas.DataFrame(cells)
        assert Puzzle.of(frame).grid == Puzzle.of(frame.convert_dtypes()).grid == GRID
    for lines in ([LINE], ROWS):
        assert Puzzle.of(pandas.DataFrame({"puzzle": lines})).grid == GRID


def test_arrays_of_one_text() -> None:
    assert Puzzle.of(np.array(LINE)).grid == Puzzle(S3, clues=np.array([LINE])).grid == GRID
    with pytest.raises(ClueError, match="the clues are 5: neither a text nor rows"):
        Puzzle.of(np.array(5))


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ([[5.5, None], [None, None]], "row 1, column 1: 5.5 is no digit"),
        ([[float("inf"), 0], [0, 0]], "row 1, column 1: inf is no digit"),
        (np.array([[0.0, 0.0], [0.0, -np.inf]]), r"row 2, column 2: .*-inf.* is no digit"),
        ([["q", None, None, None], *[[None] * 4] * 3], "'q' is no digit from 1 to 4"),
        ([[None, 0, 1, 2], *[[None] * 4] * 3], "'0' and an empty cell|an empty cell and '0'"),
    ],
)
def test_wrong_values(clues: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Puzzle(S2 if len(clues) == 4 else Shape(2, 1), clues=clues)


def test_the_command_read(tmp_path: Path) -> None:
    path = tmp_path / "pasted.txt"
    path.write_text("Grid 01\n" + "\n".join(ROWS), encoding="utf-16")
    result = CliRunner().invoke(main, ["read", str(path)])
    assert result.output.startswith("line 2: a grid of 9 rows: 9x9 cells in boxes of 3x3, ")
    assert result.output.rstrip().endswith("title: Grid 01")
    facts = json.loads(CliRunner().invoke(main, ["read", "--json", str(path)]).output)
    assert facts["clues"] == LINE
    path.write_text(LINE[1:])
    result = CliRunner().invoke(main, ["read", str(path)])
    assert result.exit_code == 2
    assert "80 digits: one of 81 is missing" in result.output


@pytest.mark.parametrize("sample", SAMPLES[::7], ids=lambda sample: sample.name)
def test_commands_read_what_is_pasted(sample: Sample, tmp_path: Path) -> None:
    path = tmp_path / "pasted.txt"
    path.write_text(sample.text, encoding="utf-8")
    result = CliRunner().invoke(main, ["show", str(path), "--format", "json"])
    assert result.exit_code == 0, result.output
    assert sample.grid.to_line() in result.stdout.splitlines()[-1]


@pytest.mark.parametrize("command", ["solve", "solve --lines", "solve --time-limit 9", "count"])
@pytest.mark.parametrize("text", ["", "\n\n", f"#1 {LINE}\n"])
def test_no_puzzle_is_no_answer(command: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "pasted.txt"
    path.write_text(text)
    result = CliRunner().invoke(main, [*command.split(), str(path)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"there is no puzzle in {path}" in result.stderr


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("name", ["pasted.txt", "pasted.json"])
def test_commands_read_grids_in_objects(name: str, indent: int | None, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(json.dumps({"grid": CLUES, "level": 3}, indent=indent))
    result = CliRunner().invoke(main, ["show", str(path), "--format", "line"])
    assert result.stdout.strip() == LINE, result.output


def test_show_reads_symbols() -> None:
    result = CliRunner().invoke(
        main, ["show", "--symbols", "ABCD", "ABCD............", "--format", "line"]
    )
    assert result.output.strip() == "1234............"


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("(1,1,1) (1,1,2) (2,2,3) (4,4,4)", "row 1, column 1 is there twice"),
        ("(1,1,1) (1,2,2) (2,2,3) (3,3,4)", "no row and no column in the list of cells is 0 or 4"),
        ("r1c1=1 r1c2=2 r2c2=3 r3c3=7", "do not tell the size of the board"),
        ("r1c1=1 r1c2=2 r2c2=3 r3c3=9", "4 cells with rows, columns and digits up to 9"),
        ("r1c1=1 r1c2=2 r2c2=3 r4c4<>4", "there is no puzzle"),
    ],
)
def test_lists_of_cells_that_tell_no_board(text: str, trouble: str) -> None:
    with pytest.raises(TextError, match=re.escape(trouble)):
        recognise(text)


def test_titles_and_shapes_of_lists_of_cells() -> None:
    found = recognise("Puzzle 12\nr1c1=1 r1c2=2 r2c3=3 r3c3=4")
    assert (found.grid.n_clues, found.facts) == (4, {"title": "Puzzle 12"})
    cells = "r1c1=1 r1c2=2 r2c2=3 r3c3=4"
    assert recognise(cells, S3).grid[2, 2] == 4
    with pytest.raises(TextError, match="7 in the list of cells, on a board of 6 rows"):
        recognise("r1c1=7 r1c2=2 r2c2=3 r3c3=4", S6)


@pytest.mark.parametrize("opening", ["[", "f(", '{"a":'])
def test_brackets_that_are_nested_without_end_are_refused_at_once(opening: str) -> None:
    with pytest.raises(TextError, match="nested too deeply"):
        recognise(opening * 100_000 + "\n".join(ROWS))


def test_the_end_of_a_matrix_without_its_beginning_is_refused() -> None:
    rows = ",\n".join(", ".join(map(str, row)) for row in zip(*CLUES, strict=True))
    with pytest.raises(TextError, match="may fill the cells by columns"):
        recognise(f"{rows}\n), 9, 9)")
    with pytest.raises(TextError, match="may fill the cells by columns"):
        recognise(f"c(\n{rows}\n), 9, 9)")
    with pytest.raises(TextError, match="may fill the cells by columns"):
        recognise(f"(c(\n{rows}\n), 9, 9)")


@pytest.mark.parametrize("text", [f"{CLUES}}}}}", f"], {CLUES}"])
def test_parts_of_lists_are_refused(text: str) -> None:
    with pytest.raises(TextError, match="no bracket was opened"):
        recognise(text)
