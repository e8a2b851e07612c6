"""Simple and multi colouring: strong links of one digit, in two alternating colours.

Of the cells of a cluster, either all of one colour hold the digit or all of the other. *Trap*: a
cell that sees both colours loses it. *Wrap*: two cells of one colour see each other, so that colour
is false. Two clusters: where a colour of one sees a colour of the other, one of the two opposite
colours is true; a colour that sees both colours of another cluster is false.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import add, add_peers, clear, count, meet
from sudoku.techniques.clusters import BY_DIGIT, COLOURS, FIRST, QUEUE, forget_colours, grow
from sudoku.techniques.finding import (
    CELLS,
    NODES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw_cells,
    eliminate_digit,
    forget,
    is_new,
)
from sudoku.techniques.kinds import Colouring
from sudoku.techniques.tables import BIT, SIX, Tables, bit_of

TRAP, WRAP, EITHER, BOTH = map(int, Colouring)
LOSERS = 0
FIRST_CLUSTER, TWO = np.uint64(1), np.uint64(2)
"""From this set on there are four for each cluster: the colours, and what sees any of them."""


@kernel
def find(tables: Tables, finding: Finding, kind: int) -> bool:
    """Find the next thing that a cluster (trap, wrap), or a pair of them (either, both) shows."""
    forget(finding)
    for digit in range(finding.cursor[SPOT], np.uint64(tables.pos.shape[1])):
        come_to(finding, digit)
        n_clusters = list_clusters(tables, finding, digit)
        for k in range(n_clusters):
            if kind in (TRAP, WRAP):
                if shows_alone(tables, finding, kind, digit, k):
                    return True
                continue
            for j in range(n_clusters):
                if j != k and shows_together(tables, finding, kind, digit, k, j):
                    return True
    return False


@helper
def list_clusters(tables: Tables, finding: Finding, digit: Unsigned) -> Unsigned:
    """Write the cells of the clusters of a digit (less 1) into sets, and count the clusters."""
    sets, numbers = finding.sets, finding.numbers
    n, n_clusters = np.uint64(tables.pos.shape[1]), np.uint64(0)
    forget_colours(finding)
    for word in range(np.uint64(tables.places.shape[1])):
        rest = tables.places[digit, word]
        while rest != 0:
            start = ((word << SIX) + trailing_zeros64(rest)) * n + digit
            rest &= rest - BIT
            if numbers[COLOURS, start] != 0:
                continue
            n_found = grow(tables, finding, start, BY_DIGIT)
            if n_found < TWO:
                continue
            at = FIRST_CLUSTER + TWO * TWO * n_clusters
            n_clusters += BIT
            for k in range(TWO * TWO):
                clear(sets[at + k])
            for k in range(n_found):
                candidate = np.uint64(numbers[QUEUE, k])
                is_second = np.uint64(numbers[COLOURS, candidate] != FIRST)
                add(sets[at + is_second], candidate // n)
            for k in range(TWO):
                add_peers(tables, sets[at + TWO + k], sets[at + k])
    return n_clusters


@helper
def shows_alone(
    tables: Tables, finding: Finding, kind: int, digit: Unsigned, cluster: Unsigned
) -> bool:
    """Return whether one cluster shows something."""
    sets = finding.sets
    at = FIRST_CLUSTER + TWO * TWO * cluster
    if count(sets[at]) + count(sets[at + BIT]) == TWO:
        return False  # a link alone: locked candidates
    if kind == TRAP:
        for word in range(np.uint64(sets.shape[1])):
            seen = sets[at + TWO, word] & sets[at + TWO + BIT, word]
            sets[LOSERS, word] = seen & ~(sets[at, word] | sets[at + BIT, word])
        return shows(tables, finding, digit, LOSERS, at, at)
    for k in range(TWO):
        if meet(sets[at + k], sets[at + TWO + k]) and shows(tables, finding, digit, at + k, at, at):
            return True
    return False


@helper
def shows_together(
    tables: Tables, finding: Finding, kind: int, digit: Unsigned, one: Unsigned, other: Unsigned
) -> bool:
    """Return whether two clusters show something."""
    sets = finding.sets
    at, at_2 = FIRST_CLUSTER + TWO * TWO * one, FIRST_CLUSTER + TWO * TWO * other
    clear(sets[LOSERS])
    for k in range(TWO):
        n_met = np.uint64(0)
        for j in range(TWO):
            if meet(sets[at + TWO + k], sets[at_2 + j]):
                n_met += BIT
                for word in range(np.uint64(sets.shape[1])):
                    seen = sets[at + TWO + BIT - k, word] & sets[at_2 + TWO + BIT - j, word]
                    sets[LOSERS, word] |= seen
        is_false = kind == BOTH and n_met == TWO
        if is_false and shows(tables, finding, digit, at + k, at, at_2):
            return True
    return kind == EITHER and shows(tables, finding, digit, LOSERS, at, at_2)


@helper
def shows(
    tables: Tables,
    finding: Finding,
    digit: Unsigned,
    losers: Unsigned,
    at: Unsigned,
    at_2: Unsigned,
) -> bool:
    """Eliminate the digit from a set, draw one or two clusters, and return whether that is new."""
    eliminate_digit(tables, finding, digit, finding.sets[losers])
    if not is_new(finding):
        return False
    begin_drawing(finding, bit_of(digit))
    n = np.uint64(tables.pos.shape[1])
    for k in range(TWO * TWO if at != at_2 else TWO):
        colour = finding.sets[at + k] if k < TWO else finding.sets[at_2 + k - TWO]
        draw_cells(finding, CELLS, colour, digit, n)
        draw_cells(finding, NODES, colour, digit, n)
    return True
