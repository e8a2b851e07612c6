"""The type of vectors, their operators, and the instructions of `runtime.kernels.vectors`."""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from exactcover.runtime.kernels.lanes import INDEX_BITS, VECTOR_BYTES
from exactcover.runtime.kernels.lowering.emitter import (
    Emitter,
    emitter,
    extending,
    signature,
    types,
)

_I32 = ir.IntType(32)


class VectorType(types.Type):  # type: ignore[misc]
    """The Numba type of a vector: the bits of its lanes, and their number; by default 64 bytes."""

    def __init__(self, bits: int, lanes: int | None = None) -> None:
        self.bits = bits
        self.lanes = VECTOR_BYTES * 8 // bits if lanes is None else lanes
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


@extending.register_model(VectorType)
class _Model(extending.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: VectorType) -> None:
        super().__init__(manager, kind, kind.llvm)


def _vector_of(row: Any) -> VectorType:
    return VectorType(row.dtype.bitwidth)


def _address(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    """Return the pointer to the k-th vector of a row."""
    kind = _vector_of(types[0])
    row = context.make_array(types[0])(context, builder, arguments[0])
    return builder.gep(builder.bitcast(row.data, kind.llvm.as_pointer()), [arguments[1]])


@emitter(lambda row, k: signature(_vector_of(row), row, types.uint64))
def load(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    address = _address(context, builder, types, arguments)
    return builder.load(address, align=_vector_of(types[0]).bits // 8)


@emitter(lambda row, k, vector: signature(types.none, row, types.uint64, vector))
def store(context: Any, builder: Any, types: Any, arguments: list[Any]) -> None:
    address = _address(context, builder, types, arguments)
    builder.store(arguments[2], address, align=types[2].bits // 8)


@emitter(lambda row: signature(_vector_of(row), row))
def ones(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    llvm = _vector_of(types[0]).llvm
    return ir.Constant(llvm, [ir.Constant(llvm.element, -1)] * llvm.count)


@emitter(lambda one, other: signature(one, one, other))
def intersect(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.and_(*arguments)


@emitter(lambda counts, vector: signature(counts, counts, vector))
def add_popcounts(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    counts, vector = arguments
    return builder.add(counts, types[0].call(builder, "ctpop", [vector]))


@emitter(lambda counts, indices: signature(counts, counts, indices))
def pack(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    counts, indices = arguments
    llvm = types[0].llvm
    shift = ir.Constant(llvm, [ir.Constant(llvm.element, INDEX_BITS[types[0].bits])] * llvm.count)
    return builder.or_(builder.shl(counts, shift), indices)


@emitter(lambda one, other: signature(one, one, other))
def minimum(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return types[0].call(builder, "umin", arguments)


@emitter(lambda vector: signature(types.uint64, vector))
def least(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    element = types[0].llvm.element
    lane = types[0].call(builder, "vector.reduce.umin", arguments, element)
    return lane if element.width == 64 else builder.zext(lane, ir.IntType(64))


@emitter(lambda vector: signature(types.boolean, vector))
def has_zero(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    llvm = types[0].llvm
    zeros = builder.icmp_unsigned("==", arguments[0], ir.Constant(llvm, None))
    lanes = builder.bitcast(zeros, ir.IntType(llvm.count))
    return builder.icmp_unsigned("!=", lanes, ir.Constant(lanes.type, 0))


@emitter(lambda vector, value: signature(types.uint64, vector, types.uint64))
def lanes_equal(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    llvm = types[0].llvm
    equal = builder.icmp_unsigned("==", arguments[0], splat(builder, arguments[1], llvm))
    return builder.zext(builder.bitcast(equal, ir.IntType(llvm.count)), ir.IntType(64))


def splat(builder: Any, value: Any, llvm: Any) -> Any:
    """Repeat an integer in all lanes of a vector; of a literal this makes a constant."""
    nothing = ir.Constant(llvm, ir.Undefined)
    word = builder.trunc(value, llvm.element) if llvm.element.width < value.type.width else value
    one_lane = builder.insert_element(nothing, word, ir.Constant(_I32, 0))
    first_lane = ir.Constant(ir.VectorType(_I32, llvm.count), None)
    return builder.shuffle_vector(one_lane, nothing, first_lane)


def _operator(function: Callable[..., Any], method: str) -> None:
    """Let kernels use an operator between vectors, and between a vector and an integer."""

    def typer(one: Any, other: Any) -> Any:
        if isinstance(one, VectorType) and (other == one or isinstance(other, types.Integer)):
            return signature(one, one, one if other == one else types.uint64)
        return None

    def emit(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
        one, other = arguments
        if types[1] != types[0]:
            other = splat(builder, other, types[0].llvm)
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
    return signature(vector, vector) if isinstance(vector, VectorType) else None


@emitter(_same, VectorType)
def invert(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.not_(arguments[0])


invert.register(operator.invert)
