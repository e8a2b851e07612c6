"""The quadruply linked list of dancing links, and its steps: cover, hide, purify and their reverse.

The list has a root, a header for each item, and a node for each item of an option. A removed node
keeps its own links, so that it can be put back in reverse order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, Unsigned

ONE = np.uint32(1)
ROOT = np.uint32(0)
AGREES = np.uint32(0xFFFFFFFF)
"""The colour of a node whose item has its colour by a choice: the option cannot clash there."""

# The places of `Grid.position`.
PHASE, DEPTH, GIVEN, NODES, UPDATES, SOLUTIONS = range(6)
# The columns of `Grid.levels`.
ITEM, NODE, TRIED, SIZE = range(4)

CHANGING = ("left", "right", "up", "down", "colour", "size", "levels", "position")
"""The arrays of `Grid` that the kernels change."""


class Grid(NamedTuple):
    """The position of a search.

    ========= ================== =========== ================================================
    array     shape              indexed by  holds
    ========= ================== =========== ================================================
    left      (n_nodes,)         node        the node before it in its option; of a header, the
                                             header of the item before it
    right     (n_nodes,)         node        the node after it, likewise
    up        (n_nodes,)         node        the node above it in the column of its item
    down      (n_nodes,)         node        the node below it
    item      (n_nodes,)         node        the header of its item
    colour    (n_nodes,)         node        its colour; 0 for none; or `AGREES`
    option    (n_nodes,)         node        the index of its option
    size      (n_items + 1,)     header      the number of nodes in its column
    levels    (depth + 1, 4)     level       ITEM, NODE: the item branched on, and the node of the
                                             option chosen; TRIED: the options tried before it, of
                                             SIZE
    position  (6,), uint64       PHASE ...   the state of the search, and its counters
    ========= ================== =========== ================================================

    All but `position` are uint32. Node 0 is the root, nodes 1 to n_items are the headers. All four
    lists are circular; only headers of primary items are in the list of the root.
    """

    left: U32
    right: U32
    up: U32
    down: U32
    item: U32
    colour: U32
    option: U32
    size: U32
    levels: U32
    position: NDArray[np.uint64]


def lay_out(links: Links) -> Grid:
    """Return the linked list of a problem; in a time linear in its nodes."""
    own = np.flatnonzero(links.item_of != END)
    n_headers = links.n_items + 1
    n_nodes = n_headers + len(own)
    numbers = np.arange(n_nodes, dtype=np.uint32)
    item, colour, option = (np.zeros(n_nodes, dtype=np.uint32) for _ in range(3))
    item[:n_headers] = numbers[:n_headers]
    item[n_headers:] = links.item_of[own] + 1
    colour[n_headers:] = links.colour_of[own]
    option[n_headers:] = links.option_of[own]
    grid = Grid(
        numbers.copy(),
        numbers.copy(),
        numbers.copy(),
        numbers.copy(),
        item,
        colour,
        option,
        np.concatenate([np.zeros(1, dtype=np.uint32), links.size]),
        np.zeros((links.depth + 1, 4), dtype=np.uint32),
        np.zeros(6, dtype=np.uint64),
    )
    _link(grid.left, grid.right, numbers[: links.n_primary + 1], np.zeros(links.n_primary + 1))
    _link(grid.left, grid.right, numbers[n_headers:], links.first_of[own])
    # Of the nodes of an item, the header has the least number and comes first.
    by_item = np.argsort(item[1:], kind="stable") + 1
    _link(grid.up, grid.down, numbers[by_item], item[by_item])
    return grid


def _link(before: U32, after: U32, nodes: U32, rings: NDArray[np.generic]) -> None:
    """Link nodes to circular lists, one for each run of equal numbers in `rings`."""
    if not len(nodes):
        return
    starts = np.flatnonzero(np.r_[True, rings[1:] != rings[:-1]])
    ends = np.r_[starts[1:], len(nodes)] - 1
    after[nodes[:-1]] = nodes[1:]
    before[nodes[1:]] = nodes[:-1]
    after[nodes[ends]] = nodes[starts]
    before[nodes[starts]] = nodes[ends]


def first_nodes(links: Links, options: Sequence[int]) -> U32:
    """Return the first node of each option."""
    n_ends = np.searchsorted(np.flatnonzero(links.item_of == END), links.node_of[options])
    return (links.n_items + 1 + links.node_of[options] - n_ends).astype(np.uint32)


@helper
def cover(grid: Grid, item: Unsigned) -> None:
    """Remove an item from the list of items, and its options from all other columns."""
    node = grid.down[item]
    while node != item:
        hide(grid, node)
        node = grid.down[node]
    before, after = grid.left[item], grid.right[item]
    grid.right[before] = after
    grid.left[after] = before


@helper
def uncover(grid: Grid, item: Unsigned) -> None:
    """Undo `cover`."""
    before, after = grid.left[item], grid.right[item]
    grid.right[before] = item
    grid.left[after] = item
    node = grid.up[item]
    while node != item:
        unhide(grid, node)
        node = grid.up[node]


@helper
def hide(grid: Grid, node: Unsigned) -> None:
    """Remove the other nodes of the option of `node` from their columns."""
    updates = np.uint64(0)
    other = grid.right[node]
    while other != node:
        if grid.colour[other] != AGREES:
            above, below = grid.up[other], grid.down[other]
            grid.down[above] = below
            grid.up[below] = above
            grid.size[grid.item[other]] -= ONE
        updates += np.uint64(1)
        other = grid.right[other]
    grid.position[UPDATES] += updates


@helper
def unhide(grid: Grid, node: Unsigned) -> None:
    """Undo `hide`."""
    other = grid.left[node]
    while other != node:
        if grid.colour[other] != AGREES:
            grid.down[grid.up[other]] = other
            grid.up[grid.down[other]] = other
            grid.size[grid.item[other]] += ONE
        other = grid.left[other]


@helper
def purify(grid: Grid, node: Unsigned) -> None:
    """Give the item of `node` its colour: hide the options that have another colour there."""
    item, colour = grid.item[node], grid.colour[node]
    other = grid.down[item]
    while other != item:
        if grid.colour[other] == colour:
            grid.colour[other] = AGREES
        else:
            hide(grid, other)
        other = grid.down[other]


@helper
def unpurify(grid: Grid, node: Unsigned) -> None:
    """Undo `purify`."""
    item, colour = grid.item[node], grid.colour[node]
    other = grid.up[item]
    while other != item:
        if grid.colour[other] == AGREES:
            grid.colour[other] = colour
        else:
            unhide(grid, other)
        other = grid.up[other]


@helper
def commit(grid: Grid, node: Unsigned) -> None:
    """Cover or purify all other items of the option of `node`."""
    other = grid.right[node]
    while other != node:
        if grid.colour[other] == 0:
            cover(grid, grid.item[other])
        elif grid.colour[other] != AGREES:
            purify(grid, other)
        other = grid.right[other]


@helper
def uncommit(grid: Grid, node: Unsigned) -> None:
    """Undo `commit`."""
    other = grid.left[node]
    while other != node:
        if grid.colour[other] == 0:
            uncover(grid, grid.item[other])
        elif grid.colour[other] != AGREES:
            unpurify(grid, other)
        other = grid.left[other]


@helper
def smallest(grid: Grid) -> Unsigned:
    """Return the header of the primary item with the fewest options, the first of them; or ROOT."""
    best = grid.right[ROOT]
    item = best
    while item != ROOT:
        if grid.size[item] < grid.size[best]:
            best = item
        item = grid.right[item]
    return best
