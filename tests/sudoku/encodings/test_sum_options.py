"""Long sums as options, against bit masks and all grids."""

from __future__ import annotations

import random

import pytest

from sudoku import Puzzle, Shape, rule
from sudoku.encodings.exact_cover import encoding
from sudoku.rules.base import Rule


def long_sum(chance: random.Random, grid: tuple[int, ...]) -> Rule:
    """Return a sum of many cells that a grid keeps, some of them subtracted or counted twice."""
    places = [divmod(k, 4) for k in chance.sample(range(16), 11)]
    n_minus = chance.choice([0, 0, 3])
    plus = places[n_minus:] + chance.choice([[], places[-2:]])
    minus = places[:n_minus]
    value = {divmod(k, 4): digit for k, digit in enumerate(grid)}
    total = sum(map(value.__getitem__, plus)) - sum(map(value.__getitem__, minus))
    return rule("sums", [(total, plus, minus)])


@pytest.mark.parametrize("seed", range(8))
def test_counts_of_long_sums_equal_those_of_bit_masks(seed: int) -> None:
    chance = random.Random(seed)
    grids = [grid.cells for grid in Puzzle(Shape(2, 2)).solutions()]
    rules = [rule("classic"), *(long_sum(chance, chance.choice(grids)) for _ in range(2))]
    puzzle = Puzzle(Shape(2, 2), rules)
    expected = sum(
        all(
            constraint.allows(tuple(grid[cell] for cell in constraint.cells))
            for each in rules[1:]
            for constraint in each.constraints(puzzle.shape)
        )
        for grid in grids
    )
    counts = {int(puzzle.count(method=name)) for name in ("dancing_cells", "learning", "bitmask")}
    assert counts == {expected}


def test_the_parts_of_a_long_sum_have_options() -> None:
    diagonal = [(k, 8 - k) for k in range(9)]
    problem = encoding(Shape(3, 3), (rule("classic"), rule("little_killer", [(38, diagonal)])))
    assert any("lacks" in str(option.label) for option in problem.problem.options)
