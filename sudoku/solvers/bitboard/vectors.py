"""Operators on vectors of 16-bit lanes, for kernels.

A kernel writes ``&``, ``|``, ``^``, ``-``, ``~``, ``<<`` and ``>>`` between vectors, or a vector
and an integer that holds in every lane, and each becomes an instruction of the machine or less:
with AVX-512, LLVM makes one of two or three of them. In plain Python a vector is a NumPy array,
which has the same operators; so no kernel may write ``&=``, which would change the array.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir

from exactcover.compiled.bits import instruction, signature, types
from exactcover.compiled.types import Unsigned
from exactcover.compiled.vectors import Vector, VectorType, load, store
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

_VECTOR = VectorType(16)
_LLVM = _VECTOR.llvm
_I32 = ir.IntType(32)
_ZERO = ir.Constant(_LLVM, None)
_FIRST_LANE = ir.Constant(ir.VectorType(_I32, N_LANES), None)


def constant(words: Sequence[int]) -> Callable[[], Vector]:
    """Make a function that returns the vector of these words."""

    def vector() -> Vector:
        return np.array(words, dtype=np.uint16)

    @instruction(vector, lambda: signature(_VECTOR))
    def emit(*_: Any) -> Any:
        return ir.Constant(_LLVM, list(words))

    return vector


def permutation(sources: Sequence[int]) -> Callable[[Vector], Vector]:
    """Make a function that returns a vector whose lane k is the given one's lane ``sources[k]``."""
    indices = np.array(sources)

    def permute(vector: Vector) -> Vector:
        return vector[indices]

    @instruction(permute, lambda vector: signature(vector, vector))
    def emit(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
        lanes = ir.Constant(ir.VectorType(_I32, N_LANES), list(sources))
        return builder.shuffle_vector(arguments[0], ir.Constant(_LLVM, ir.Undefined), lanes)

    return permute


def has_any(vector: Vector) -> bool:
    """Return whether a bit is set."""
    return bool(vector.any())


def lanes_set(vector: Vector) -> Unsigned:
    """Return a word in which the bits of the lanes that are not 0 are set."""
    return np.uint64(sum(1 << lane for lane in np.flatnonzero(vector).tolist()))


def lane_bits(lane: Unsigned, bits: Unsigned) -> Vector:
    """Return the vector that is 0 but for one lane."""
    vector = np.zeros(N_LANES, dtype=np.uint16)
    vector[lane] = bits
    return vector


def word(vector: Vector, lane: Unsigned) -> Unsigned:
    """Return the value of a lane."""
    return np.uint64(vector[lane])


@instruction(has_any, lambda vector: signature(types.boolean, vector))
def _emit_has_any(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    lanes = _lanes_set(builder, arguments[0])
    return builder.icmp_unsigned("!=", lanes, ir.Constant(lanes.type, 0))


@instruction(lanes_set, lambda vector: signature(types.uint64, vector))
def _emit_lanes_set(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.zext(_lanes_set(builder, arguments[0]), ir.IntType(64))


@instruction(lane_bits, lambda lane, bits: signature(_VECTOR, types.uint64, types.uint64))
def _emit_lane_bits(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    lane, bits = (_splat(builder, argument) for argument in arguments)
    is_lane = builder.icmp_unsigned("==", lane, ir.Constant(_LLVM, list(range(N_LANES))))
    return builder.select(is_lane, bits, _ZERO)


@instruction(word, lambda vector, lane: signature(types.uint64, vector, types.uint64))
def _emit_word(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.zext(builder.extract_element(*arguments), ir.IntType(64))


def _lanes_set(builder: Any, vector: Any) -> Any:
    return builder.bitcast(builder.icmp_unsigned("!=", vector, _ZERO), ir.IntType(N_LANES))


def _splat(builder: Any, value: Any) -> Any:
    """Repeat an integer in all lanes; of a literal this makes a constant."""
    nothing = ir.Constant(_LLVM, ir.Undefined)
    word = builder.trunc(value, _LLVM.element)
    one_lane = builder.insert_element(nothing, word, ir.Constant(_I32, 0))
    return builder.shuffle_vector(one_lane, nothing, _FIRST_LANE)


def _operator(function: Callable[..., Any], method: str) -> None:
    """Let kernels use an operator between vectors, and between a vector and an integer."""

    def typer(one: Any, other: Any) -> Any:
        if one == _VECTOR and (other == _VECTOR or isinstance(other, types.Integer)):
            return signature(_VECTOR, one, _VECTOR if other == _VECTOR else types.uint64)
        return None

    def emit(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
        one, other = arguments
        if types[1] != _VECTOR:
            other = _splat(builder, other)
        return getattr(builder, method)(one, other)

    instruction(function, typer, VectorType, VectorType)(emit)
    instruction(function, typer, VectorType, types.Integer)(emit)


for _function, _method in {
    operator.and_: "and_",
    operator.or_: "or_",
    operator.xor: "xor",
    operator.sub: "sub",
    operator.lshift: "shl",
    operator.rshift: "lshr",
}.items():
    _operator(_function, _method)


def _same(vector: Any) -> Any:
    return signature(vector, vector) if vector == _VECTOR else None


@instruction(operator.invert, _same, VectorType)
def _emit_invert(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.not_(arguments[0])
