"""The instructions of `sudoku.solvers.bitboard.vectors`, and operators on vectors."""

import operator
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from exactcover.compiled.lowering.emitter import Emitter, emitter, signature, types
from exactcover.compiled.lowering.vectors import VectorType
from sudoku.solvers.bitboard.lanes import N_LANES

_VECTOR = VectorType(16)
_LLVM = _VECTOR.llvm
_I32 = ir.IntType(32)
_ZERO = ir.Constant(_LLVM, None)
_FIRST_LANE = ir.Constant(ir.VectorType(_I32, N_LANES), None)


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
    lane, bits = (_splat(builder, argument) for argument in arguments)
    is_lane = builder.icmp_unsigned("==", lane, ir.Constant(_LLVM, list(range(N_LANES))))
    return builder.select(is_lane, bits, _ZERO)


@emitter(lambda vector, lane: signature(types.uint64, vector, types.uint64))
def word(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
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

    Emitter(emit, typer, VectorType, VectorType).register(function)
    Emitter(emit, typer, VectorType, types.Integer).register(function)


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


@emitter(_same, VectorType)
def invert(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.not_(arguments[0])


invert.register(operator.invert)
