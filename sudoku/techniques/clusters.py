"""Clusters: candidates connected by strong links, in two alternating colours.

Either all candidates of one colour are true or all of the other. Colouring, Medusa and remote pairs
differ only in the kind of links.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import highest_one64, popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from sudoku.statement.layout import HOUSE
from sudoku.techniques.finding import Finding
from sudoku.techniques.tables import BIT, Tables

BY_DIGIT, BY_STRONG, BY_PAIR = range(3)
"""Links: two places of a digit in a house; these and two candidates of a cell; cells in sight of
each other with the same two candidates, of which the clusters hold the lower one."""
QUEUE, COLOURS = range(2)
"""The rows of `Finding.numbers` for candidates in the order found, and for their colours."""
FIRST, SECOND = np.uint32(1), np.uint32(2)
"""The two colours; 0 stands for none."""


@helper
def forget_colours(finding: Finding) -> None:
    """Remove all colours."""
    for candidate in range(len(finding.numbers[COLOURS])):
        finding.numbers[COLOURS, candidate] = 0


@helper
def grow(tables: Tables, finding: Finding, start: Unsigned, links: int) -> Unsigned:
    """Colour the cluster of a candidate (``cell * n + digit - 1``), and count it.

    Return 0 if that cannot be coloured: then there is no solution, or two cells of a remote pair
    have been found to exclude each other, as easier techniques find as well.
    """
    queue, colours = finding.numbers[QUEUE], finding.numbers[COLOURS]
    n = np.uint64(tables.pos.shape[1])
    queue[0] = start
    colours[start] = FIRST
    n_found, is_proper, at = np.uint64(1), True, np.uint64(0)
    while at < n_found:
        candidate = np.uint64(queue[at])
        at += BIT
        cell, digit = candidate // n, candidate % n
        other_colour = FIRST + SECOND - colours[candidate]
        if links == BY_PAIR:
            for k in range(tables.layout.first_peer[cell], tables.layout.first_peer[cell + BIT]):
                peer = tables.layout.peers[k]
                if tables.cand[peer] == tables.cand[cell]:
                    other = np.uint64(peer) * n + digit
                    n_found, is_apt = reach(finding, other, other_colour, n_found)
                    is_proper &= is_apt
            continue
        for k in range(
            tables.layout.first_position[cell], tables.layout.first_position[cell + BIT]
        ):
            house = tables.layout.positions[k, HOUSE]
            both = tables.pos[house, digit]
            if popcount64(both) == np.uint64(2):
                cells = tables.layout.houses[house]
                one, two = cells[trailing_zeros64(both)], cells[highest_one64(both)]
                other = np.uint64(two if one == cell else one) * n + digit
                n_found, is_apt = reach(finding, other, other_colour, n_found)
                is_proper &= is_apt
        if links == BY_STRONG and popcount64(tables.cand[cell]) == np.uint64(2):
            other = cell * n + trailing_zeros64(tables.cand[cell] & ~(BIT << digit))
            n_found, is_apt = reach(finding, other, other_colour, n_found)
            is_proper &= is_apt
    return n_found if is_proper else np.uint64(0)


@helper
def reach(
    finding: Finding, candidate: Unsigned, colour: Unsigned, n_found: Unsigned
) -> tuple[Unsigned, bool]:
    """Colour a candidate that has no colour; return how many have one, and if this one fits."""
    colours = finding.numbers[COLOURS]
    if colours[candidate] == 0:
        colours[candidate] = colour
        finding.numbers[QUEUE, n_found] = candidate
        return n_found + BIT, True
    return n_found, bool(colours[candidate] == colour)
