"""Operators on vectors of 16-bit lanes, for kernels.

A kernel writes ``&``, ``|``, ``^``, ``-``, ``~``, ``<<`` and ``>>`` between vectors, or a vector
and an integer that holds in every lane, and each becomes an instruction of the machine or less:
with AVX-512, LLVM makes one of two or three of them. In plain Python a vector is a NumPy array,
which has the same operators; so no kernel may write ``&=``, which would change the array.
"""

from collections.abc import Callable, Sequence

import numpy as np

from exactcover.runtime.kernels.jit import instruction
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.kernels.vectors import Vector, load, store
from sudoku.solvers.bitboard.lanes import N_LANES

__all__ = [
    "Vector",
    "constant",
    "has_any",
    "lane_bits",
    "lanes_set",
    "load",
    "permutation",
    "store",
    "word",
]

LOWERING = "sudoku.solvers.bitboard.lowering"


def constant(words: Sequence[int]) -> Callable[[], Vector]:
    """Make a function that returns the vector of these words."""

    @instruction(f"{LOWERING}:constant", words)
    def vector() -> Vector:
        return np.array(words, dtype=np.uint16)

    return vector


def permutation(sources: Sequence[int]) -> Callable[[Vector], Vector]:
    """Make a function that returns a vector whose lane k is the given one's lane ``sources[k]``."""
    indices = np.array(sources)

    @instruction(f"{LOWERING}:permutation", sources)
    def permute(vector: Vector) -> Vector:
        return vector[indices]

    return permute


@instruction(f"{LOWERING}:has_any")
def has_any(vector: Vector) -> bool:
    """Return whether a bit is set."""
    return bool(vector.any())


@instruction(f"{LOWERING}:lanes_set")
def lanes_set(vector: Vector) -> Unsigned:
    """Return a word in which the bits of the lanes that are not 0 are set."""
    return np.uint64(sum(1 << lane for lane in np.flatnonzero(vector).tolist()))


@instruction(f"{LOWERING}:lane_bits")
def lane_bits(lane: Unsigned, bits: Unsigned) -> Vector:
    """Return the vector that is 0 but for one lane."""
    vector = np.zeros(N_LANES, dtype=np.uint16)
    vector[lane] = bits
    return vector


@instruction(f"{LOWERING}:word")
def word(vector: Vector, lane: Unsigned) -> Unsigned:
    """Return the value of a lane."""
    return np.uint64(vector[lane])
