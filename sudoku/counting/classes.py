"""Classes of bands: what a band shows to the other bands, up to what does not matter.

A band shows to the others a split for each stack (`sudoku.counting.splits`). Two such tuples of
splits are equivalent if a permutation of the digits makes one of the other: then they have equally
many bands and equally many completions. Also the order of the stacks does not matter.

The tuples up to permutations of the digits are the leaves of a tree. It branches by the split of
one stack after another; a node has the permutations that keep all splits before it, and a child for
each orbit of splits under them. `move` is the permutation that takes a split to the first one of
its orbit; below, all other splits are moved by it. So any tuple finds its leaf by as many look-ups
as there are stacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U16, U32, Unsigned
from exactcover.runtime.search.limits import stop_if_due
from sudoku.counting.splits import BITS, NONE, U8, Splits, write_orbits


class Tree(NamedTuple):
    """The arrays of the tree, for kernels.

    Attributes
    ----------
    move
        For each node and split, the row of `moved` with the permutation that it needs.
    child
        For each node and split the node below it; in nodes of the last stack, the leaf.
    moved
        For each permutation the image of each split.
    """

    move: U32
    child: U32
    moved: U16


@dataclass(frozen=True)
class Classes:
    """The classes of bands of a shape.

    Attributes
    ----------
    splits
        The splits of a stack.
    tree
        The tree that finds the leaf of a tuple of splits.
    first_leaf_node
        The number of the first node of the last stack; the others follow.
    leaves
        A tuple of splits for each leaf, one row for each.
    classes
        The class of each leaf: leaves in another order of the stacks have the same one.
    chosen
        A leaf of each class.
    weights
        The number of tuples of splits in each class.
    """

    splits: Splits
    tree: Tree
    first_leaf_node: int
    leaves: U16
    classes: U32
    chosen: U32
    weights: list[int]

    @classmethod
    def of(cls, p: int, q: int) -> Classes:
        """Return the classes of bands of `q` rows, with `q` stacks of `p` columns."""
        splits = Splits(p, q)
        growth = _Growth(splits, q)
        tree, (leaves, sizes) = growth.tree(), growth.leaves()
        merged = np.arange(len(leaves), dtype=np.uint32)
        for k in range(q - 1):
            swapped = leaves.copy()
            swapped[:, [k, k + 1]] = leaves[:, [k + 1, k]]
            other = np.empty(len(leaves), dtype=np.uint32)
            write_leaves(swapped, tree, other)
            unite(merged, other)
        chosen, classes = np.unique(merged, return_inverse=True)
        weights = np.zeros(len(chosen), dtype=np.int64)
        np.add.at(weights, classes, sizes)
        total = len(splits) * weights.astype(object)
        return cls(
            splits, tree, growth.first, leaves, classes.astype(np.uint32), chosen, total.tolist()
        )

    def __len__(self) -> int:
        return len(self.weights)

    def digits(self, number: int) -> list[list[int]]:
        """Return the columns of each digit in a band of a class, as `Bands.count` takes them."""
        p, words = self.splits.p, self.splits.words[list(self.representative(number))].tolist()
        return [
            [stack * p + (word >> BITS * digit & 15) for stack, word in enumerate(words)]
            for digit in range(self.splits.n)
        ]

    def representative(self, number: int) -> tuple[int, ...]:
        """Return a tuple of splits of a class."""
        return tuple(self.leaves[self.chosen[number]].tolist())


class _Node(NamedTuple):
    """A node while the tree grows: its permutations, its splits, and its number of tuples."""

    group: U8
    splits: tuple[int, ...]
    size: int


class _Growth:
    """The tree while it grows, stack by stack.

    Attributes
    ----------
    nodes
        The nodes of the last stack.
    first
        The number of the first of them.
    """

    def __init__(self, splits: Splits, n_stacks: int) -> None:
        self._splits = splits
        self._every = np.arange(len(splits), dtype=np.uint32)
        # The root takes the first split to the first one of all.
        self._move = [self._every]
        self._child = [np.ones_like(self._every)]
        self._moved = [splits.images(splits.to_first, self._every)]
        self._n_moved = len(splits)
        self.nodes = [_Node(splits.fixing_first, (0,), 1)]
        self.first = 1
        for _ in range(n_stacks - 2):
            self._grow()
        self._leaves: list[U16] = []
        self._sizes: list[NDArray[np.int64]] = []
        for node in self.nodes:
            self._add_leaves(node)

    def _grow(self) -> None:
        """Replace the nodes by those below them."""
        below: list[_Node] = []
        self.first += len(self.nodes)
        for node in self.nodes:
            stop_if_due()
            orbit, mover, firsts = _orbits(self._splits, node.group)
            self._child.append(orbit + np.uint32(self.first + len(below)))
            used, place = np.unique(mover, return_inverse=True)
            self._move.append((place + self._n_moved).astype(np.uint32))
            self._n_moved += len(used)
            back = np.argsort(node.group[used], axis=1).astype(np.uint8)
            self._moved.append(self._splits.images(back, self._every))
            for first, size in zip(firsts.tolist(), np.bincount(orbit).tolist(), strict=True):
                images = self._splits.images(node.group, np.array([first], dtype=np.uint32))
                group = node.group[images[:, 0] == first]
                below.append(_Node(group, (*node.splits, first), node.size * size))
        self.nodes = below

    def _add_leaves(self, node: _Node) -> None:
        stop_if_due()
        orbit, _, firsts = _orbits(self._splits, node.group)
        self._child.append(orbit + np.uint32(sum(map(len, self._leaves))))
        self._move.append(np.zeros_like(orbit))
        before = np.tile(np.array(node.splits, dtype=np.uint16), (len(firsts), 1))
        self._leaves.append(np.column_stack((before, firsts.astype(np.uint16))))
        self._sizes.append(np.bincount(orbit) * node.size)

    def tree(self) -> Tree:
        """Return the tree."""
        return Tree(np.array(self._move), np.array(self._child), np.vstack(self._moved))

    def leaves(self) -> tuple[U16, NDArray[np.int64]]:
        """Return a tuple for each leaf, and the number of its tuples with this first split."""
        return np.vstack(self._leaves), np.concatenate(self._sizes)


def _orbits(splits: Splits, group: U8) -> tuple[U32, U32, U32]:
    """Return the orbit of each split, what makes it of the first in the orbit, and those firsts."""
    orbit = np.full(len(splits), NONE, dtype=np.uint32)
    mover, firsts = np.zeros_like(orbit), np.zeros_like(orbit)
    n_orbits = write_orbits(
        group, splits.words, splits.places, np.uint64(splits.p), orbit, mover, firsts
    )
    return orbit, mover, firsts[:n_orbits]


@kernel
def write_leaves(tuples: U16, tree: Tree, leaves: U32) -> None:
    """Write the leaf of each tuple of splits; the tuples are overwritten."""
    n_stacks = np.uint32(tuples.shape[1])
    for k in range(np.uint32(len(tuples))):
        node = np.uint32(0)
        for stack in range(n_stacks):
            split = tuples[k, stack]
            row = tree.move[node, split]
            for later in range(stack + np.uint32(1), n_stacks):
                tuples[k, later] = tree.moved[row, tuples[k, later]]
            node = tree.child[node, split]
        leaves[k] = node


@kernel
def unite(merged: U32, other: U32) -> None:
    """Unite the class of each leaf with that of another leaf.

    Each leaf names an earlier one of its class or itself; at the end, the first one.
    """
    for k in range(np.uint32(len(merged))):
        one, two = root_of(merged, k), root_of(merged, other[k])
        merged[max(one, two)] = min(one, two)
    for k in range(np.uint32(len(merged))):
        merged[k] = merged[merged[k]]


@helper
def root_of(merged: U32, leaf: Unsigned) -> Unsigned:
    """Return the first leaf of a class."""
    while merged[leaf] != leaf:
        leaf = merged[leaf]
    return leaf
