"""Vectors with a bit for each of 256 puzzles, for kernels.

A kernel writes ``&``, ``|``, ``^`` and ``~`` between them, and each is one instruction of a
processor with AVX2. In plain Python a vector is a NumPy array of four words, which has the same
operators; so no kernel may write ``&=``, which would change the array.
"""

import numpy as np

from exactcover.runtime.kernels.jit import instruction
from exactcover.runtime.kernels.types import U64, Unsigned
from exactcover.runtime.kernels.vectors import Vector

__all__ = ["N_LANES", "N_WORDS", "Vector", "has_any", "load", "store"]

N_WORDS = 4
"""The words of 64 bits of a vector."""
N_LANES = 64 * N_WORDS
"""The puzzles of a vector.

Vectors of 64 bytes would not gain: the candidates of 512 puzzles do not fit into the fastest cache.
"""

LOWERING = "sudoku.solvers.bitslice.lowering"


@instruction(f"{LOWERING}:load")
def load(words: U64, k: Unsigned) -> Vector:
    """Return the k-th vector of an array of words."""
    return words[int(k) * N_WORDS : (int(k) + 1) * N_WORDS].copy()


@instruction(f"{LOWERING}:store")
def store(words: U64, k: Unsigned, vector: Vector) -> None:
    """Set the k-th vector of an array of words."""
    words[int(k) * N_WORDS : (int(k) + 1) * N_WORDS] = vector


@instruction(f"{LOWERING}:has_any")
def has_any(vector: Vector) -> bool:
    """Return whether a bit is set."""
    return bool(np.any(vector))
