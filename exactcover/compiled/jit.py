"""The one place where Numba is asked to compile anything.

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
"""What `callback` compiled: the machine code goes with the object."""
_OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    # No reference counts: kernels own nothing and allocate nothing. With them, a state of twelve
    # arrays that is handed down through helpers costs ten times the search itself.
    "_nrt": False,
}

# Python calls none of these: to compile the wrappers for that takes longer than most functions.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def kernel(function: Function) -> Function:
    """Compile a function that Python calls; its machine code is kept on disk.

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
    """Compile a function that only kernels call, and never inline it: the calls stay short."""
    return cast(Function, _numba.njit(**_INNER, **_OPTIONS)(function))


def callback(function: Callable[..., object], signature: Any, *packages: str) -> int:
    """Compile a function that kernels call by its address, and return that.

    Its machine code is kept on disk, until its own package or one of `packages` changes (if its
    source is in no file, it is not), and in memory as long as the process lives.
    """
    # As Numba's decorator does, which compiles at once: before it could be given our cache.
    types = _sigutils.normalize_signature(signature)
    compiled = _ccallback.CFunc(function, types, {}, dict(_OPTIONS))
    compiled._cache = KernelCache(function, "callback", *packages)
    compiled.compile()
    _callbacks.append(compiled)
    return int(compiled.address)


def unkept(function: Callable[..., object]) -> Any:
    """Compile a function of a user that is no kernel, by the rules of Python.

    Division by zero and indices out of range raise errors. As it may depend on anything, its
    machine code is not kept on disk.
    """
    own = getattr(function, "py_func", function)
    return _numba.njit(error_model="python", boundscheck=True, nogil=True)(own)


def unkept_callback(function: Callable[..., object], signature: Any) -> int:
    """Compile a function that kernels call by its address, and that calls one of a user."""
    compiled = _numba.cfunc(signature, nogil=True)(function)
    _callbacks.append(compiled)
    return int(compiled.address)


def is_compiled() -> bool:
    """Tell whether kernels are compiled, not run as plain Python."""
    return not _numba.config.DISABLE_JIT


class _Loading(_events.Listener):  # type: ignore[misc]
    """Notes when Numba compiles or loads machine code, or waits for another thread that does."""

    def on_start(self, event: Any) -> None:
        """Stop the clock."""
        watch.begin_loading()

    def on_end(self, event: Any) -> None:
        """Let the clock go on."""
        watch.end_loading()


class _Compiling(_events.Listener):  # type: ignore[misc]
    """Notes that Numba compiles: to load machine code makes it run no passes."""

    def on_start(self, event: Any) -> None:
        """Tell the verb that waits for it."""
        watch.note_compiling()

    def on_end(self, event: Any) -> None:
        """Do nothing."""


_events.register("numba:compiler_lock", _Loading())
_events.register("numba:run_pass", _Compiling())
