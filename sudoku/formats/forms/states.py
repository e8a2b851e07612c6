"""Clues with a grid of the candidates below them: a puzzle, and how far somebody has come."""

from __future__ import annotations

from sudoku.errors import TextError
from sudoku.formats.forms.marks import reading_in_progress
from sudoku.formats.forms.reading import Reading

FORM = "clues, and candidates"


def state_of(clues: Reading, state: Reading) -> Reading | None:
    """Return the puzzle of clues, and how far candidates show it; None if there is more to say.

    A cell with one candidate holds a digit that was placed, if no cell that it sees still has it.

    Raises
    ------
    TextError
        If a clue is not the one candidate of its cell.

    Examples
    --------
    >>> from sudoku.formats.forms.marks import reading_of_marks
    >>> from sudoku.geometry.grid import Grid
    >>> from sudoku.geometry.shape import Shape
    >>> clues = Reading(Grid(Shape(2, 2), [1] + [0] * 15))
    >>> cells = ["1", "2", "34", "34", *["34", "134"] * 6]
    >>> state_of(clues, reading_of_marks(cells, Shape(2, 2), "candidates")).progress_in_words()
    '1 entered digit, 11 removed candidates'
    """
    shape = clues.grid.shape
    if state.grid.shape != shape or clues.rules is not None or clues.placed or clues.removed:
        return None
    marks = dict(state.marks)
    left = [
        set(marks.get(shape.position(cell), (digit,) if digit else range(1, shape.n + 1)))
        for cell, digit in enumerate(state.grid.cells)
    ]
    placed = dict[int, int]()
    peers = [set[int]() for _ in left]
    for house in (*shape.rows(), *shape.columns(), *shape.boxes()):
        for cell in house:
            peers[cell].update(house)
    for cell, digit in enumerate(clues.grid.cells):
        one = next(iter(left[cell]))
        if digit and left[cell] != {digit}:
            listed = "".join(map(str, sorted(left[cell])))
            raise TextError(
                f"{shape.in_words(cell)}: the clue {digit} has the candidates {listed}",
                state.line,
            )
        is_one = not digit and len(left[cell]) == 1
        if is_one and not any(one in left[other] for other in peers[cell] - {cell}):
            placed[cell] = one
    found = reading_in_progress(clues.grid, placed, dict(enumerate(left)), FORM, clues.line)
    return found._replace(facts=clues.facts)
