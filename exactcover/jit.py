"""The one place where Numba is asked to compile anything.

Import this module from modules that hold kernels only: it imports Numba, which costs a third of a
second, and so those modules are imported when a search begins and not before.

Numba's disk cache notices a change in the kernel's own file but not in a helper or a constant that
the kernel takes from another file: it would go on running stale machine code. The cache therefore
lives in a folder named by a hash of all sources that a kernel can depend on.
"""

import hashlib
import importlib.util
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import event as _numba_events

from exactcover import watch

Function = TypeVar("Function", bound=Callable[..., object])

_numba: Any = numba  # whose types know little of what is used here
_events: Any = _numba_events
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
    with _cache_of(function):
        return cast(Function, _numba.njit(cache=True, **_OPTIONS)(function))


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
    is_kept = Path(function.__code__.co_filename).exists()
    with _cache_of(function, *packages):
        compiled = _numba.cfunc(signature, cache=is_kept, **_OPTIONS)(function)
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


@contextmanager
def _cache_of(function: Callable[..., object], *packages: str) -> Iterator[None]:
    """Let Numba keep what is decorated meanwhile in the folder of the function's package."""
    previous = _numba.config.CACHE_DIR
    # Numba reads the folder while it decorates, so this reaches our kernels and no others.
    own = function.__module__.partition(".")[0]
    _numba.config.CACHE_DIR = str(cache_folder(own, *packages))
    try:
        yield
    finally:
        _numba.config.CACHE_DIR = previous


@cache
def cache_folder(package: str, *others: str) -> Path:
    """Where the machine code of `package`'s kernels is kept, which call those of others.

    Below ``NUMBA_CACHE_DIR`` if that is set, else in the user's cache folder, else (where that
    cannot be written) in the system's temporary folder.
    """
    # Numba would run code without bounds checks where it finds some, and the other way round.
    digest = hashlib.sha256(repr(_numba.config.BOUNDSCHECK).encode())
    for name in sorted({__package__, package, *others}):
        for path in sorted(_sources(name)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return _cache_root() / f"{package}-{digest.hexdigest()[:16]}"


def _sources(package: str) -> list[Path]:
    # A script has none; Numba itself notices when that changes.
    spec = None if package == "__main__" else importlib.util.find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    return [path for folder in folders or () for path in Path(folder).rglob("*.py")]


def _cache_root() -> Path:
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    root = platformdirs.user_cache_path("exactcover") / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / "exactcover-kernels"
    return root if os.access(root, os.W_OK) else Path(tempfile.gettempdir()) / "exactcover-kernels"
