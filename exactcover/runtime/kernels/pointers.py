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

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import callback, instruction, is_compiled, unkept_callback
from exactcover.runtime.kernels.lanes import TABLE_FIELDS

_plain: list[Callable[..., Any]] = []


def describe(arrays: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    """Return the table of a state with these arrays, which must not be moved or freed."""
    table = np.zeros(TABLE_FIELDS * len(arrays), dtype=np.int64)
    for k, array in enumerate(arrays):
        first = TABLE_FIELDS * k
        table[first : first + 1 + array.ndim] = (array.ctypes.data, *array.shape)
    return table


def handle(state: Any) -> Any:
    """Return the handle of a state, for kernels that Python calls."""
    return state.table.ctypes.data if is_compiled() else state


@instruction("exactcover.runtime.kernels.lowering.pointers:handle_of")
def handle_of(state: Any) -> Any:
    """Return the handle of an opened state, in a kernel."""
    return state


def opener(example: NamedTuple) -> Callable[[Any], Any]:
    """Return the function that opens the handles of states of the same type as `example`."""

    @instruction("exactcover.runtime.kernels.lowering.pointers:opening", example)
    def opened(handle: Any) -> Any:
        return handle

    return opened


@instruction("exactcover.runtime.kernels.lowering.pointers:call")
def call(address: Any, handle: Any, number: Any) -> Any:
    """Call the function at an address with a handle and a number."""
    return _plain[address](handle, number)


@cache
def address_of(function: Callable[..., Any], *packages: str) -> int:
    """Compile a function of a handle and a number; return its address for `call`.

    It may inline what `packages` have.
    """
    if is_compiled():
        return callback(function, *packages)
    return _place(function)


def unkept_address_of(function: Callable[..., Any]) -> int:
    """Return the address of a function that calls one of a user; it is not cached on disk."""
    return unkept_callback(function) if is_compiled() else _place(function)


def _place(function: Callable[..., Any]) -> int:
    _plain.append(function)
    return len(_plain) - 1


@instruction("exactcover.runtime.kernels.lowering.pointers:fixed_tuple")
def fixed_tuple(array: Any, first: Any, n: int) -> tuple[Any, ...]:
    """Return `n` numbers of an array, from `first` on; compiled code must know `n`."""
    return tuple(array[int(first) : int(first) + n].tolist())
