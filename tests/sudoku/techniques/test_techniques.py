"""Techniques are sound, on every shape and rule, and find what the textbook says."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U64
from sudoku import Puzzle, Shape, solutions, solve
from sudoku.papers.warner.hybrid import TECHNIQUES as KERNELS
from sudoku.techniques.climb import climb, next_step, tables_of
from sudoku.techniques.cover import cover
from sudoku.techniques.finders import finders, technique
from sudoku.techniques.finding import Finding, apply, begin, blank_finding, step_of
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Step
from sudoku.techniques.tables import eliminate_all, is_sound
from tests.sudoku_puzzles import is_right, puzzles

pytestmark = pytest.mark.kernel


@settings(max_examples=40)
@given(puzzle=puzzles())
def test_no_solution_is_ever_lost(puzzle: Puzzle) -> None:
    grids = [grid.cells for grid in solutions(puzzle, limit=200)]
    for step in climb(puzzle):
        assert step.placements or step.eliminations
        assert all(is_right(step, cells) for cells in grids), step


@settings(max_examples=20)
@given(puzzle=puzzles(), name=st.sampled_from([each.name for each in TECHNIQUES]))
def test_each_technique_alone_is_sound(puzzle: Puzzle, name: str) -> None:
    grids = [grid.cells for grid in solutions(puzzle, limit=200)]
    assume(len(grids) == 1 or not technique(name).assumes_unique)
    for step in climb(puzzle, [name]):
        assert step.technique == name
        assert all(is_right(step, cells) for cells in grids), step


@settings(max_examples=20)
@given(puzzle=puzzles())
def test_the_tables_mirror_each_other(puzzle: Puzzle) -> None:
    tables = tables_of(puzzle)
    finding, ladder = blank_finding(tables.layout), finders(KERNELS)
    while is_sound(tables) and next_step(tables, finding, ladder):
        apply(tables, finding)
        for house, cells in enumerate(tables.layout.houses):
            for index, places in enumerate(tables.pos[house].tolist()):
                shown = [int(mask) >> index & 1 for mask in tables.cand[cells]]
                assert [places >> k & 1 for k in range(len(cells))] == shown
                assert int(tables.left[house]) >> index & 1 == (index + 1 not in tables.grid[cells])


def find(name: str, domains: dict[int, set[int]]) -> Step | None:
    """Return what a technique finds in a blank 9x9 grid whose cells have only these candidates."""
    tables = tables_of(Puzzle())
    cells = np.array(list(domains), dtype=np.uint32)
    eliminated = [sum(1 << d - 1 for d in range(1, 10) if d not in domains[c]) for c in domains]
    eliminate_all(tables, cells, np.array(eliminated, dtype=np.uint64))
    finding = blank_finding(tables.layout)
    found = next_step(tables, finding, finders([name]))
    return step_of(name, tables, finding) if found else None


ALL = set(range(1, 10))


# The domains are those of D. Warner's report (2007).
def test_naked_pair() -> None:
    row = [{6}, {5}, {7, 8}, {9}, {3, 4, 7}, {1}, {2}, {7, 8}, {3, 4}]
    step = find("naked_pair", dict(enumerate(row)))
    assert step is not None
    assert (step.cells, step.digits, step.eliminations) == ((2, 7), (7, 8), ((4, 7),))


def test_naked_triple() -> None:
    row = [
        {1}, {4, 7}, {4, 7, 9}, {8}, {2, 3, 4, 5, 7}, {2, 3, 4, 5}, {6}, {7, 9}, {3, 4, 5, 9},
    ]  # fmt: skip
    step = find("naked_triple", dict(enumerate(row)))
    assert step is not None
    assert (step.cells, step.digits) == ((1, 2, 7), (4, 7, 9))
    assert set(step.eliminations) == {(4, 4), (4, 7), (5, 4), (8, 4), (8, 9)}


def test_hidden_pair() -> None:
    box = [
        {1, 5, 7, 8}, {1, 5, 8, 9}, {1, 4}, {1, 2, 7}, {1, 2, 9}, {6}, {3}, {1, 2, 9}, {1, 2, 4},
    ]  # fmt: skip
    cells = [0, 1, 2, 9, 10, 11, 18, 19, 20]
    step = find("hidden_pair", dict(zip(cells, box, strict=True)))
    assert step is not None
    assert (step.cells, step.digits) == ((0, 1), (5, 8))
    assert set(step.eliminations) == {(0, 1), (0, 7), (1, 1), (1, 9)}


def test_pointing_and_claiming() -> None:
    # In box 1, 8 has places in column 3 alone.
    in_box = dict.fromkeys([0, 1, 9, 10, 18, 19], ALL - {8})
    step = find("pointing", in_box)
    assert step is not None
    assert (step.houses, step.acts_on, step.cells) == ((18,), (11,), (2, 11, 20))
    assert set(step.eliminations) == {(row * 9 + 2, 8) for row in range(3, 9)}
    assert find("claiming", in_box) is None
    # In row 2, 4 has places in box 1 alone.
    in_row = dict.fromkeys(range(12, 18), ALL - {4})
    step = find("claiming", in_row)
    assert step is not None
    assert (step.houses, step.acts_on) == ((1,), (18,))
    assert set(step.eliminations) == {(cell, 4) for cell in (0, 1, 2, 18, 19, 20)}
    assert find("pointing", in_row) is None


@kernel
def covered(rows: U64, k: int, finding: Finding) -> Any:
    """Call `cover`."""
    return cover(rows, np.uint64(k), finding)


@settings(max_examples=200)
@given(st.lists(st.integers(0, 63), min_size=9, max_size=9), st.integers(2, 4))
def test_cover_finds_all_that_brute_force_finds(rows: list[int], k: int) -> None:
    expected = set()
    for picked in combinations([r for r in range(9) if rows[r]], k):
        union = 0
        for row in picked:
            union |= rows[row]
        others = [rows[r] & union for r in range(9) if r not in picked]
        if union.bit_count() == k and any(others):
            expected.add(sum(1 << row for row in picked))
    finding = blank_finding(tables_of(Puzzle()).layout)
    begin(finding)
    array = np.array(rows, dtype=np.uint64)
    found = []
    while mask := int(covered(array, k, finding)):
        found.append(mask)
    assert sorted(found) == sorted(expected)


def test_unknown_techniques_are_named() -> None:
    with pytest.raises(ValueError, match="unknown technique 'x-ray'; the techniques are full"):
        finders(["x-ray", "naked_single"])


def test_64_digits() -> None:
    shape = Shape(8, 8)
    row = (*range(1, 64), 0)
    puzzle = Puzzle(shape, clues=row + (0,) * (shape.n_cells - 64))
    step = next(climb(puzzle))
    assert (step.technique, step.placements) == ("full_house", ((63, 64),))


def test_steps_solve_an_easy_puzzle() -> None:
    puzzle = Puzzle.from_text("1......2.3.....4")
    placed = {cell: digit for step in climb(puzzle) for cell, digit in step.placements}
    solution = solve(puzzle).get().cells
    assert len(placed) == 12
    assert all(solution[cell] == digit for cell, digit in placed.items())
