"""Empty rectangle: a digit's places in a box lie on two crossing lines.

A strong link elsewhere ends on one of the lines. If its near end holds the digit, the box has it on
the other line; so it is there, or at the far end, and cells that see all of these lose it.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.statement.layout import HOUSE, OTHER
from sudoku.techniques.cellsets import copy, first_cell, has, is_within, keep_common_peers, meet
from sudoku.techniques.finding import (
    ACTS_ON,
    CELLS,
    HOUSES,
    N_ELIMINATED,
    NODES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    draw_cells,
    draw_link,
    eliminate_digit,
    forget,
    is_new,
)
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.tables import Tables, bit_of
from sudoku.techniques.turbot import ends_of, list_links

INSIDE, ON_LINE, REST, SEEN = range(4)


@kernel
def find(tables: Tables, finding: Finding) -> bool:
    """Find the next one, digit by digit."""
    forget(finding)
    ways = tables.layout.ways
    n_houses = np.uint64(len(ways))
    for digit in range(finding.cursor[SPOT], np.uint64(tables.pos.shape[1])):
        come_to(finding, digit)
        n_links = list_links(tables, finding, digit)
        for box in range(n_houses if n_links != 0 else np.uint64(0)):
            # With fewer than two places, no place is off the line.
            if ways[box] != OTHER or popcount64(tables.pos[box, digit]) < np.uint64(2):
                continue
            list_inside(tables, finding, digit, box)
            for line in range(n_houses):
                if ways[line] == OTHER or not lies_on_two(tables, finding, line):
                    continue
                for k in range(n_links):
                    note(tables, finding, digit, box, line, finding.numbers[0, k])
                    if is_new(finding):
                        return True
    return False


@helper
def list_inside(tables: Tables, finding: Finding, digit: Unsigned, box: Unsigned) -> None:
    """Note the places of a digit in a box."""
    for word in range(np.uint64(tables.places.shape[1])):
        inside = tables.places[digit, word] & tables.layout.house_sets[box, word]
        finding.sets[INSIDE, word] = inside


@helper
def lies_on_two(tables: Tables, finding: Finding, line: Unsigned) -> bool:
    """Return whether the places in a box lie on a line and, all others, on one that crosses it."""
    layout, sets = tables.layout, finding.sets
    if not meet(sets[INSIDE], layout.house_sets[line]) or is_within(
        sets[INSIDE], layout.house_sets[line]
    ):
        return False
    for word in range(np.uint64(tables.places.shape[1])):
        sets[ON_LINE, word] = sets[INSIDE, word] & layout.house_sets[line, word]
        sets[REST, word] = sets[INSIDE, word] & ~layout.house_sets[line, word]
    first = first_cell(sets[REST])
    for k in range(layout.first_position[first], layout.first_position[first + np.uint64(1)]):
        house = layout.positions[k, HOUSE]
        is_across = layout.ways[house] != OTHER and layout.ways[house] != layout.ways[line]
        if is_across and is_within(sets[REST], layout.house_sets[house]):
            return True
    return False


@helper
def note(
    tables: Tables,
    finding: Finding,
    digit: Unsigned,
    box: Unsigned,
    line: Unsigned,
    house: Unsigned,
) -> None:
    """Note what follows from a link elsewhere, one end of which is on the line."""
    sets = finding.sets
    a, b = ends_of(tables, house, digit)
    on_line = tables.layout.house_sets[line]
    if has(on_line, a) == has(on_line, b) or has(sets[INSIDE], a) or has(sets[INSIDE], b):
        return
    near, far = (a, b) if has(on_line, a) else (b, a)
    copy(sets[SEEN], tables.layout.peer_sets[far])
    keep_common_peers(tables, sets[SEEN], sets[REST])
    eliminate_digit(tables, finding, digit, sets[SEEN])
    if finding.sizes[N_ELIMINATED] == 0:
        return
    n = np.uint64(tables.pos.shape[1])
    begin_drawing(finding, bit_of(digit))
    draw(finding, HOUSES, box)
    draw(finding, HOUSES, house)
    draw(finding, ACTS_ON, line)
    draw_cells(finding, CELLS, sets[INSIDE], digit, n)
    for cell in (far, near):
        draw_link(finding, cell, digit, n)
    draw_cells(finding, NODES, sets[ON_LINE], digit, n)
    draw_cells(finding, NODES, sets[REST], digit, n)


def dual_steps(position: Position) -> Deductions:
    """Yield pairs of empty rectangles of the same digit in the same box."""
    for one, other in combinations(list(position.found(find)), 2):
        if one.houses[0] == other.houses[0] and one.digits == other.digits:
            eliminated = one.eliminated | other.eliminated
            if eliminated not in (one.eliminated, other.eliminated):
                houses = (*one.houses, other.houses[1])
                lines = one.acts_on + other.acts_on
                yield Deduction(eliminated, 0, one.digits, one.cells | other.cells, houses, lines)
