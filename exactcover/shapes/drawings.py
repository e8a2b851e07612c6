"""Drawings of polyforms and boards: texts in which every cell is a character."""

from __future__ import annotations

from textwrap import dedent

from exactcover.lattices.base import Cell
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.reading_budget import reading, spend
from exactcover.shapes.polyform import Cells, Polyform, lattice_of

EMPTY = " ."
"""The characters of no cell."""
DOUBTFUL = "0-_"
"""Characters that stand for no cell in the drawings of many programs."""


def drawn(drawing: str, lattice: str = "squares") -> dict[str, Polyform]:
    """Return the polyforms of a drawing, by the characters that mark them.

    Each line is a row and each character a column. Spaces and dots are no cells. All cells with
    the same character are one polyform. In space, an empty line separates the layers.

    It takes no limits: `exactcover.Budget` bounds the cells of a drawing.

    Parameters
    ----------
    drawing
        The text. An indentation that all lines have is ignored.
    lattice
        The name of the lattice.

    Returns
    -------
    dict
        Character -> polyform, in the order of the text.

    Raises
    ------
    ProblemError
        If the drawing has no cells, or there is no such lattice.

    Examples
    --------
    >>> from exactcover import drawn
    >>> pieces = drawn('''
    ...     L  TTT
    ...     LL  T
    ... ''')
    >>> {name: len(piece) for name, piece in pieces.items()}
    {'L': 3, 'T': 4}
    """
    pieces = marked(drawing, lattice)
    if not pieces:
        raise ProblemError("the drawing has no cells: every character but space and dot is one")
    if set(pieces) == {"0", "1"}:
        raise ProblemError(
            "the drawing has 0 and 1 alone: for two pieces take letters, and for one piece in "
            'which a 0 is no cell give a mapping such as {"A": drawing}'
        )
    return {mark: Polyform(cells, lattice) for mark, cells in pieces.items()}


def cells_drawn(drawing: str, lattice: str) -> Cells:
    r"""Return the cells of a drawing of one shape, sorted.

    Raises
    ------
    ProblemError
        If some marks may be meant as no cells.

    Examples
    --------
    >>> cells_drawn("010\n111", "squares") == cells_drawn(".X\nXXX", "squares")
    True
    """
    cells_of = marked(drawing, lattice)
    if set(cells_of) <= {"0", "1"}:
        cells_of.pop("0", None)
    doubtful = [mark for mark in cells_of if mark in DOUBTFUL]
    if doubtful and len(cells_of) > 1:
        raise ProblemError(
            f"the drawing has {doubtful[0]!r} beside other marks, which may be a cell or none: "
            "write a dot where there is no cell"
        )
    return tuple(sorted(cell for cells in cells_of.values() for cell in cells))


@reading()
def marked(drawing: str, lattice: str) -> dict[str, list[Cell]]:
    """Return the cells of a drawing by their characters."""
    is_spatial = len(lattice_of(lattice).coordinates) > 2
    lines = [line.rstrip() for line in dedent(drawing.expandtabs()).strip("\n").split("\n")]
    found: dict[str, list[Cell]] = {}
    layer = row = 0
    for line in lines:
        spend("cells", len(line) - sum(map(line.count, EMPTY)))
        if is_spatial and not line:
            layer, row = layer + 1, 0
            continue
        for column, mark in enumerate(line):
            if mark not in EMPTY:
                cell = (row, column, layer) if is_spatial else (row, column)
                found.setdefault(mark, []).append(cell)
        row += 1
    return found
