"""Candidates of all cells, however they are written, as a reading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sudoku.errors import TextError
from sudoku.formats.forms.reading import Place, Reading
from sudoku.formats.symbols import DIGITS
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape


def reading_of_marks(
    cells: Sequence[Iterable[str]], shape: Shape, form: str, line: int = 1
) -> Reading:
    """Return the reading of the candidates of each cell; one alone is a clue.

    Raises
    ------
    TextError
        If a cell has no candidate, one twice, or one that is no digit.

    Examples
    --------
    >>> reading_of_marks(["1", "12", *["1234"] * 14], Shape(2, 2), "candidates").marks
    (((0, 1), (1, 2)),)
    """
    clues, marks = [0] * shape.n_cells, []
    for cell, signs in enumerate(cells):
        digits = _digits(list(signs), shape, cell, line)
        if len(digits) == 1:
            clues[cell] = digits[0]
        elif len(digits) < shape.n:
            marks.append((shape.position(cell), digits))
    return Reading(Grid(shape, clues), tuple(marks), line=line, form=form)


def _digits(signs: list[str], shape: Shape, cell: int, line: int) -> tuple[int, ...]:
    """Return the candidates of a cell in order."""
    found = [int(sign) if sign.isdecimal() else DIGITS.get(sign, 0) for sign in signs]
    wrong = next((s for s, d in zip(signs, found, strict=True) if not 1 <= d <= shape.n), None)
    place = shape.in_words(cell)
    if wrong is not None:
        raise TextError(f"{place}: candidate {wrong!r} is no digit from 1 to {shape.n}", line)
    if not found:
        raise TextError(f"{place}: no candidate", line)
    if len(set(found)) < len(found):
        raise TextError(f"{place}: a candidate twice in {''.join(signs)!r}", line)
    return tuple(sorted(found))


def reading_in_progress(
    grid: Grid,
    placed: Mapping[int, int],
    candidates: Mapping[int, Iterable[int]],
    form: str,
    line: int = 1,
) -> Reading:
    """Return the reading of clues, of the digits that a player has placed, and of candidates.

    Of the candidates that are missing only those are removed that the digits leave.

    Parameters
    ----------
    grid
        The clues.
    placed
        Cell -> the digit placed in it.
    candidates
        Cell -> its candidates, where they are known.
    form, line
        As in `Reading`.

    Examples
    --------
    >>> grid = Grid(Shape(2, 2), [1] + [0] * 15)
    >>> reading_in_progress(grid, {5: 2}, {1: [2, 3]}, "candidates").removed
    (((0, 1), 4),)
    """
    shape, digits = grid.shape, list(grid.cells)
    for cell, digit in placed.items():
        digits[cell] = digit
    peers = [set[int]() for _ in digits]
    for house in (*shape.rows(), *shape.columns(), *shape.boxes()):
        for cell in house:
            peers[cell].update(digits[other] for other in house)
    removed: list[tuple[Place, int]] = [
        (shape.position(cell), digit)
        for cell, known in candidates.items()
        for left in [set(known)]
        for digit in range(1, shape.n + 1)
        if not digits[cell] and digit not in left and digit not in peers[cell]
    ]
    entered = tuple((shape.position(cell), digit) for cell, digit in placed.items())
    return Reading(grid, placed=entered, removed=tuple(removed), line=line, form=form)
