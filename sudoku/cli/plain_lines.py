"""Files of classic 9x9 puzzles in plain lines of 81 characters, read and answered as arrays.

To make an object of each puzzle would take thirty times as long as to solve it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.cli.console import say
from sudoku.errors import ClashError, TextError
from sudoku.formats.candidates import lines_of_candidates
from sudoku.formats.symbols import DIGIT_IF_PLAIN
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from sudoku.batches.arrays import Cells, Counts

N_CELLS = 81
WIDTH = N_CELLS + 1
"""The bytes of a line."""
BLOCK = 1 << 15
"""The puzzles that are read and answered at once."""
OTHER = 255
_DIGITS = np.frombuffer(DIGIT_IF_PLAIN, dtype=np.uint8)
"""The digit of each byte of a plain line, else OTHER."""


def is_plain(path: Path) -> bool:
    """Return whether a file holds nothing but lines of 81 digits, dots and zeros.

    Examples
    --------
    >>> is_plain(Path(__file__))
    False
    """
    if path.stat().st_size == 0 or _is_of_candidates(path):
        return False
    return all(cells is not None for cells in _blocks(path))


def _is_of_candidates(path: Path) -> bool:
    """Return whether nine lines may be the candidates of the nine rows of a puzzle."""
    with path.open("rb") as file:
        lines = file.read(9 * WIDTH).decode("latin-1").splitlines()
    try:
        return lines_of_candidates(lambda count: lines[:count], Shape(3, 3)) is not None
    except TextError:
        return True


def _blocks(path: Path) -> Iterator[Cells | None]:
    """Yield the puzzles of a file, block by block; None, and no more, where a line is not plain."""
    with path.open("rb") as file:
        while text := file.read(BLOCK * WIDTH):
            if len(text) % WIDTH == N_CELLS:
                text += b"\n"  # the last line may lack it
            if len(text) % WIDTH:
                yield None
                return
            lines = np.frombuffer(text, dtype=np.uint8).reshape(-1, WIDTH)
            cells = _DIGITS[lines[:, :N_CELLS]]
            is_plain = (lines[:, N_CELLS] == ord("\n")).all() and (cells != OTHER).all()
            if not is_plain or _has_two_blanks(lines):
                yield None
                return
            yield cells


def _has_two_blanks(lines: NDArray[np.uint8]) -> bool:
    """Return whether a line has two signs for blanks: 0 may be a digit there."""
    zeros, dots = ((lines == ord(sign)).any(axis=1) for sign in "0.")
    return bool((zeros & dots).any())


def written(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the answers to blocks of a plain file, a line each, and whether all have a solution.

    Clues that clash are reported. After Ctrl-C, the answers found before it are yielded, and then
    the exception is raised.
    """
    from exactcover.runtime.search.result import Interrupted
    from sudoku.batches.batch import solve_batch

    first = 1
    for cells in _blocks(path):
        assert cells is not None
        try:
            solutions, counts = solve_batch(cells)
        except Interrupted as raised:
            known: Any = raised.result
            yield _text(first, cells, *known)
            raise
        yield _text(first, cells, solutions, counts)
        first += len(cells)


def _text(first: int, cells: Cells, solutions: Cells, counts: Counts) -> tuple[str, bool]:
    """Return the lines for a block, as far as it was searched, and whether all have a solution."""
    n = int((counts < 0).argmax()) if (counts < 0).any() else len(counts)
    rows = np.full((n, WIDTH), ord("\n"), dtype=np.uint8)
    rows[:, :N_CELLS] = solutions[:n] + ord("0")
    text = rows.tobytes().decode()
    others = np.flatnonzero(counts[:n] != 1).tolist()
    if not others:
        return text, True
    lines = text.splitlines()
    for k in others:
        lines[k] = "many" if counts[k] else "none"
        if not counts[k]:
            _report_clash(first + k, cells[k])
    return "\n".join([*lines, ""]), bool(counts[:n].all())


def _report_clash(line: int, cells: Cells) -> None:
    """Say which clues clash, if some do."""
    try:
        Puzzle(clues=cells.tolist())
    except ClashError as clash:
        say(f"line {line}: {clash}")
