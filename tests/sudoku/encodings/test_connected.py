"""Connected cells as a constraint of models: propagation compared with the reader's automaton."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp import Phase
from sudoku import Puzzle
from sudoku.encodings.connected import ConnectedVariables
from sudoku.encodings.csp_model import model
from sudoku.geometry.outlines import Outline
from sudoku.rules.connected import ConnectedCells
from sudoku.rules.unknown_regions import UnknownRegions
from tests.csp.consistency import propagated

KINDS = {"#": [1], "?": [1, 2], ".": [2]}
"""A cell inside, an open one, and one outside."""


def connected(width: int, size: int | None) -> Callable[..., Any]:
    """Return the constraint that the cells with a 1 are connected."""
    reader = ConnectedCells(width, frozenset([1]), size)
    return lambda *variables: ConnectedVariables(variables, reader)


def after(rows: str, size: int | None) -> str:
    """Return the kinds of the cells after propagation."""
    width, cells = rows.index(" "), rows.replace(" ", "")
    left = propagated(connected(width, size), *map(KINDS.get, cells)).left
    names = {tuple(values): kind for kind, values in KINDS.items()}
    return "" if left is None else "".join(names[tuple(values)] for values in left)


@pytest.mark.kernel
@given(
    st.integers(1, 4),
    st.text(alphabet="??#.", min_size=1, max_size=10),
    st.none() | st.integers(1, 6),
)
def test_no_solution_is_lost(width: int, cells: str, size: int | None) -> None:
    cells = cells[: len(cells) // width * width] or "?" * width
    size = None if size is None else min(size, len(cells))
    found = propagated(connected(width, size), *map(KINDS.get, cells))
    if size is None and "#" in cells:
        assert found.left == found.possible, "domain consistent where a cell is known"


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("before", "size", "expected"),
    [
        ("#?? ?.# ...", None, "###?.#..."),
        ("#?? ?.. ???", 4, "#??#..??."),
        ("#.? ?.? ??#", 6, "#..#.####"),
        ("??. ..? ???", 3, ".....??##"),
        ("??. ?.. .??", 3, "##.#....."),
        ("?.? .?. ?.?", 2, ""),
    ],
)
def test_cells_that_are_too_far_and_cells_that_are_needed(
    before: str, size: int | None, expected: str
) -> None:
    assert after(before, size) == expected


def test_unknown_regions_are_searched_before_digits_in_their_order() -> None:
    rows = [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    regions = [[(3, 3), (3, 4)], [(4, 3), (4, 4)]]
    board = Outline(2, [place for row in rows + regions for place in row])
    made = model(Puzzle(board, [UnknownRegions(rows, regions)]))
    of_regions, of_digits = made.advised_phases
    assert isinstance(of_regions, Phase) and isinstance(of_digits, Phase)
    assert list(of_regions.variables) == list(made.unknowns[4:8])
    assert set(of_digits.variables) == set(made.unknowns[:4])
