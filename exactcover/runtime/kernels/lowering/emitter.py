"""`Emitter`: how Numba compiles the call of a function to instructions of LLVM."""

from collections.abc import Callable
from typing import Any

import numba

_numba: Any = numba  # its type stubs lack what is used here
types: Any = _numba.types
"""Numba's types."""
extending: Any = _numba.extending

Emit = Callable[[Any, Any, Any, list[Any]], Any]
"""Emits instructions: (context, builder, types of the arguments, arguments) -> result."""

signature: Callable[..., Any] = _numba.core.typing.signature
"""Returns the signature of a call: the type of its result, then those of its arguments."""


class Emitter:
    """The types of a call, and the function that emits its instructions.

    Parameters
    ----------
    emit
        The function that emits the instructions.
    typer
        Takes the types of the arguments; returns the signature of the call, or None where the types
        are not for it.
    kinds
        The types of the arguments, for a function that others extend too, such as an operator; by
        default any.
    """

    def __init__(self, emit: Emit, typer: Callable[..., Any], *kinds: Any) -> None:
        self._emit, self._typer = emit, typer
        self._kinds = kinds or (types.VarArg(types.Any),)

    def register(self, function: Callable[..., Any]) -> None:
        """Let kernels call a function as these instructions."""
        extending.type_callable(function)(lambda context: self._typer)
        extending.lower_builtin(function, *self._kinds)(self._lower)

    def _lower(self, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        result = self._emit(context, builder, signature.args, arguments)
        return context.get_dummy_value() if result is None else result


def emitter(typer: Callable[..., Any], *kinds: Any) -> Callable[[Emit], Emitter]:
    """Make the decorated function an `Emitter`."""
    return lambda emit: Emitter(emit, typer, *kinds)
