"""What completes a band: the sum over all other bands that fit to it.

If one band has a split in a stack, each other band has a split there, too, and in each column the
sets of all bands partition the digits. The choices for different stacks do not depend on one
another; only the number of bands depends on the splits of all stacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import factorial, gcd
from operator import mul
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U16, U32, U64, Unsigned
from exactcover.runtime.kernels.variants import Dtypes
from exactcover.runtime.search.limits import Flag
from sudoku.counting.classes import Classes, Tree
from sudoku.counting.splits import Splits

ZERO, ONE = np.uint32(0), np.uint32(1)
N_FIXED = 2
"""The stacks whose choices are given to the kernel; longer calls of it could not be stopped."""

Numbers = Annotated[NDArray[Any], Dtypes("uint16", "uint32")]
"""Numbers of bands; uint16 if they are small."""
Sets = tuple[int, ...]
"""A set of digits, as bits, for each column of a stack."""


class Scratch(NamedTuple):
    """Memory of `add_sums`.

    Attributes
    ----------
    images
        For each stack and band the images of all splits, moved for the choices before that stack.
    nodes
        For each stack and band the node of the tree.
    choice
        For each stack the choice.
    numbers
        For each band the number of bands with each split in the last stack.
    """

    images: U16
    nodes: U32
    choice: U32
    numbers: Numbers


class Completions:
    """The sums over all completions of one band of a shape.

    They are cut into tasks: one for each node of the last stack that has classes, with one choice
    of the first stack, where only one order of the other bands is taken.

    Parameters
    ----------
    classes
        The classes of bands.
    numbers
        For each class the number of its bands, without the order of their rows.

    Attributes
    ----------
    n_tasks
        The number of tasks.
    sizes
        For each node with classes, how many it has.
    n_parts
        The number of tasks for each of these nodes.

    Raises
    ------
    OverflowError
        If the sums of a part could exceed 64 bits.
    """

    def __init__(self, classes: Classes, numbers: list[int]) -> None:
        splits = classes.splits
        choices = list(completions(splits))
        ordered = [sets for sets in choices if list(sets) == sorted(sets)]
        self._classes, self._n_bands = classes, splits.p - 1
        self._first = _numbers(splits, ordered)
        self._others = _numbers(splits, choices)
        self._common = gcd(*numbers)
        self._terms = [
            weight * number for weight, number in zip(classes.weights, numbers, strict=True)
        ]
        reduced = [number // self._common for number in numbers]
        n_inner = max(0, splits.q - 1 - N_FIXED)
        if max(reduced) ** self._n_bands * len(choices) ** (n_inner + 1) >> 64:
            raise OverflowError(f"the sums of {splits.p}x{splits.q} need more than 64 bits")
        counts = np.array(reduced, dtype=np.uint32 if max(reduced) >> 16 else np.uint16)
        self._counts = counts[classes.classes[classes.tree.child[classes.first_leaf_node :]]]
        self._nodes = _by_node(classes)
        self.sizes = [len(own) for own in self._nodes]
        self.n_parts = len(ordered)
        self.n_tasks = len(self._nodes) * self.n_parts

    def sum(self, task: int, due: Flag) -> int | None:
        """Return the sum of a task over its classes; None if it is due to stop before the end.

        Each term is the product of the numbers of bands, without the order of their rows, times the
        number of tuples in the class.
        """
        place, part = divmod(task, self.n_parts)
        own = self._nodes[place]
        *before, _ = self._classes.representative(own[0])
        every = np.stack([self._of(split) for split in before])
        every[0, 0] = self._of(before[0], self._first[part])
        lasts = np.stack([self._of(self._classes.representative(one)[-1]) for one in own])
        scratch = self._scratch()
        sums = np.zeros(len(own), dtype=np.uint64)
        terms = [self._terms[one] for one in own]
        found = 0
        for second in range(every.shape[1] if len(every) > 1 else 1):
            if due.is_set():
                return None
            sums[:] = 0
            scratch.choice[1:2] = second
            add_sums(every, lasts, self._classes.tree, self._counts, self._node, scratch, sums)
            found += int(sum(map(mul, terms, sums.tolist())))
        return int(found * factorial(self._n_bands) * self._common**self._n_bands)

    @property
    def _node(self) -> np.uint32:
        return np.uint32(self._classes.first_leaf_node)

    def _of(self, split: int, choices: U32 | None = None) -> U16:
        """Return choices of the other bands for a split: all, or those that fit to the first."""
        splits = self._classes.splits
        chosen = self._others if choices is None else choices
        back = np.argsort(splits.to_first[split : split + 1]).astype(np.uint8)
        return splits.images(back, chosen.ravel()).reshape(chosen.shape)

    def _scratch(self) -> Scratch:
        n_stacks, n_bands = self._classes.splits.q, self._n_bands
        n_splits = len(self._classes.splits)
        images = np.empty((n_stacks, n_bands, n_splits), dtype=np.uint16)
        images[0] = np.arange(n_splits)
        return Scratch(
            images,
            np.zeros((n_stacks, n_bands), dtype=np.uint32),
            np.zeros(n_stacks, dtype=np.uint32),
            np.zeros((n_bands, n_splits), dtype=self._counts.dtype),
        )


def _by_node(classes: Classes) -> list[list[int]]:
    """Return the classes whose leaves have the same splits in all stacks but the last."""
    before = [tuple(leaf) for leaf in classes.leaves[classes.chosen, :-1].tolist()]
    found: dict[tuple[int, ...], list[int]] = {}
    for number, prefix in enumerate(before):
        found.setdefault(prefix, []).append(number)
    return list(found.values())


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
def add_sums(
    every: U16,
    lasts: U16,
    tree: Tree,
    counts: Numbers,
    first_node: Unsigned,
    scratch: Scratch,
    sums: U64,
) -> None:
    """Add the sums of products over choices of splits for the bands.

    In the first stacks, the choices are given.

    Parameters
    ----------
    every
        For each stack but the last, and each choice: the splits of the bands.
    lasts
        The same for each of several splits that the first band may have in the last stack.
    tree
        The tree of all tuples of splits.
    counts
        The number for each node of the last stack and each split.
    first_node
        The number of the first node of the last stack.
    scratch
        Memory of this kernel, with the given choices.
    sums
        The sums, one for each entry of `lasts`.
    """
    last, n_choices = np.uint32(every.shape[0]), np.uint32(every.shape[1])
    fixed = min(last, np.uint32(N_FIXED))
    stack = ZERO
    while True:
        if stack == last:
            add_products(counts, first_node, lasts, scratch, sums)
        elif scratch.choice[stack] < n_choices:
            descend(every, tree, scratch, stack)
            stack += ONE
            if stack >= fixed and stack < last:
                scratch.choice[stack] = ZERO
            continue
        if stack == fixed:
            return
        stack -= ONE
        scratch.choice[stack] += ONE


@helper
def descend(every: U16, tree: Tree, scratch: Scratch, stack: Unsigned) -> None:
    """Take the choice of a stack: find the node below it, and move all splits."""
    below = stack + ONE
    for band in range(np.uint32(every.shape[2])):
        old, new = scratch.images[stack, band], scratch.images[below, band]
        split = old[every[stack, scratch.choice[stack], band]]
        node = scratch.nodes[stack, band]
        moved = tree.moved[tree.move[node, split]]
        scratch.nodes[below, band] = tree.child[node, split]
        for k in range(np.uint32(len(old))):
            new[k] = moved[old[k]]


@helper
def add_products(
    counts: Numbers, first_node: Unsigned, lasts: U16, scratch: Scratch, sums: U64
) -> None:
    """Add the products for all choices in the last stack."""
    last, n_bands = np.uint32(len(scratch.nodes)) - ONE, np.uint32(scratch.nodes.shape[1])
    for band in range(n_bands):
        own, images = counts[scratch.nodes[last, band] - first_node], scratch.images[last, band]
        for k in range(np.uint32(len(images))):
            scratch.numbers[band, k] = own[images[k]]
    for one in range(np.uint32(len(lasts))):
        total = np.uint64(0)
        for k in range(np.uint32(lasts.shape[1])):
            product = np.uint64(1)
            for band in range(n_bands):
                product *= np.uint64(scratch.numbers[band, lasts[one, k, band]])
            total += product
        sums[one] += total
