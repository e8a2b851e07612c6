"""Arrays as precompiled kernels take them: contiguous, aligned, writeable, of native numbers."""

from __future__ import annotations

from typing import Any

import numpy as np


def plain(argument: Any, copies: list[tuple[Any, Any]]) -> Any:
    """Return an argument of a kernel in which all arrays are plain; others are copied.

    Parameters
    ----------
    argument
        The argument: an array, a number, or a tuple of such things.
    copies
        Where each array that was copied is added, with its copy.

    Examples
    --------
    >>> copies = []
    >>> plain(np.arange(6)[::2], copies).flags.c_contiguous, len(copies)
    (True, 1)
    """
    if isinstance(argument, tuple):
        items = [plain(item, copies) for item in argument]
        return type(argument)(*items) if hasattr(argument, "_fields") else tuple(items)
    if not isinstance(argument, np.ndarray) or argument.dtype.kind not in "biuf":
        return argument
    dtype = np.dtype(argument.dtype.type)  # entries know this object; a pickled array has another
    is_same = argument.dtype is dtype
    if argument.flags.carray and argument.dtype == dtype:  # contiguous, aligned and writeable
        if is_same and type(argument) is np.ndarray:
            return argument
        # The same memory: files in memory, for example, have a class of their own.
        array = argument.view(np.ndarray).view(dtype)
    else:
        array = np.array(argument, dtype=dtype, order="C")
    copies.append((argument, array))
    return array


def copy_back(copies: list[tuple[Any, Any]]) -> None:
    """Write what a kernel may have changed to the arrays that were copied for it."""
    for array, copy in copies:
        if array.flags.writeable:
            array[...] = copy


def description(argument: Any) -> str:
    """Return the type of an argument in words, for errors.

    >>> description(np.zeros((2, 3), dtype=np.uint8)), description((1, None))
    ('uint8[2]', '(int, NoneType)')
    """
    if isinstance(argument, tuple):
        name = type(argument).__name__ if hasattr(argument, "_fields") else ""
        return f"{name}({', '.join(map(description, argument))})"
    if isinstance(argument, np.ndarray):
        return f"{argument.dtype}[{argument.ndim}]"
    return type(argument).__name__
