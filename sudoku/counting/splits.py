"""Splits: the ways to distribute the digits over the columns of one stack in one band.

A band has `q` rows, so a column of it holds a set of `q` digits, and the `p` columns of a stack
hold each digit once. The order of the columns does not matter here, nor that of the digits in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U16, U32, U64, Unsigned
from exactcover.runtime.search.limits import watched

U8 = NDArray[np.uint8]

NONE = np.uint32(0xFFFFFFFF)
ZERO, ONE, FOUR, FIFTEEN = np.uint64(0), np.uint64(1), np.uint64(4), np.uint64(15)
BITS = 4
"""The bits of a word for each digit, which hold the number of its set."""
MOST_DIGITS = 64 // BITS


class Splits:
    """All splits of digits into sets of equal size, numbered from 0.

    A split is a word with four bits for each digit: the number of its set. Sets are numbered in the
    order of their least digits, so that equal splits have equal words. The first split has the
    digits in their order.

    Parameters
    ----------
    p
        The number of sets, which are the columns of a stack.
    q
        The number of digits in each set.
    """

    def __init__(self, p: int, q: int) -> None:
        self.p, self.q, self.n = p, q, p * q
        self.words: U64 = np.array(list(watched(_words(p, q))), dtype=np.uint64)
        self.places: U16 = np.zeros(p**self.n, dtype=np.uint16)
        """The number of a split at the place that its sets, read as digits to base `p`, name."""
        codes = np.zeros(len(self.words), dtype=np.intp)
        for digit in range(self.n):
            codes = codes * p + (self.words >> np.uint64(BITS * digit) & FIFTEEN).astype(np.intp)
        self.places[codes] = np.arange(len(self.words))

    def __len__(self) -> int:
        return len(self.words)

    def sets(self, number: int) -> list[int]:
        """Return the sets of digits of a split, as bits.

        >>> Splits(2, 2).sets(0)
        [3, 12]
        """
        found = [0] * self.p
        word = int(self.words[number])
        for digit in range(self.n):
            found[word >> BITS * digit & 15] |= 1 << digit
        return found

    def number_of(self, sets: list[int]) -> int:
        """Return the number of the split with these sets, in any order; the inverse of `sets`."""
        code = 0
        order = sorted(sets, key=lambda members: members & -members)
        for digit in range(self.n):
            code = code * self.p + next(k for k, one in enumerate(order) if one >> digit & 1)
        return int(self.places[code])

    def images(self, permuted: U8, numbers: U32) -> U16:
        """Return the splits that permutations of the digits make of splits.

        Parameters
        ----------
        permuted
            Permutations, one in each row: the image of each digit.
        numbers
            Splits, by their numbers.

        Returns
        -------
        U16
            A row for each permutation, with the number of the image of each split.
        """
        found = np.empty((len(permuted), len(numbers)), dtype=np.uint16)
        write_images(permuted, self.words[numbers], self.places, np.uint64(self.p), found)
        return found

    @cached_property
    def to_first(self) -> U8:
        """For each split a permutation of the digits that makes it the first one."""
        shifts = np.arange(self.n, dtype=np.uint64) * np.uint64(BITS)
        sets = self.words[:, None] >> shifts & FIFTEEN
        return np.argsort(np.argsort(sets, axis=1, kind="stable"), axis=1).astype(np.uint8)

    @cached_property
    def fixing_first(self) -> U8:
        """All permutations of the digits that map the first split to itself."""
        inside = np.array(list(permutations(range(self.q))), dtype=np.uint8)
        found = np.zeros((1, 0), dtype=np.uint8)
        for _ in range(self.p):
            found = np.hstack((np.repeat(found, len(inside), 0), np.tile(inside, (len(found), 1))))
        orders = np.array(list(permutations(range(self.p))), dtype=np.uint8) * np.uint8(self.q)
        return np.vstack([found + np.repeat(order, self.q) for order in orders])


def n_splits(p: int, q: int) -> int:
    """Return the number of splits of `p` times `q` digits.

    >>> n_splits(3, 3), n_splits(2, 5), n_splits(3, 4)
    (280, 126, 5775)
    """
    return int(factorial(p * q) // factorial(q) ** p // factorial(p))


def _words(p: int, q: int) -> Iterator[int]:
    """Yield the words of all splits; the first has the digits in their order."""

    def fill(left: tuple[int, ...], number: int, word: int) -> Iterator[int]:
        if not left:
            yield word
            return
        for others in combinations(left[1:], q - 1):
            chosen = (left[0], *others)
            bits = sum(number << BITS * digit for digit in chosen)
            rest = tuple(digit for digit in left if digit not in chosen)
            yield from fill(rest, number + 1, word | bits)

    yield from fill(tuple(range(p * q)), 0, 0)


@helper
def image(permuted: U8, row: Unsigned, word: Unsigned, places: U16, p: Unsigned) -> Unsigned:
    """Return the number of the split that a permutation of the digits makes of a split."""
    n = np.uint64(permuted.shape[1])
    moved = ZERO
    for digit in range(n):
        own = word >> (np.uint64(digit) * FOUR) & FIFTEEN
        moved |= own << (np.uint64(permuted[row, digit]) * FOUR)
    names, n_named, code = ~ZERO, ZERO, ZERO
    for digit in range(n):
        shift = (moved >> (np.uint64(digit) * FOUR) & FIFTEEN) * FOUR
        if names >> shift & FIFTEEN == FIFTEEN:  # this set was not met before
            names ^= (FIFTEEN ^ n_named) << shift
            n_named += ONE
        code = code * p + (names >> shift & FIFTEEN)
    return np.uint32(places[code])


@kernel
def write_images(permuted: U8, words: U64, places: U16, p: Unsigned, images: U16) -> None:
    """Write the images of all splits, one row for each permutation."""
    for row in range(np.uint32(len(permuted))):
        for k in range(np.uint32(len(words))):
            images[row, k] = image(permuted, row, words[k], places, p)


@kernel
def write_orbits(
    group: U8, words: U64, places: U16, p: Unsigned, orbit: U32, mover: U32, firsts: U32
) -> Unsigned:
    """Write the orbits of all splits under a group of permutations; return their number.

    Parameters
    ----------
    group
        All permutations of the group.
    words, places, p
        Those of `Splits`.
    orbit
        The number of the orbit of each split; `NONE` before the call.
    mover
        The permutation that makes the split of the first one of its orbit.
    firsts
        The first split of each orbit.
    """
    n_orbits = np.uint32(0)
    for first in range(np.uint32(len(words))):
        if orbit[first] == NONE:
            firsts[n_orbits] = first
            for row in range(np.uint32(len(group))):
                k = image(group, row, words[first], places, p)
                if orbit[k] == NONE:
                    orbit[k] = n_orbits
                    mover[k] = row
            n_orbits += np.uint32(1)
    return n_orbits
