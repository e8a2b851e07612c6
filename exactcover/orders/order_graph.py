"""Orders of items by their graph, in which an edge connects two items with a common option.

References
----------
M. Fiedler, A property of eigenvectors of nonnegative symmetric matrices and its application to
graph theory, Czechoslovak Mathematical Journal 25 (1975), 619. C. Lanczos, An iteration method for
the solution of the eigenvalue problem, Journal of Research of the National Bureau of Standards 45
(1950), 255. E. Cuthill, J. McKee, Reducing the bandwidth of sparse symmetric matrices, Proceedings
of the ACM National Conference (1969), 157; reversed by A. George (1971). A. George, J. W. H. Liu,
An implementation of a pseudoperipheral node finder, ACM Transactions on Mathematical Software 5
(1979), 284.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.limits import stop_if_due, watched
from exactcover.orders.fixed_order import Bits, Numbers

Vector = NDArray[np.float64]

HUB_SHARE = 0.8
"""A hub is adjacent to at least this share of the other items."""
N_STEPS, MOST_RUNS = 20, 30
PRECISION = 1e-7
"""Of the spectral order: the number of steps in a run of the iteration, and its precision."""
MOST_PAIRS = 1 << 22
"""With more pairs of items in options, only a sample of the options is used."""

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
    n_pairs = int((lengths * (lengths - 1)).sum())
    sample = np.repeat(np.arange(len(lengths)) % (1 + n_pairs // MOST_PAIRS) == 0, lengths)
    item, option = item[sample], option[sample]
    n_items = bits.n_primary
    keys = [np.empty(0, dtype=np.int64)]
    for gap in range(1, int(lengths.max(initial=0))):
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


def spectral(graph: Graph) -> Numbers:
    """Return the items of a connected graph, sorted by their values in its Fiedler vector.

    The vector is computed by Lanczos's method with restarts from the last approximation. It begins
    with the order of Cuthill and McKee, so that its direction is fixed. (LAPACK is not faster for a
    hundred items, and on a busy machine its threads wait for each other for a second.)
    """
    vector = np.empty(graph.n_items)
    vector[cuthill_mckee(graph)] = np.linspace(-1, 1, graph.n_items)
    laplacian = _laplacian(graph)
    for _ in range(MOST_RUNS):
        vector, error = _lanczos(laplacian, vector)
        if error < PRECISION:
            break
    order = np.argsort(vector)
    # Items whose values differ by rounding only are sorted by number.
    rank = np.cumsum(np.diff(vector[order], prepend=0.0) > 10 * PRECISION)
    return order[np.lexsort((order, rank))]


class _Laplacian(NamedTuple):
    """The Laplacian matrix of a connected graph, scaled so that its largest element is 1."""

    first: Numbers
    head: Numbers
    weight: Vector
    degree: Vector

    def times(self, vector: Vector) -> Vector:
        """Return for every item the sum of its differences from its neighbours."""
        met: Vector = np.add.reduceat(self.weight * vector[self.head], self.first)
        return self.degree * vector - met


def _laplacian(graph: Graph) -> _Laplacian:
    first = np.searchsorted(graph.tail, np.arange(graph.n_items))
    degree = np.add.reduceat(graph.weight, first)
    most = degree.max()
    return _Laplacian(first, graph.head, graph.weight / most, degree / most)


def _lanczos(laplacian: _Laplacian, start: Vector) -> tuple[Vector, float]:
    """Return an approximation of the Fiedler vector (a unit vector), and a bound of its error."""
    n_items = len(start)
    basis = np.zeros((N_STEPS + 1, n_items))
    # Constant vectors are the trivial eigenvectors and must be excluded.
    basis[0] = n_items**-0.5
    diagonal, beside = np.zeros(N_STEPS + 1), np.zeros(N_STEPS + 1)
    residue = start
    for step in range(1, N_STEPS + 1):
        stop_if_due()
        known = basis[:step]
        # Twice: if the remainder is tiny, rounding errors of the first pass are as large.
        for _ in range(2):
            residue = residue - np.einsum("ki,k->i", known, np.einsum("ki,i->k", known, residue))
        beside[step] = _norm(residue)
        if beside[step] <= PRECISION:
            break
        basis[step] = residue / beside[step]
        residue = laplacian.times(basis[step])
        diagonal[step] = np.einsum("i,i", residue, basis[step])
    last = np.count_nonzero(diagonal)
    steps = slice(1, last + 1)
    beside = beside[2 : last + 1]
    values, vectors = np.linalg.eigh(
        np.diag(diagonal[steps]) + np.diag(beside, k=1) + np.diag(beside, k=-1)
    )
    found = np.einsum("k,ki->i", vectors[:, 0], basis[steps])
    # The sign of an eigenvector is arbitrary; use that of the start vector.
    found *= np.copysign(1.0, np.einsum("i,i", found, start))
    return found, _norm(laplacian.times(found) - values[0] * found)


def _norm(vector: Vector) -> float:
    return float(np.sqrt(np.einsum("i,i", vector, vector)))


def cuthill_mckee(graph: Graph) -> Numbers:
    """Return the items of a connected graph in reverse breadth-first order."""
    neighbours = graph.neighbours()
    degree = [len(items) for items in neighbours]
    start = degree.index(min(degree))
    depth = -1
    # Start from an item farthest from the last start, while the distance grows.
    while True:
        order, level = _breadth_first(neighbours, start)
        if level[order[-1]] == depth:
            return np.array(order[::-1])
        depth = level[order[-1]]
        last = [item for item in order if level[item] == depth]
        start = min(last, key=degree.__getitem__)


ORDERS: dict[str, Callable[[Graph], Numbers]] = {
    "spectral": spectral,
    "cuthill_mckee": cuthill_mckee,
}
"""Name -> function that returns the order of a connected graph."""


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
            part, _ = _breadth_first(neighbours, item)
            for member in part:
                seen[member] = True
            yield np.array(sorted(part))


def _breadth_first(neighbours: list[list[int]], start: int) -> tuple[list[int], dict[int, int]]:
    """Return the reachable items in breadth-first order, and their distances."""
    order, level = [start], {start: 0}
    for item in watched(order):
        below = level[item] + 1
        for other in neighbours[item]:
            if other not in level:
                level[other] = below
                order.append(other)
    return order, level
