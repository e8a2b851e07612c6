"""The decorators for compiled functions; no other module asks Numba to compile.

Import this module from modules that hold kernels only: it imports Numba, which costs a third of a
second, and so those modules are imported when a search begins and not before.
Where machine code is kept is in `exactcover.compiled.kernel_cache`.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import ccallback, sigutils
from numba.core import event as _numba_events

from exactcover import limits as watch
from exactcover.compiled.kernel_cache import KernelCache

Function = TypeVar("Function", bound=Callable[..., object])

_numba: Any = numba  # whose types know little of what is used here
_ccallback: Any = ccallback
_events: Any = _numba_events
_sigutils: Any = sigutils
_callbacks: list[Any] = []
"""The results of `callback`, kept alive because the machine code is freed with the object."""
_OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    # No reference counts: kernels own and allocate nothing. With reference counts, passing a state
    # of twelve arrays through helpers costs ten times the search itself.
    "_nrt": False,
}

# Python calls none of these; compiling the wrappers would take longer than most functions.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def kernel(function: Function) -> Function:
    """Compile a function that Python calls; its machine code is cached on disk.

    The GIL is released while it runs. It may not make arrays. Compilation happens at the first
    call.
    """
    compiled = _numba.njit(**_OPTIONS)(function)
    if is_compiled():
        compiled._cache = KernelCache(function, "kernel")
    return cast(Function, compiled)


def helper(function: Function) -> Function:
    """Compile a function that only kernels call, always inlined into them."""
    return cast(Function, _numba.njit(forceinline=True, **_INNER, **_OPTIONS)(function))


def subroutine(function: Function) -> Function:
    """Compile a function that only kernels call, without inlining, to keep the kernels small."""
    return cast(Function, _numba.njit(**_INNER, **_OPTIONS)(function))


def callback(function: Callable[..., object], signature: Any, *packages: str) -> int:
    """Compile a function that kernels call by its address; return the address.

    Its machine code is kept on disk, until its own package or one of `packages` changes (if its
    source is in no file, it is not), and in memory as long as the process lives.
    """
    # The steps of Numba's decorator, which itself would compile before our cache is attached.
    types = _sigutils.normalize_signature(signature)
    compiled = _ccallback.CFunc(function, types, {}, dict(_OPTIONS))
    compiled._cache = KernelCache(function, "callback", *packages)
    compiled.compile()
    _callbacks.append(compiled)
    return int(compiled.address)


def unkept(function: Callable[..., object]) -> Any:
    """Compile a function of a user, which is not a kernel, with the semantics of Python.

    Division by zero and indices out of range raise errors. As it may depend on anything, its
    machine code is not kept on disk.
    """
    own = getattr(function, "py_func", function)
    return _numba.njit(error_model="python", boundscheck=True, nogil=True)(own)


def unkept_callback(function: Callable[..., object], signature: Any) -> int:
    """Compile a function that kernels call by its address and that calls a function of a user."""
    compiled = _numba.cfunc(signature, nogil=True)(function)
    _callbacks.append(compiled)
    return int(compiled.address)


def is_compiled() -> bool:
    """Return whether kernels are compiled; otherwise they run as plain Python."""
    return not _numba.config.DISABLE_JIT


class _Loading(_events.Listener):  # type: ignore[misc]
    """Listens for events of Numba: it compiles, loads or waits for another thread that does so."""

    def on_start(self, event: Any) -> None:
        """Stop the watches of this thread."""
        watch.begin_loading()

    def on_end(self, event: Any) -> None:
        """Continue the watches of this thread."""
        watch.end_loading()


class _Compiling(_events.Listener):  # type: ignore[misc]
    """Listens for compiler passes, which occur when Numba compiles but not when it loads code."""

    def on_start(self, event: Any) -> None:
        """Report to the running verb that Numba compiles."""
        watch.note_compiling()

    def on_end(self, event: Any) -> None:
        """Do nothing."""


_events.register("numba:compiler_lock", _Loading())
_events.register("numba:run_pass", _Compiling())
