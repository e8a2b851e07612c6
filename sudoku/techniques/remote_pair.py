"""Remote pair: a chain of cells with the same two digits, which they hold by turns.

Of two cells an odd number of links apart, one holds the one digit and one the other: cells that see
both lose both.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import copy, keep_peers
from sudoku.techniques.clusters import BY_PAIR, COLOURS, FIRST, QUEUE, forget_colours, grow
from sudoku.techniques.finding import (
    CELLS,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    eliminate,
    forget,
    is_new,
)
from sudoku.techniques.tables import BIT, SIX, Tables, sees

LEAST, TWO = np.uint64(4), np.uint64(2)
SEEN = 0


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next remote pair: any two ends, or at last all cells of a chain together."""
    forget(finding)
    forget_colours(finding)
    numbers, n = finding.numbers, np.uint64(tables.pos.shape[1])
    for cell in range(np.uint64(len(tables.cand))):
        if popcount64(tables.cand[cell]) != TWO:
            continue
        start = cell * n + trailing_zeros64(tables.cand[cell])
        if numbers[COLOURS, start] != 0:
            continue
        n_found = grow(tables, finding, start, BY_PAIR)
        if cell < finding.cursor[SPOT] or n_found < LEAST:
            continue
        come_to(finding, cell)
        for k in range(n_found):
            for j in range(n_found):
                one, other = numbers[QUEUE, k], numbers[QUEUE, j]
                is_apt = numbers[COLOURS, one] == FIRST and numbers[COLOURS, other] != FIRST
                one, other = one // n, other // n
                if is_apt and not sees(tables, one, other):
                    clear_seen(tables, finding, one, other, n_found)
                    if is_new(finding):
                        draw_all(tables, finding, cell, n_found)
                        return True
        clear_all(tables, finding, n_found)
        if is_new(finding):
            draw_all(tables, finding, cell, n_found)
            return True
    return False


@helper
def clear_all(tables: Tables, finding: Finding, n_found: Unsigned) -> None:
    """Eliminate what any two cells of different colours do."""
    numbers, n = finding.numbers, np.uint64(tables.pos.shape[1])
    for k in range(n_found):
        for j in range(n_found):
            one, other = numbers[QUEUE, k], numbers[QUEUE, j]
            if numbers[COLOURS, one] == FIRST and numbers[COLOURS, other] != FIRST:
                clear_seen(tables, finding, one // n, other // n, n_found)


@helper
def clear_seen(
    tables: Tables, finding: Finding, one: Unsigned, other: Unsigned, n_found: Unsigned
) -> None:
    """Eliminate both digits from the cells that see both ends and are not in the chain."""
    seen, n = finding.sets[SEEN], np.uint64(tables.pos.shape[1])
    copy(seen, tables.layout.peer_sets[one])
    keep_peers(tables, seen, other)
    for word in range(np.uint64(len(seen))):
        rest = seen[word]
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            digit = trailing_zeros64(tables.cand[one])
            is_in_chain = tables.cand[cell] == tables.cand[one]
            if not (is_in_chain and finding.numbers[COLOURS, cell * n + digit] != 0):
                eliminate(tables, finding, cell, tables.cand[one])


@helper
def draw_all(tables: Tables, finding: Finding, cell: Unsigned, n_found: Unsigned) -> None:
    """Draw the cells of the chain."""
    begin_drawing(finding, tables.cand[cell])
    for k in range(n_found):
        draw(finding, CELLS, finding.numbers[QUEUE, k] // np.uint64(tables.pos.shape[1]))
