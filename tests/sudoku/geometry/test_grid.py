"""Grids: what they take, what they tell, how they print, and that what they print reads back."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.errors import ClueError, ShapeError
from sudoku.formats.text_reader import parse, read_puzzles
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

S2 = Shape(2, 2)
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


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


@given(grids())
def test_all_ways_in_agree(grid: Grid) -> None:
    ways: list[Any] = [
        grid.cells,
        list(grid.cells),
        grid.rows(),
        grid.array(),
        grid.array().ravel(),
    ]
    ways += [list(grid.array()), grid.array().astype(np.int64), grid.array()[::1].tolist()]
    for cells in ways:
        made = Grid(grid.shape, cells)
        assert made == grid
        assert hash(made) == hash(grid)
        assert {type(cell) for cell in made.cells} == {int}


@given(grids())
def test_counts_and_places(grid: Grid) -> None:
    n = grid.shape.n
    assert grid.n_clues == sum(1 for cell in grid.cells if cell)
    assert grid.is_filled == all(grid.cells)
    assert [[grid[row, column] for column in range(n)] for row in range(n)] == list(
        map(list, grid.rows())
    )
    array = grid.array()
    assert array.shape == (n, n)
    assert array.dtype == np.uint8
    assert array.tolist() == list(map(list, grid.rows()))


def test_large_digits_need_a_wider_array() -> None:
    grid = Grid(Shape(16, 16), [256] + [0] * (256**2 - 1))
    assert grid.array().dtype == np.uint16
    assert grid.array()[0, 0] == 256


def test_no_cells_is_a_blank_grid() -> None:
    assert Grid(S2) == Grid(S2, [0] * 16)


def test_the_array_is_a_copy() -> None:
    grid = Grid(S2)
    grid.array()[0, 0] = 1
    assert grid[0, 0] == 0


ROW = [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([0] * 15, "15 cells, expected 16 for a 4x4 grid"),
        ([], "0 cells, expected 16"),
        ([ROW] * 3, "3 rows, expected 4"),
        ([ROW, [0] * 3, ROW, ROW], "row 2 has 3 cells, expected 4"),
        ([ROW, 0, ROW, ROW], "row 2 has 1 cells, expected 4"),
        (np.zeros((4, 5), dtype=int), "row 1 has 5 cells, expected 4"),
        (np.zeros(17, dtype=int), "17 cells, expected 16"),
    ],
)
def test_wrong_size(cells: Any, message: str) -> None:
    with pytest.raises(ShapeError, match=f"^{message}"):
        Grid(S2, cells)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (5, "digit 5 is not between 1 and 4"),
        (-1, "digit -1 is not between 1 and 4"),
        (10**30, f"digit {10**30} is not between 1 and 4"),
        (1.0, "1.0 is not an integer"),
        (True, "True is not an integer"),
        (None, "None is not an integer"),
        ("1", "'1' is not an integer"),
    ],
)
def test_what_is_no_digit(value: Any, message: str) -> None:
    flat = [0] * 16
    flat[6] = value
    with pytest.raises(ClueError, match=f"^row 2, column 3: {message}$"):
        Grid(S2, flat)
    with pytest.raises(ClueError, match=f"^row 2, column 3: {message}$"):
        Grid(S2, [flat[start : start + 4] for start in range(0, 16, 4)])


@pytest.mark.parametrize("dtype", [float, bool])
def test_arrays_of_other_things_than_integers(dtype: type) -> None:
    with pytest.raises(ClueError, match=r"^row 1, column 1: .* is not an integer"):
        Grid(S2, np.zeros((4, 4), dtype=dtype))


def test_text_is_not_taken_for_cells() -> None:
    with pytest.raises(ClueError, match=r"Grid\.from_text"):
        Grid(S2, "1234.......1....")  # type: ignore[arg-type]


def test_classic_print() -> None:
    grid = Grid.from_text(LINE)
    assert grid.to_line() == LINE
    assert repr(grid) == f"Grid('{LINE}', 3x3)"
    assert str(grid).splitlines()[:5] == [
        "+-------+-------+-------+",
        "| 5 3 . | . 7 . | . . . |",
        "| 6 . . | 1 9 5 | . . . |",
        "| . 9 8 | . . . | . 6 . |",
        "+-------+-------+-------+",
    ]
    assert grid.to_rows_text().splitlines()[:2] == ["9 9", "5 3 - - 7 - - - -"]


def test_letters_up_to_35_and_numbers_above() -> None:
    assert (
        Grid(Shape(7, 5), list(range(1, 36)) + [0] * (35 * 34))
        .to_line()
        .startswith("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.")
    )
    assert (
        Grid(Shape(6, 6), list(range(1, 37)) + [0] * (36 * 35))
        .to_line()
        .endswith("34 35 36" + " ." * (36 * 35))
    )


@given(grids())
def test_printed_lines_are_aligned(grid: Grid) -> None:
    lines = grid.to_text().splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines) == grid.shape.n + grid.shape.p + 1
    bars = [index for index, character in enumerate(lines[0]) if character == "+"]
    assert len(bars) == grid.shape.q + 1
    for line in lines:
        assert [index for index, mark in enumerate(line) if mark in "+|"] == bars


def test_a_grid_is_a_value() -> None:
    grid = Grid.from_text(LINE)
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert Grid(Shape(3, 2)) != Grid(Shape(2, 3))
    with pytest.raises(AttributeError):
        grid.cells = ()  # type: ignore[misc]


def test_place_outside() -> None:
    with pytest.raises(IndexError, match="outside"):
        Grid(S2)[4, 0]


def has_usual_shape(grid: Grid) -> bool:
    n = grid.shape.n
    is_prime = all(n % divisor for divisor in range(2, n))  # so are 1x1 cells refused
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
