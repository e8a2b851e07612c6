"""Random regions: connected, of the right sizes, symmetric as requested; and they can be filled."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku import SYMMETRIES, Classic, Shape
from sudoku.generation.ruleset_layout import checked_rulesets, lay
from sudoku.generation.rulesets.filled import beside
from sudoku.generation.rulesets.jigsaw import images, random_regions

SQUARES = [Shape(2, 2), Shape(3, 3), Shape(4, 4)]
SHAPES = [*SQUARES, Shape(3, 2), Shape(4, 2), Shape(2, 3), Shape(5, 1)]
SEEDS = st.integers(0, 2**32)


def members(region_of: list[int]) -> list[set[int]]:
    """Return the cells of each region."""
    found: dict[int, set[int]] = {}
    for cell, region in enumerate(region_of):
        found.setdefault(region, set()).add(cell)
    return list(found.values())


def is_connected(cells: set[int], shape: Shape) -> bool:
    reached, new = set[int](), {min(cells)}
    while new:
        reached |= new
        new = {other for cell in new for other in beside(shape)[cell]} & cells - reached
    return reached == cells


@given(st.sampled_from(SHAPES), SEEDS, st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_regions_are_connected_and_of_equal_size(shape: Shape, seed: int, moves: int) -> None:
    region_of = random_regions(shape, np.random.default_rng(seed), moves)
    assert list(dict.fromkeys(region_of)) == list(range(shape.n))
    for cells in members(region_of):
        assert len(cells) == shape.n
        assert is_connected(cells, shape)


@given(st.sampled_from(SQUARES), st.sampled_from(sorted(SYMMETRIES)), SEEDS)
@settings(max_examples=60, deadline=None)
def test_regions_are_symmetric(shape: Shape, symmetry: str, seed: int) -> None:
    regions = members(random_regions(shape, np.random.default_rng(seed), 150, symmetry))
    for image in images(shape.n, symmetry).tolist():
        for cells in regions:
            assert {image[cell] for cell in cells} in regions
    assert all(is_connected(cells, shape) for cells in regions)


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_layouts_can_be_filled(seed: int) -> None:
    shape, rulesets = checked_rulesets("jigsaw", Shape(2, 2))
    rng = np.random.default_rng(seed)
    laid = next(filter(None, (lay(shape, (Classic(),), rulesets, rng) for _ in range(50))))
    assert [each.name for each in laid.first] == ["jigsaw"]
    for house in laid.first[0].houses(shape):
        assert sorted(laid.grid[list(house.cells)]) == [1, 2, 3, 4]


def test_no_moves_leave_the_boxes() -> None:
    shape = Shape(3, 2)
    boxes = [shape.box_of(cell) for cell in range(36)]
    assert random_regions(shape, np.random.default_rng(1), 0) == boxes
    assert random_regions(shape, np.random.default_rng(1), 50) != boxes


@pytest.mark.parametrize("symmetry", sorted(SYMMETRIES))
def test_every_symmetry_changes_the_boxes(symmetry: str) -> None:
    shape = Shape(3, 3)
    boxes = [shape.box_of(cell) for cell in range(81)]
    assert random_regions(shape, np.random.default_rng(3), 300, symmetry) != boxes
