"""Every technique by name finds its step at a position, and the step is right.

`positions.txt` has a line for each technique of the package that works on classic sudoku.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sudoku import Classic, Puzzle, Shape, solve
from sudoku.puzzle.board import Board, candidates_in
from sudoku.rules.clone import Clone
from sudoku.rules.latin import Latin
from sudoku.rules.non_consecutive import NonConsecutive
from sudoku.techniques.climb import Climber, find_all
from sudoku.techniques.finders import technique
from sudoku.techniques.registry import BUILT_IN
from sudoku.techniques.step import Candidate

pytestmark = pytest.mark.kernel

Candidates = frozenset[Candidate]


@dataclass(frozen=True)
class Case:
    """A position, and the step that a technique finds there.

    Attributes
    ----------
    places
        The cells that may hold the digit 1 in a blank grid, where the position is about no other
        digit; else empty.
    """

    board: Board
    places: frozenset[int]
    eliminations: Candidates
    placements: Candidates

    def is_right(self) -> bool:
        """Return whether the step keeps what is possible, which is found without techniques."""
        if self.places:
            ways = [{(cell, 1) for cell in way} for way in ways_to_place(sorted(self.places))]
            assert ways
        else:
            ways = [set(enumerate(solve(self.board.puzzle).get().cells))]
        return all(self.placements <= way and not self.eliminations & way for way in ways)


def read_cases() -> Iterator[tuple[str, Case]]:
    """Yield the cases of the file by the names of their techniques."""
    lines = Path(__file__).with_name("positions.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            name, position, removed, eliminations, placements = line.split(":")
            found = [frozenset(candidates_in(text)) for text in (eliminations, placements)]
            if "x" in position:
                places = frozenset(cell for cell, mark in enumerate(position) if mark == "x")
                others = [(cell, 1) for cell in range(81) if cell not in places]
                yield name, Case(Board(Puzzle(), removed=others), places, *found)
            else:
                yield name, Case(Board.from_library(position, removed), frozenset(), *found)


CASES = dict(read_cases())
BELOW = {"no_room", "constraint", "unique_rectangle_5"}
"""Techniques with a test of their own below: they need other rules, or a made position."""
SLOW = ("grouped", "mutant", "finned_mutant", "siamese_mutant")
"""Techniques that take long, above all where kernels are not compiled: how their names begin."""


def ways_to_place(places: list[int], row: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield all ways to place a digit once in each row, column and box, from a row on."""
    if row == 9:
        yield ()
        return
    for rest in ways_to_place(places, row + 1):
        for cell in places:
            if cell // 9 == row and not any(sees(cell, other) for other in rest):
                yield (cell, *rest)


def sees(one: int, other: int) -> bool:
    """Return whether two cells share a column or a box."""
    return one % 9 == other % 9 or (one // 27, one % 9 // 3) == (other // 27, other % 9 // 3)


def test_every_technique_has_a_case() -> None:
    assert CASES.keys() | BELOW == {each.name for each in BUILT_IN}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name.startswith(SLOW) else ()) for name in CASES],
)
def test_the_technique_finds_its_step(name: str) -> None:
    case = CASES[name]
    for step in Climber(case.board).steps(technique(name)):
        assert step.technique == name
        if case.eliminations == set(step.eliminations) and case.placements == set(step.placements):
            break
    else:
        pytest.fail(f"{name} does not find its step")
    assert case.is_right()


def test_a_candidate_that_leaves_no_room_goes() -> None:
    board = Board(Puzzle(Shape(2, 2), [Latin(), NonConsecutive()]), removed=[(0, 4), (0, 1)])
    steps = {step.eliminations for step in find_all("no_room", board)}
    # In r1c1 there is 2 or 3, so a neighbour with 2 or 3 would leave it no digit.
    assert {((1, 2),), ((1, 3),), ((4, 2),), ((4, 3),)} <= steps


def test_cells_that_hold_the_same_digit() -> None:
    clone = Clone([([(0, 0)], [(3, 3)])])
    board = Board(Puzzle(Shape(2, 2), [Classic(), clone]), removed=[(0, 1), (15, 2)])
    [step] = find_all("constraint", board)
    assert set(step.eliminations) == {(15, 1), (0, 2)}


def test_two_opposite_corners_with_the_same_further_digit() -> None:
    corners = {0: {1, 2}, 3: {1, 2, 3}, 9: {1, 2, 3}, 12: {1, 2}}
    removed = [(c, d) for c, kept in corners.items() for d in range(1, 10) if d not in kept]
    found = find_all("unique_rectangle_5", Board(Puzzle(), removed=removed))
    # One of r1c4 and r2c1 holds 3, else the four could swap 1 and 2.
    expected = {(1, 3), (2, 3), (13, 3), (14, 3)}
    assert expected in [set(step.eliminations) for step in found]
