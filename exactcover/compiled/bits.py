"""Bit operations on words: in kernels each function is one machine instruction.

Plain Python, also without the JIT, executes the bodies of the functions.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir

from exactcover.compiled.types import Unsigned

_numba: Any = numba  # its type stubs lack what is used here
types: Any = _numba.types
"""Numba's types."""
_extending: Any = _numba.extending

Emit = Callable[[Any, Any, Any, list[Any]], Any]
"""Emits instructions: (context, builder, types of the arguments, arguments) -> result."""


signature: Callable[..., Any] = _numba.core.typing.signature
"""Returns the signature of a call: the type of its result, then those of its arguments."""


def instruction(
    function: Callable[..., Any], typer: Callable[..., Any], *kinds: Any
) -> Callable[[Emit], Emit]:
    """Let kernels call `function` as the instructions that the decorated function emits.

    `typer` takes the types of the arguments and returns the signature of the call, or None where
    the types are not for it. `kinds` are the types taken, for a function that others extend too,
    such as an operator; by default any.
    """

    def register(emit: Emit) -> Emit:
        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            result = emit(context, builder, signature.args, arguments)
            return context.get_dummy_value() if result is None else result

        _extending.type_callable(function)(lambda context: typer)
        _extending.lower_builtin(function, *(kinds or (types.VarArg(types.Any),)))(lower)
        return emit

    return register


def popcount64(word: Unsigned) -> Unsigned:
    """Return the number of ones in a word of at most 64 bits.

    >>> int(popcount64(0b10110))
    3
    """
    return np.uint64(int(word).bit_count())


def trailing_zeros64(word: Unsigned) -> Unsigned:
    """Return the index of the lowest one in a word of at most 64 bits; 64 if the word is 0.

    >>> int(trailing_zeros64(0b10110)), int(trailing_zeros64(0))
    (1, 64)
    """
    word = int(word)
    return np.uint64((word & -word).bit_length() - 1 if word else 64)


def highest_one64(word: Unsigned) -> Unsigned:
    """Return the index of the highest one in a word of at most 64 bits, which must not be 0.

    >>> int(highest_one64(0b10110))
    4
    """
    return np.uint64(int(word).bit_length() - 1)


def _on_word(word: Any) -> Any:
    return signature(types.uint64, types.uint64)


@instruction(popcount64, _on_word)
def _emit_popcount(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return builder.ctpop(arguments[0])


@instruction(trailing_zeros64, _on_word)
def _emit_trailing_zeros(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    zero_is_defined = ir.Constant(ir.IntType(1), 0)
    return builder.cttz(arguments[0], zero_is_defined)


@instruction(highest_one64, _on_word)
def _emit_highest_one(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    zero_is_undefined = ir.Constant(ir.IntType(1), 1)
    zeros = builder.ctlz(arguments[0], zero_is_undefined)
    return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)
