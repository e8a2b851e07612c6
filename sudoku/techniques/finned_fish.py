"""Finned and sashimi fish of lines: an X-wing, swordfish or jellyfish with some places too many.

A digit of k base lines lies in k cover lines, or in the *fins*. If no fin is true it is a fish, so
cells of the cover lines that see all fins lose the digit. A *sashimi* fish has a base line with one
place left beside the fins. For other houses than lines see `sudoku.techniques.mixed_fish`.
"""

import numpy as np

from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import Unsigned
from sudoku.techniques.cellsets import add, clear, keep_common_peers
from sudoku.techniques.finding import (
    ACTS_ON,
    CELLS,
    HOUSES,
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
)
from sudoku.techniques.kinds import Fins
from sudoku.techniques.tables import BIT, SIX, Tables, bit_of, sees

__all__ = ["find"]

BODY, FINS, LOSERS = range(3)
SASHIMI = int(Fins.SASHIMI)


@kernel
def find(tables: Tables, finding: Finding, size: int, kind: int) -> bool:
    """Find the next fish with this number of base lines.

    Everything that a target sees may be a fin. So for each place of the digit the search is for
    base lines whose other places lie in so few cover lines that one more takes the target, too.
    """
    forget(finding)
    n = np.uint64(tables.layout.lines.shape[1])
    for spot in range(finding.cursor[SPOT], np.uint64(2) * n):
        come_to(finding, spot)
        way, digit = spot // n, spot % n
        for word in range(np.uint64(tables.places.shape[1])):
            rest = tables.places[digit, word]
            while rest != 0:
                target = (word << SIX) + trailing_zeros64(rest)
                rest &= rest - BIT
                if has_fish(tables, finding, way, digit, target, size, kind):
                    return True
    return False


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
    """Find a fish that removes a target: lines are picked in ascending order, none too many."""
    picked, unions, rows = finding.picked, finding.unions, finding.rows
    n, k = np.uint64(len(rows)), np.uint64(size)
    across = target % n if way == 0 else target // n
    list_needs(tables, finding, way, digit, target, across, k)
    depth = np.uint64(0)
    picked[0] = 0
    unions[0] = 0
    while True:
        line = picked[depth]
        if line == n:
            if depth == 0:
                return False
            depth -= BIT
        elif rows[line] != 0:
            union = unions[depth] | rows[line]
            n_covers = popcount64(union)
            if depth + BIT < k and n_covers < k:
                depth += BIT
                picked[depth] = line + BIT
                unions[depth] = union
                continue
            if depth + BIT == k and n_covers + BIT == k:
                note_fish(tables, finding, way, digit, depth, union | bit_of(across), kind)
                if is_new(finding):
                    return True
        picked[depth] += BIT


@helper
def list_needs(
    tables: Tables,
    finding: Finding,
    way: Unsigned,
    digit: Unsigned,
    target: Unsigned,
    across: Unsigned,
    k: Unsigned,
) -> None:
    """List for each line the places that the target does not see, nor has in its cover line.

    No places for a line that cannot be a base.
    """
    layout = tables.layout
    n = np.uint64(layout.lines.shape[1])
    own = target // n if way == 0 else target % n
    for line in range(n):
        house = layout.lines[way, line]
        places = tables.pos[house, digit] & ~bit_of(across)
        need = np.uint64(0)
        while places != 0 and line != own:
            place = trailing_zeros64(places)
            places &= places - BIT
            if not sees(tables, target, layout.houses[house, place]):
                need |= bit_of(place)
        finding.rows[line] = need if popcount64(need) < k else np.uint64(0)


@helper
def note_fish(
    tables: Tables,
    finding: Finding,
    way: Unsigned,
    digit: Unsigned,
    depth: Unsigned,
    covers: Unsigned,
    kind: int,
) -> None:
    """Note what the fish of the lines picked removes, if it is of the kind that is asked for."""
    layout, sets = tables.layout, finding.sets
    clear(sets[BODY])
    clear(sets[FINS])
    bases = np.uint64(0)
    n_fins, is_thin = np.uint64(0), False
    for k in range(depth + BIT):
        house = layout.lines[way, finding.picked[k]]
        places = tables.pos[house, digit]
        bases |= bit_of(finding.picked[k])
        n_fins += popcount64(places & ~covers)
        is_thin |= popcount64(places & covers) < np.uint64(2)
        while places != 0:
            place = trailing_zeros64(places)
            places &= places - BIT
            add(sets[BODY if covers & bit_of(place) != 0 else FINS], layout.houses[house, place])
    if n_fins == 0 or is_thin != (kind == SASHIMI):
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
