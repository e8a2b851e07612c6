"""What keys of f-puzzles mean, counted by plain tests of all grids of 4x4 cells."""

import json
from collections.abc import Callable
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sudoku import (
    Board,
    ClashError,
    Puzzle,
    Shape,
    TextError,
    all_steps,
    explain,
    from_fpuzzles,
    from_sudokupad,
    hint,
    rule,
    to_fpuzzles,
    to_fpuzzles_link,
    to_sudokupad_link,
)
from sudoku.cli.main import main
from sudoku.formats.fpuzzles.progress import board_of_fpuzzles, progress_of
from sudoku.formats.fpuzzles.reader import lzstring

Values = tuple[tuple[int, ...], ...]
Test = Callable[[Values], bool]

TOUCHING = [((i, j), (i, j + 1)) for i in range(4) for j in range(3)]
TOUCHING += [((j, i), (j + 1, i)) for i in range(4) for j in range(3)]
ONE, TWO, THREE = ("R1C1", "R1C2"), ("R3C1", "R3C2"), ("R4C3", "R4C4")


def cells_of(n: int, **cells: Any) -> list[list[dict[str, Any]]]:
    """Return a grid with some cells that are not empty."""
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(n)] for _ in range(n)]
    for name, cell in cells.items():
        row, column = name[1:].split("C")
        grid[int(row) - 1][int(column) - 1] = cell
    return grid


def read(keys: dict[str, Any], n: Any = 4, **cells: Any) -> Puzzle:
    return from_fpuzzles(json.dumps({"size": n, "grid": cells_of(n, **cells), **keys}))


@cache
def latin() -> list[Values]:
    """Return the 576 latin squares of order 4."""
    rows = list(permutations(range(1, 5)))
    return [
        grid
        for grid in product(rows, repeat=4)
        if all(len(set(column)) == 4 for column in zip(*grid, strict=True))
    ]


def has_boxes(grid: Values) -> bool:
    corners = product((0, 2), repeat=2)
    return all(len({*grid[i][j : j + 2], *grid[i + 1][j : j + 2]}) == 4 for i, j in corners)


def number(test: Test, *, boxes: bool = True) -> int:
    return sum(test(grid) for grid in latin() if not boxes or has_boxes(grid))


def at(grid: Values, name: str) -> int:
    return grid[int(name[1]) - 1][int(name[3]) - 1]


def differ(grid: Values, pair: tuple[str, str]) -> int:
    return abs(at(grid, pair[0]) - at(grid, pair[1]))


def has_ratio(grid: Values, pair: tuple[str, str], k: int) -> bool:
    a, b = at(grid, pair[0]), at(grid, pair[1])
    return a == k * b or b == k * a


def unmarked(grid: Values, *marked: tuple[str, str]) -> list[tuple[int, int]]:
    """Return the digits of neighbours without a mark between them."""
    dotted = {
        tuple(sorted((int(name[1]) - 1, int(name[3]) - 1) for name in pair)) for pair in marked
    }
    return [
        (grid[a][b], grid[c][d]) for (a, b), (c, d) in TOUCHING if ((a, b), (c, d)) not in dotted
    ]


def dot(pair: tuple[str, str], value: Any = None) -> dict[str, Any]:
    return {"cells": list(pair)} | ({} if value is None else {"value": value})


@cache
def regions_without(*names: str) -> int:
    """Return the number of squares whose boxes have different digits but for cells that are out."""
    out = {(int(name[1]) - 1, int(name[3]) - 1) for name in names}
    boxes = [
        [(i + k, j + m) for k, m in product(range(2), repeat=2) if (i + k, j + m) not in out]
        for i, j in product((0, 2), repeat=2)
    ]
    return number(
        lambda grid: all(len({grid[i][j] for i, j in box}) == len(box) for box in boxes),
        boxes=False,
    )


def lines(pair: tuple[str, str], value: Any = None) -> dict[str, Any]:
    return {"lines": [list(pair)]} | ({} if value is None else {"value": value})


