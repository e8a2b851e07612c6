"""The instructions of `sudoku.solvers.bitslice.vectors`."""

from typing import Any

from llvmlite import ir

from exactcover.runtime.kernels.lowering.emitter import emitter, signature, types
from exactcover.runtime.kernels.lowering.vectors import VectorType

_VECTOR = VectorType(64, 4)


def _address(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    """Return the pointer to the k-th vector of an array."""
    row = context.make_array(types[0])(context, builder, arguments[0])
    return builder.gep(builder.bitcast(row.data, _VECTOR.llvm.as_pointer()), [arguments[1]])


@emitter(lambda words, k: signature(_VECTOR, words, types.uint64))
def load(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.load(_address(context, builder, types, arguments), align=8)


@emitter(lambda words, k, vector: signature(types.none, words, types.uint64, vector))
def store(context: Any, builder: Any, types: Any, arguments: list[Any]) -> None:
    builder.store(arguments[2], _address(context, builder, types, arguments), align=8)


@emitter(lambda vector: signature(types.boolean, vector))
def has_any(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    whole = builder.bitcast(arguments[0], ir.IntType(256))
    return builder.icmp_unsigned("!=", whole, ir.Constant(whole.type, 0))
