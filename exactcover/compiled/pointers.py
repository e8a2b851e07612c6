"""States that kernels access by one number (a handle), and functions called by their address.

A state is a NamedTuple of arrays whose last field, `table`, says where the others lie. Its handle
is the address of that table. Opened, it has the fields of the state, each loaded where it is used.
So helpers have one argument where they would have a hundred (five or more for each array), and a
kernel that calls others by address need not be compiled again when there is a new one.

Plain Python (without the JIT, too) passes the state itself for a handle, and calls functions by
their place in a list.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import lower_getattr_generic
from numba.core.typing import templates
from numba.np import arrayobj
from numpy.typing import NDArray

from exactcover.compiled.bits import instruction, signature
from exactcover.compiled.bits import types as _types
from exactcover.compiled.jit import callback, is_compiled, unkept_callback

_numba: Any = numba  # whose types know little of what is used here
_arrays: Any = arrayobj
_pack: Any = cgutils.pack_array
_templates: Any = templates
_extending: Any = _numba.extending
_lower_getattr_generic: Any = lower_getattr_generic
_WORD = ir.IntType(64)
_FIELDS = 3
"""The number of words that describe an array in a table: its address and its shape."""

_SIGNATURE = _types.int64(_types.int64, _types.uint64)
"""The signature of a function called by its address: a handle and a number."""

_plain: list[Callable[..., Any]] = []


class Opened(_types.Type):  # type: ignore[misc]
    """The type of an opened handle, which has the fields of a state."""

    def __init__(self, example: Any) -> None:
        self.places = {name: k for k, name in enumerate(example._fields[:-1])}
        self.kinds = [_numba.typeof(array) for array in example[:-1]]
        super().__init__(name=f"Opened({type(example).__module__}.{type(example).__qualname__})")


def describe(arrays: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    """Return the table of a state with these arrays, which must not be moved or freed."""
    table = np.zeros(_FIELDS * len(arrays), dtype=np.int64)
    for k, array in enumerate(arrays):
        table[_FIELDS * k : _FIELDS * k + 1 + array.ndim] = (array.ctypes.data, *array.shape)
    return table


def handle(state: Any) -> Any:
    """Return the handle of a state, for kernels that Python calls."""
    return state.table.ctypes.data if is_compiled() else state


def handle_of(state: Any) -> Any:
    """Return the handle of an opened state, in a kernel."""
    return state


def opener(example: NamedTuple) -> Callable[[Any], Any]:
    """Return the function that opens the handles of states of the same type as `example`."""
    kind = Opened(example)

    def opened(handle: Any) -> Any:
        return handle

    @instruction(opened, lambda handle: signature(kind, _types.int64))
    def emit(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
        return arguments[0]

    return opened


def call(address: Any, handle: Any, number: Any) -> Any:
    """Call the function at an address with a handle and a number."""
    return _plain[address](handle, number)


@cache
def address_of(function: Callable[..., Any], *packages: str) -> int:
    """Compile a function of a handle and a number; return its address for `call`.

    It may inline what `packages` have.
    """
    if is_compiled():
        return callback(function, _SIGNATURE, *packages)
    return _place(function)


def unkept_address_of(function: Callable[..., Any]) -> int:
    """Return the address of a function that calls one of a user; it is not cached on disk."""
    return unkept_callback(function, _SIGNATURE) if is_compiled() else _place(function)


def _place(function: Callable[..., Any]) -> int:
    _plain.append(function)
    return len(_plain) - 1


def fixed_tuple(array: Any, first: Any, n: int) -> tuple[Any, ...]:
    """Return `n` numbers of an array, from `first` on; compiled code must know `n`."""
    return tuple(array[int(first) : int(first) + n].tolist())


@_extending.register_model(Opened)
class _OpenedModel(_extending.models.PrimitiveModel):  # type: ignore[misc]
    """An opened handle is represented by the handle."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WORD)


@_templates.infer_getattr
class _OpenedFields(_templates.AttributeTemplate):  # type: ignore[misc]
    key = Opened

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return kind.kinds[kind.places[name]] if name in kind.places else None


@_lower_getattr_generic(Opened)  # type: ignore[untyped-decorator]
def _load(context: Any, builder: Any, opened: Any, value: Any, name: str) -> Any:
    """Build the array of a field."""
    place = opened.places[name]
    kind = opened.kinds[place]
    table = builder.inttoptr(value, _WORD.as_pointer())

    def word(k: int) -> Any:
        loaded = builder.load(builder.gep(table, [ir.Constant(_WORD, _FIELDS * place + k)]))
        # The table never changes while a kernel runs, so one load is enough.
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

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


@instruction(handle_of, lambda state: signature(_types.int64, state))
def _emit_handle(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return arguments[0]


def _on_call(address: Any, handle: Any, number: Any) -> Any:
    return signature(_types.int64, _types.int64, _types.int64, _types.uint64)


@instruction(call, _on_call)
def _emit_call(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    kind = ir.FunctionType(_WORD, [_WORD, _WORD])
    return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])


def _on_fixed_tuple(array: Any, first: Any, n: Any) -> Any:
    if not isinstance(n, _types.IntegerLiteral):
        return None
    items = _types.UniTuple(array.dtype, n.literal_value)
    return signature(items, array, _types.uint64, n)


@instruction(fixed_tuple, _on_fixed_tuple)
def _emit_fixed_tuple(context: Any, builder: Any, kinds: Any, arguments: list[Any]) -> Any:
    kind, _, n = kinds
    data = _arrays.make_array(kind)(context, builder, arguments[0]).data
    places = [builder.add(arguments[1], ir.Constant(_WORD, k)) for k in range(n.literal_value)]
    items = [builder.load(builder.gep(data, [place])) for place in places]
    return context.make_tuple(builder, _types.UniTuple(kind.dtype, n.literal_value), items)
