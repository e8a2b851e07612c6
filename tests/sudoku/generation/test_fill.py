"""Filled grids at random."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

from sudoku import Classic, Diagonal, House, Rule, Shape
from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import filled_grids

CLASSIC = (Classic(),)
X = (Classic(), Diagonal())


@dataclass(frozen=True)
class Cross(Rule):
    """Houses that no grid of 4x4 can keep together with rows, columns and boxes."""

    name = "cross"
    summary = "Two cells of the first row and one of each of two others."

    def houses(self, shape: Shape) -> tuple[House, ...]:
        return House("cross 1", (0, 1, 6, 7)), House("cross 2", (0, 1, 14, 15))


def rows_of(shape: Shape, rules: tuple[Rule, ...], seed: int, size: int) -> np.ndarray:
    return filled_grids(Judge(shape, rules), np.random.default_rng(seed), size)


@pytest.mark.parametrize(
    ("shape", "rules"),
    [(Shape(2, 2), X), (Shape(3, 2), CLASSIC), (Shape(4, 2), CLASSIC), (Shape(3, 3), X)],
    ids=str,
)
def test_grids_are_filled_and_keep_all_houses(shape: Shape, rules: tuple[Rule, ...]) -> None:
    grids = rows_of(shape, rules, 1, 20)
    assert grids.shape == (20, shape.n_cells)
    for rule in rules:
        for house in rule.houses(shape):
            digits = np.sort(grids[:, list(house.cells)], axis=1)
            assert (digits == np.arange(1, shape.n + 1)).all()
    assert len(np.unique(grids, axis=0)) > 10
    assert (grids == rows_of(shape, rules, 1, 20)).all()


def test_small_grids_are_uniform() -> None:
    """All 288 grids of 4x4, by a chi-square test; its mean is 287, its deviation 24."""
    n = 288 * 50
    counts = Counter(map(tuple, rows_of(Shape(2, 2), CLASSIC, 7, n).tolist()))
    assert len(counts) == 288
    assert sum((count - 50) ** 2 / 50 for count in counts.values()) < 287 + 5 * 24


def test_where_there_is_no_grid_there_is_none() -> None:
    assert len(rows_of(Shape(2, 2), (*CLASSIC, Cross()), 1, 5)) == 0
