"""Killers and jigsaws of SumoCue: an entry for each cell, ``=`` with a sum or ``+`` with a cell.

``=12`` is the first cell of a cage with the sum 12, and ``+3`` a cell of the cage that begins in
cell 3, counted from 0. A cage of one cell is a clue, and a sum of 0 is not stated. ``J4`` after an
entry says that the cell is in region 4. ``SumoCueV1D`` has diagonals.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from sudoku.errors import TextError
from sudoku.formats.forms.counts import rows_of, shape_of
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

if TYPE_CHECKING:
    from sudoku.rules.base import Rule

FORM = "a text of SumoCue"
_HEAD = re.compile(r"SumoCueV\d+(D?)\s*(?==|\+)", re.IGNORECASE)
_ENTRY = re.compile(r"([=+])\s*(\d{1,3})(?:J(\d{1,2}))?\s*")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the puzzle of a text of SumoCue; none if the text does not begin with its name.

    Raises
    ------
    TextError
        If the entries are no board.

    Examples
    --------
    >>> [found] = read(Text("SumoCueV1=3+0" + "=0" * 13 + "=2"))
    >>> found.grid.to_line(), [rule.name for rule in found.rules]
    ('...............2', ['classic', 'killer'])
    """
    from sudoku.rules.classic import Classic
    from sudoku.rules.diagonal import Diagonal

    head = _HEAD.search(text.plain)
    if head is None:
        return []
    end, entries = head.end(), list[tuple[str, int, str | None]]()
    while match := _ENTRY.match(text.plain, end):
        entries.append((match[1], int(match[2]), match[3]))
        end = match.end()
    if text.plain[end:].strip():
        raise TextError(f"{text.plain[end : end + 10]!r} is no entry of SumoCue")
    n = rows_of(len(entries), shape)
    if not n:
        raise TextError(f"{len(entries)} entries of SumoCue do not fill a board")
    board = shape_of(n, shape)
    clues, killer = _cages(entries, board)
    regions = [region for _, _, region in entries]
    rules: list[Rule] = [_jigsaw(regions, board)] if any(regions) else [Classic()]
    rules += [Diagonal()] * bool(head[1])
    return [Reading(Grid(board, clues), rules=(*rules, *killer), form=FORM)]


def _cages(
    entries: list[tuple[str, int, str | None]], board: Shape
) -> tuple[list[int], list[Rule]]:
    """Return the clues, and the rule of the cages if there are some."""
    from sudoku.rules.killer import Killer

    members = defaultdict[int, list[int]](list)
    for cell, (sign, number, _) in enumerate(entries):
        head = cell if sign == "=" else number
        if head >= len(entries) or entries[head][0] != "=":
            raise TextError(f"{board.in_words(cell)}: no cage begins in cell {head}")
        members[head].append(cell)
    clues, cages = [0] * board.n_cells, []
    for head, cells in members.items():
        total = entries[head][1]
        if len(cells) == 1 and total > board.n:
            raise TextError(f"{board.in_words(head)}: {total} is no digit from 1 to {board.n}")
        if len(cells) == 1:
            clues[head] = total
        else:
            cages.append((total or None, [board.position(cell) for cell in cells]))
    return clues, [Killer(cages)] if cages else []


def _jigsaw(regions: list[str | None], board: Shape) -> Rule:
    from sudoku.rules.jigsaw import Jigsaw

    if None in regions:
        raise TextError(f"{board.in_words(regions.index(None))}: it is in no region")
    n = board.n
    return Jigsaw([[int(region or 0) for region in regions[k : k + n]] for k in range(0, n * n, n)])
