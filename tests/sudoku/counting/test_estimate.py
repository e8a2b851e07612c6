"""Estimates of the number of grids: unbiased, and with an interval that has the truth."""

from math import factorial

import pytest

from exactcover import UndecidedError
from sudoku import Classic, Diagonal, Shape, ShapeError, estimate_grids
from sudoku.counting.completions import completions
from sudoku.counting.estimate import _Stacks
from sudoku.counting.splits import Splits


@pytest.mark.parametrize(("p", "q"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_the_number_of_stacks(p: int, q: int) -> None:
    """The first band has any split with its columns in any order, and the others complete it."""
    splits = Splits(p, q)
    n_completions = len(list(completions(splits)))
    assert _Stacks(p, q).number == len(splits) * factorial(p) * n_completions


@pytest.mark.parametrize(
    ("p", "q", "number"),
    [
        (2, 2, 288),
        (3, 2, 28_200_960),
        (3, 3, 6_670_903_752_021_072_936_960),
        (4, 2, 29_136_487_207_403_520),
    ],
)
def test_the_interval_has_the_number(p: int, q: int, number: int) -> None:
    found = estimate_grids(Shape(p, q), n_samples=100, seed=5)
    assert found.low < number < found.high
    assert found.error < 0.15 * found.mean


def test_other_rules_are_estimated_by_random_paths() -> None:
    found = estimate_grids(Shape(2, 2), rules=[Classic(), Diagonal()], seed=1)
    assert found.low <= 48 <= found.high
    latin = estimate_grids(Shape(4, 1), n_samples=500, seed=1)
    assert latin.low <= 576 <= latin.high


def test_the_seed_determines_the_estimate() -> None:
    shape = Shape(3, 3)
    one, other = (estimate_grids(shape, n_samples=20, seed=seed) for seed in (1, 2))
    assert one == estimate_grids(shape, n_samples=20, seed=1)
    assert one != other


def test_too_little_time() -> None:
    with pytest.raises(UndecidedError, match="did not suffice"):
        estimate_grids(Shape(4, 4), time_limit=0)
    with pytest.raises(ShapeError):
        estimate_grids("3x3")  # type: ignore[arg-type]
