"""Finned and sashimi fish of lines: an X-wing, swordfish or jellyfish with some places too many.

A digit of k base lines lies in k cover lines, or in the *fins*. If no fin is true it is a fish, so
cells of the cover lines that see all fins lose the digit. A *sashimi* fish has a base line with one
place left beside the fins. For other houses than lines see `sudoku.techniques.mixed_fish`.
"""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.techniques.cellsets import add, clear, keep_common_peers
from sudoku.techniques.cover import pick
from sudoku.techniques.finding import (
    ACTS_ON,
    CELLS,
    HOUSES,
    N_OTHERS,
    NODES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    draw_cells,
    eliminate_digit,
    forget,
    is_new,
    restart_cover,
)
from sudoku.techniques.kinds import Fins
from sudoku.techniques.tables import BIT, SIX, Tables, bit_of

BODY, FINS, LOSERS, TARGETS, ELIGIBLE = range(5)
"""Sets of `Finding.sets`: the parts of a fish; the cells that may lose the digit; those for which a
line can be a base."""
COUNTS = 8
"""From this set on there are sets of those cells by their number of places or lines."""
SASHIMI = int(Fins.SASHIMI)
TWO = np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding, size: int, kind: int) -> bool:
    """Find the next fish with this number of base lines.

    Everything that a target sees may be a fin. So for each place of the digit the search is for
    base lines whose other places lie in so few cover lines that one more takes the target, too.
    Fish of the other kind are only counted: a search in vain shows whether there are any.
    """
    forget(finding)
    n = np.uint64(tables.layout.lines.shape[1])
    # A target lies in a line of its own.
    if np.uint64(size) >= n:
        return False
    for spot in range(finding.cursor[SPOT], TWO * n):
        come_to(finding, spot)
        way, digit = (BIT, spot - n) if spot >= n else (np.uint64(0), spot)
        list_targets(tables, finding, way, digit, np.uint64(size))
        for word in range(np.uint64(tables.places.shape[1])):
            rest = finding.sets[TARGETS, word]
            while rest != 0:
                target = (word << SIX) + trailing_zeros64(rest)
                rest &= rest - BIT
                if has_fish(tables, finding, way, digit, target, size, kind):
                    return True
    return False


@helper
def list_targets(
    tables: Tables, finding: Finding, way: Unsigned, digit: Unsigned, k: Unsigned
) -> None:
    """Note the places of the digit for which at least k lines can be bases.

    That a target sees no more than k - 1 places of a line is found for all targets at once: of two
    rows of sets, set j has the cells with at least j + 1 such places, and such lines.
    """
    layout, sets = tables.layout, finding.sets
    targets, eligible = sets[TARGETS], sets[ELIGIBLE]
    n_places, n_lines = sets[COUNTS : COUNTS + k], sets[COUNTS + k : COUNTS + TWO * k]
    clear_all(n_lines)
    for line in range(np.uint64(layout.lines.shape[1])):
        house = layout.lines[way, line]
        places = tables.pos[house, digit]
        clear_all(n_places)
        while places != 0:
            cell = layout.houses[house, trailing_zeros64(places)]
            places &= places - BIT
            for word in range(np.uint64(sets.shape[1])):
                eligible[word] = ~layout.peer_sets[cell, word]
            count_more(n_places, eligible)
        for word in range(np.uint64(sets.shape[1])):
            some = n_places[0, word] & ~n_places[k - BIT, word]
            eligible[word] = some & ~layout.house_sets[house, word]
        count_more(n_lines, eligible)
    for word in range(np.uint64(sets.shape[1])):
        targets[word] = tables.places[digit, word] & n_lines[k - BIT, word]


@helper
def clear_all(sets: U64) -> None:
    """Empty all of some sets."""
    for k in range(np.uint64(len(sets))):
        clear(sets[k])


@helper
def count_more(counts: U64, cells: U64) -> None:
    """Count one more for some cells; set k has the cells with a count of more than k."""
    for word in range(np.uint64(len(cells))):
        more = cells[word]
        for k in range(np.uint64(len(counts))):
            carry = counts[k, word] & more
            counts[k, word] |= more
            more = carry


