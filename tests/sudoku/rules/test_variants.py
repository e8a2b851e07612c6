"""Counts from the literature and by brute force, and real puzzles of every kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path

import pytest

from sudoku import Classic, Diagonal, Puzzle, Shape, SudokuError, rule
from sudoku.formats.fpuzzles.reader import from_fpuzzles
from sudoku.formats.iss.strings import from_iss
from sudoku.formats.janko.reader import from_layout, read_solution
from sudoku.formats.janko.writer import layout_of, to_layout
from sudoku.rules.latin import Latin

Apart = Callable[[int, int], bool]


def test_latin_squares_of_order_5() -> None:
    """The number of OEIS A002860."""
    assert Puzzle(Shape(5, 1), [Latin()]).count() == 161280


def test_6x6_x() -> None:
    """No paper that we know of states this number: an exact cover and backtracking agree on it."""
    puzzle = Puzzle(Shape(3, 2), [Classic(), Diagonal()])
    assert {int(puzzle.count(method=name)) for name in ("dancing_cells", "backtracking")} == {8640}


def count_by_rows(shape: Shape, moves: list[tuple[int, int]], is_apart: Apart) -> int:
    """Count grids by trying all rows one below the other; each cell is tested against those above.

    Where digits need only be different, all orders of the first row lead to equally many grids.
    """
    n, p, q = shape.n, shape.p, shape.q
    orders = list(permutations(range(1, n + 1)))

    def fits(above: list[tuple[int, ...]], row: tuple[int, ...]) -> bool:
        i, rows = len(above), [*above, row]
        return (
            all(
                is_apart(row[j], rows[i - down][j - right])
                for down, right in moves
                for j in range(max(0, right), min(n, n + right))
                if i >= down
            )
            and all(row[j] != other[j] for other in above for j in range(n))
            and all(
                set(other[start : start + p]).isdisjoint(row[start : start + p])
                for other in above[i // q * q :]
                for start in range(0, n, p)
            )
        )

    def extend(above: list[tuple[int, ...]]) -> int:
        if len(above) == n:
            return 1
        return sum(extend([*above, row]) for row in orders if fits(above, row))

    if is_apart(1, 2):
        return len(orders) * extend(orders[:1])
    return extend([])


KNIGHT = [(1, 2), (1, -2), (2, 1), (2, -1)]
KING = [(1, 1), (1, -1)]
SIDES = [(0, 1), (1, 0)]


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 2)], ids=str)
@pytest.mark.parametrize(
    ("name", "moves", "is_apart"),
    [
        ("anti_knight", KNIGHT, lambda a, b: a != b),
        ("anti_king", KING, lambda a, b: a != b),
        ("non_consecutive", SIDES, lambda a, b: abs(a - b) != 1),
    ],
)
def test_counts_equal_brute_force(
    shape: Shape, name: str, moves: list[tuple[int, int]], is_apart: Apart
) -> None:
    assert Puzzle(shape, [Classic(), rule(name)]).count() == count_by_rows(shape, moves, is_apart)


# Files of kinds, and how many puzzles, from the first, are tried.
FILES = {
    "butterfly": ("ButterflySudoku", 10),
    "classic": ("Sudoku", 5),
    "consecutive": ("ConsecutiveSudoku", 10),
    "even_odd": ("EvenOddSudoku", 30),
    "gattai-8": ("Gattai8Sudoku", 5),
    "jigsaw": ("JigsawSudoku", 60),
    "kenken": ("KenKen", 15),
    "killer": ("KillerSudoku", 60),
    "margin": ("MarginSudoku", 10),
    "samurai": ("SamuraiSudoku", 20),
    "shogun": ("ShogunSudoku", 5),
    "sohei": ("SoheiSudoku", 10),
    "str8ts": ("Str8t", 20),
    "suguru": ("Suguru", 20),
    "sumo": ("SumoSudoku", 5),
    "windmill": ("WindmillSudoku", 10),
}
UNWRITTEN = {
    "jigsaw": {f"{k}_6x6" for k in (651, 652, 654, 662, 663, 664, 671, 674, 675)},
    "killer": {f"{k}_9x9" for k in (198, 257, 716, 717, 718, 720, 726)},
}
"""Puzzles that state a further rule beside the file: several solutions without it."""


def check(kind: str, data: Path, most: int | None) -> None:
    puzzles = json.loads((data / "variants" / f"{FILES[kind][0]}.json").read_text())
    for name, texts in list(puzzles.items())[:most]:
        puzzle = from_layout(kind, texts["problem"])
        found = list(puzzle.solutions(limit=2))
        if name not in UNWRITTEN.get(kind, ()):
            assert found == [read_solution(puzzle.shape, texts["solution"])], (kind, name)


@pytest.mark.parametrize("kind", FILES)
def test_real_puzzles_are_laid_out_as_they_were(kind: str, data: Path) -> None:
    puzzles = json.loads((data / "variants" / f"{FILES[kind][0]}.json").read_text())
    for name, texts in puzzles.items():
        puzzle = from_layout(kind, texts["problem"])
        again = from_layout(kind, to_layout(puzzle))
        assert layout_of(puzzle) == kind, name
        assert (again.grid, set(again.houses)) == (puzzle.grid, set(puzzle.houses)), name
        assert to_layout(again) == to_layout(puzzle), name


@pytest.mark.parametrize("kind", FILES)
def test_real_puzzles(kind: str, data: Path) -> None:
    check(kind, data, FILES[kind][1])


@pytest.mark.slow
@pytest.mark.parametrize("kind", FILES)
def test_all_real_puzzles(kind: str, data: Path) -> None:
    check(kind, data, None)


SLOW_FPUZZLES = {"Renban Skyscrapers (CTC 400k)", "Tiny Scar", "Equal Sums"}
"""Those with outside clues or long sums, which exact cover solves in seconds, or worse."""


def test_fpuzzles(data: Path) -> None:
    for entry in json.loads((data / "variants" / "fpuzzles.json").read_text()):
        puzzle = from_fpuzzles(json.dumps(entry["fpuzzles"]))
        if entry["fpuzzles"].get("title") not in SLOW_FPUZZLES:
            found = [grid.to_line() for grid in puzzle.solutions(limit=2)]
            assert found == [entry["solution"]], entry["fpuzzles"]["title"]


def test_jigsaw_layouts(data: Path) -> None:
    """Region maps of 9x9 that can, and that cannot, be filled."""
    for name, is_filled in (("jigsaw_layouts", True), ("jigsaw_layouts_unsolvable", False)):
        layouts = (data / "variants" / f"{name}.txt").read_text().split()[::20]
        for layout in layouts:
            result = Puzzle(Shape(9, 1), [rule("jigsaw", layout)]).solve(max_nodes=1_000_000)
            assert bool(result) == is_filled, layout


def test_constraint_strings(data: Path) -> None:
    """Every second one whose rules are known and that is searched at once."""
    n_proved = 0
    for entry in json.loads((data / "variants" / "iss_puzzles.json").read_text())[::2]:
        try:
            puzzle = from_iss(entry["input"])
        except SudokuError:  # what is refused, and why, has tests of its own
            continue
        if puzzle.shape.n == 9 and entry.get("solution"):
            search = puzzle.solutions(limit=2, max_nodes=3_000)
            # Where values begin at 0, a digit is one more.
            more = "~0-" in entry["input"]
            found = ["".join(str(d - more) for d in grid.cells[:81]) for grid in search]
            if search.complete:
                n_proved += 1
                assert found == [entry["solution"]], entry
    assert n_proved >= 30


def test_the_miracle() -> None:
    """Mitchell Lee's "miracle sudoku" (2020): two clues, knight, king and non-consecutive."""
    rules = [Classic(), *map(rule, ("anti_knight", "anti_king", "non_consecutive"))]
    puzzle = Puzzle(Shape(3, 3), rules, {(4, 2): 1, (5, 6): 2})
    (grid,) = puzzle.solutions(limit=2)
    assert grid.rows()[0] == (4, 8, 3, 7, 2, 6, 1, 5, 9)
    assert all(abs(grid[i, j] - grid[i, j + 1]) != 1 for i, j in product(range(9), range(8)))
