"""Skyscraper, two-string kite, turbot fish: two strong links of one digit, joined by their ends.

Two houses have two places each for the digit. An end of one sees an end of the other, so not both
of these hold it, and one of the two other ends does: cells that see both of those lose it.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from exactcover.runtime.kernels.bits import highest_one64, popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.statement.layout import HOUSE, OTHER
from sudoku.techniques.cellsets import copy, keep_peers
from sudoku.techniques.finding import (
    ACTS_ON,
    HOUSES,
    N_ELIMINATED,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    draw_link,
    eliminate_digit,
    forget,
    is_new,
)
from sudoku.techniques.kinds import Turbot
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of, lies_in, sees

SKYSCRAPER, KITE, ANY = map(int, Turbot)
SEEN = 0


@kernel
def find(tables: Tables, finding: Finding, kind: int) -> bool:
    """Find the next pair of links of a kind."""
    forget(finding)
    n = np.uint64(tables.pos.shape[1])
    ways, links = tables.layout.ways, finding.numbers[0]
    for digit in range(finding.cursor[SPOT], n):
        come_to(finding, digit)
        n_links = list_links(tables, finding, digit)
        for i in range(n_links):
            for j in range(i + BIT, n_links):
                if fits(kind, ways[links[i]], ways[links[j]]) and is_joined(
                    tables, finding, kind, digit, links[i], links[j]
                ):
                    return True
    return False


@helper
def list_links(tables: Tables, finding: Finding, digit: Unsigned) -> Unsigned:
    """List the houses with two places for a digit (less 1), and count them."""
    n_links = np.uint64(0)
    for house in range(np.uint64(len(tables.left))):
        if popcount64(tables.pos[house, digit]) == np.uint64(2):
            finding.numbers[0, n_links] = house
            n_links += BIT
    return n_links


@helper
def fits(kind: int, way: Unsigned, other: Unsigned) -> bool:
    """Return whether the houses of two links are of the types that the kind requires."""
    is_lines = bool(way != OTHER and other != OTHER)
    return kind == ANY or (is_lines and (way == other) == (kind == SKYSCRAPER))


@helper
def ends_of(tables: Tables, house: Unsigned, digit: Unsigned) -> tuple[Unsigned, Unsigned]:
    """Return the two cells of a link."""
    cells, both = tables.layout.houses[house], tables.pos[house, digit]
    return cells[trailing_zeros64(both)], cells[highest_one64(both)]


@helper
def is_joined(
    tables: Tables, finding: Finding, kind: int, digit: Unsigned, house: Unsigned, other: Unsigned
) -> bool:
    """Return whether an end of one link sees an end of the other, and note what follows."""
    a, b = ends_of(tables, house, digit)
    c, d = ends_of(tables, other, digit)
    if a in (c, d) or b in (c, d):
        return False
    # For each link, the end that sees the other link, and the other end.
    for near, far in ((a, b), (b, a)):
        for near_2, far_2 in ((c, d), (d, c)):
            if not sees(tables, near, near_2):
                continue
            seen = finding.sets[SEEN]
            copy(seen, tables.layout.peer_sets[far])
            keep_peers(tables, seen, far_2)
            eliminate_digit(tables, finding, digit, seen)
            if finding.sizes[N_ELIMINATED] == 0:
                continue
            begin_drawing(finding, bit_of(digit))
            if not draw_joints(tables, finding, kind, near, near_2):
                forget(finding)
            if is_new(finding):
                draw(finding, HOUSES, house)
                draw(finding, HOUSES, other)
                n = np.uint64(tables.pos.shape[1])
                for cell in (far, near, near_2, far_2):
                    draw_link(finding, cell, digit, n)
                return True
    return False


@helper
def draw_joints(
    tables: Tables, finding: Finding, kind: int, near: Unsigned, near_2: Unsigned
) -> bool:
    """Draw the houses of the kind in which the near ends see each other; return whether any."""
    layout, is_any = tables.layout, False
    for k in range(layout.first_position[near], layout.first_position[near + ONE]):
        house = layout.positions[k, HOUSE]
        is_line = layout.ways[house] != OTHER
        is_apt = kind == ANY or is_line == (kind == SKYSCRAPER)
        if is_apt and lies_in(layout, near_2, house):
            draw(finding, ACTS_ON, house)
            is_any = True
    return is_any


def dual_steps(position: Position) -> Deductions:
    """Yield pairs of two-string kites in the same box: of one digit, or on the same lines."""
    kites = list(position.found(find, KITE))
    for one, other in combinations(kites, 2):
        is_pair = one.digits == other.digits or one.houses == other.houses
        if is_pair and one.acts_on == other.acts_on:
            eliminated = one.eliminated | other.eliminated
            if eliminated not in (one.eliminated, other.eliminated):
                houses = tuple(dict.fromkeys(one.houses + other.houses))
                digits, cells = one.digits | other.digits, one.cells | other.cells
                yield Deduction(eliminated, 0, digits, cells, houses, one.acts_on)
