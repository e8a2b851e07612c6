"""The ways to write a cell as an item."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover import ProblemError
from exactcover.lattices.cubes import Cubes
from exactcover.lattices.squares import Squares
from exactcover.pictures.cells import DIGITS, cell_of, cell_of_text

whole = st.integers(-999, 999)


@given(whole, whole)
def test_numbers_with_commas(row: int, column: int) -> None:
    assert cell_of_text(f"{row},{column}", Squares) == (row, column)
    assert cell_of_text(f"({row},{column})", Squares) == (row, column)


@given(st.integers(0, 999), st.integers(0, 999), st.integers(0, 999))
def test_letters_before_numbers(x: int, y: int, z: int) -> None:
    assert cell_of_text(f"r{x}c{y}", Squares) == (x, y)
    assert cell_of_text(f"R{x}C{y}", Squares) == (x, y)
    assert cell_of_text(f"x{x}y{y}z{z}", Cubes) == (x, y, z)


@given(st.integers(0, 35), st.integers(0, 35), st.integers(0, 35))
def test_a_character_for_each_coordinate(x: int, y: int, z: int) -> None:
    assert cell_of_text(DIGITS[x] + DIGITS[y], Squares) == (x, y)
    assert cell_of_text(DIGITS[x] + DIGITS[y] + DIGITS[z], Cubes) == (x, y, z)


@pytest.mark.parametrize("name", ["", "F", "V1", "0", "000", "0 1", "1,", "x", "R1", "[0,1]"])
def test_other_texts_are_no_squares(name: str) -> None:
    assert cell_of_text(name, Squares) is None


@pytest.mark.parametrize("item", ["1,2,3", "r1c2b3", (1, 2, 3), (1,)])
def test_a_cell_with_other_coordinates_is_an_error(item: object) -> None:
    with pytest.raises(ProblemError, match="coordinates; a cell of squares is"):
        cell_of(item, Squares)


@pytest.mark.parametrize(
    "item", [7, None, (), ("row", 3), (1, 2.0), (True, 1), frozenset({1, 2}), ("r1", "c2")]
)
def test_other_items_are_no_cells(item: object) -> None:
    assert cell_of(item, Squares) is None


def test_numbers_of_numpy_are_numbers() -> None:
    found = cell_of((np.int64(3), np.uint8(4)), Squares)
    assert found == (3, 4)
    assert type(found[0]) is int
