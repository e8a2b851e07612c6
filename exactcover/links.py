"""How a problem is laid out for the engines: flat arrays, built once and never changed."""

import weakref
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from exactcover.bounds import ONCE
from exactcover.costs import Costs
from exactcover.errors import ProblemError
from exactcover.problem import Problem

Made = TypeVar("Made")
U32 = NDArray[np.uint32]
Unsigned = Any
"""What kernels call their indices: an unsigned integer of NumPy or of the machine."""

END = np.uint32(0xFFFFFFFF)
"""Stands in `Links.item_of` behind the last node of every option."""

MAX_NODES = 1 << 24
"""Sizes and nodes stay below this; engines keep flags in the bits above it."""


class Links(NamedTuple):
    """The options as nodes, and the items as blocks of nodes.

    A node is one item of one option. The nodes of an option stand side by side and END follows the
    last one. An item's block lists its nodes, in the order of the options.

    ============ ============= ============ =====================================================
    array        shape, uint32 indexed by   holds
    ============ ============= ============ =====================================================
    item_of      (n_nodes,)    node         its item (ITM in TAOCP), END behind each option
    colour_of    (n_nodes,)    node         its colour (CLR), 0 = none
    first_of     (n_nodes,)    node         the first node of its option
    option_of    (n_nodes,)    node         its option's index in the problem
    node_of      (n_options,)  option       its first node
    start        (n_items,)    item         where its block begins
    size         (n_items,)    item         how many nodes its block has (SIZE)
    block        (n_blocks,)   place        the nodes of all blocks (SET)
    place        (n_nodes,)    node         where in `block` it stands (LOC); 0 for END nodes
    low, high    (n_primary,)  item         how often it is to be covered, at least and at most
    ============ ============= ============ =====================================================

    All indices are unsigned: Numba guards signed ones against being negative, which made the same
    kernel 1.3 to 3 times slower. The n_primary primary items come first. `costs` are the problem's
    own. No solution has more than `depth` options.
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
    costs: Costs
    n_primary: int
    depth: int

    @property
    def n_items(self) -> int:
        """How many items there are."""
        return len(self.start)


def build(problem: Problem, rng: np.random.Generator | None = None) -> Links:
    """Lay a problem out; with `rng`, its options and items in random order.

    The time is linear in the number of nodes (but for sorting them by item).
    """
    if problem.n_nodes + problem.n_options >= MAX_NODES:
        raise ProblemError(
            f"{problem.n_nodes} nodes in {problem.n_options} options: the engines take fewer than "
            f"{MAX_NODES} together"
        )
    starts, members, colours = problem.incidence
    option_order = np.arange(problem.n_options)
    item_number = np.arange(problem.n_items)
    lengths = np.diff(starts)
    if rng is not None:
        option_order = rng.permutation(problem.n_options)
        item_number = _shuffle_items(problem, rng)
        lengths = lengths[option_order]
        source = ranges(starts[option_order], lengths)
        members, colours = item_number[members[source]].astype(np.int32), colours[source]
    # Each option takes one node more than its length, for END.
    first = np.cumsum(lengths + 1) - (lengths + 1)
    n_nodes = problem.n_nodes + problem.n_options
    nodes = np.arange(problem.n_nodes) + np.repeat(np.arange(problem.n_options), lengths)

    item_of = np.full(n_nodes, END, dtype=np.uint32)
    item_of[nodes] = members
    colour_of = np.zeros(n_nodes, dtype=np.uint32)
    colour_of[nodes] = colours
    # Numbers of 16 bits are sorted by radix, in a tenth of the time.
    narrow = np.uint16 if problem.n_items <= 1 << 16 else np.uint32
    block = nodes[np.argsort(members.astype(narrow), kind="stable")].astype(np.uint32)
    place = np.zeros(n_nodes, dtype=np.uint32)
    place[block] = np.arange(problem.n_nodes, dtype=np.uint32)
    size = np.bincount(members, minlength=problem.n_items).astype(np.uint32)
    low, high = _bounds(problem, item_number)
    return Links(
        item_of,
        colour_of,
        np.repeat(first, lengths + 1).astype(np.uint32),
        np.repeat(option_order, lengths + 1).astype(np.uint32),
        first[np.argsort(option_order)].astype(np.uint32),
        (np.cumsum(size) - size).astype(np.uint32),
        size,
        block,
        place,
        low,
        high,
        problem.costs,
        problem.n_primary,
        min(int(high.sum()) // _fewest_primaries(problem), problem.n_options),
    )


def ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of ranges, one range after another."""
    shifts = starts - (np.cumsum(lengths) - lengths)
    return np.repeat(shifts, lengths) + np.arange(int(lengths.sum()))


def _bounds(
    problem: Problem, item_number: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the bounds of the items, none much higher than there are options."""
    low = np.ones(problem.n_primary, dtype=np.uint32)
    high = low.copy()
    for number, item in enumerate(problem.primary) if problem.has_bounds else ():
        least, most = problem.bounds.get(item, ONCE)
        low[item_number[number]] = min(least, problem.n_options + 1)
        high[item_number[number]] = min(most, problem.n_options + 1)
    return low, high


def _fewest_primaries(problem: Problem) -> int:
    """Return the least number of primary items in an option, at least 1."""
    if not problem.n_options:
        return 1
    starts, members, _ = problem.incidence
    return max(1, int(np.add.reduceat(members < problem.n_primary, starts[:-1]).min()))


def _shuffle_items(problem: Problem, rng: np.random.Generator) -> NDArray[np.int64]:
    """Renumber the primary items at random, so that ties between them fall at random."""
    shuffled = np.arange(problem.n_items)
    shuffled[: problem.n_primary] = rng.permutation(problem.n_primary)
    return shuffled


def kept(make: Callable[[Links], Made]) -> Callable[[Links], Made]:
    """Let a function of links make its result once for each, and keep it while they live.

    A named tuple cannot be referred to weakly, but its arrays can.
    """
    known: dict[int, tuple[weakref.ref[U32], Made]] = {}

    @wraps(make)
    def found(links: Links) -> Made:
        key = id(links.block)
        if key not in known:
            # Called when the array dies, before anything else can have its id.
            forget = weakref.ref(links.block, lambda _: known.pop(key, None))
            known[key] = forget, make(links)
        return known[key][1]

    return found