@helper
def has_fish(
    tables: Tables,
    finding: Finding,
    way: Unsigned,
    digit: Unsigned,
    target: Unsigned,
    size: int,
    kind: int,
) -> bool:
    """Find a fish that removes a target."""
    n, k = np.uint64(len(finding.rows)), np.uint64(size)
    row, column = target // n, target % n
    own, across = (row, column) if way == 0 else (column, row)
    list_needs(tables, finding, way, digit, target)
    fit = np.uint64(0)
    for line in range(n):
        n_needs = popcount64(finding.rows[line])
        fit |= np.uint64(n_needs != 0 and n_needs < k and line != own) << line
    restart_cover(finding)
    while True:
        bases = pick(finding.rows, fit, k, k - BIT, finding)
        if bases == 0:
            return False
        covers = bit_of(across)
        for line in range(n):
            if bases & bit_of(line) != 0:
                covers |= finding.rows[line]
        note_fish(tables, finding, way, digit, bases, covers, kind)
        if is_new(finding):
            return True


@helper
def list_needs(
    tables: Tables, finding: Finding, way: Unsigned, digit: Unsigned, target: Unsigned
) -> None:
    """List for each line the places that the target does not see."""
    rows = finding.rows
    clear(rows)
    n = np.uint64(len(rows))
    row, end = np.uint64(0), n
    for word in range(np.uint64(tables.places.shape[1])):
        rest = tables.places[digit, word] & ~tables.layout.peer_sets[target, word]
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            while cell >= end:
                row += BIT
                end += n
            column = cell + n - end
            if way == 0:
                rows[row] |= bit_of(column)
            else:
                rows[column] |= bit_of(row)


@helper
def note_fish(
    tables: Tables,
    finding: Finding,
    way: Unsigned,
    digit: Unsigned,
    bases: Unsigned,
    covers: Unsigned,
    kind: int,
) -> None:
    """Note what the fish of some base lines removes, if it is of the kind that is asked for."""
    layout, sets = tables.layout, finding.sets
    clear(sets[BODY])
    clear(sets[FINS])
    n_fins, is_thin = np.uint64(0), False
    lines = bases
    while lines != 0:
        house = layout.lines[way, trailing_zeros64(lines)]
        lines &= lines - BIT
        places = tables.pos[house, digit]
        n_fins += popcount64(places & ~covers)
        is_thin |= popcount64(places & covers) < np.uint64(2)
        while places != 0:
            place = trailing_zeros64(places)
            places &= places - BIT
            add(sets[BODY if covers & bit_of(place) != 0 else FINS], layout.houses[house, place])
    if n_fins == 0:
        return
    if is_thin != (kind == SASHIMI):
        finding.cursor[N_OTHERS] += BIT
        return
    clear(sets[LOSERS])
    for line in range(np.uint64(layout.lines.shape[1])):
        house = layout.lines[way, line]
        places = tables.pos[house, digit] & covers
        while places != 0 and bases & bit_of(line) == 0:
            add(sets[LOSERS], layout.houses[house, trailing_zeros64(places)])
            places &= places - BIT
    keep_common_peers(tables, sets[LOSERS], sets[FINS])
    eliminate_digit(tables, finding, digit, sets[LOSERS])
    draw_fish(tables, finding, way, digit, bases, covers)


@helper
def draw_fish(
    tables: Tables,
    finding: Finding,
    way: Unsigned,
    digit: Unsigned,
    bases: Unsigned,
    covers: Unsigned,
) -> None:
    """Draw the lines, the cells in them, and body and fins as nodes."""
    lines, sets = tables.layout.lines, finding.sets
    n = np.uint64(lines.shape[1])
    begin_drawing(finding, bit_of(digit))
    for line in range(n):
        if bases & bit_of(line) != 0:
            draw(finding, HOUSES, lines[way, line])
        if covers & bit_of(line) != 0:
            draw(finding, ACTS_ON, lines[np.uint64(1) - way, line])
    for part in (BODY, FINS):
        draw_cells(finding, CELLS, sets[part], digit, n)
        draw_cells(finding, NODES, sets[part], digit, n)
