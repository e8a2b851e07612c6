"""What completes a band: the sum over all other bands that fit to it.

If one band has a split in a stack, each other band has a split there, too, and in each column the
sets of all bands partition the digits. The choices for different stacks do not depend on one
another; only the number of bands depends on the splits of all stacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import factorial
from typing import NamedTuple

import numpy as np

from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U16, U32, U64, Unsigned
from sudoku.counting.classes import Classes, Tree
from sudoku.counting.splits import Splits

ZERO, ONE = np.uint32(0), np.uint32(1)

Sets = tuple[int, ...]
"""A set of digits, as bits, for each column of a stack."""


class Scratch(NamedTuple):
    """Memory of `write_sums`.

    Attributes
    ----------
    splits
        For each stack, band and later stack: the splits of all choices, moved for the stacks
        before.
    nodes
        For each stack and band the node of the tree.
    choice
        For each stack the choice.
    products
        For each choice in the last stack the product over the bands.
    """

    splits: U16
    nodes: U32
    choice: U32
    products: U64


class Completions:
    """The sums over all completions of one band of a shape.

    Parameters
    ----------
    classes
        The classes of bands.
    numbers
        For each class the number of its bands, without the order of their rows.

    Attributes
    ----------
    n_parts
        The number of parts into which the sum for each class is cut: one for each choice of the
        first stack, where only one order of the other bands is taken.

    Raises
    ------
    OverflowError
        If the sums of a part could exceed 64 bits.
    """

    def __init__(self, classes: Classes, numbers: list[int]) -> None:
        splits = classes.splits
        self._classes, self._n_stacks, self._n_bands = classes, splits.q, splits.p - 1
        choices = list(completions(splits))
        ordered = [sets for sets in choices if list(sets) == sorted(sets)]
        self._first = _numbers(splits, ordered)
        self._others = _numbers(splits, choices)
        self.n_parts = len(ordered)
        most = max(numbers) ** self._n_bands * len(choices) ** max(1, self._n_stacks - 2)
        if max(numbers) >> 32 or most >> 64:
            raise OverflowError(f"the sums of {splits.p}x{splits.q} need more than 64 bits")
        counts = np.array(numbers, dtype=np.uint32)
        self._counts: U32 = counts[classes.classes[classes.tree.child[classes.first_leaf_node :]]]

    def sum(self, number: int, part: int) -> int:
        """Return a part of the sum over the completions of a class.

        Each term is the product of the numbers of bands, without the order of their rows.
        """
        splits = self._classes.splits
        every = np.empty((self._n_stacks, *self._others.shape), dtype=np.uint16)
        for stack, split in enumerate(self._classes.representative(number)):
            back = np.argsort(splits.to_first[split : split + 1]).astype(np.uint8)
            every[stack] = splits.images(back, self._others.ravel()).reshape(self._others.shape)
            if stack == 0:
                first = splits.images(back, self._first[part])[0]
        n_stacks, n_choices, n_bands = every.shape
        scratch = Scratch(
            np.empty((n_stacks, n_bands, n_stacks, n_choices), dtype=np.uint16),
            np.zeros((n_stacks, n_bands), dtype=np.uint32),
            np.zeros(n_stacks, dtype=np.uint32),
            np.zeros(n_choices, dtype=np.uint64),
        )
        sums = np.zeros(n_choices, dtype=np.uint64)
        first_node = np.uint32(self._classes.first_leaf_node)
        write_sums(first, every, self._classes.tree, self._counts, first_node, scratch, sums)
        return factorial(n_bands) * int(sums.astype(object).sum())


def completions(splits: Splits) -> Iterator[tuple[Sets, ...]]:
    """Yield all that the other bands can have in a stack where one band has the first split.

    >>> for sets in completions(Splits(3, 1)):
    ...     print(sets)
    ((2, 4, 1), (4, 1, 2))
    ((4, 1, 2), (2, 4, 1))
    """
    every = (1 << splits.n) - 1
    left = tuple(every & ~one for one in splits.sets(0))
    yield from _bands(left, splits.p - 1, splits.q)


def _bands(left: Sets, n_bands: int, q: int) -> Iterator[tuple[Sets, ...]]:
    """Yield the sets of bands that use all digits that are left in the columns."""
    if n_bands == 0:
        yield ()
        return
    for sets in _band(left, q):
        rest = tuple(one & ~used for one, used in zip(left, sets, strict=True))
        for others in _bands(rest, n_bands - 1, q):
            yield (sets, *others)


def _band(left: Sets, q: int) -> Iterator[Sets]:
    """Yield disjoint sets of `q` digits, one of those left in each column."""
    if not left:
        yield ()
        return
    digits = [digit for digit in range(left[0].bit_length()) if left[0] >> digit & 1]
    for chosen in combinations(digits, q):
        used = sum(1 << digit for digit in chosen)
        for others in _band(tuple(one & ~used for one in left[1:]), q):
            yield (used, *others)


def _numbers(splits: Splits, choices: list[tuple[Sets, ...]]) -> U32:
    """Return the numbers of splits, with a row for each band."""
    found = [[splits.number_of(list(sets)) for sets in choice] for choice in choices]
    return np.array(found, dtype=np.uint32)


@kernel
def write_sums(
    first: U16,
    every: U16,
    tree: Tree,
    counts: U32,
    first_node: Unsigned,
    scratch: Scratch,
    sums: U64,
) -> None:
    """Write sums of products over the choices of splits for all bands in all stacks but the first.

    Parameters
    ----------
    first
        The splits of the bands in the first stack.
    every
        For each stack and choice the splits of the bands.
    tree
        The tree of all tuples of splits.
    counts
        The number for each node of the last stack and each split.
    first_node
        The number of the first node of the last stack.
    scratch
        Memory of this kernel.
    sums
        For each choice in the second stack the sum; if it is the last one, all is in the first.
    """
    n_stacks, n_bands = np.uint32(every.shape[0]), np.uint32(every.shape[2])
    n_choices = np.uint32(every.shape[1])
    last = n_stacks - ONE
    for band in range(n_bands):
        row = tree.move[ZERO, first[band]]
        scratch.nodes[ONE, band] = tree.child[ZERO, first[band]]
        for stack in range(ONE, n_stacks):
            for k in range(n_choices):
                moved = tree.moved[row, every[stack, k, band]]
                scratch.splits[ONE, band, stack, k] = moved
    stack = ONE
    scratch.choice[ONE] = ZERO
    while True:
        if stack == last:
            sums[scratch.choice[ONE] if last > ONE else ZERO] += sum_of_last(
                counts, first_node, scratch
            )
        elif scratch.choice[stack] < n_choices:
            descend(tree, scratch, stack)
            stack += ONE
            scratch.choice[stack] = ZERO
            continue
        if stack == ONE:
            return
        stack -= ONE
        scratch.choice[stack] += ONE


@helper
def descend(tree: Tree, scratch: Scratch, stack: Unsigned) -> None:
    """Take the choice of a stack: find the node below it, and move the splits of later stacks."""
    k = scratch.choice[stack]
    below = stack + ONE
    for band in range(np.uint32(scratch.nodes.shape[1])):
        node, split = scratch.nodes[stack, band], scratch.splits[stack, band, stack, k]
        moved = tree.moved[tree.move[node, split]]
        scratch.nodes[below, band] = tree.child[node, split]
        for later in range(below, np.uint32(len(scratch.nodes))):
            old, new = scratch.splits[stack, band, later], scratch.splits[below, band, later]
            for j in range(np.uint32(len(old))):
                new[j] = moved[old[j]]


@helper
def sum_of_last(counts: U32, first_node: Unsigned, scratch: Scratch) -> Unsigned:
    """Return the sum over the choices of the last stack."""
    products = scratch.products
    last = np.uint32(len(scratch.nodes)) - ONE
    for band in range(np.uint32(scratch.nodes.shape[1])):
        own = counts[scratch.nodes[last, band] - first_node]
        splits = scratch.splits[last, band, last]
        if band == ZERO:
            for k in range(np.uint32(len(products))):
                products[k] = np.uint64(own[splits[k]])
        else:
            for k in range(np.uint32(len(products))):
                products[k] *= np.uint64(own[splits[k]])
    total = np.uint64(0)
    for k in range(np.uint32(len(products))):
        total += products[k]
    return total
