"""Vectors of 64 bytes as values in kernels, which process a row of words 64 bytes at a time.

In kernels each function is one instruction of a processor with AVX-512, or a few of another one.
The automatic vectorisation of the compiler is half as fast: it uses vectors of 32 bytes, and single
words for the remainder. In plain Python a vector is a NumPy array.
"""

import math
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from exactcover.compiled.bits import instruction, signature
from exactcover.compiled.lanes import INDEX_BITS, VECTOR_BYTES
from exactcover.compiled.types import Unsigned

Vector = Any
Words = NDArray[Any]
"""An array of uint16, uint32 or uint64, whose length is a multiple of that of a vector."""

_numba: Any = numba  # its type stubs lack what is used here
_types: Any = _numba.types
_extending: Any = _numba.extending
_I32 = ir.IntType(32)


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


def load(row: Words, k: Unsigned) -> Vector:
    """Return the k-th vector of a row."""
    lanes = n_lanes(row.dtype)
    return row[int(k) * lanes : (int(k) + 1) * lanes]


def store(row: Words, k: Unsigned, vector: Vector) -> None:
    """Set the k-th vector of a row."""
    load(row, k)[:] = vector


def ones(row: Words) -> Vector:
    """Return the vector of all ones, which is -1 in every lane of the type of the row."""
    return np.full(n_lanes(row.dtype), ~row.dtype.type(0))


def intersect(one: Vector, other: Vector) -> Vector:
    """Return the bitwise and of two vectors."""
    return one & other


def add_popcounts(counts: Vector, vector: Vector) -> Vector:
    """Add to every lane the number of ones of `vector` in it, modulo the size of the lane."""
    bits = np.unpackbits(vector.view(np.uint8)).reshape(len(vector), -1)
    return counts + bits.sum(axis=1).astype(counts.dtype)


def pack(counts: Vector, indices: Vector) -> Vector:
    """Return keys with the count above the index, which are ordered by count, then by index."""
    bits = INDEX_BITS[counts.dtype.itemsize * 8]
    return (counts << counts.dtype.type(bits)) | indices


def minimum(one: Vector, other: Vector) -> Vector:
    """Return the minimum of each lane."""
    return np.minimum(one, other)


def least(vector: Vector) -> Unsigned:
    """Return the value of the smallest lane."""
    return np.uint64(vector.min())


def has_zero(vector: Vector) -> bool:
    """Return whether some lane is 0."""
    return not vector.all()


def lanes_equal(vector: Vector, value: Unsigned) -> Unsigned:
    """Return a word with the bits of the lanes that equal `value`."""
    return np.uint64(sum(1 << lane for lane in np.flatnonzero(vector == value).tolist()))


class VectorType(_types.Type):  # type: ignore[misc]
    """The Numba type of a vector: the bits of its lanes, and their number."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.lanes = VECTOR_BYTES * 8 // bits
        super().__init__(name=f"vector(uint{bits} x {self.lanes})")

    @property
    def llvm(self) -> Any:
        """The LLVM type of the vector."""
        return ir.VectorType(ir.IntType(self.bits), self.lanes)

    def call(self, builder: Any, name: str, arguments: list[Any], result: Any = None) -> Any:
        """Call an LLVM intrinsic for vectors."""
        name = f"llvm.{name}.v{self.lanes}i{self.bits}"
        declared = builder.module.globals.get(name)
        if declared is None:
            kind = ir.FunctionType(result or self.llvm, [self.llvm] * len(arguments))
            declared = ir.Function(builder.module, kind, name)
        return builder.call(declared, arguments)


@_extending.register_model(VectorType)
class _Model(_extending.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: VectorType) -> None:
        super().__init__(manager, kind, kind.llvm)


def _vector_of(row: Any) -> VectorType:
    return VectorType(row.dtype.bitwidth)


def _address(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    """Return the pointer to the k-th vector of a row."""
    kind = _vector_of(types[0])
    row = context.make_array(types[0])(context, builder, arguments[0])
    return builder.gep(builder.bitcast(row.data, kind.llvm.as_pointer()), [arguments[1]])


@instruction(load, lambda row, k: signature(_vector_of(row), row, _types.uint64))
def _emit_load(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    address = _address(context, builder, types, arguments)
    return builder.load(address, align=_vector_of(types[0]).bits // 8)


@instruction(store, lambda row, k, vector: signature(_types.none, row, _types.uint64, vector))
def _emit_store(context: Any, builder: Any, types: Any, arguments: list[Any]) -> None:
    address = _address(context, builder, types, arguments)
    builder.store(arguments[2], address, align=types[2].bits // 8)


@instruction(ones, lambda row: signature(_vector_of(row), row))
def _emit_ones(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    llvm = _vector_of(types[0]).llvm
    return ir.Constant(llvm, [ir.Constant(llvm.element, -1)] * llvm.count)


@instruction(intersect, lambda one, other: signature(one, one, other))
def _emit_intersect(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.and_(*arguments)


@instruction(add_popcounts, lambda counts, vector: signature(counts, counts, vector))
def _emit_add_popcounts(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    counts, vector = arguments
    return builder.add(counts, types[0].call(builder, "ctpop", [vector]))


@instruction(pack, lambda counts, indices: signature(counts, counts, indices))
def _emit_pack(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    counts, indices = arguments
    llvm = types[0].llvm
    shift = ir.Constant(llvm, [ir.Constant(llvm.element, INDEX_BITS[types[0].bits])] * llvm.count)
    return builder.or_(builder.shl(counts, shift), indices)


@instruction(minimum, lambda one, other: signature(one, one, other))
def _emit_minimum(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return types[0].call(builder, "umin", arguments)


@instruction(least, lambda vector: signature(_types.uint64, vector))
def _emit_least(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    element = types[0].llvm.element
    lane = types[0].call(builder, "vector.reduce.umin", arguments, element)
    return lane if element.width == 64 else builder.zext(lane, ir.IntType(64))


@instruction(has_zero, lambda vector: signature(_types.boolean, vector))
def _emit_has_zero(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    llvm = types[0].llvm
    zeros = builder.icmp_unsigned("==", arguments[0], ir.Constant(llvm, None))
    lanes = builder.bitcast(zeros, ir.IntType(llvm.count))
    return builder.icmp_unsigned("!=", lanes, ir.Constant(lanes.type, 0))


@instruction(lanes_equal, lambda vector, value: signature(_types.uint64, vector, _types.uint64))
def _emit_lanes_equal(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    llvm = types[0].llvm
    value = arguments[1]
    if llvm.element.width < 64:
        value = builder.trunc(value, llvm.element)
    nothing = ir.Constant(llvm, ir.Undefined)
    one_lane = builder.insert_element(nothing, value, ir.Constant(_I32, 0))
    first_lane = ir.Constant(ir.VectorType(_I32, llvm.count), [0] * llvm.count)
    wanted = builder.shuffle_vector(one_lane, nothing, first_lane)
    equal = builder.icmp_unsigned("==", arguments[0], wanted)
    return builder.zext(builder.bitcast(equal, ir.IntType(llvm.count)), ir.IntType(64))
