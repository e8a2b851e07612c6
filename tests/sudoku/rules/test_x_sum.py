"""X-sums with values from 0, against brute force on all filled 4x4 grids."""

from __future__ import annotations

import pytest

from sudoku import Classic, Puzzle, RuleError, Shape, from_iss, rule

SHAPE = Shape(2, 2)
FILLED = [grid.cells for grid in Puzzle(SHAPE).solutions()]
MOST = 0 + 1 + 2 + 3


def seen(cells: tuple[int, ...], side: str, number: int) -> list[int]:
    """Return the values that a clue sees, from 0, in the order in which it sees them."""
    of_row = side in ("left", "right")
    line = cells[4 * number : 4 * number + 4] if of_row else cells[number::4]
    return [digit - 1 for digit in (line if side in ("left", "top") else line[::-1])]


def x_sum(values: list[int]) -> int:
    """Return the sum of the first X values; X is the first of them, and may be 0."""
    return sum(values[: values[0]])


@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
def test_all_clues_with_values_from_0(side: str) -> None:
    for number in range(4):
        for clue in range(MOST + 1):
            clues = [clue if k == number else None for k in range(4)]
            read = rule("from_zero", [rule("x_sum", **{side: clues})])
            found = {grid.cells for grid in Puzzle(SHAPE, [Classic(), read]).solutions()}
            expected = {cells for cells in FILLED if x_sum(seen(cells, side, number)) == clue}
            assert found == expected, (number, clue)


def test_a_first_value_of_0_allows_the_sum_0_only() -> None:
    for text, side in (("C1~6~", "top"), ("C1~~6", "bottom")):
        puzzle = from_iss(f".Shape~4x4~0-3.XSum~{text}")
        found = [seen(grid.cells, side, 0) for grid in puzzle.solutions()]
        assert found
        assert all(values[0] != 0 and x_sum(values) == 6 for values in found)
    right = from_iss(".Shape~4x4~0-3.XSum~R1~3~0")
    assert all(grid.cells[3] == 1 for grid in right.solutions())


@pytest.mark.parametrize(
    ("clue", "is_from_zero", "message"),
    [(7, True, "0 to 6, not 7"), (-1, True, "0 to 6, not -1"), (0, False, "1 to 10, not 0")],
)
def test_sums_that_are_not_possible(clue: int, is_from_zero: bool, message: str) -> None:
    made = rule("x_sum", left=[clue, None, None, None])
    with pytest.raises(RuleError, match=f"sums are {message}"):
        Puzzle(SHAPE, [Classic(), rule("from_zero", [made]) if is_from_zero else made]).count()
