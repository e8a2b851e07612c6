"""Every technique by name finds its step in its example, and the step is right."""

from collections.abc import Iterator

import pytest

from sudoku import Classic, Formity, Puzzle, Shape, formity
from sudoku.errors import RuleError
from sudoku.puzzle.board import Board
from sudoku.rules.clone import Clone
from sudoku.rules.latin import Latin
from sudoku.rules.non_consecutive import NonConsecutive
from sudoku.rules.pencil_marks import PencilMarks
from sudoku.techniques.climb import find_all
from sudoku.techniques.examples import Example, example_of, examples
from sudoku.techniques.registry import BUILT_IN

pytestmark = pytest.mark.kernel

SLOW = ("grouped", "mutant", "finned_mutant", "siamese_mutant")
"""Techniques that take long, above all where kernels are not compiled: how their names begin."""


def is_right(example: Example) -> bool:
    """Return whether a step keeps what is possible, which is found without techniques."""
    board = example.board
    if example.digits == (1,):
        places = [cell for cell in range(81) if board.digits[cell] or board.candidates[cell] & 1]
        ways = [{(cell, 1) for cell in way} for way in ways_to_place(places)]
        assert ways
        return all(example.placements <= way and not example.eliminations & way for way in ways)
    assert formity(board.to_puzzle()) is not Formity.NONE
    return not any(
        is_possible(board, cell, {digit}) for cell, digit in example.eliminations
    ) and not any(
        is_possible(board, cell, {*range(1, 10)} - {digit}) for cell, digit in example.placements
    )


def is_possible(board: Board, cell: int, digits: set[int]) -> bool:
    """Return whether a board has a solution with one of these digits in a cell."""
    puzzle = board.to_puzzle()
    marks = PencilMarks([(puzzle.shape.position(cell), sorted(digits))])
    limited = Puzzle(puzzle.shape, (*puzzle.rules, marks), puzzle.grid)
    return formity(limited) is not Formity.NONE


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


def test_every_technique_has_an_example() -> None:
    assert examples().keys() == {each.name for each in BUILT_IN}
    assert example_of("X-wing") is examples()["x_wing"]
    with pytest.raises(RuleError, match="unknown technique"):
        example_of("guessing")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each.name, marks=pytest.mark.slow if each.name.startswith(SLOW) else ())
        for each in BUILT_IN
    ],
)
def test_the_technique_finds_its_step(name: str) -> None:
    example = example_of(name)
    step = example.step()
    assert step.technique == name
    assert frozenset(step.eliminations) == example.eliminations
    assert frozenset(step.placements) == example.placements
    assert is_right(example)


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
