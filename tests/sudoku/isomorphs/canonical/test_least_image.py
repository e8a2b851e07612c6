"""Least images under any group, against brute force and against the kernel."""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import GaveUpError
from sudoku import (
    Classic,
    Grids,
    Puzzle,
    Rule,
    Shape,
    automorphisms,
    canonical,
    rule,
    solve,
    symmetries,
    transform,
)
from sudoku.isomorphs.canonical import least_image
from sudoku.isomorphs.canonical.least_image import LeastImages
from sudoku.isomorphs.isomorphism import Isomorphism
from sudoku.isomorphs.lines import lines_of
from tests.sudoku.isomorphs.canonical.brute import least_form, map_of, sources_of

TOP95 = Path(__file__).parents[4] / "examples" / "data" / "top95.txt"

Keeps = Callable[[Isomorphism], bool]


def keeps_order(each: Isomorphism) -> bool:
    """Return whether a map keeps the thermometer of cells 0, 1 and 5, also from its other end."""
    line = each.cells[0], each.cells[1], each.cells[5]
    return (line, each.digits) in [((0, 1, 5), (1, 2, 3, 4)), ((5, 1, 0), (4, 3, 2, 1))]


def keeps_cages(each: Isomorphism) -> bool:
    """Return whether a map keeps two cages with the sum 5: of the digits 1 and 4, or 2 and 3."""
    cages = {frozenset({0, 1}), frozenset({12, 13})}
    moved = {frozenset(each.cells[cell] for cell in cage) for cage in cages}
    return moved == cages and {each.digits[0], each.digits[3]} in ({1, 4}, {2, 3})


def keeps_parity(each: Isomorphism) -> bool:
    """Return whether a map keeps an even cell 0, and odd cells 5 and 10."""
    is_still = each.cells[0] == 0 and {each.cells[5], each.cells[10]} == {5, 10}
    return is_still and each.digits[0] % 2 == each.digits[2] % 2 == 1


CASES: dict[Rule, Keeps] = {
    rule("thermometer", [[(0, 0), (0, 1), (1, 1)]]): keeps_order,
    rule("killer", [[5, [(0, 0), (0, 1)]], [5, [(3, 0), (3, 1)]]]): keeps_cages,
    rule("even_odd", even=[(0, 0)], odd=[(1, 1), (2, 2)]): keeps_parity,
}
"""Rules of 4x4 puzzles, and whether a map of rows, columns and digits keeps them."""


@cache
def symmetries_by_brute_force(added: Rule) -> list[Isomorphism]:
    names = list(permutations(range(1, 5)))
    every = (map_of(each, digits) for each in sources_of(Shape(2, 2)).tolist() for digits in names)
    return [each for each in every if CASES[added](each)]


@given(st.data())
def test_images_under_other_rules_against_brute_force(data: st.DataObject) -> None:
    pytest.importorskip("igraph")
    added = data.draw(st.sampled_from([*CASES]))
    rules = (Classic(), added)
    grid = solve(Puzzle(Shape(2, 2), rules), seed=data.draw(st.integers(0, 99))).get()
    kept = data.draw(st.sets(st.integers(0, 15)))
    cells = [digit if cell in kept else 0 for cell, digit in enumerate(grid.cells)]
    puzzle = Puzzle(Shape(2, 2), rules, cells)
    maps = symmetries_by_brute_force(added)
    assert symmetries(puzzle).order == len(maps)
    assert canonical(puzzle).grid.cells == min(each.moved(cells) for each in maps)
    assert automorphisms(puzzle).order == sum(each.moved(cells) == tuple(cells) for each in maps)


@settings(max_examples=50)
@given(st.data())
def test_images_are_those_of_the_kernel(data: st.DataObject) -> None:
    shape = data.draw(st.sampled_from([Shape(2, 2), Shape(3, 2), Shape(2, 3)]))
    grid = solve(Puzzle(shape), seed=data.draw(st.integers(0, 99))).get().cells
    kept = data.draw(st.sets(st.integers(0, shape.n_cells - 1)))
    cells = [digit if cell in kept else 0 for cell, digit in enumerate(grid)]
    form, to_form = images_of(shape).of(cells)
    assert form == to_form.moved(cells) == canonical(Puzzle(shape, clues=cells)).grid.cells
    assert form == least_form(cells, sources_of(shape), shape.n)[0]


@cache
def images_of(shape: Shape) -> LeastImages:
    lines = lines_of(shape, (Classic(),))
    assert lines is not None
    digits = [list(range(1, shape.n + 1))]
    return LeastImages(shape.n_cells, shape.n, lines.generators(), lines.order, digits)


def test_images_of_puzzles_with_nine_digits() -> None:
    images = images_of(Shape(3, 3))
    rng = np.random.default_rng(1)
    lines = [line[:81] for line in TOP95.read_text().splitlines() if line[0] != "#"][:6]
    puzzles = [Puzzle.from_text(line) for line in lines]
    puzzles += [Puzzle(clues=solve(puzzle).get()) for puzzle in puzzles[:2]]
    puzzles += [Puzzle(clues=(rng.random(81) < 0.5) * np.array(puzzles[-1].grid.cells))]
    for puzzle in puzzles:
        form, to_form = images.of(puzzle.grid.cells)
        assert form == canonical(puzzle).grid.cells
        assert transform(puzzle, to_form).grid.cells == form


def test_too_many_images_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("igraph")
    monkeypatch.setattr(least_image, "MOST_ENTRIES", 1000)
    puzzle = Puzzle(Grids("butterfly"), clues={(0, 0): 1, (5, 5): 2, (8, 1): 3})
    with pytest.raises(GaveUpError, match=r"more than \d+ of its images begin alike up to cell"):
        canonical(puzzle)


@pytest.mark.parametrize("name", ["windoku", "disjoint_groups", "anti_king", "non_consecutive"])
def test_forms_are_the_same_for_all_isomorphs(name: str) -> None:
    pytest.importorskip("igraph")
    rules = (Classic(), rule(name))
    grid = solve(Puzzle(rules=rules), seed=1).get()
    rng = np.random.default_rng(2)
    for n_clues in (5, 20, 50, 81):
        cells = np.array(grid.cells)
        cells[rng.permutation(81)[n_clues:]] = 0
        puzzle = Puzzle(rules=rules, clues=cells)
        other = puzzle.random_isomorph(seed=n_clues)
        assert other.canonical() == puzzle.canonical()
        assert sorted(map(bool, other.grid.cells)) == sorted(map(bool, puzzle.grid.cells))
