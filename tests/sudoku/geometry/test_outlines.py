"""Boards of any outline, and several grids on one board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku import Grid, Puzzle, Shape
from sudoku.errors import ClashError, ClueError, RuleError, ShapeError
from sudoku.geometry.outlines import LAYOUTS, Grids, Outline
from sudoku.rules.classic import Classic
from sudoku.rules.diagonal import Diagonal
from sudoku.rules.killer import Killer
from sudoku.statement.statement import statement

places = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


@given(places)
def test_cells_are_numbered_row_by_row_without_holes(cells: set[tuple[int, int]]) -> None:
    board = Outline(4, cells)
    assert [board.position(cell) for cell in range(board.n_cells)] == sorted(cells)
    assert [board.cell(*place) for place in sorted(cells)] == list(range(len(cells)))
    assert sorted(cell for row in board.rows() for cell in row) == list(range(len(cells)))
    assert sorted(cell for column in board.columns() for cell in column) == list(range(len(cells)))


# The number of cells and the size of each layout, counted from their pictures.
@pytest.mark.parametrize(
    ("name", "n_grids", "height", "width"),
    [
        ("butterfly", 4, 12, 12),
        ("gattai-8", 8, 21, 33),
        ("samurai", 5, 21, 21),
        ("shogun", 11, 21, 45),
        ("sohei", 4, 21, 21),
        ("sumo", 13, 33, 33),
        ("windmill", 5, 21, 21),
    ],
)
def test_layouts(name: str, n_grids: int, height: int, width: int) -> None:
    grids = Grids(name)
    assert set(LAYOUTS) >= {name}
    assert (len(grids.squares()), grids.height, grids.width) == (n_grids, height, width)
    for shape, cells in grids.squares():
        assert shape == Shape(3, 3)
        assert len(set(cells)) == 81


def test_samurai_has_shared_boxes_once() -> None:
    houses = statement(Grids("samurai"), (Classic(),)).houses
    assert len(houses) == 5 * 27 - 4  # four corner boxes lie in two grids
    assert houses[0].title == "row 1 of grid 1"


def test_two_grids_that_share_a_box() -> None:
    """The 288 grids of 4x4 by the digits of their last box: 12 for each of its 24 orders."""
    assert Puzzle(Grids([(0, 0), (2, 2)], Shape(2, 2))).count() == 24 * 12 * 12


def test_a_rule_of_grids_holds_in_each() -> None:
    shape = Grids([(0, 0), (0, 4)], Shape(2, 2))
    apart = Puzzle(Shape(2, 2), [Classic(), Diagonal()]).count()
    assert Puzzle(shape, [Classic(), Diagonal()]).count() == apart**2 == 48**2


def test_a_rule_with_cells_is_about_the_board() -> None:
    shape = Grids([(0, 0), (2, 2)], Shape(2, 2))
    puzzle = Puzzle(shape, [Classic(), Killer([(3, [(4, 4), (4, 5)])])])
    assert {sum(grid.rows()[4][4:]) for grid in puzzle.solutions(limit=20)} == {3}


def test_printing_leaves_holes_empty() -> None:
    shape = Grids([(0, 0), (1, 1)], Shape(2, 1))
    grid = Grid(shape, [[1, 2, 0], [2, 1, 2], [0, 2, 1]])
    assert str(grid) == "1 2\n2 1 2\n  2 1"
    assert grid.rows() == ((1, 2, 0), (2, 1, 2), (0, 2, 1))
    assert grid.to_rows_text().splitlines()[1] == "1 2 -"
    assert grid == Grid(shape, grid.array()) == Grid(shape, [1, 2, 2, 1, 2, 2, 1])


def test_bad_boards() -> None:
    with pytest.raises(ShapeError, match="at least one cell"):
        Outline(3, [])
    with pytest.raises(ShapeError, match="negative"):
        Outline(3, [(0, -1)])
    with pytest.raises(ShapeError, match="same place"):
        Grids([(0, 0), (0, 0)])
    with pytest.raises(ShapeError, match="unknown layout 'ninja'; the layouts are butterfly"):
        Grids("ninja")
    with pytest.raises(RuleError, match="'classic' is about a grid, and the board has none"):
        Puzzle(Outline(3, [(0, 0)]))
    with pytest.raises(ClueError, match="row 1, column 3 is no cell of the board"):
        Grid(Grids([(0, 0), (1, 1)], Shape(2, 1)), [[1, 2, 1], [2, 1, 2], [0, 2, 1]])
    with pytest.raises(ShapeError, match="may be in no box"):
        Grids("samurai").box_of(0)


def test_clashes_name_the_grid() -> None:
    with pytest.raises(ClashError, match="two 1s in row 1 of grid 2: row 3, column 3 and row 3, c"):
        Puzzle(Grids([(0, 0), (2, 2)], Shape(2, 2)), clues={(2, 2): 1, (2, 5): 1})
