"""Digits that a search for solutions proves, as steps where no technique finds one."""

from __future__ import annotations

from sudoku.errors import ClashError
from sudoku.geometry.grid import Grid
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.pencil_marks import PencilMarks
from sudoku.statement.bitsets import bits
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.verbs.solve import solve


def steps(position: Position) -> Deductions:
    """Yield digits such that a search finds no solution with another digit in their cells.

    Cells with few candidates come first. There may be several solutions: each one that is found
    rules out all cells in which it differs from the first.
    """
    first = _solution(position)
    if first is None:
        return
    differ: set[int] = set()
    for cell in sorted(bits(position.blank), key=lambda cell: position.cand[cell].bit_count()):
        if cell in differ:
            continue
        digit = first.cells[cell] - 1
        others = position.cand[cell] & ~(1 << digit)
        second = _solution(position, cell, others) if others else None
        if second is None:
            placed = position.in_cell(cell, 1 << digit)
            yield Deduction(0, placed, 1 << digit, 1 << cell)
        else:
            pairs = zip(first.cells, second.cells, strict=True)
            differ.update(each for each, (one, other) in enumerate(pairs) if one != other)


def _solution(position: Position, cell: int = -1, digits: int = 0) -> Grid | None:
    """Return a solution of the position, if there is one; a cell may be limited to some digits."""
    shape, rules = position.geometry.shape, position.geometry.rules
    marks = [
        (shape.position(blank), _digits(digits if blank == cell else position.cand[blank]))
        for blank in bits(position.blank)
    ]
    try:
        return solve(Puzzle(shape, (*rules, PencilMarks(marks)), position.grid)).solution
    except ClashError:  # the candidates that are left bar a digit that is placed
        return None


def _digits(mask: int) -> list[int]:
    return [digit + 1 for digit in bits(mask)]
