"""Puzzles: every way to give the clues, and what is refused."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku.puzzle.puzzle as puzzle_module
from sudoku.errors import ClashError, ClueError, RuleError, ShapeError, TextError
from sudoku.formats.text_reader import read_puzzles
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import House, Rule
from sudoku.rules.classic import Classic
from sudoku.rules.diagonal import Diagonal

DATA = Path(__file__).parents[4] / "shared" / "data"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = Grid.from_text(LINE)
S2, S3 = Shape(2, 2), Shape(3, 3)
X = (Classic(), Diagonal())


@pytest.mark.parametrize(
    "clues",
    [
        LINE,
        GRID,
        GRID.cells,
        list(GRID.rows()),
        GRID.array(),
        GRID.array().ravel(),
        {divmod(cell, 9): digit for cell, digit in enumerate(GRID.cells) if digit},
        {divmod(cell, 9): np.uint8(digit) for cell, digit in enumerate(GRID.cells) if digit},
    ],
)
@pytest.mark.parametrize("shape", [None, S3])
def test_clues_in_every_form(clues: Any, shape: Shape | None) -> None:
    puzzle = Puzzle(shape, clues=clues)
    assert puzzle == Puzzle.from_text(LINE)
    assert hash(puzzle) == hash(Puzzle.from_text(LINE))
    assert (puzzle.shape, puzzle.rules, puzzle.n_clues) == (S3, (Classic(),), 30)
    assert puzzle == Puzzle(S3, [Classic()], clues)
    assert {type(cell) for cell in puzzle.grid.cells} == {int}


def test_no_clues() -> None:
    assert Puzzle().shape == S3
    assert Puzzle(Shape(3, 2)).grid == Grid(Shape(3, 2))
    assert Puzzle(rules=()).houses == ()


def test_the_shape_follows_from_the_clues() -> None:
    six = Grid(Shape(2, 3), [1] + [0] * 35)
    assert Puzzle(clues=six).shape == Shape(2, 3)
    assert Puzzle(clues=six.to_text()).shape == Shape(2, 3)
    assert Puzzle(clues=six.to_line()).shape == Shape(3, 2)
    assert Puzzle(clues=six.cells).shape == Puzzle(clues=six.array()).shape == Shape(3, 2)
    assert Puzzle(Shape(2, 3), clues=six.array()).grid == six


@pytest.mark.parametrize(
    ("shape", "clues", "message"),
    [
        (S3, Grid(S2), "the clues have shape 2x2, the puzzle has shape 3x3"),
        (Shape(3, 2), Grid(Shape(2, 3)), "the clues have shape 2x3, the puzzle has shape 3x2"),
        (S3, [0] * 16, "16 cells, expected 81"),
        (S3, np.zeros((4, 4), dtype=int), "4 rows, expected 9"),
        (None, [0] * 80, "80 cells do not fill a square"),
        (None, [0] * 49, "7 is prime"),
        (None, [[0] * 5] * 5, "5 is prime"),
        (LINE, None, "the shape of a puzzle is a Shape, not '53"),
        (9, None, "the shape of a puzzle is a Shape, not 9"),
    ],
)
def test_shapes_that_do_not_fit(shape: Any, clues: Any, message: str) -> None:
    with pytest.raises(ShapeError, match=f"^{message}"):
        Puzzle(shape, clues=clues)


def test_text_of_another_shape() -> None:
    with pytest.raises(TextError, match=r"^line 1: expected 16 characters, got 81"):
        Puzzle(S2, clues=LINE)


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        (np.int64(5), r"the clues are 5: neither a text nor rows of digits"),
        (np.array(5), r"the clues are 5: neither a text nor rows of digits"),
        ({5: 1}, "5 is not a row and a column, nor a cell such as .r1c1."),
        ({(0, 0, 0): 1}, r"\(0, 0, 0\) is not a row and a column, nor a cell such as .r1c1."),
        ({(0, 1.5): 1}, r"\(0, 1.5\) is not a row and a column"),
        ({(9, 0): 1}, "row 10, column 1 is outside the 9x9 grid"),
        ({(0, -1): 1}, "row 1, column 0 is outside the 9x9 grid"),
        ({(2, 4): 12}, "row 3, column 5: digit 12 is not between 1 and 9"),
        ({(2, 4): 0}, "row 3, column 5: digit 0 is not between 1 and 9"),
        ({(2, 4): True}, "row 3, column 5: True is not an integer"),
        ({(2, 4): "7"}, "row 3, column 5: '7' is not an integer"),
    ],
)
def test_clues_that_no_cell_can_hold(clues: Any, message: str) -> None:
    with pytest.raises(ClueError, match=f"^{message}$"):
        Puzzle(clues=clues)


@pytest.mark.parametrize(
    ("places", "rules", "message"),
    [
        ([(3, 0), (5, 2)], (Classic(),), "box 4: row 4, column 1 and row 6, column 3"),
        ([(3, 0), (3, 8)], (Classic(),), "row 4: row 4, column 1 and row 4, column 9"),
        ([(8, 1), (0, 1)], (Classic(),), "column 2: row 1, column 2 and row 9, column 2"),
        ([(0, 0), (0, 1)], (Classic(),), "row 1: row 1, column 1 and row 1, column 2"),
        ([(0, 0), (8, 8)], X, "diagonal 1: row 1, column 1 and row 9, column 9"),
        ([(0, 8), (8, 0)], X, "diagonal 2: row 1, column 9 and row 9, column 1"),
    ],
)
def test_clashes_are_named(
    places: list[tuple[int, int]], rules: tuple[Rule, ...], message: str
) -> None:
    with pytest.raises(ClashError, match=f"^two 7s in {message}$"):
        Puzzle(rules=rules, clues=dict.fromkeys(places, 7))


def test_diagonal_clues_clash_only_by_the_diagonal_rule() -> None:
    assert Puzzle(clues={(0, 0): 7, (8, 8): 7}).n_clues == 2


@given(
    st.builds(Shape, st.integers(1, 4), st.integers(1, 4)),
    st.sampled_from([(), (Classic(),), (Diagonal(),), X, X[::-1]]),
    st.integers(0, 8),
    st.integers(0, 2**32),
)
def test_a_clash_is_two_equal_clues_in_one_house(
    shape: Shape, rules: tuple[Rule, ...], n_clues: int, seed: int
) -> None:
    source = random.Random(seed)
    clues = {
        (source.randrange(shape.n), source.randrange(shape.n)): source.randint(1, shape.n)
        for _ in range(n_clues)
    }
    clashes = any(
        {shape.cell(*first), shape.cell(*second)} <= set(house.cells)
        for first, second in combinations(clues, 2)
        if clues[first] == clues[second]
        for rule in rules
        for house in rule.houses(shape)
    )
    if clashes:
        with pytest.raises(ClashError):
            Puzzle(shape, rules, clues)
    else:
        puzzle = Puzzle(shape, rules, clues)
        assert {place: puzzle.grid[place] for place in clues} == clues
        assert puzzle.n_clues == len(clues)


def test_clues_by_the_names_of_cells() -> None:
    assert Puzzle(clues={"r1c2": 4, "R9C9": 1}) == Puzzle(clues={(0, 1): 4, (8, 8): 1})
    with pytest.raises(ClueError, match=r"'row 1' is not a row and a column, nor a cell"):
        Puzzle(clues={"row 1": 4})


def test_houses_come_rule_by_rule() -> None:
    puzzle = Puzzle(rules=X)
    assert puzzle.houses == (*Classic().houses(S3), *Diagonal().houses(S3))
    assert puzzle.houses is Puzzle(rules=list(X), clues={(0, 0): 1}).houses


def test_with_and_without_a_clue() -> None:
    puzzle = Puzzle.from_text(LINE)
    more = puzzle.with_clue(0, 2, 4)
    assert (more.n_clues, more.grid[0, 2], puzzle.n_clues) == (31, 4, 30)
    assert more.without_clue(0, 2) == puzzle
    assert puzzle.with_clue(0, 0, 5) == puzzle
    assert Puzzle(rules=X).with_clue(0, 0, 5).rules == X


@pytest.mark.parametrize(
    ("place", "digit", "message"),
    [
        ((0, 0), 6, "row 1, column 1: there is a clue already, 5"),
        ((0, 2), 10, "row 1, column 3: digit 10 is not between 1 and 9"),
        ((0, 2), 0, "row 1, column 3: digit 0 is not between 1 and 9"),
        ((9, 9), 1, "row 10, column 10 is outside the 9x9 grid"),
        ((0, 2), 7, "two 7s in row 1: row 1, column 3 and row 1, column 5"),
    ],
)
def test_clues_that_cannot_be_added(place: tuple[int, int], digit: int, message: str) -> None:
    with pytest.raises(ClueError, match=f"^{message}$"):
        Puzzle.from_text(LINE).with_clue(*place, digit)


def test_clues_that_cannot_be_taken_away() -> None:
    puzzle = Puzzle.from_text(LINE)
    with pytest.raises(ClueError, match=r"^row 1, column 3: there is no clue$"):
        puzzle.without_clue(0, 2)
    with pytest.raises(ClueError, match=r"^row 1, column 10 is outside"):
        puzzle.without_clue(0, 9)


@dataclass(frozen=True)
class Odd(Rule):
    """A rule with whatever house a test wants."""

    cells: tuple[int, ...]
    name = "odd"
    summary = "For tests."

    def houses(self, shape: Shape) -> tuple[House, ...]:
        return (House("odd 1", self.cells),)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (["classic"], "'classic' is not a Rule: sudoku.rule makes one of a name"),
        ("xy", "rules is 'xy': give a list, also of one"),
        (Classic(), r"rules is Classic\(\): give a list, also of one"),
        ([Classic(), Diagonal(), Classic()], "the rule 'classic' is given twice"),
        ([Odd((0, 1, 2))], "rule 'odd': odd 1 is not 4 of the cells"),
        ([Odd((0, 1, 2, 2))], "rule 'odd': odd 1 is not 4 of the cells"),
        ([Odd((0, 1, 2, 16))], "rule 'odd': odd 1 is not 4 of the cells"),
    ],
)
def test_rules_that_do_not_fit(rules: Any, message: str) -> None:
    with pytest.raises(RuleError, match=f"^{message}$"):
        Puzzle(S2, rules)


def test_one_rule_with_two_parameters_is_two_rules() -> None:
    puzzle = Puzzle(S2, [Odd((0, 1, 2, 3)), Odd((4, 5, 6, 7))])
    assert len(puzzle.houses) == 2


def test_a_puzzle_is_a_value() -> None:
    puzzle = Puzzle(rules=X, clues={(0, 1): 2})
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert puzzle != Puzzle(clues={(0, 1): 2})
    assert repr(puzzle) == f"Puzzle('.2{'.' * 79}', 3x3, classic, diagonal)"
    assert str(puzzle) == f"{puzzle.grid}\n# rules: classic, diagonal"
    with pytest.raises(AttributeError):
        puzzle.grid = GRID  # type: ignore[misc]


@pytest.mark.parametrize("path", ["sudoku/top95.txt", "sudoku/clues17.txt", "sudoku/kaggle.csv"])
def test_published_clues_do_not_clash(path: str) -> None:
    file = DATA / path
    if not file.exists():
        pytest.skip(f"needs {path} from the shared data")
    with file.open() as lines:
        for _, grid in read_puzzles(lines):
            assert Puzzle(clues=grid).grid is grid


@pytest.mark.parametrize(("size", "shape"), [(9, "3x3"), (12, "4x3"), (16, "4x4"), (25, "5x5")])
def test_large_clues_fit_the_usual_boxes_and_no_others(size: int, shape: str) -> None:
    files = sorted((DATA / "large").glob(f"*_{size}x{size}*.txt"))
    if not files:
        pytest.skip("needs large/ from the shared data")
    for file in files:
        puzzle = Puzzle.from_text(file.read_text())
        assert str(puzzle.shape) == shape
        for width in (width for width in range(2, size) if size % width == 0):
            if width != puzzle.shape.p:
                with pytest.raises(ClashError, match="in box"):
                    Puzzle(Shape(width, size // width), clues=puzzle.grid.cells)


def test_a_puzzle_is_said_without_the_tools_to_solve_it() -> None:
    # Empty packages in the place of ours show these modules alone.
    code = """
import sys, types
for name in ("sudoku", "exactcover"):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [f"{sys.argv[1]}/{name}"]
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.registry import rule
Puzzle(rules=map(rule, ["classic", "diagonal", "anti_knight"]))
heavy = {"numba", "numpy", "scipy", "click", "rich"}
print(*sorted(heavy & set(sys.modules)))
print(*sorted(name for name in sys.modules if name.startswith("exactcover.")))
"""
    command = [sys.executable, "-c", code, str(Path(puzzle_module.__file__).parents[2])]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    used = (
        "exactcover.runtime exactcover.runtime.errors exactcover.runtime.formatting "
        "exactcover.runtime.methods exactcover.runtime.registry "
        "exactcover.runtime.text_view exactcover.runtime.texts"
    )
    assert (run.stdout, run.stderr) == (f"\n{used}\n", "")
