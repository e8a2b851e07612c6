"""The nodes of the search tree that wait, and what branching on each option has gained."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import F64, I64

LEAST_COUNT = 2
"""An option is tried before its gains are trusted, until it has so many."""
LEAST_GAIN = 1e-6


class Node(NamedTuple):
    """A node of the search tree.

    Attributes
    ----------
    bound
        A lower bound of the price of its covers.
    number
        Later nodes have higher numbers.
    depth
        The number of branches above it.
    decisions
        Twice an option, plus 1 if it is chosen.
    fraction, price
        By how much the last decision moves the value of its option in the relaxation of the parent,
        and the price of that relaxation. The root has a fraction of 0.
    """

    bound: int
    number: int
    depth: int
    decisions: I64
    fraction: float = 0.0
    price: float = 0.0


class Waiting:
    """The nodes that wait.

    Attributes
    ----------
    heap
        Nodes of the search tree, the one of the least bound first.
    child
        The child to be searched next, before those; None after a node was refuted.
    stack
        The nodes of a dive, the last first.
    """

    def __init__(self) -> None:
        self.heap: list[Node] = []
        self.child: Node | None = None
        self.stack: list[Node] = []

    def push(self, node: Node) -> None:
        """Add a node to the heap."""
        heappush(self.heap, node)

    def pop(self) -> Node:
        """Take the next node of the search tree: the child, or that of the least bound."""
        child, self.child = self.child, None
        return child or heappop(self.heap)

    @property
    def bound(self) -> int | None:
        """The least bound of a node of the search tree; None if none waits."""
        nodes = [*self.heap[:1], *([self.child] if self.child else [])]
        return min((node.bound for node in nodes), default=None)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return all nodes as arrays."""
        child = [self.child] if self.child else []
        nodes = [*self.heap, *child, *self.stack]
        decisions = [each.decisions for each in nodes]
        return {
            "sizes": np.array([len(self.heap), len(child)]),
            "nodes": np.array(
                [[node.bound, node.number, node.depth, len(node.decisions)] for node in nodes],
                dtype=np.int64,
            ).reshape(-1, 4),
            "moves": np.array([[node.fraction, node.price] for node in nodes]).reshape(-1, 2),
            "decisions": np.concatenate([*decisions, np.zeros(0, dtype=np.int64)]),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Take over the nodes of a snapshot."""
        n_heap, n_child = snapshot["sizes"].tolist()
        nodes, end = [], 0
        moves = snapshot["moves"].tolist()
        for (bound, number, depth, n), move in zip(snapshot["nodes"].tolist(), moves, strict=True):
            nodes.append(Node(bound, number, depth, snapshot["decisions"][end : end + n], *move))
            end += n
        self.heap, self.stack = nodes[:n_heap], nodes[n_heap + n_child :]
        self.child = nodes[n_heap] if n_child else None
        heapify(self.heap)


class Gains:
    """By how much the relaxation rises for each option, for a whole step down or up.

    References
    ----------
    T. Achterberg, T. Koch, A. Martin, "Branching rules revisited" (2005): reliability branching.
    """

    def __init__(self, n_options: int) -> None:
        self.sums: F64 = np.zeros((2, n_options))
        self.counts: F64 = np.zeros((2, n_options))

    def note(self, option: int, value: int, gain: float) -> None:
        """Note the gain of a step."""
        self.sums[value, option] += gain
        self.counts[value, option] += 1.0

    def is_known(self, option: int) -> bool:
        """Return whether the gains of an option are trusted."""
        return bool(self.counts[:, option].min() >= LEAST_COUNT)

    def scores(self, options: I64, values: F64) -> F64:
        """Return a score of each option to branch on, whose values in the relaxation are given."""
        means = self.sums.sum(axis=1) / np.maximum(1.0, self.counts.sum(axis=1))
        counts = self.counts[:, options]
        known = self.sums[:, options] / np.maximum(1.0, counts)
        rates = np.where(counts > 0.0, known, means[:, np.newaxis])
        down, up = np.maximum(LEAST_GAIN, rates * np.stack((values, 1.0 - values)))
        found: F64 = down * up
        return found
