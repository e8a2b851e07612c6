"""Vectors of 64 bytes as values in kernels, which process a row of words 64 bytes at a time.

In kernels each function is one instruction of a processor with AVX-512, or a few of another one.
The automatic vectorisation of the compiler is half as fast: it uses vectors of 32 bytes, and single
words for the remainder. In plain Python a vector is a NumPy array.
"""

import math
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import instruction
from exactcover.runtime.kernels.lanes import INDEX_BITS, VECTOR_BYTES
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.kernels.variants import Dtypes

Vector = Any
Words = Annotated[NDArray[Any], Dtypes("uint16", "uint32", "uint64")]
"""An array of uint16, uint32 or uint64, whose length is a multiple of that of a vector."""


def n_lanes(dtype: Any) -> int:
    """Return the number of words of a type in a vector.

    >>> n_lanes(np.uint16)
    32
    """
    return VECTOR_BYTES // int(np.dtype(dtype).itemsize)


def aligned_empty(shape: tuple[int, ...], dtype: Any) -> Words:
    """Return an array aligned to cache lines, so that no vector crosses one."""
    memory = np.empty(math.prod(shape) * np.dtype(dtype).itemsize + VECTOR_BYTES, dtype=np.uint8)
    return np.ndarray(shape, dtype, memory, -memory.ctypes.data % VECTOR_BYTES)


@instruction("exactcover.runtime.kernels.lowering.vectors:load")
def load(row: Words, k: Unsigned) -> Vector:
    """Return the k-th vector of a row."""
    lanes = n_lanes(row.dtype)
    return row[int(k) * lanes : (int(k) + 1) * lanes]


@instruction("exactcover.runtime.kernels.lowering.vectors:store")
def store(row: Words, k: Unsigned, vector: Vector) -> None:
    """Set the k-th vector of a row."""
    load(row, k)[:] = vector


@instruction("exactcover.runtime.kernels.lowering.vectors:ones")
def ones(row: Words) -> Vector:
    """Return the vector of all ones, which is -1 in every lane of the type of the row."""
    return np.full(n_lanes(row.dtype), ~row.dtype.type(0))


@instruction("exactcover.runtime.kernels.lowering.vectors:intersect")
def intersect(one: Vector, other: Vector) -> Vector:
    """Return the bitwise and of two vectors."""
    return one & other


@instruction("exactcover.runtime.kernels.lowering.vectors:add_popcounts")
def add_popcounts(counts: Vector, vector: Vector) -> Vector:
    """Add to every lane the number of ones of `vector` in it, modulo the size of the lane."""
    bits = np.unpackbits(vector.view(np.uint8)).reshape(len(vector), -1)
    return counts + bits.sum(axis=1).astype(counts.dtype)


@instruction("exactcover.runtime.kernels.lowering.vectors:pack")
def pack(counts: Vector, indices: Vector) -> Vector:
    """Return keys with the count above the index, which are ordered by count, then by index."""
    bits = INDEX_BITS[counts.dtype.itemsize * 8]
    return (counts << counts.dtype.type(bits)) | indices


@instruction("exactcover.runtime.kernels.lowering.vectors:minimum")
def minimum(one: Vector, other: Vector) -> Vector:
    """Return the minimum of each lane."""
    return np.minimum(one, other)


@instruction("exactcover.runtime.kernels.lowering.vectors:least")
def least(vector: Vector) -> Unsigned:
    """Return the value of the smallest lane."""
    return np.uint64(vector.min())


@instruction("exactcover.runtime.kernels.lowering.vectors:has_zero")
def has_zero(vector: Vector) -> bool:
    """Return whether some lane is 0."""
    return not vector.all()


@instruction("exactcover.runtime.kernels.lowering.vectors:lanes_equal")
def lanes_equal(vector: Vector, value: Unsigned) -> Unsigned:
    """Return a word with the bits of the lanes that equal `value`."""
    return np.uint64(sum(1 << lane for lane in np.flatnonzero(vector == value).tolist()))
