"""The large boards that others have published: proved unique, or shown to have two solutions."""

from pathlib import Path

import pytest

from sudoku import ClashError, Grid, Puzzle
from tests.sudoku.conftest import DATA

MOST_NODES = 200_000
"""Some seconds. The boards known so far take less than a tenth."""

ALL = sorted(path.name for path in (DATA / "large").glob("*.txt"))
MOST_DIGITS = 36
UNIQUE = {
    "bnguyen_16x16.txt",
    "bnguyen_25x25.txt",
    "bnguyen_36x36.txt",
    "jxa_16x16.txt",
    "jxa_25x25.txt",
    "tcg_25x25_sample1_grp4.txt",
}
"""Proved so by dancing cells, too."""


def solve(puzzle: Puzzle) -> tuple[list[Grid], bool]:
    """Return up to two solutions, and whether there are no more."""
    found = puzzle.solutions(limit=2, max_nodes=MOST_NODES)
    return list(found), found.complete


def read(data: Path, name: str) -> Puzzle:
    return Puzzle.from_text((data / "large" / name).read_text())


@pytest.mark.parametrize("name", ALL or ["none"])
def test_is_answered(data: Path, name: str) -> None:
    puzzle = read(data, name)
    if puzzle.shape.n > MOST_DIGITS:
        pytest.skip("annealing takes minutes for this one: docs/decisions/0015-sudoku-portfolio.md")
    found, complete = solve(puzzle)
    assert len(set(found)) == len(found)
    assert complete or len(found) == 2
    for grid in found:
        assert Puzzle(puzzle.shape, puzzle.rules, grid).grid.is_filled
        pairs = zip(puzzle.grid.cells, grid.cells, strict=True)
        assert all(clue in (0, digit) for clue, digit in pairs)
    if name in UNIQUE:
        assert len(found) == 1


@pytest.mark.parametrize("name", sorted(UNIQUE))
def test_a_wrong_clue_is_proved_impossible(data: Path, name: str) -> None:
    """A digit that clashes with no clue, but is not the solution's, leaves no solution."""
    puzzle = read(data, name)
    [solution], _ = solve(puzzle)
    n = puzzle.shape.n
    blanks = [k for k, digit in enumerate(puzzle.grid.cells) if not digit]
    tried = 0
    for cell in blanks[:: len(blanks) // 5]:
        row, column = puzzle.shape.position(cell)
        for digit in set(range(1, n + 1)) - {solution.cells[cell]}:
            try:
                wrong = puzzle.with_clue(row, column, digit)
            except ClashError:
                continue
            assert solve(wrong) == ([], True)
            tried += 1
            break
    assert tried
