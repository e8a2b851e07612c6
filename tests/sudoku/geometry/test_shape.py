"""Shapes: sizes, names, and cells in rows, columns and boxes."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.errors import ShapeError
from sudoku.geometry.shape import Shape

shapes = st.builds(Shape, st.integers(1, 6), st.integers(1, 6))


@pytest.mark.parametrize(
    ("n", "shape"),
    [
        (1, "1x1"),
        (4, "2x2"),
        (6, "3x2"),
        (8, "4x2"),
        (9, "3x3"),
        (12, "4x3"),
        (18, "6x3"),
        (36, "6x6"),
        (100, "10x10"),
    ],
)
def test_usual_shape(n: int, shape: str) -> None:
    assert str(Shape.of_size(n)) == shape


@pytest.mark.parametrize("n", [2, 3, 5, 7, 11, 13])
def test_prime_size_asks_for_the_shape(n: int) -> None:
    with pytest.raises(ShapeError, match=f"{n} is prime.*give the shape, as in {n}x1"):
        Shape.of_size(n)
    assert Shape(n, 1).boxes() == Shape(n, 1).rows()
    assert Shape(1, n).boxes() == Shape(1, n).columns()


@pytest.mark.parametrize("n", [0, -4, True, 9.0, "9"])
def test_size_that_is_no_positive_integer(n: int) -> None:
    with pytest.raises(ShapeError, match="a puzzle cannot have"):
        Shape.of_size(n)


@pytest.mark.parametrize(
    ("p", "q", "message"),
    [
        (0, 3, "0 cells wide"),
        (3, -1, "-1 cells high"),
        (3, 2.0, "2.0 cells high"),
        (True, 3, "True cells wide"),
        ("3", 3, "'3' cells wide"),
    ],
)
def test_sides_that_cannot_be(p: int, q: int, message: str) -> None:
    with pytest.raises(ShapeError, match=f"boxes cannot be {message}"):
        Shape(p, q)


@pytest.mark.parametrize("text", ["", "3", "3x", "x3", "3x3x3", "3*3", "-3x3", "a x b", "3.0x3"])
def test_text_that_is_no_shape(text: str) -> None:
    with pytest.raises(ShapeError, match="width x height, as in 3x2"):
        Shape.parse(text)


def test_text_with_a_zero_side() -> None:
    with pytest.raises(ShapeError, match="0 cells high"):
        Shape.parse("3x0")


@given(shapes)
def test_text_round_trip(shape: Shape) -> None:
    assert Shape.parse(str(shape)) == shape
    assert Shape.parse(f" {shape.p} X {shape.q} ") == shape


@given(shapes)
def test_rows_columns_and_boxes_divide_the_cells(shape: Shape) -> None:
    for houses in (shape.rows(), shape.columns(), shape.boxes()):
        assert len(houses) == shape.n
        assert {len(house) for house in houses} == {shape.n}
        assert sorted(cell for house in houses for cell in house) == list(range(shape.n_cells))


@given(shapes, st.data())
def test_a_cell_lies_in_its_row_column_and_box(shape: Shape, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, shape.n_cells - 1))
    row, column = shape.position(cell)
    assert shape.cell(row, column) == cell
    assert cell in shape.rows()[row]
    assert cell in shape.columns()[column]
    assert cell in shape.boxes()[shape.box_of(cell)]


@given(shapes)
def test_boxes_are_p_wide_and_q_high(shape: Shape) -> None:
    for number, box in enumerate(shape.boxes()):
        top, left = shape.position(box[0])
        rows = range(top, top + shape.q)
        columns = range(left, left + shape.p)
        assert box == tuple(shape.cell(row, column) for row in rows for column in columns)
        assert number == top // shape.q * (shape.n // shape.p) + left // shape.p


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (6, 0), (0, 6)])
def test_place_outside(place: tuple[int, int]) -> None:
    with pytest.raises(IndexError, match="outside"):
        Shape(3, 2).cell(*place)


@pytest.mark.parametrize("cell", [-1, 36])
def test_cell_outside(cell: int) -> None:
    with pytest.raises(IndexError, match=f"cell {cell} is outside 0 to 35"):
        Shape(3, 2).position(cell)
    with pytest.raises(IndexError, match=f"cell {cell} is outside 0 to 35"):
        Shape(3, 2).box_of(cell)


def test_a_shape_is_a_value() -> None:
    assert len({Shape(3, 2), Shape(3, 2), Shape(2, 3)}) == 2
    assert pickle.loads(pickle.dumps(Shape(3, 2))) == Shape(3, 2)
    with pytest.raises(AttributeError):
        Shape(3, 2).p = 4  # type: ignore[misc]
