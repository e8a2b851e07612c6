"""The instructions of `sudoku.solvers.bitboard.vectors`."""

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from exactcover.runtime.kernels.lowering.emitter import Emitter, emitter, signature, types
from exactcover.runtime.kernels.lowering.vectors import VectorType, splat
from sudoku.solvers.bitboard.lanes import N_LANES

_VECTOR = VectorType(16)
_LLVM = _VECTOR.llvm
_I32 = ir.IntType(32)
_ZERO = ir.Constant(_LLVM, None)


def constant(words: Sequence[int]) -> Emitter:
    """Return the emitter of a vector of these words."""

    @emitter(lambda: signature(_VECTOR))
    def emit(*_: Any) -> Any:
        return ir.Constant(_LLVM, list(words))

    return emit


def permutation(sources: Sequence[int]) -> Emitter:
    """Return the emitter of a permutation of the lanes."""

    @emitter(lambda vector: signature(vector, vector))
    def emit(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
        lanes = ir.Constant(ir.VectorType(_I32, N_LANES), list(sources))
        return builder.shuffle_vector(arguments[0], ir.Constant(_LLVM, ir.Undefined), lanes)

    return emit


@emitter(lambda vector: signature(types.boolean, vector))
def has_any(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    lanes = _lanes_set(builder, arguments[0])
    return builder.icmp_unsigned("!=", lanes, ir.Constant(lanes.type, 0))


@emitter(lambda vector: signature(types.uint64, vector))
def lanes_set(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.zext(_lanes_set(builder, arguments[0]), ir.IntType(64))


@emitter(lambda lane, bits: signature(_VECTOR, types.uint64, types.uint64))
def lane_bits(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    lane, bits = (splat(builder, argument, _LLVM) for argument in arguments)
    is_lane = builder.icmp_unsigned("==", lane, ir.Constant(_LLVM, list(range(N_LANES))))
    return builder.select(is_lane, bits, _ZERO)


@emitter(lambda vector, lane: signature(types.uint64, vector, types.uint64))
def word(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.zext(builder.extract_element(*arguments), ir.IntType(64))


def _lanes_set(builder: Any, vector: Any) -> Any:
    return builder.bitcast(builder.icmp_unsigned("!=", vector, _ZERO), ir.IntType(N_LANES))
