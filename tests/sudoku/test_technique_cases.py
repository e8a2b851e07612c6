"""Each technique alone finds what HoDoKu's regression library says it does."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sudoku import Puzzle
from sudoku.techniques import finders
from sudoku.techniques.climb import next_step, tables_of
from sudoku.techniques.finding import apply, blank_finding, step_of
from sudoku.techniques.tables import strike

CODES = {
    "hidden_single": "0002",
    "naked_single": "0003",
    "pointing": "0100",
    "claiming": "0101",
    "naked_pair": "0200",
    "naked_triple": "0201",
    "naked_quad": "0202",
    "hidden_pair": "0210",
}
Candidates = set[tuple[int, int]]


def candidates(text: str) -> Candidates:
    """Return the cells and digits of a list in which 436 is a 4 in row 3, column 6."""
    numbers = [tuple(map(int, word)) for word in text.split()]
    return {(9 * row + column - 10, digit) for digit, row, column in numbers}


def cases(data: Path, code: str) -> Iterator[tuple[str, Candidates, Candidates]]:
    """Yield for each case of a code the grid, what is struck in it, and what is to be found."""
    for line in (data / "techniques" / "reglib.txt").read_text().splitlines():
        fields = line.split(":")
        if len(fields) > 6 and fields[1] == code:
            yield (
                fields[3].replace("+", ""),
                candidates(fields[4]),
                candidates(fields[5] or fields[6]),
            )


def all_found(name: str, grid: str, struck: Candidates) -> Candidates:
    """Return all that a technique alone ever finds from a position."""
    tables = tables_of(Puzzle.from_text(grid))
    if struck:
        cells, digits = np.array(sorted(struck)).T
        strike(tables, cells.astype(np.uint32), np.uint64(1) << (digits - 1).astype(np.uint64))
    finding, ladder, found = blank_finding(tables.layout), finders([name]), set()
    while next_step(tables, finding, ladder):
        step = step_of(name, tables.layout, finding)
        found |= set(step.placements) | set(step.eliminations)
        apply(tables, finding)
    return found


@pytest.mark.parametrize("name", CODES)
def test_cases(data: Path, name: str) -> None:
    n_cases = 0
    for grid, struck, expected in cases(data, CODES[name]):
        n_cases += 1
        assert expected <= all_found(name, grid, struck), grid
    assert n_cases >= 6
