"""`Links`: the arrays of a problem for the engines, built once and never changed."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial, wraps
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import ONCE
from exactcover.problem.costs import Costs
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.limits import stop_if_due

Made = TypeVar("Made")

END = np.uint32(0xFFFFFFFF)
"""The mark in `Links.item_of` after the last node of every option."""

PIECE = 1 << 18
"""The number of nodes in a piece of work, some 20 ms; between two pieces limits are checked."""
MAX_NODES = 1 << 24
"""The upper bound of sizes and nodes; engines store flags in the bits above."""


class Links(NamedTuple):
    """The options as nodes, and the items as blocks of nodes.

    A node is one item of one option. The nodes of an option are adjacent, and END follows the last
    one. An item's block lists its nodes, in the order of the options.

    ============ ============= ============ =====================================================
    array        shape, uint32 indexed by   holds
    ============ ============= ============ =====================================================
    item_of      (n_nodes,)    node         its item (ITM in TAOCP), END after each option
    colour_of    (n_nodes,)    node         its colour (CLR), 0 = none
    first_of     (n_nodes,)    node         the first node of its option
    option_of    (n_nodes,)    node         its option's index in the problem
    node_of      (n_options,)  option       its first node
    start        (n_items,)    item         the first place of its block
    size         (n_items,)    item         the number of nodes in its block (SIZE)
    block        (n_blocks,)   place        the nodes of all blocks (SET)
    place        (n_nodes,)    node         its place in `block` (LOC); 0 for END nodes
    low, high    (n_primary,)  item         its bounds: the least and most covers
    unit_of      (n_nodes,)    node         how many units of its item it covers; empty if all
                                            cover one
    ============ ============= ============ =====================================================

    All indices are unsigned: for signed indices Numba handles negative values, which made the same
    kernel 1.3 to 3 times slower. The n_primary primary items come first. `costs` are those of the
    problem. No solution has more than `depth` options. `is_shuffled` says whether options and items
    stand in a random order.
    """

    item_of: U32
    colour_of: U32
    first_of: U32
    option_of: U32
    node_of: U32
    start: U32
    size: U32
    block: U32
    place: U32
    low: U32
    high: U32
    unit_of: U32
    costs: Costs
    n_primary: int
    depth: int
    is_shuffled: bool

    @property
    def n_items(self) -> int:
        """The number of items."""
        return len(self.start)


def build(problem: Problem, rng: np.random.Generator | None = None) -> Links:
    """Return the arrays of a problem; with `rng`, its options and items are in random order.

    The time is linear in the number of nodes.
    """
    if problem.n_nodes + problem.n_options >= MAX_NODES:
        raise ProblemError(
            f"{problem.n_nodes} nodes in {problem.n_options} options: the engines take fewer than "
            f"{MAX_NODES} together"
        )
    stop_if_due()
    lengths = np.diff(problem.incidence.starts)
    option_order = item_number = None
    size = problem.sizes
    if rng is not None:
        option_order = rng.permutation(problem.n_options)
        item_number = _shuffle_items(problem, rng)
        lengths = lengths[option_order]
        size = size[np.argsort(item_number)]
    # Each option needs one node more than its length, for END.
    first = np.cumsum(lengths + 1) - (lengths + 1)
    n_nodes = problem.n_nodes + problem.n_options
    nodes = Nodes(
        np.full(n_nodes, END, dtype=np.uint32),
        np.zeros(n_nodes, dtype=np.uint32),
        np.empty(n_nodes, dtype=np.uint32),
        np.empty(n_nodes, dtype=np.uint32),
        np.empty(problem.n_nodes, dtype=np.uint32),
        np.zeros(n_nodes, dtype=np.uint32),
    )
    start = np.cumsum(size) - size
    free = start.copy()
    n_piece = max(PIECE, problem.n_items)
    ends = np.searchsorted(first, np.arange(n_piece, n_nodes, n_piece)).tolist()
    for begin, end in pairwise([0, *ends, problem.n_options]):
        stop_if_due()
        options = np.arange(begin, end) if option_order is None else option_order[begin:end]
        _lay_out(problem, options, item_number, first[begin:end], nodes, free)
    low, high = _bounds(problem, item_number)
    node_of = first if option_order is None else first[np.argsort(option_order)]
    return Links(
        *nodes[:4],
        node_of.astype(np.uint32),
        start.astype(np.uint32),
        size.astype(np.uint32),
        *nodes[4:],
        low,
        high,
        _units(problem, node_of),
        problem.costs,
        problem.n_primary,
        min(int(high.sum()) // _fewest_primaries(problem), problem.n_options),
        rng is not None,
    )


class Nodes(NamedTuple):
    """The arrays of `Links` that are indexed by nodes and places."""

    item_of: U32
    colour_of: U32
    first_of: U32
    option_of: U32
    block: U32
    place: U32


def _lay_out(
    problem: Problem,
    options: NDArray[np.int64],
    item_number: NDArray[np.int64] | None,
    first: NDArray[np.int64],
    nodes: Nodes,
    free: NDArray[np.int64],
) -> None:
    """Write the nodes of some options; `free` is the next free place of each item's block."""
    if not len(options):
        return
    starts, members, colours = problem.incidence
    begin = starts[options]
    lengths = starts[options + 1] - begin
    if item_number is None:
        source: Any = slice(begin[0], begin[-1] + lengths[-1])
        item = members[source]
    else:
        source = ranges(begin, lengths)
        item = item_number[members[source]]
    shift = first - (np.cumsum(lengths) - lengths)
    node = np.arange(len(item)) + np.repeat(shift, lengths)
    nodes.item_of[node] = item
    nodes.colour_of[node] = colours[source]
    span = slice(first[0], first[-1] + lengths[-1] + 1)
    nodes.first_of[span] = np.repeat(first, lengths + 1)
    nodes.option_of[span] = np.repeat(options, lengths + 1)
    by_item = _by_item(item, problem.n_items)
    n_new = np.bincount(item, minlength=problem.n_items)
    node = node[by_item]
    place = np.arange(len(node)) + np.repeat(free - (np.cumsum(n_new) - n_new), n_new)
    nodes.block[place] = node
    nodes.place[node] = place
    free += n_new


