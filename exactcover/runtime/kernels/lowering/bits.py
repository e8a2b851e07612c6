"""The instructions of `exactcover.runtime.kernels.bits`."""

from typing import Any

from llvmlite import ir

from exactcover.runtime.kernels.lowering.emitter import emitter, signature, types


def _on_word(word: Any) -> Any:
    return signature(types.uint64, types.uint64)


@emitter(_on_word)
def popcount(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    """Count the ones."""
    return builder.ctpop(arguments[0])


@emitter(_on_word)
def trailing_zeros(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    """Count the zeros below the lowest one."""
    zero_is_defined = ir.Constant(ir.IntType(1), 0)
    return builder.cttz(arguments[0], zero_is_defined)


@emitter(_on_word)
def highest_one(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    """Return the index of the highest one."""
    zero_is_undefined = ir.Constant(ir.IntType(1), 1)
    zeros = builder.ctlz(arguments[0], zero_is_undefined)
    return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)
