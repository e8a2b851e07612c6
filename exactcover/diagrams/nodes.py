"""Kernels over all nodes of a diagram; see `exactcover.diagrams.diagram.Diagram`.

Nodes come after those that they lead to, so that one pass goes from the leaves to the root, and one
pass the other way goes from the root to the leaves.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from exactcover.diagrams.base import Nodes
from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.kernels.hash_table import (
    ABSENT,
    Table,
    add_row,
    empty_table,
    find_slot,
    hash_key,
    row_at,
    with_room,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import I64, U32, U64, Unsigned

NONE = np.uint32(0)
FIRST = np.uint64(2)
"""The first node that has an option."""

_ONE = np.uint32(1)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


def counts_of(nodes: Nodes) -> Sequence[int]:
    """Return the number of solutions of every node."""
    words = np.zeros(len(nodes.option), dtype=np.uint64)
    with np.errstate(over="ignore"):
        is_exact = _count(nodes, words)
    if is_exact:
        return words.data
    counts = [0, 1]
    for lo, hi in zip(nodes.lo.data[2:], nodes.hi.data[2:], strict=True):
        counts.append(counts[lo] + counts[hi])
    return counts


@kernel
def _count(nodes: Nodes, counts: U64) -> bool:
    """Count in 64-bit words; return False if these do not suffice."""
    counts[1] = 1
    for node in range(FIRST, np.uint64(len(counts))):
        counts[node] = counts[nodes.lo[node]] + counts[nodes.hi[node]]
        if counts[node] < counts[nodes.hi[node]]:
            return False
    return True


def uses_of(nodes: Nodes, counts: Sequence[int], root: int, n_options: int) -> list[int]:
    """Return for every option the number of solutions below the root that contain it."""
    if isinstance(counts, memoryview):
        # No sum exceeds the number of all solutions, because all nodes are below the root.
        above_words = np.zeros(len(counts), dtype=np.uint64)
        above_words[root] = 1
        uses_words = np.zeros(n_options, dtype=np.uint64)
        _count_uses(nodes, np.asarray(counts, dtype=np.uint64), above_words, uses_words)
        return uses_words.tolist()
    above = [0] * len(counts)
    above[root] = 1
    uses = [0] * n_options
    for node in range(len(counts) - 1, 1, -1):
        lo, hi = nodes.lo.item(node), nodes.hi.item(node)
        above[lo] += above[node]
        above[hi] += above[node]
        uses[nodes.option.item(node)] += above[node] * counts[hi]
    return uses


@kernel
def _count_uses(nodes: Nodes, counts: U64, above: U64, uses: U64) -> None:
    """Sum up the uses of options; `above` is the number of paths from the root to a node."""
    for k in range(FIRST, np.uint64(len(counts))):
        node = np.uint64(len(counts)) + _ONE - k
        above[nodes.lo[node]] += above[node]
        above[nodes.hi[node]] += above[node]
        uses[nodes.option[node]] += above[node] * counts[nodes.hi[node]]


def cheapest_of(
    nodes: Nodes, counts: Sequence[int], root: int, costs: I64, k: int
) -> list[list[int]]:
    """Return the options of the k cheapest solutions below the root, the cheapest first."""
    if isinstance(counts, memoryview):
        kept = np.minimum(np.asarray(counts), np.uint64(k))
    else:
        kept = np.array([min(k, count) for count in counts], dtype=np.uint64)
    first = np.concatenate((np.zeros(1, dtype=np.uint64), np.cumsum(kept)))
    best = np.zeros(int(first[-1]), dtype=np.int64)
    origin = np.zeros(len(best), dtype=np.uint64)
    _find_cheapest(nodes, costs, first, best, origin)
    places = range(int(first[root]), int(first[root + 1]))
    return [_trace(nodes, root, origin, place) for place in places]


def _trace(nodes: Nodes, node: int, origin: U64, place: int) -> list[int]:
    """Write all options of a solution, given by its place among the cheapest ones of a node."""
    path = []
    while node >= FIRST:
        place, is_hi = divmod(origin.item(place), 2)
        if is_hi:
            path.append(nodes.option.item(node))
            node = nodes.hi.item(node)
        else:
            node = nodes.lo.item(node)
    return path


@kernel
def _find_cheapest(nodes: Nodes, costs: I64, first: U64, best: I64, origin: U64) -> None:
    """Merge the cheapest solutions of the two sides of every node; of equal ones, `lo` comes first.

    Those of a node stand from `first[node]` to `first[node + 1]`: their costs in `best`, and in
    `origin` twice the place of the same solution without the node's option, plus 1 if the solution
    has it. (`lo` and `hi` may be the same node.)
    """
    for node in range(FIRST, np.uint64(len(nodes.option))):
        option = nodes.option[node]
        lo, lo_end = first[nodes.lo[node]], first[nodes.lo[node] + _ONE]
        hi, hi_end = first[nodes.hi[node]], first[nodes.hi[node] + _ONE]
        for k in range(first[node], first[node + _ONE]):
            if hi == hi_end or (lo < lo_end and best[lo] <= best[hi] + costs[option]):
                best[k] = best[lo]
                origin[k] = lo + lo
                lo += _ONE
            else:
                best[k] = best[hi] + costs[option]
                origin[k] = hi + hi + _ONE
                hi += _ONE


def without(nodes: Nodes, root: int, is_gone: NDArray[np.bool_]) -> tuple[Nodes, int]:
    """Return the diagram of the solutions that contain none of some options."""
    image = np.zeros(len(nodes.option), dtype=np.uint32)
    table = _table(len(image))
    with np.errstate(over="ignore"):
        _rebuild(nodes, is_gone, table, image)
    return reachable(table, int(image[root]))


def with_one_of(nodes: Nodes, root: int, is_wanted: NDArray[np.bool_]) -> tuple[Nodes, int]:
    """Return the diagram of the solutions that contain at least one of some options."""
    image, met = np.zeros((2, len(nodes.option)), dtype=np.uint32)
    table = _table(2 * len(image))
    with np.errstate(over="ignore"):
        _rebuild_met(nodes, is_wanted, table, image, met)
    return reachable(table, int(met[root]))


def _table(n_rows: int) -> Table:
    """Return a table with a capacity of `n_rows` nodes: node k + 2 is row k."""
    return with_room(empty_table(2, 0, UNLIMITED), n_rows, UNLIMITED)


@kernel
def _rebuild(nodes: Nodes, is_gone: NDArray[np.bool_], table: Table, image: U32) -> None:
    image[1] = 1
    for node in range(FIRST, np.uint64(len(image))):
        option = nodes.option[node]
        hi = NONE if is_gone[option] else image[nodes.hi[node]]
        image[node] = _make_node(table, option, image[nodes.lo[node]], hi)


@kernel
def _rebuild_met(
    nodes: Nodes, is_wanted: NDArray[np.bool_], table: Table, image: U32, met: U32
) -> None:
    """Make two nodes of each: for all of its solutions, and for those with a wanted option."""
    image[1] = 1
    for node in range(FIRST, np.uint64(len(image))):
        option, lo, hi = nodes.option[node], nodes.lo[node], nodes.hi[node]
        image[node] = _make_node(table, option, image[lo], image[hi])
        met_hi = image[hi] if is_wanted[option] else met[hi]
        met[node] = _make_node(table, option, met[lo], met_hi)


@helper
def _make_node(table: Table, option: Unsigned, lo: Unsigned, hi: Unsigned) -> Unsigned:
    """Return the node of an option and two sides; create it if it is new."""
    return lo if hi == NONE else add_node(table, option, lo, hi)


@helper
def add_node(table: Table, option: Unsigned, lo: Unsigned, hi: Unsigned) -> Unsigned:
    """Return the node of an option and two sides, `hi` not NONE; create it if it is new."""
    table.key[0] = np.uint64(option) << _HALF | np.uint64(lo)
    table.key[1] = hi
    digest = hash_key(table)
    slot = find_slot(table, digest)
    row = row_at(table, slot)
    if row == ABSENT:
        row = add_row(table, slot, digest)
    return np.uint32(row + FIRST)


def nodes_of(table: Table) -> Nodes:
    """Return the nodes of a table that `add_node` filled."""
    rows = table.rows[: int(table.used[0])]
    nodes = Nodes(*np.zeros((3, len(rows) + 2), dtype=np.uint32))
    nodes.option[2:] = rows[:, 0] >> _HALF
    nodes.lo[2:] = rows[:, 0] & _LOW
    nodes.hi[2:] = rows[:, 1]
    return nodes


def reachable(table: Table, root: int) -> tuple[Nodes, int]:
    """Return the nodes of a table that are reachable from a root, renumbered, and the new root."""
    nodes = nodes_of(table)
    is_reached = np.zeros(len(nodes.option), dtype=np.bool_)
    is_reached[[0, 1, root]] = True
    _reach(nodes, is_reached)
    number = (np.cumsum(is_reached) - 1).astype(np.uint32)
    option, lo, hi = (array[is_reached] for array in nodes)
    return Nodes(option, number[lo], number[hi]), int(number[root])


@kernel
def _reach(nodes: Nodes, is_reached: NDArray[np.bool_]) -> None:
    for k in range(FIRST, np.uint64(len(is_reached))):
        node = np.uint64(len(is_reached)) + _ONE - k
        if is_reached[node]:
            is_reached[nodes.lo[node]] = True
            is_reached[nodes.hi[node]] = True