MEANINGS: dict[str, tuple[dict[str, Any], Test]] = {
    "whispers 2": ({"whispers": [lines(ONE, "2")]}, lambda g: differ(g, ONE) >= 2),
    "whispers int": ({"whispers": [lines(ONE, 3)]}, lambda g: differ(g, ONE) >= 3),
    "whispers null": ({"whispers": [lines(ONE) | {"value": None}]}, lambda g: differ(g, ONE) >= 2),
    "whispers empty": ({"whispers": [lines(ONE, "")]}, lambda g: differ(g, ONE) >= 2),
    "german and dutch": (
        {"whispers": [lines(ONE, "2"), lines(TWO, "1"), lines(THREE, "3")]},
        lambda g: differ(g, ONE) >= 2 and differ(g, THREE) >= 3,
    ),
    "german": ({"germanwhispers": [lines(ONE)]}, lambda g: differ(g, ONE) >= 2),
    "dutch": ({"dutchwhispers": [lines(ONE)]}, lambda g: differ(g, ONE) >= 1),
    "xv without a value": (
        {"xv": [dot(ONE), dot(TWO, ""), dot(THREE, None), dot(("R1C4", "R2C4"), "v")]},
        lambda g: at(g, "R1C4") + at(g, "R2C4") == 5,
    ),
    "nonconsecutive and difference 2": (
        {"nonconsecutive": True, "difference": [dot(ONE, "2")]},
        lambda g: differ(g, ONE) == 2 and all(abs(a - b) != 1 for a, b in unmarked(g)),
    ),
    "nonconsecutive with differences 1 and 2": (
        {"nonconsecutive": True, "difference": [dot(ONE, "1"), dot(TWO, "2"), dot(THREE)]},
        lambda g: (
            [differ(g, pair) for pair in (ONE, TWO, THREE)] == [1, 2, 1]
            and all(abs(a - b) != 1 for a, b in unmarked(g, ONE, TWO, THREE))
        ),
    ),
    "negative ratio 3": (
        {"negative": ["ratio"], "ratio": [dot(ONE, "3")]},
        lambda g: has_ratio(g, ONE, 3) and all({a, b} != {1, 3} for a, b in unmarked(g, ONE)),
    ),
    "negative ratios 2 and 3": (
        {"negative": ["ratio"], "ratio": [dot(ONE, "3"), dot(TWO)]},
        lambda g: (
            has_ratio(g, ONE, 3)
            and has_ratio(g, TWO, 2)
            and all(
                a not in (2 * b, 3 * b) and b not in (2 * a, 3 * a)
                for a, b in unmarked(g, ONE, TWO)
            )
        ),
    ),
    "negative ratio and difference 2": (
        {"negative": ["ratio"], "difference": [dot(ONE, "2")]},
        lambda g: (
            differ(g, ONE) == 2 and all(a != 2 * b and b != 2 * a for a, b in unmarked(g, ONE))
        ),
    ),
    "digital root": (
        {"cage": [{"cells": ["R1C1", "R1C2", "R2C3"], "value": "DR6"}]},
        lambda g: (
            len({at(g, "R1C1"), at(g, "R1C2"), at(g, "R2C3")}) == 3
            and at(g, "R1C1") + at(g, "R1C2") + at(g, "R2C3") == 6
        ),
    ),
    "cosmetic cages": (
        {"cage": [{"cells": ["R1C1"], "value": "12"}, {"value": None}]},
        lambda _: True,
    ),
    "clones of their own": (
        {"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R1C1", "R3C3"]}]},
        lambda g: at(g, "R1C2") == at(g, "R3C3"),
    ),
    "sandwich 0": (
        {"sandwichsum": [{"cell": "R1C0", "value": 0}]},
        lambda g: abs(g[0].index(1) - g[0].index(4)) == 1,
    ),
    "null": (
        dict.fromkeys(
            [
                "antiknight",
                "diagonal+",
                "nonconsecutive",
                "xv",
                "ratio",
                "cage",
                "negative",
                "whispers",
            ]
        ),
        lambda _: True,
    ),
    "false": ({"antiking": False, "disjointgroups": False}, lambda _: True),
}


@pytest.mark.parametrize("name", MEANINGS)
def test_the_meaning_of_keys(name: str) -> None:
    keys, test = MEANINGS[name]
    puzzle = read(keys)
    assert puzzle.count() == number(test)
    try:
        written = to_fpuzzles(puzzle)
    except TextError as error:
        assert "f-puzzles" in str(error)
    else:
        assert from_fpuzzles(written).count() == puzzle.count()


def test_digital_roots_of_several_sums() -> None:
    puzzle = read({"cage": [{"cells": ["R1C1", "R1C2"], "value": " DR5 "}]}, 9)
    for one, other in ((1, 4), (5, 9), (2, 3)):
        assert puzzle.with_clue(0, 0, one).with_clue(0, 1, other).solve().solution
    with pytest.raises(ClashError, match="excludes 4 in row 1, column 1 with 2 in row 1, column 2"):
        puzzle.with_clue(0, 0, 4).with_clue(0, 1, 2)


@pytest.mark.parametrize("names", [(), ("R1C1",), ("R1C1", "R2C2"), ("R1C1", "R4C4", "R2C3")])
def test_cells_in_no_region(names: tuple[str, ...]) -> None:
    assert read({}, **{name: {"region": None} for name in names}).count() == regions_without(*names)


