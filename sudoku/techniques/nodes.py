"""The nodes of grouped chains for kernels, and the links between them.

A *node* is a candidate, or several of one digit: its places in the overlap of two houses, or in an
almost locked set. A *strong* link says that one of two nodes is true: two places of a digit in a
house, two digits of a cell, a house's places in two groups, two digits of an almost locked set. A
*weak* link says that not both are. Only candidates or groups with a strong link are nodes.

Complexity: O(nodes * nodes) bits for the links.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import highest_one64, popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel, subroutine
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.statement.layout import HOUSE, Layout
from sudoku.techniques.cellsets import (
    add,
    clear,
    copy,
    count,
    first_cell,
    has,
    is_same,
    is_within,
    keep_common_peers,
)
from sudoku.techniques.finding import Finding, eliminate, eliminate_digit
from sudoku.techniques.locked_sets import LockedSets, eliminate_locked
from sudoku.techniques.tables import BIT, SIX, Tables, bit_of, exclude

N_NODES, START, MET = range(3)
QUEUE, LEVELS, STACK, PATH = range(4)
STRONG, WEAK = range(2)
LEAST_SIZE = 1 << 10
HERE, REST = range(2)
"""Sets of `Finding.sets`: a node about to be made, and the places that are left beside it."""
TWO = np.uint64(2)


class Nodes(NamedTuple):
    """The nodes of a position, and arrays for what follows from one of them being false.

    ======= ======================= =========== ===================================================
    array   shape, dtype            indexed by  holds
    ======= ======================= =========== ===================================================
    sets                                        the almost locked sets
    sizes   (3,), uint64            N_NODES ... how many nodes there are; the node that is supposed
                                                to be false, plus one; how many states follow
    digits  (size,), uint64         node        its digit less 1
    single  (size,), uint64         node        its candidate ``cell * n + digit - 1``, plus one; 0
                                                if it has several
    cells   (size, words), uint64   node        its cells
    sees    (size, words), uint64   node        the candidates of its digit that it rules out
    first   (n_cells * n,), uint64  candidate   a node of which it is the first, plus one
    others  (size,), uint64         node        another node with the same first candidate, plus one
    links   (2, size, size / 64),   STRONG ..., the nodes linked to it, a bit each
            uint64                  node
    reached (2, size / 64), uint64  truth       the nodes that follow, a bit each
    lists   (4, 2 * size), uint64   QUEUE ...   see `sudoku.techniques.grouped_chains`
    ======= ======================= =========== ===================================================
    """

    sets: LockedSets
    sizes: U64
    digits: U64
    single: U64
    cells: U64
    sees: U64
    first: U64
    others: U64
    links: U64
    reached: U64
    lists: U64


def allocate_nodes(layout: Layout, sets: LockedSets, size: int = LEAST_SIZE) -> Nodes:
    """Return empty arrays for a number of nodes, a multiple of 64."""
    (n_cells, words), n = layout.peer_sets.shape, layout.houses.shape[1]
    shapes = (
        (3,),
        (size,),
        (size,),
        (size, words),
        (size, words),
        (n_cells * n,),
        (size,),
        (2, size, size // 64),
        (2, size // 64),
        (4, 2 * size),
    )
    return Nodes(sets, *(np.zeros(shape, dtype=np.uint64) for shape in shapes))


@kernel
def list_nodes(tables: Tables, finding: Finding, nodes: Nodes) -> bool:
    """List and link all nodes; False if they do not fit."""
    clear(nodes.sizes)
    clear(nodes.first)
    link_cells(tables, finding, nodes)
    for house in range(np.uint64(len(tables.left))):
        link_places(tables, finding, nodes, house)
    for number in range(nodes.sets.size[0]):
        link_digits(tables, finding, nodes, number)
    if nodes.sizes[N_NODES] > np.uint64(len(nodes.digits)):
        return False
    for node in range(nodes.sizes[N_NODES]):
        link_weakly(tables, nodes, node)
    return True


@helper
def link_cells(tables: Tables, finding: Finding, nodes: Nodes) -> None:
    """Link the digits of cells that have two."""
    here = finding.sets[HERE]
    for cell in range(np.uint64(len(tables.cand))):
        pair = tables.cand[cell]
        if popcount64(pair) == TWO:
            clear(here)
            add(here, cell)
            one = node_of(tables, nodes, here, trailing_zeros64(pair))
            link(nodes, one, node_of(tables, nodes, here, highest_one64(pair)))


@helper
def link_places(tables: Tables, finding: Finding, nodes: Nodes, house: Unsigned) -> None:
    """Link the places of a digit in the overlap of two houses with its other places in one."""
    sets = tables.layout.house_sets
    here, rest = finding.sets[HERE], finding.sets[REST]
    for digit in range(np.uint64(tables.pos.shape[1])):
        if tables.pos[house, digit] == 0:
            continue
        for other in range(np.uint64(len(sets))):
            for word in range(np.uint64(len(here))):
                places = sets[house, word] & tables.places[digit, word]
                here[word] = places & sets[other, word]
                rest[word] = places & ~sets[other, word]
            if count(here) != 0 and is_group(tables, house, rest):
                one = node_of(tables, nodes, here, digit)
                link(nodes, one, node_of(tables, nodes, rest, digit))


@helper
def is_group(tables: Tables, house: Unsigned, cells: U64) -> bool:
    """Return whether cells of a house are one, or lie in another house, too."""
    n_cells = count(cells)
    if n_cells < TWO:
        return bool(n_cells == BIT)
    layout, cell = tables.layout, first_cell(cells)
    for k in range(layout.first_position[cell], layout.first_position[cell + BIT]):
        other = layout.positions[k, HOUSE]
        if other != house and is_within(cells, layout.house_sets[other]):
            return True
    return False


@helper
def link_digits(tables: Tables, finding: Finding, nodes: Nodes, number: Unsigned) -> None:
    """Link the digits of an almost locked set of several cells."""
    here, members = finding.sets[HERE], finding.numbers[0]
    cells, digits = nodes.sets.cells[number], nodes.sets.digits[number]
    if popcount64(digits) == TWO:
        return
    n_members = np.uint64(0)
    while digits != 0:
        digit = trailing_zeros64(digits)
        digits &= digits - BIT
        for word in range(np.uint64(len(here))):
            here[word] = cells[word] & tables.places[digit, word]
        members[n_members] = node_of(tables, nodes, here, digit)
        for k in range(n_members):
            link(nodes, np.uint64(members[k]), np.uint64(members[n_members]))
        n_members += BIT


@subroutine
def node_of(tables: Tables, nodes: Nodes, cells: U64, digit: Unsigned) -> Unsigned:
    """Return the node of some places of a digit (less 1), which is made if there is none."""
    layout, n = tables.layout, np.uint64(tables.pos.shape[1])
    candidate = first_cell(cells) * n + digit
    number = nodes.first[candidate]
    while number != 0 and not is_same(nodes.cells[number - BIT], cells):
        number = nodes.others[number - BIT]
    if number != 0:
        return number - BIT
    node = nodes.sizes[N_NODES]
    nodes.sizes[N_NODES] += BIT
    if node >= np.uint64(len(nodes.digits)):
        return np.uint64(0)  # the arrays are too small; all nodes will be listed again
    nodes.others[node] = nodes.first[candidate]
    nodes.first[candidate] = node + BIT
    nodes.digits[node] = digit
    nodes.single[node] = candidate + BIT if count(cells) == BIT else np.uint64(0)
    copy(nodes.cells[node], cells)
    copy(nodes.sees[node], tables.places[digit])
    keep_common_peers(tables, nodes.sees[node], cells)
    if nodes.single[node] != 0:
        for k in range(layout.first_weak_link[candidate], layout.first_weak_link[candidate + BIT]):
            if layout.weak_links[k] % n == digit:
                add(nodes.sees[node], layout.weak_links[k] // n)
        for word in range(np.uint64(nodes.sees.shape[1])):
            nodes.sees[node, word] &= tables.places[digit, word]
    clear(nodes.links[STRONG, node])
    clear(nodes.links[WEAK, node])
    return node


@helper
def link(nodes: Nodes, one: Unsigned, other: Unsigned) -> None:
    """Link two nodes strongly."""
    add(nodes.links[STRONG, one], other)
    add(nodes.links[STRONG, other], one)


@helper
def link_weakly(tables: Tables, nodes: Nodes, node: Unsigned) -> None:
    """Link a node weakly with all that it rules out."""
    n, digit = np.uint64(tables.pos.shape[1]), nodes.digits[node]
    linked = nodes.links[WEAK, node]
    for word in range(np.uint64(nodes.sees.shape[1])):
        rest = nodes.sees[node, word]
        while rest != 0:
            other = nodes.first[((word << SIX) + trailing_zeros64(rest)) * n + digit]
            rest &= rest - BIT
            while other != 0:
                if is_within(nodes.cells[other - BIT], nodes.sees[node]):
                    add(linked, other - BIT)
                other = nodes.others[other - BIT]
    if nodes.single[node] != 0:
        candidate, layout = nodes.single[node] - BIT, tables.layout
        cell = candidate // n
        others = tables.cand[cell] & ~bit_of(digit)
        while others != 0:
            add_single(nodes, linked, cell * n + trailing_zeros64(others))
            others &= others - BIT
        for k in range(layout.first_weak_link[candidate], layout.first_weak_link[candidate + BIT]):
            add_single(nodes, linked, np.uint64(layout.weak_links[k]))


@helper
def add_single(nodes: Nodes, linked: U64, candidate: Unsigned) -> None:
    """Put the node that is just one candidate, if there is such a node, into a set."""
    node = nodes.first[candidate]
    while node != 0:
        if nodes.single[node - BIT] != 0:
            add(linked, node - BIT)
        node = nodes.others[node - BIT]


@helper
def rules_out(
    tables: Tables, nodes: Nodes, node: Unsigned, cell: Unsigned, digit: Unsigned
) -> bool:
    """Return whether a candidate (digit less 1) is false if the node is true."""
    if nodes.digits[node] == digit:
        return has(nodes.sees[node], cell)
    if nodes.single[node] == 0:
        return False
    return exclude(tables, nodes.single[node] - BIT, cell * np.uint64(tables.pos.shape[1]) + digit)


@helper
def rule_out_both(
    tables: Tables, finding: Finding, nodes: Nodes, one: Unsigned, other: Unsigned
) -> None:
    """Eliminate what is false whichever of two nodes is true."""
    if nodes.digits[one] == nodes.digits[other]:
        shared = finding.sets[HERE]
        for word in range(np.uint64(len(shared))):
            shared[word] = nodes.sees[one, word] & nodes.sees[other, word]
        eliminate_digit(tables, finding, nodes.digits[one], shared)
    rule_out_beside(tables, finding, nodes, one, other)
    rule_out_beside(tables, finding, nodes, other, one)


@helper
def rule_out_beside(
    tables: Tables, finding: Finding, nodes: Nodes, node: Unsigned, other: Unsigned
) -> None:
    """Eliminate what one candidate excludes beyond its digit, if the other node does so, too."""
    if nodes.single[node] == 0:
        return
    n, layout, candidate = np.uint64(tables.pos.shape[1]), tables.layout, nodes.single[node] - BIT
    for k in range(layout.first_weak_link[candidate], layout.first_weak_link[candidate + BIT]):
        linked = np.uint64(layout.weak_links[k])
        if rules_out(tables, nodes, other, linked // n, linked % n):
            eliminate(tables, finding, linked // n, bit_of(linked % n))
    cell = candidate // n
    digits = tables.cand[cell] & ~bit_of(nodes.digits[node])
    while digits != 0:
        digit = trailing_zeros64(digits)
        digits &= digits - BIT
        if rules_out(tables, nodes, other, cell, digit):
            eliminate(tables, finding, cell, bit_of(digit))


@helper
def rule_out_locked(
    tables: Tables, finding: Finding, nodes: Nodes, one: Unsigned, other: Unsigned
) -> None:
    """Eliminate what almost locked sets do whose strong link has exactly one true end.

    All other digits of such a set are locked in it.
    """
    sets, digit, digit_2 = nodes.sets, nodes.digits[one], nodes.digits[other]
    if digit == digit_2:
        return
    holders, holders_2 = (
        sets.holders[first_cell(nodes.cells[one])],
        sets.holders[first_cell(nodes.cells[other])],
    )
    for word in range((sets.size[0] + np.uint64(63)) >> SIX):
        rest = holders[word] & holders_2[word]
        while rest != 0:
            number = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            if holds(tables, nodes, number, one) and holds(tables, nodes, number, other):
                others = ~(bit_of(digit) | bit_of(digit_2))
                eliminate_locked(tables, finding, sets, number, others)


@helper
def holds(tables: Tables, nodes: Nodes, number: Unsigned, node: Unsigned) -> bool:
    """Return whether a node has just the places of its digit in an almost locked set."""
    digit, outside = nodes.digits[node], np.uint64(0)
    for word in range(np.uint64(nodes.cells.shape[1])):
        places = nodes.sets.cells[number, word] & tables.places[digit, word]
        outside |= places ^ nodes.cells[node, word]
    return bool(outside == 0)
