"""Doppelgangers: each row, column and box has a zero and lacks one other value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sudoku.errors import TextError
from sudoku.formats.iss.board import Board
from sudoku.formats.iss.cells import Place
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule


def doppelganger(board: Board, squares: Sequence[Sequence[Place]]) -> list[Rule]:
    """Return the rules of doppelgangers; the value that a row lacks is a variable.

    Two rows do not lack the same value; the same holds for two columns and for two boxes. The row,
    column and box of a zero lack three different values. The variables of columns are called
    ``DGR``, in the order of the columns, those of rows ``DGC``, and those of boxes ``DGB``. Without
    boxes, the latter hold zero.

    Parameters
    ----------
    squares
        The boxes, if there are any.

    Raises
    ------
    TextError
        If the board is not a square of n rows for the values 0 to n.
    """
    size = board.height
    if not (board.less and size == board.width == board.n - 1):
        raise TextError("Doppelganger: the board is not a square of n rows for the values 0 to n")
    lines = board.lines
    lacks = {kind: board.places(board.layout.groups[f"DG{kind}"].names) for kind in "CRB"}
    unused = [] if squares else lacks.pop("B")
    regions = [
        [*region, lack]
        for region, lack in zip([*lines, *squares], chain(*lacks.values()), strict=True)
    ]
    others = [(place, list(range(2, board.n + 1))) for places in lacks.values() for place in places]
    others += [(place, [1]) for place in unused]
    box_of = {place: k for k, square in enumerate(squares) for place in square}
    made = [rule("extra_regions", [*regions, *lacks.values()]), rule("pencil_marks", others)]
    for place in (place for row in lines[:size] for place in row):
        lacking: list[Place] = [lacks["C"][place[0]], lacks["R"][place[1]]]
        lacking += [lacks["B"][box_of[place]]] if squares else []
        is_other = rule("pencil_marks", [(place, list(range(2, board.n + 1)))])
        made.append(rule("either", [[is_other], [rule("extra_regions", [lacking])]]))
    return made