def test_boards_without_regions() -> None:
    grid = [[{"region": None} for _ in range(4)] for _ in range(4)]
    assert from_fpuzzles({"size": 4, "grid": grid}).count() == 576
    assert from_fpuzzles({"size": 4, "grid": [[{"region": -1}] * 4] * 4}).count() == 576
    some = [[{"region": None if i < 2 else 2 + j // 2} for j in range(4)] for i in range(4)]
    halves = number(
        lambda g: all(len({*g[2][j : j + 2], *g[3][j : j + 2]}) == 4 for j in (0, 2)), boxes=False
    )
    assert from_fpuzzles({"size": 4, "grid": some}).count() == halves
    with pytest.raises(TextError, match="'regionsumline' at R1C1, which lies in no region"):
        read({"regionsumline": [lines(ONE)]}, R1C1={"region": None})
    puzzle = read({"regionsumline": [{"lines": [["R3C2", "R3C3"]]}]}, R1C1={"region": None})
    assert puzzle.count() < regions_without("R1C1")
    with pytest.raises(TextError, match="the region 1 has 5 cells, more than the 4 digits"):
        read({}, R1C2={"region": 1})


@pytest.mark.parametrize("n", [5, 7])
def test_prime_sizes_have_their_rows_as_regions_by_default(n: int) -> None:
    """Two cells change their regions; the others say nothing, and stay in those of their rows."""
    last = f"R1C{n}"
    puzzle = read({}, n, **{last: {"region": 1}, "R2C1": {"region": 0}})
    regions = [[i] * n for i in range(n)]
    regions[0][n - 1], regions[1][0] = 1, 0
    assert puzzle.rules == (rule("jigsaw", regions),)
    stated = read({}, n, R1C1={"region": 0})
    assert stated.count(limit=50) == Puzzle(Shape(n, 1), [rule("latin")]).count(limit=50)


@pytest.mark.parametrize("key", ["disjointgroups", "boxindexer"])
def test_boxes_of_other_regions_are_not_guessed(key: str) -> None:
    keys = {key: True if key == "disjointgroups" else [{"cells": ["R1C1"]}]}
    swapped = {"R1C2": {"region": 1}, "R1C3": {"region": 0}}
    with pytest.raises(TextError, match=f"'{key}' with regions that are not the usual boxes"):
        read(keys, **swapped)
    named = {
        f"R{i + 1}C{j + 1}": {"region": i // 2 * 2 + j // 2} for i in range(4) for j in range(4)
    }
    assert read(keys, **named).count() == read(keys).count()


@pytest.mark.parametrize(("value", "wanted"), [("Even", 0), ("Odd", 1), ("even", 0), ("", None)])
def test_parity_of_a_cell(value: str, wanted: int | None, tmp_path: Path) -> None:
    data = {"size": 4, "grid": cells_of(4, R2C3={"parity": value})}
    puzzle = from_fpuzzles(data)
    test: Test = lambda g: wanted is None or at(g, "R2C3") % 2 == wanted  # noqa: E731
    assert puzzle.count() == number(test)
    assert from_fpuzzles(to_fpuzzles(puzzle)) == puzzle
    path = tmp_path / "parity.json"
    path.write_text(json.dumps(data))
    result = CliRunner().invoke(main, ["count", str(path)])
    assert (result.exit_code, result.output) == (0, f"{number(test)}\n")
    pytest.importorskip("lzstring", reason="the extra formats is not installed")
    for link in (to_fpuzzles_link(puzzle), to_sudokupad_link(puzzle)):
        read_link = from_sudokupad if "sudokupad" in link else from_fpuzzles
        assert read_link(link).count() == number(test)
        assert CliRunner().invoke(main, ["count", link]).output == f"{number(test)}\n"


@pytest.mark.parametrize(
    ("keys", "cell", "message"),
    [
        ({}, {"parity": "Prime"}, "'parity' of the cell R1C1 is 'Prime': it must be 'Even' or"),
        ({}, {"given": "false", "value": 1}, "'given' of the cell R1C1 is 'false'"),
        ({}, {"givenPencilMarks": [5]}, "R1C1 has the mark 5, which is not between 1 and 4"),
        ({}, {"region": "x"}, "the region of the cell R1C1 is 'x'"),
        ({}, {"region": -2}, "the region of the cell R1C1 is -2"),
        ({"antiknight": "false"}, {}, "'antiknight' is 'false': it must be true or false"),
        ({"nonconsecutive": [1]}, {}, "'nonconsecutive' is"),
        ({"whispers": [lines(ONE, "4")]}, {}, "the difference 4 is not between 1 and 3"),
        ({"whispers": [lines(ONE, "0")]}, {}, "the difference 0 is not between 1 and 3"),
        ({"dutchwhispers": [lines(ONE, "2")]}, {}, "the difference 2, where it is 1 by its name"),
        ({"germanwhispers": [lines(ONE, "1")]}, {}, "difference 1, where it is 2 by its name"),
        ({"negative": ["clone"]}, {}, "negative clone is not supported"),
        ({"killercage": [dot(ONE) | {"unique": False}]}, {}, "not supported: 'unique'"),
        ({"fogofwar": ["R1C1"]}, {}, "f-puzzles keys that are not supported: 'fogofwar'"),
        ({}, {"fog": True}, "keys of a cell that are not supported: 'fog'"),
        ({"regionsumline": [lines(ONE, "1")]}, {}, "'regionsumline' with values of its own"),
        ({"xv": [dot(ONE)], "negative": ["xv"]}, {}, "without a letter, it is not known"),
        ({"xv": [dot(ONE, "I")]}, {}, "'xv' with the value 'I' at R1C1"),
        ({"ratio": [dot(ONE, "-2")]}, {}, "'ratio' at R1C1: the value -2 is no ratio"),
        (
            {"nonconsecutive": True, "difference": [dot(ONE, "2")], "ratio": [dot(TWO)]},
            {},
            "'nonconsecutive' with dots of the ratio 2, and of differences but 1",
        ),
        ({"cage": [{"cells": ["R1C1", "R1C2"], "value": "DR1"}]}, {}, "no 2 different digits have"),
        ({"cage": [{"cells": ["R1C1"], "value": "DR1, odd"}]}, {}, "no digital root such as DR5"),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": ["R2C1", "R2C2"]}]}, {}, "1 cells, 2 clones"),
    ],
)
def test_what_is_not_determined_is_named(
    keys: dict[str, Any], cell: dict[str, Any], message: str
) -> None:
    with pytest.raises(TextError, match=message):
        read(keys, R1C1=cell)


WORK = cells_of(
    4,
    R1C1={"value": 1, "given": True},
    R1C2={"value": 2},
    R1C3={"centerPencilMarks": [3, 4], "cornerPencilMarks": [4]},
    R2C1={"centerPencilMarks": [4]},
    R2C2={"candidates": [3]},
    R4C4={"cornerPencilMarks": [1]},
)


def test_the_work_of_a_player_is_a_board() -> None:
    data = {"size": 4, "grid": WORK}
    board = board_of_fpuzzles(json.dumps(data))
    assert board.puzzle == from_fpuzzles(data)
    assert (board.digits[:2], board.is_clue(0, 0), board.is_clue(0, 1)) == ((1, 2), True, False)
    assert [board.candidates_of(*place) for place in ((0, 2), (1, 0), (1, 1), (3, 3))] == [
        (3, 4),
        (4,),
        (3,),
        (1, 2, 3, 4),
    ]
    assert progress_of(data).in_words() == (
        "1 entered digit, candidates of 3 cells, corner marks of 2 cells"
    )
    wrong = cells_of(4, R1C1={"value": 1, "given": True}, R1C2={"value": 1})
    with pytest.raises(ClashError, match="two 1s in row 1"):
        board_of_fpuzzles({"size": 4, "grid": wrong})


def test_hints_go_on_from_the_work_of_a_player(tmp_path: Path) -> None:
    clues = "1......2.3.....4"
    solution = Puzzle.of(clues).solve().get()
    marks = {"R2C1": solution[1, 0], "R4C1": solution[3, 0], "R4C3": solution[3, 2]}
    rest = {
        "R2C1": {"value": marks["R2C1"]},
        "R4C1": {"centerPencilMarks": [marks["R4C1"]]},
        "R4C3": {"candidates": [marks["R4C3"]]},
    }
    grid = cells_of(4, **rest)
    for cell, sign in enumerate(clues):
        if sign != ".":
            grid[cell // 4][cell % 4] = {"value": int(sign), "given": True}
    data = {"size": 4, "grid": grid}
    path = tmp_path / "work.json"
    path.write_text(json.dumps(data))
    board = board_of_fpuzzles(data)
    assert isinstance(board, Board)
    link = f"https://www.f-puzzles.com/?load={lzstring().compressToBase64(json.dumps(data))}"
    for text in (json.dumps(data), link):
        assert (Board.from_text(text), Puzzle.of(text)) == (board, board.puzzle)
        assert (explain(text).start, hint(text), all_steps(text)) == (
            board,
            hint(board),
            all_steps(board),
        )
    runner = CliRunner()
    result = runner.invoke(main, ["hint", "--json", str(path)])
    assert result.exit_code == 0, result.output
    assert json.loads(result.output) == json.loads(hint(board).to_json())
    for command in ("solve", "count", "show"):
        result = runner.invoke(main, [command, str(path)])
        assert "Not part of the puzzle: 1 entered digit, candidates of 2 cells." in result.output
    grid[3][2]["cornerPencilMarks"] = [1]
    path.write_text(json.dumps(data))
    assert "Corner marks are not used" in runner.invoke(main, ["hint", str(path)]).output
