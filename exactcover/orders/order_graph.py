"""The graph of items, in which an edge connects two items with a common option."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.orders.fixed_order import Bits, Numbers
from exactcover.runtime.search.limits import stop_if_due, watched

HUB_SHARE = 0.8
"""A hub is adjacent to at least this share of the other items."""
MOST_PAIRS = 1 << 20
"""With more pairs of items in options, only a sample of the options is used."""
NEAR = 32
"""In an option, items that are at most this far apart are paired; of others only some."""

PIECE = 1 << 18
"""The number of edges that are sorted in one piece."""


class Graph(NamedTuple):
    """The graph of items with common options: directed edges, sorted by tail, then by head.

    ======== ============= ======================================================================
    field    shape         holds
    ======== ============= ======================================================================
    tail     (n_edges,)    an item
    head     (n_edges,)    another one
    weight   (n_edges,)    how many options have both
    ======== ============= ======================================================================
    """

    tail: Numbers
    head: Numbers
    weight: Numbers
    n_items: int

    def restrict(self, items: Numbers) -> "Graph":
        """Return the subgraph of some items, which are renumbered in the given order."""
        number = np.full(self.n_items, -1)
        number[items] = np.arange(len(items))
        kept = (number[self.tail] >= 0) & (number[self.head] >= 0)
        return Graph(
            number[self.tail[kept]], number[self.head[kept]], self.weight[kept], len(items)
        )

    def neighbours(self) -> list[list[int]]:
        """Return the neighbours of every item, those of smallest degree first."""
        ends = np.searchsorted(self.tail, np.arange(self.n_items + 1))
        degree = np.diff(ends)
        found: list[list[int]] = []
        for begin, end in pairwise(_pieces(ends)):
            stop_if_due()
            first = ends[begin]
            tail, head = self.tail[first : ends[end]], self.head[first : ends[end]]
            heads = head[np.lexsort((degree[head], tail))].tolist()
            places = (ends[begin : end + 1] - first).tolist()
            found += [heads[a:b] for a, b in pairwise(places)]
        return found


def _pieces(ends: Numbers) -> list[int]:
    """Divide the items into pieces with about `PIECE` edges each; their edges end in `ends`."""
    n_items = len(ends) - 1
    cuts = np.searchsorted(ends[1:], np.arange(PIECE, ends[-1], PIECE)) + 1
    places: list[int] = np.unique(np.concatenate(([0], cuts, [n_items]))).tolist()
    return places


def meetings(bits: Bits) -> Graph:
    """Return the graph of the primary items with common options."""
    is_primary = bits.sets.bit < bits.n_primary
    item, option = bits.sets.bit[is_primary], bits.sets.option[is_primary]
    lengths = np.bincount(option)
    gaps = _gaps(int(lengths.max(initial=0)))
    n_pairs = sum(int(np.maximum(lengths - gap, 0).sum()) for gap in gaps)
    sample = np.repeat(np.arange(len(lengths)) % (1 + n_pairs // MOST_PAIRS) == 0, lengths)
    item, option = item[sample], option[sample]
    n_items = bits.n_primary
    keys = [np.empty(0, dtype=np.int64)]
    for gap in gaps:
        stop_if_due()
        near = np.flatnonzero(option[gap:] == option[:-gap])
        one, other = item[near], item[near + gap]
        keys.append(np.minimum(one, other) * n_items + np.maximum(one, other))
    edges, weight = _counted(np.concatenate(keys), n_items**2)
    stop_if_due()
    low, high = np.divmod(edges, n_items)
    stop_if_due()
    # The edges from low to high are sorted; the others need sorting by their tails only, because
    # their heads are sorted.
    turned = np.argsort(high, kind="stable")
    back = high[turned] * n_items + low[turned]
    stop_if_due()
    # Merge: an element of one list follows all smaller elements of the other.
    place = np.arange(len(edges)) + np.searchsorted(back, edges)
    stop_if_due()
    is_back = np.ones(2 * len(edges), dtype=np.bool_)
    is_back[place] = False
    tail, head, both = (np.empty(2 * len(edges), dtype=np.int64) for _ in range(3))
    tail[place], head[place], both[place] = low, high, weight
    stop_if_due()
    tail[is_back], head[is_back], both[is_back] = high[turned], low[turned], weight[turned]
    return Graph(tail, head, both, n_items)


def _gaps(length: int) -> list[int]:
    """Return how far apart in an option the items of a pair are: near, or by a power of two."""
    return [gap for gap in range(1, length) if gap <= NEAR or gap & (gap - 1) == 0]


def _counted(keys: Numbers, n_keys: int) -> tuple[Numbers, Numbers]:
    """Return the keys that occur, and how often each occurs; all are below `n_keys`."""
    if n_keys <= 4 * len(keys):
        counts = np.bincount(keys, minlength=n_keys)
        found = np.flatnonzero(counts)
        return found, counts[found]
    found, counts = keys[:0], keys[:0]
    for begin in range(0, len(keys), PIECE):
        stop_if_due()
        new, times = np.unique(keys[begin : begin + PIECE], return_counts=True)
        place = np.searchsorted(found, new)
        is_known = np.zeros(len(new), dtype=np.bool_)
        inside = place < len(found)
        is_known[inside] = found[place[inside]] == new[inside]
        counts[place[is_known]] += times[is_known]
        is_new = ~is_known
        counts = np.insert(counts, place[is_new], times[is_new])
        found = np.insert(found, place[is_new], new[is_new])
    return found, counts


def hubs(graph: Graph) -> NDArray[np.bool_]:
    """Return which items are hubs: those of highest degree that are adjacent to all others."""
    stop_if_due()
    degree = np.bincount(graph.tail, minlength=graph.n_items)
    found = np.zeros(graph.n_items, dtype=np.bool_)
    for least in np.unique(degree)[::-1]:
        stop_if_due()
        high = degree >= least
        n_others = graph.n_items - int(high.sum())
        if 2 * n_others < graph.n_items:
            break
        if least < HUB_SHARE * n_others:
            continue
        crossing = high[graph.tail] & ~high[graph.head]
        met = np.bincount(graph.tail[crossing], minlength=graph.n_items)[high]
        if met.min() >= HUB_SHARE * n_others:
            found = high
    return found


def by_component(
    graph: Graph, is_hub: NDArray[np.bool_], order: Callable[[Graph], Numbers]
) -> Numbers:
    """Return the order of all items except the hubs, one component after another."""
    items = np.flatnonzero(~is_hub)
    rest = graph.restrict(items)
    parts = []
    for part in _components(rest):
        stop_if_due()
        parts.append(part if len(part) < 3 else part[order(rest.restrict(part))])
    return items[np.concatenate(parts)]


def _components(graph: Graph) -> Iterator[Numbers]:
    neighbours = graph.neighbours()
    seen = [False] * graph.n_items
    for item in range(graph.n_items):
        if not seen[item]:
            part, _ = breadth_first(neighbours, item)
            for member in part:
                seen[member] = True
            yield np.array(sorted(part))


def breadth_first(neighbours: list[list[int]], start: int) -> tuple[list[int], dict[int, int]]:
    """Return the reachable items in breadth-first order, and their distances."""
    order, level = [start], {start: 0}
    for item in watched(order):
        below = level[item] + 1
        for other in neighbours[item]:
            if other not in level:
                level[other] = below
                order.append(other)
    return order, level