def _by_item(item: NDArray[Any], n_items: int) -> NDArray[np.int64]:
    """Return the places of the nodes, item by item.

    NumPy sorts numbers of 16 bits by radix, in a tenth of the time; larger ones take two steps.
    """
    by_low = np.argsort(item.astype(np.uint16), kind="stable")
    if n_items <= 1 << 16:
        return by_low
    return by_low[np.argsort((item[by_low] >> 16).astype(np.uint16), kind="stable")]


def ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the concatenation of ranges of numbers."""
    shifts = starts - (np.cumsum(lengths) - lengths)
    return np.repeat(shifts, lengths) + np.arange(int(lengths.sum()))


def _bounds(
    problem: Problem, item_number: NDArray[np.int64] | None
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the bounds of the items, limited to one more than all options cover."""
    limits = problem.units.tolist() if problem.has_multiplicities else None
    low = np.ones(problem.n_primary, dtype=np.uint32)
    high = low.copy()
    for number, item in enumerate(problem.primary) if problem.has_bounds else ():
        least, most = problem.bounds.get(item, ONCE)
        place = number if item_number is None else item_number[number]
        limit = problem.n_options + 1 if limits is None else limits[number] + 1
        low[place] = min(least, limit)
        high[place] = min(most, limit)
    return low, high


def _units(problem: Problem, node_of: NDArray[np.int64]) -> U32:
    """Return how many units of its item each node covers; nothing if each covers one."""
    if not problem.has_multiplicities:
        return np.zeros(0, dtype=np.uint32)
    units = np.ones(problem.n_nodes + problem.n_options, dtype=np.uint32)
    owners = problem.incidence.owners()
    place = np.arange(problem.n_nodes) - problem.incidence.starts[owners]
    units[node_of[owners] + place] = problem.multiplicities
    return units


def _fewest_primaries(problem: Problem) -> int:
    """Return the least number of primary items in an option, at least 1."""
    if not problem.n_options:
        return 1
    starts, members, _ = problem.incidence
    return max(1, int(np.add.reduceat(members < problem.n_primary, starts[:-1]).min()))


def _shuffle_items(problem: Problem, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random numbering of the primary items, so that ties are broken randomly."""
    shuffled = np.arange(problem.n_items)
    shuffled[: problem.n_primary] = rng.permutation(problem.n_primary)
    return shuffled


def cached_per_links(make: Callable[[Links], Made]) -> Callable[[Links], Made]:
    """Cache the results of a function of `Links` as long as the links exist.

    A named tuple cannot have weak references, but its arrays can.
    """
    known: dict[int, tuple[weakref.ref[U32], Made]] = {}

    @wraps(make)
    def found(links: Links) -> Made:
        key = id(links.block)
        if key not in known:
            # Called when the array is deleted, before another object can get its id. `partial` runs
            # no code of Python, so Ctrl-C cannot fall into it and be lost.
            forget = weakref.ref(links.block, partial(known.pop, key))
            known[key] = forget, make(links)
        return known[key][1]

    return found
