"""Functions that kernels call by their address, and the state that such functions share.

A kernel that calls others by address need not be compiled again when there is a new one. An address
takes numbers only, so a state (a NamedTuple of arrays whose last field, `table`, says where they
lie) is handed over as the address of that table, its handle. Each array is described once in the
table, and opening a handle costs a load for each array that is used.

Plain Python (without the JIT, too) passes the state itself for a handle, and calls functions by
their place in a list.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils
from numba.np import arrayobj
from numpy.typing import NDArray

from exactcover.bits import instruction
from exactcover.jit import callback, is_compiled

_numba: Any = numba  # whose types know little of what is used here
_types: Any = _numba.types
_signature: Any = _numba.core.typing.signature
_arrays: Any = arrayobj
_pack: Any = cgutils.pack_array
_WORD = ir.IntType(64)
_FIELDS = 3
"""How many words of a table describe an array: where it lies, and its shape."""

_plain: list[Callable[..., Any]] = []


def describe(arrays: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    """Return the table of a state with these arrays, which must stay where they are."""
    table = np.zeros(_FIELDS * (len(arrays) + 1), dtype=np.int64)
    for k, array in enumerate([*arrays, table]):
        table[_FIELDS * k : _FIELDS * k + 1 + array.ndim] = (array.ctypes.data, *array.shape)
    return table


def handle_of(state: Any) -> Any:
    """Return the handle of a state, for functions that are called and not inlined."""
    return state


def opener(example: NamedTuple) -> Callable[[Any], Any]:
    """Return the function that opens the handles of states of the same type as `example`."""
    kind: Any = _numba.typeof(example)

    def opened(handle: Any) -> Any:
        return handle

    @instruction(opened, lambda handle: _signature(kind, _types.int64))
    def emit(context: Any, builder: Any, _: Any, arguments: list[Any]) -> Any:
        table = builder.inttoptr(arguments[0], _WORD.as_pointer())
        arrays = [_load(context, builder, table, k, field) for k, field in enumerate(kind.types)]
        return context.make_tuple(builder, kind, arrays)

    return opened


def call(address: Any, handle: Any, number: Any) -> Any:
    """Call the function at an address with a handle and a number."""
    return _plain[address](handle, number)


@cache
def address_of(function: Callable[..., Any]) -> int:
    """Return what `call` needs to call a function of a handle and a number; compile it first."""
    if is_compiled():
        return callback(function, _types.int64(_types.int64, _types.uint64))
    _plain.append(function)
    return len(_plain) - 1


def _load(context: Any, builder: Any, table: Any, k: int, kind: Any) -> Any:
    """Make array `k` of a table."""

    def word(place: int) -> Any:
        return builder.load(builder.gep(table, [ir.Constant(_WORD, _FIELDS * k + place)]))

    array = _arrays.make_array(kind)(context, builder)
    item = context.get_data_type(kind.dtype)
    size = ir.Constant(_WORD, context.get_abi_sizeof(item))
    shape = [word(1 + axis) for axis in range(kind.ndim)]
    strides = [size] if kind.ndim == 1 else [builder.mul(shape[1], size), size]
    _arrays.populate_array(
        array,
        data=builder.inttoptr(word(0), item.as_pointer()),
        shape=_pack(builder, shape),
        strides=_pack(builder, strides),
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()


@instruction(handle_of, lambda state: _signature(_types.int64, state))
def _emit_handle(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    last = len(types[0].types) - 1
    value = builder.extract_value(arguments[0], last)
    table = _arrays.make_array(types[0].types[last])(context, builder, value)
    return builder.ptrtoint(table.data, _WORD)


def _on_call(address: Any, handle: Any, number: Any) -> Any:
    return _signature(_types.int64, _types.int64, _types.int64, _types.uint64)


@instruction(call, _on_call)
def _emit_call(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    kind = ir.FunctionType(_WORD, [_WORD, _WORD])
    return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])
