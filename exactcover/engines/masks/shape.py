"""The layout of the items in a row of the engine `masks`, and the size of its table.

Without Numba, so that it can be known before any engine is imported.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.multicover.bounds import MULTIPLICITIES
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.lanes import INDEX_BITS, VECTOR_BYTES

WORDS = (np.uint16, np.uint32, np.uint64)

MOST_TABLE_BYTES = 1 << 27
"""Problems with a larger table are refused."""


class Shape(NamedTuple):
    """The layout of the items in a row."""

    word: type[np.unsignedinteger]
    n_words: NDArray[np.int64]
    """Of each primary item."""
    order: NDArray[np.int64]
    """The primary items, in the order of the lanes."""
    group: NDArray[np.int64]
    """The first vector of each group, and the number of vectors."""

    @property
    def n_bytes(self) -> int:
        """The size of a row."""
        return int(self.group[-1]) * VECTOR_BYTES


def shape_of(sizes: NDArray[np.int64]) -> Shape:
    """Choose the words that make the row shortest, for items with these numbers of options."""
    return _best(sizes.tobytes(), is_roomy=False)


def roomy_shape(sizes: NDArray[np.int64]) -> Shape:
    """Choose the words like `shape_of`, but keys can hold twice as large counts, and one more."""
    return _best(sizes.tobytes(), is_roomy=True)


@lru_cache(maxsize=8)  # A search asks several times for the shape of one problem.
def _best(given: bytes, is_roomy: bool) -> Shape:
    sizes = np.frombuffer(given, dtype=np.int64)
    largest = 2 * sizes + 2 if is_roomy else sizes
    shapes = [_shape(sizes, word) for word in WORDS if _fits(largest, word)]
    return min(shapes, key=lambda shape: shape.n_bytes)


def why_not(problem: Problem) -> str | None:
    """Return why masks cannot search a problem: its bounds, or the size of its table; or None."""
    if problem.has_bounds:
        return "it has items with bounds"
    return too_large(shape_of(problem.sizes[: problem.n_primary]), problem.n_options + 1)


def why_not_with_bounds(problem: Problem) -> str | None:
    """Return why masks under bounds cannot search a problem, such as its size; or None."""
    if problem.has_multiplicities:
        return MULTIPLICITIES
    n_rows = problem.n_options + len(problem.bounds) + 2
    return too_large(roomy_shape(problem.sizes[: problem.n_primary]), n_rows)


def too_large(shape: Shape, n_rows: int) -> str | None:
    """Return that a table with this many rows would be too large; None if it is not."""
    n_bytes, most = shape.n_bytes * n_rows, MOST_TABLE_BYTES
    if n_bytes > most:
        return f"its table would take {n_bytes >> 20} MB, more than {most >> 20} MB"
    return None


def _fits(sizes: NDArray[np.int64], word: type[np.unsignedinteger]) -> bool:
    """Return whether a key of this type can hold every count and index."""
    bits = np.dtype(word).itemsize * 8
    # The largest count stands for "covered".
    most = (1 << (bits - INDEX_BITS[bits])) - 2
    return len(sizes) <= 1 << INDEX_BITS[bits] and int(sizes.max(initial=0)) <= most


def _shape(sizes: NDArray[np.int64], word: type[np.unsignedinteger]) -> Shape:
    n_words = sizes // (np.dtype(word).itemsize * 8) + 1
    order = np.argsort(-n_words, kind="stable")
    group = np.concatenate(([0], np.cumsum(n_words[order[:: _n_lanes(word)]])))
    return Shape(word, n_words, order, group)


def _n_lanes(word: type[np.unsignedinteger]) -> int:
    return VECTOR_BYTES // np.dtype(word).itemsize
