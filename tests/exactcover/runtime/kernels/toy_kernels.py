"""Small kernels that take every kind of argument, for the tests of precompiled code."""

from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel, subroutine

THREE = np.uint64(3)
TABLE = np.arange(40, dtype=np.uint64) ** 2
"""A constant that LLVM puts into the read-only data."""


class Inner(NamedTuple):
    """A state in a state."""

    words: Any
    shift: int


class Outer(NamedTuple):
    """A state with arrays, numbers and another state."""

    inner: Inner
    grid: Any
    factor: float
    is_negative: bool


@helper
def square(k: Any) -> Any:
    """Return the square of a number below 40."""
    return TABLE[k]


@subroutine
def sum_of_words(inner: Inner) -> Any:
    """Return the sum of shifted words."""
    total = np.uint64(0)
    for k in range(np.uint64(len(inner.words))):
        total += inner.words[k] << np.uint64(inner.shift)
    return total


@kernel
def everything(outer: Outer, pair: tuple[int, int], k: Any, is_more: bool) -> Any:
    """Return a number that depends on every argument; double the grid."""
    total = sum_of_words(outer.inner) + square(k)
    for row in range(outer.grid.shape[0]):
        for column in range(outer.grid.shape[1]):
            total += np.uint64(outer.grid[row, column])
            outer.grid[row, column] *= 2
    if outer.is_negative:
        total += np.uint64(pair[0])
    if is_more:
        total += np.uint64(pair[1]) + np.uint64(outer.factor)
    return total


@kernel
def clear(words: Any) -> None:
    """Set all words to 0, for which LLVM calls `memset`."""
    for k in range(len(words)):
        words[k] = 0


@kernel
def total_of(words: Any) -> Any:
    """Return the sum of an array that may be read-only or have gaps."""
    total = 0
    for k in range(len(words)):
        total += words[k]
    return total


@kernel
def half(number: float) -> float:
    """Return half of a number."""
    return number / 2


@kernel
def is_even(number: int) -> bool:
    """Return whether a number is even."""
    return bool(number % 2 == 0)


@kernel
def negated(number: int) -> int:
    """Return the number with the other sign."""
    return -number


def callback(handle: Any, number: Any) -> int:
    """Return the sum; it is called by its address."""
    return int(handle + np.int64(number))
