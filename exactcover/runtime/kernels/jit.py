"""The decorators of compiled functions. This module imports no compiler.

A function of a kernel is bound to machine code that was compiled before, if there is some of its
sources for this processor (`exactcover.runtime.kernels.precompiled`). Then Numba is not imported,
which would take a third of a second. Otherwise `exactcover.runtime.kernels.compiler` has Numba
compile it at its first call.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, update_wrapper
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, TypeVar, cast

from exactcover.runtime.kernels import plain, precompiled
from exactcover.runtime.kernels.libraries import Entry

Function = TypeVar("Function", bound=Callable[..., object])

_instructions: list[tuple[Callable[..., Any], str, tuple[Any, ...]]] = []
"""Functions that kernels call as instructions, which the compiler does not know yet."""


def kernel(function: Function) -> Function:
    """Compile a function that Python calls.

    The GIL is released while it runs. It may not make arrays. Without machine code that was
    compiled before, compilation happens at the first call, and its result is cached on disk.
    """
    if not is_compiled():
        return function
    return cast(Function, Kernel(function, precompiled.entries_of(function)))


def helper(function: Function) -> Function:
    """Compile a function that only kernels call, always inlined into them."""
    return cast(Function, Deferred(function, "helper")) if is_compiled() else function


def subroutine(function: Function) -> Function:
    """Compile a function that only kernels call, without inlining, to keep the kernels small."""
    return cast(Function, Deferred(function, "subroutine")) if is_compiled() else function


def callback(function: Callable[..., object], *packages: str) -> int:
    """Compile a function of a handle and a number; return its address, for kernels.

    It may inline what `packages` have.
    """
    for entry in precompiled.entries_of(function):
        address = entry.address()
        if address is not None:
            return address
    return cast(int, _compiler().callback(function, *packages))


def unkept_callback(function: Callable[..., object]) -> int:
    """Compile a function like `callback`, but one that calls a function of a user.

    Its machine code is not kept on disk.
    """
    return cast(int, _compiler().unkept_callback(function))


def unkept(function: Callable[..., object]) -> Any:
    """Compile a function of a user, which is not a kernel, with the semantics of Python.

    Division by zero and indices out of range raise errors. As it may depend on anything, its
    machine code is not kept on disk.
    """
    return _compiler().unkept(function)


def instruction(path: str, *arguments: Any) -> Callable[[Function], Function]:
    """Let kernels call a function as instructions of the processor.

    `path` names what emits them, ``"module:name"``, which is imported when Numba compiles: an
    `Emitter`, or a function of `arguments` that returns one. See
    `exactcover.runtime.kernels.lowering`.
    """

    def register(function: Function) -> Function:
        _instructions.append((function, path, arguments))
        return function

    return register


def load_instructions() -> None:
    """Make all instructions known to Numba; the compiler calls this before it compiles."""
    while _instructions:
        function, path, arguments = _instructions.pop()
        emitter = resolve_name(path)
        (emitter(*arguments) if arguments else emitter).register(function)


def is_compiled() -> bool:
    """Return whether kernels are compiled; otherwise they run as plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


class Deferred:
    """A function that Numba compiles when it is needed.

    Parameters
    ----------
    function
        The function in Python.
    kind
        The name of the function of `exactcover.runtime.kernels.compiler` that compiles it.
    """

    def __init__(self, function: Callable[..., object], kind: str) -> None:
        update_wrapper(cast(Any, self), function)
        self.py_func = function
        self._kind = kind

    @cached_property
    def compiled(self) -> Any:
        """The dispatcher of Numba."""
        return getattr(_compiler(), self._kind)(self.py_func)

    @property
    def _numba_type_(self) -> Any:
        """The type of this object for Numba, if a kernel calls it."""
        return _compiler().type_of(self.compiled)

    def __reduce__(self) -> str:
        """Pickle this object as a name, as a function is."""
        return self.py_func.__qualname__


class Kernel(Deferred):
    """A kernel that is bound to machine code; Numba compiles it for other types of arguments.

    Nothing is loaded or compiled before the first call.

    Parameters
    ----------
    function
        The function in Python.
    entries
        The machine code for each signature.
    """

    def __init__(self, function: Callable[..., object], entries: list[Entry]) -> None:
        super().__init__(function, "kernel")
        self._entries = precompiled.Entries(entries)
        self._call: precompiled.Call = precompiled.unbound
        self._table = 0

    def __call__(self, *arguments: Any) -> Any:
        """Call the entry for the types of these arguments."""
        result = self._call(arguments, self._table)
        return self._call_other(arguments) if result is NotImplemented else result

    def _call_other(self, arguments: tuple[Any, ...]) -> Any:
        """Call another entry, which is tried first from then on; else compile one."""
        result = self._call_any(arguments)
        if result is not NotImplemented:
            return result
        # Entries take arrays as our own code makes them. Others, say of a caller, are copied.
        copies: list[tuple[Any, Any]] = []
        plain_ones = tuple(plain.plain(each, copies) for each in arguments)
        if copies:
            result = self._call_any(plain_ones)
            if result is not NotImplemented:
                plain.copy_back(copies)
                return result
        precompiled.check_may_compile(self.py_func, arguments)
        return self.compiled(*arguments)

    def _call_any(self, arguments: tuple[Any, ...]) -> Any:
        """Call the entry that takes these arguments; return NotImplemented if there is none."""
        for call, table in self._entries.calls():
            result = call(arguments, table)
            if result is not NotImplemented:
                self._call, self._table = call, table
                return result
        return NotImplemented


def _compiler() -> Any:
    """Import the compiler, which takes a third of a second."""
    from exactcover.runtime.search.limits import loading

    with loading():
        return import_module("exactcover.runtime.kernels.compiler")
