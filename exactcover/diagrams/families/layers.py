"""The numbers of partial covers, as families of sets of items with weights.

Items are covered in a fixed order. Layer i is a family of sets of items from place i on: the items
that are covered by options whose first item is before place i. The weight of a set is the number of
ways to choose these options such that they are disjoint and cover all primary items before place i.
So a layer comes from the one before it by one operation on ZDDs: the sets with item i, and the sets
without it joined with the options whose first item it is. Options are never listed.

References
----------
M. Nishino, N. Yasuda, K. Nakamura, "Compressing exact cover problems with zero-suppressed binary
decision diagrams" (IJCAI 2021), states the problem, and searches; the layers are those of
`exactcover.engines.frontier`, with ZDDs in place of a table of states.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from exactcover.diagrams.algebra.machine import ADD, DISJOINT_JOIN
from exactcover.diagrams.algebra.workspace import Workspace
from exactcover.diagrams.base import ALL, NONE
from exactcover.diagrams.diagram import Diagram
from exactcover.runtime.kernels.types import U32, U64

FIRST = 2
LAST = 0xFFFFFFFF
"""The level of terminal nodes."""
_LOW = 0xFFFFFFFF


class Layers:
    """The layers of a problem, one after another.

    Parameters
    ----------
    families
        The options, as diagrams over the items.
    order
        The items, those first that are covered first.
    is_primary
        Whether each item must be covered.
    max_bytes
        The maximum memory.

    Attributes
    ----------
    roots
        The node of each layer so far.
    starts
        Of each item so far: the node, in each family, of the options whose first item it is.
    """

    def __init__(
        self, families: Sequence[Diagram], order: U32, is_primary: Sequence[bool], max_bytes: int
    ) -> None:
        self.order = order.tolist()
        self.is_primary = [is_primary[item] for item in self.order]
        self._space = Workspace(order, max_bytes)
        self._rest = [self._space.insert(each._nodes, each.root) for each in families]
        self.roots = [ALL]
        self.starts: list[list[int]] = []

    @property
    def is_complete(self) -> bool:
        """Whether all items are covered."""
        return len(self.starts) == len(self.order)

    def advance(self) -> None:
        """Cover one more item, after passing those that have no node.

        So diagrams with few nodes take little time, however many items there are.
        """
        level = self._pass_unused()
        if self.is_complete:
            return
        without, with_item = self.children(self.roots[-1], level)
        starts = [self.children(rest, level)[1] for rest in self._rest]
        self._rest = [self.children(rest, level)[0] for rest in self._rest]
        root = with_item if self.is_primary[level] else self._space.apply(ADD, without, with_item)
        for start in starts:
            if start == NONE:
                continue
            covered = self._space.apply(DISJOINT_JOIN, start, without)
            root = self._space.apply(ADD, root, covered)
        self.starts.append(starts)
        self.roots.append(root)

    def _pass_unused(self) -> int:
        """Pass the items of which neither the layer nor a family has a node; return the next level.

        A primary item among them is covered by no option, so no partial cover is left.
        """
        root, level = self.roots[-1], len(self.starts)
        end = len(self.order)
        if root != NONE:
            end = min(end, self.level(root), *map(self.level, self._rest))
        unused = self.is_primary[level:end]
        n_free = unused.index(True) if True in unused else len(unused)
        self.roots += [root] * n_free + [NONE] * (len(unused) - n_free)
        self.starts += [[NONE] * len(self._rest)] * len(unused)
        return end

    def level(self, node: int) -> int:
        """Return the level that a node tests."""
        return LAST if node < FIRST else int(self._space.rows[node - FIRST, 0]) >> 32

    def children(self, node: int, level: int) -> tuple[int, int]:
        """Return both sides of a node at a level that it tests, or that it skips."""
        if self.level(node) != level:
            return node, NONE
        head, hi = self._space.rows[node - FIRST].tolist()
        return head & _LOW, hi

    def nodes(self) -> LayerNodes:
        """Return all nodes and weights, to be read, and release all tables."""
        level, lo, hi, weights = self._space.columns()
        del self._space
        return LayerNodes(level.data, lo.data, hi.data, weights)


class LayerNodes(NamedTuple):
    """The nodes of all layers, without the tables in which they were found.

    Attributes
    ----------
    level, lo, hi
        Of each node. `lo` of a terminal node is the row of its weight.
    weights
        The words of each weight, the lowest first.
    """

    level: memoryview
    lo: memoryview
    hi: memoryview
    weights: U64

    def children(self, node: int, level: int) -> tuple[int, int]:
        """Return both sides of a node at a level that it tests, or that it skips."""
        return (self.lo[node], self.hi[node]) if self.level[node] == level else (node, NONE)

    @property
    def size(self) -> int:
        """The number of nodes, without the two terminal nodes of every diagram."""
        return len(self.level) - 2

    def skipped(self, node: int, end: int = LAST) -> int:
        """Return the node of the sets of a node that have no level before `end`."""
        while self.level[node] < end:
            node = self.lo[node]
        return node

    def weight(self, node: int) -> int:
        """Return the weight of a terminal node."""
        if node < FIRST:
            return node
        words = self.weights[self.lo[node]]
        return int.from_bytes(words.astype("<u8").tobytes(), "little")
