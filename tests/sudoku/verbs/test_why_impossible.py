"""Conflicts and what is redundant, beside brute force over all 4x4 grids."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np
import pytest

from exactcover import Stop, UndecidedError
from sudoku import (
    Classic,
    FormityError,
    Puzzle,
    Shape,
    conflicts,
    minimal_givens,
    redundant,
    why_impossible,
)
from sudoku.givens.given import Givens
from sudoku.rules.even_odd import EvenOdd
from sudoku.rules.jigsaw import Jigsaw
from sudoku.rules.killer import Killer
from sudoku.rules.thermometer import Thermometer
from tests.oracle import small_grids
from tests.running import compiled

pytestmark = [pytest.mark.kernel, compiled]

SHAPE = Shape(2, 2)
CLASSIC = small_grids()


def puzzles(n: int, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles with some random clues and marks, each of which may hold by itself."""
    rng = np.random.default_rng(seed)
    places = [(r, c) for r in range(4) for c in range(4)]
    for _ in range(n):
        one, other = rng.permutation(16)[:2]
        thermometer = [places[k] for k in ((0, 1, 5), (10, 11, 15), (3, 7))[rng.integers(3)]]
        cage = [places[k] for k in ((8, 9), (9, 13), (6, 7))[rng.integers(3)]]
        rules = [
            Classic(),
            Thermometer([thermometer]),
            Killer([(int(rng.integers(3, 8)), cage)]),
            EvenOdd(even=[places[one]], odd=[places[other]]),
        ]
        clues = {places[k]: int(rng.integers(1, 5)) for k in rng.permutation(16)[:5]}
        try:
            yield Puzzle(SHAPE, rules, clues)
        except ValueError:  # clues that clash, or a clue that breaks a mark
            continue


def true_puzzles(n: int, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles with clues and marks that a random grid fulfils."""
    rng = np.random.default_rng(seed)
    places = [(r, c) for r in range(4) for c in range(4)]
    for _ in range(n):
        grid = CLASSIC[rng.integers(len(CLASSIC))]
        parity = [places[k] for k in rng.permutation(16)[:2]]
        rules = [
            Classic(),
            Killer([(grid[2][0] + grid[3][0], [(2, 0), (3, 0)])]),
            EvenOdd(
                even=[(r, c) for r, c in parity if grid[r][c] % 2 == 0],
                odd=[(r, c) for r, c in parity if grid[r][c] % 2 == 1],
            ),
        ]
        clues = [places[k] for k in rng.permutation(16)[: rng.integers(4, 7)]]
        yield Puzzle(SHAPE, rules, {(r, c): grid[r][c] for r, c in clues})


def grids_of(puzzle: Puzzle) -> set[int]:
    """Return the numbers of the grids that a puzzle allows, each rule tested plainly."""
    found = set()
    for number, grid in enumerate(CLASSIC):
        cells = [digit for row in grid for digit in row]
        holds = all(c in (0, d) for c, d in zip(puzzle.grid.cells, cells, strict=True))
        for rule in puzzle.rules:
            if isinstance(rule, Thermometer):
                for line in rule.lines:
                    digits = [grid[r][c] for r, c in line]
                    holds &= digits == sorted(set(digits))
            elif isinstance(rule, Killer):
                holds &= all(sum(grid[r][c] for r, c in cage) == s for s, cage in rule.cages)
            elif isinstance(rule, EvenOdd):
                holds &= all(grid[r][c] % 2 == 0 for r, c in rule.even)
                holds &= all(grid[r][c] % 2 == 1 for r, c in rule.odd)
        if holds:
            found.add(number)
    return found


def minimal_sets(puzzle: Puzzle, most: int) -> set[frozenset[str]]:
    """Return the titles of the minimal sets of givens that leave at most so many grids."""
    givens = Givens(puzzle)
    n = len(givens.all)
    left = [grids_of(givens.puzzle_of([k])) for k in range(n)]
    sets = chain.from_iterable(combinations(range(n), size) for size in range(n + 1))
    everything = set(range(len(CLASSIC)))
    few = [
        frozenset(s) for s in sets if len(everything.intersection(*(left[k] for k in s))) <= most
    ]
    minimal = [each for each in few if not any(other < each for other in few)]
    return {frozenset(givens.all[k].title for k in each) for each in minimal}


def test_conflicts_are_those_of_brute_force() -> None:
    n_impossible = 0
    for puzzle in puzzles(200, 1):
        if grids_of(puzzle):
            with pytest.raises(FormityError, match="has a solution"):
                why_impossible(puzzle)
            assert list(conflicts(puzzle)) == []
            continue
        n_impossible += 1
        expected = minimal_sets(puzzle, 0)
        one = why_impossible(puzzle)
        assert one.is_minimal
        assert frozenset(each.title for each in one.givens) in expected
        found = [frozenset(each.title for each in c.givens) for c in conflicts(puzzle)]
        assert len(found) == len(expected)
        assert set(found) == expected
    assert n_impossible > 10


def test_redundant_givens_are_those_of_brute_force() -> None:
    n_proper = 0
    for puzzle in true_puzzles(30, 2):
        if len(grids_of(puzzle)) != 1:
            with pytest.raises(FormityError):
                redundant(puzzle)
            continue
        n_proper += 1
        givens = Givens(puzzle)
        titles = frozenset(each.title for each in givens.all)
        expected = minimal_sets(puzzle, 1)
        found = redundant(puzzle)
        alone = {t for t in titles if any(each <= titles - {t} for each in expected)}
        assert {each.title for each in found.each} == alone
        assert titles - {each.title for each in found.together} in expected
        assert len(grids_of(found.puzzle)) == 1
        sets = [frozenset(each.title for each in s) for s in minimal_givens(puzzle)]
        assert len(sets) == len(expected)
        assert set(sets) == expected
    assert n_proper > 5


def test_a_board_without_solution_needs_no_givens() -> None:
    # The digit of r1c4 would be that of r2c3, in the same box.
    puzzle = Puzzle(SHAPE, [Classic(), Jigsaw("1112 3312 3342 4442")], {(3, 3): 1})
    found = why_impossible(puzzle)
    assert found.givens == ()
    assert "even without clues" in str(found)


class Late:
    """A flag that is set when it has been looked at some times."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_after_a_flag_the_best_conflict_is_returned() -> None:
    clues = {(0, 0): 1, (0, 1): 2, (1, 2): 1, (1, 3): 2, (2, 0): 2, (2, 3): 1, (3, 1): 1}
    puzzle = Puzzle(
        SHAPE, [Classic(), EvenOdd(even=[(0, 2)]), Killer([(3, [(2, 1), (2, 2)])])], clues
    )
    assert not grids_of(puzzle)
    n_partial = 0
    for looks in range(200):
        try:
            found = why_impossible(puzzle, cancel=Late(looks))
        except UndecidedError:
            assert not n_partial
            continue
        cells = {(each.title) for each in found.givens}
        kept = [k for k, each in enumerate(Givens(puzzle).all) if each.title in cells]
        assert not grids_of(Givens(puzzle).puzzle_of(kept))
        if found.is_minimal:
            assert found.stopped is None
            break
        assert found.stopped is Stop.CANCELLED
        assert "Perhaps some" in str(found)
        n_partial += 1
    assert n_partial
