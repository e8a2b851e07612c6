"""Grids of ten digits up to symmetry, and some that are relabelled beside exact covers.

The symmetries here exchange the two columns of every stack, and relabel the digits in five pairs.
Each of the two bands is an exact cover of its cells by pairs of digits. The sets of digits in the
columns are found without `sudoku.counting`: of each pair, the first digit is in one of the two
columns of a stack, so the sets are a matrix of five pairs and five stacks with entries 0 and 1.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import factorial, prod
from threading import Event

import pytest

from exactcover import Problem
from sudoku import Shape, count_grids
from sudoku.counting.fixed_by_bands import count_fixed_by_bands
from sudoku.counting.lines import Lines
from tests.sudoku.counting.test_fixed_by_bands import band_numbers

Bits = tuple[int, ...]

pytestmark = pytest.mark.slow

N_PAIRINGS = 945
"""The ways to divide ten digits into five pairs."""
ONE_PAIR, TWO_PAIRS = (1, 0, 2, 3, 4), (1, 0, 3, 2, 4)
"""Where the rows of a band go."""


@cache
def n_bands(rows: Bits, matrix: tuple[Bits, ...]) -> int:
    """Count the relabelled fillings of a band.

    The rows of the matrix have the column of the first digit of a pair in each stack.
    """
    options = []
    for pair, columns in enumerate(matrix):
        for order in permutations(range(5)):
            first = {(row, stack, columns[stack]) for stack, row in enumerate(order)}
            second = {(rows[row], stack, 1 - column) for row, stack, column in first}
            options.append([pair, *sorted(first | second)])
    return int(Problem(options).count())


def weighted_matrices() -> Counter[tuple[Bits, ...]]:
    """Return one matrix of each class, without its zero row and column, and the size of the class.

    The names of the digits of a pair, and of the columns of a stack, make one row and one column
    zero. What is left matters up to the orders of pairs and of stacks.
    """
    classes: Counter[tuple[Bits, ...]] = Counter()
    for pairs in combinations_with_replacement(product((0, 1), repeat=4), 4):
        orders = factorial(4) // prod(map(factorial, Counter(pairs).values()))
        images = (
            tuple(sorted(tuple(bits[stack] for stack in order) for bits in pairs))
            for order in permutations(range(4))
        )
        classes[min(images)] += orders
    assert classes.total() == 2**16
    return classes


def test_relabelled_grids_are_exact_covers_of_bands() -> None:
    wanted = 0
    for inner, size in weighted_matrices().items():
        matrix = ((0,) * 5, *((0, *bits) for bits in inner))
        others = tuple(tuple(1 - bit for bit in bits) for bits in matrix)
        wanted += size * n_bands(TWO_PAIRS, matrix) * n_bands(ONE_PAIR, others)
    rows = (*TWO_PAIRS, *(5 + row for row in ONE_PAIR))
    lines = Lines(Shape(2, 5), rows, (1, 0, 3, 2, 5, 4, 7, 6, 9, 8))
    # The names of the columns of four stacks, and of the digits of all pairs, were fixed.
    found = count_fixed_by_bands(lines, band_numbers(2, 5), Event())
    assert found == N_PAIRINGS * 2**9 * wanted > 0


def test_grids_of_2x5_up_to_symmetry() -> None:
    """The published number, 4,743,933,602,050,718, differs: see docs/decisions/0028."""
    assert count_grids(Shape(2, 5), up_to_symmetry=True) == 4_743_933_427_433_330
