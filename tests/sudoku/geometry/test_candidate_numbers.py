"""Candidates are numbered cell by cell, one number each, for integers and for arrays alike."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sudoku.geometry.candidate_numbers import candidate_of, cell_and_digit


@given(st.integers(1, 40), st.integers(1, 40))
def test_numbers_are_consecutive_and_can_be_undone(n_cells: int, n: int) -> None:
    candidates = [(cell, digit) for cell in range(n_cells) for digit in range(1, n + 1)]
    numbers = [candidate_of(cell, digit, n) for cell, digit in candidates]
    assert numbers == list(range(n_cells * n))
    assert [cell_and_digit(number, n) for number in numbers] == candidates


@given(st.integers(1, 40), st.integers(1, 40))
def test_arrays_are_numbered_alike(n_cells: int, n: int) -> None:
    cells, digits = np.repeat(np.arange(n_cells), n), np.tile(np.arange(1, n + 1), n_cells)
    numbers = candidate_of(cells, digits, n)
    assert numbers.tolist() == list(range(n_cells * n))
    one, other = cell_and_digit(numbers, n)
    assert (one.tolist(), other.tolist()) == (cells.tolist(), digits.tolist())
