"""Machine code of kernels that was compiled in advance, and how a process finds and calls it.

The wheel has a library (`exactcover.runtime.kernels.libraries`) for each kind of processor of its
system. An installation from source has one with the kernels of common calls. ``python -m
exactcover.runtime.kernels --build`` makes one in the user's cache. A kernel is used only if no
source file that it can depend on has changed since. If there is no library for this processor, or a
kernel is not in it, Numba compiles the kernel.

Environment variables that change what Numba compiles also disable the libraries, and
``EXACTCOVER_KERNELS`` chooses: ``jit`` never uses a library, ``precompiled`` makes it an error to
compile a kernel of these packages.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from exactcover.runtime.kernels import cache_folders
from exactcover.runtime.kernels.compile_notice import notice
from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.libraries import INDEX, Entry, Library
from exactcover.runtime.kernels.plain import description

PACKAGES = ("exactcover", "csp", "sudoku")
OWN_FOLDER = Path(__file__).with_name("libraries")
"""The folder of the libraries in the installed package."""
USER_FOLDER, CHECKED_FOLDER = "precompiled", "precompiled-checked"
"""The folders of libraries in the user's cache: those of calls, and those that check indices."""

MODE = "EXACTCOVER_KERNELS"
_CHANGED = ("NUMBA_CPU_FEATURES", "NUMBA_CPU_NAME", "NUMBA_OPT")
"""Variables with which Numba compiles other machine code."""

Call = Callable[[tuple[Any, ...], Any], Any]
"""An entry: takes the arguments and the address of a table; returns NotImplemented if it does not
take their types."""


class Entries:
    """The entries of a kernel as functions, each with the table of what it needs."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._unbound = list(entries)
        self._bound: list[tuple[Call, Any, Any]] = []

    def calls(self) -> Iterator[tuple[Call, int]]:
        """Yield the entries with the addresses of their tables."""
        for entry in list(self._unbound):
            addresses = [address(name) for name in entry.needs]
            if None in addresses:  # there can be no arguments of these types yet
                continue
            code = entry.address()
            if code is not None:
                table = np.array(addresses, dtype=np.int64)
                self._bound.append((_FUNCTION(code), table.ctypes.data, table))
            with suppress(ValueError):  # another thread has bound it, too, which does no harm
                self._unbound.remove(entry)
        yield from ((call, place) for call, place, _ in self._bound)


_FUNCTION: Any = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p)
"""The type of an entry; the GIL is held when it is called."""


def entries_of(function: Callable[..., object]) -> list[Entry]:
    """Return the machine code of a function; an empty list if Numba has to compile it."""
    path = _path(function)
    library = library_of(path)
    return [] if library is None else library.entries(path)


def library_of(path: str) -> Library | None:
    """Return the library with a function, given as ``"package.module:name"``; None if none has it.

    Examples
    --------
    >>> library_of("builtins:print") is None
    True
    """
    if _is_ours(path) and is_supported():
        for folder, must_be_private in _folders():
            for target in fitting_targets():
                library = _library(folder, target.name, must_be_private)
                if library is not None and library.has(path):
                    return library
    return None


def check_may_compile(
    function: Callable[..., object], arguments: tuple[Any, ...] | None = None
) -> None:
    """Raise an error if a function is to be compiled although it should be precompiled.

    Parameters
    ----------
    function
        The function.
    arguments
        What it is called with; None if there is no machine code of it at all.
    """
    notice.name(_path(function) + _why_not_ours())
    if os.environ.get(MODE) != "precompiled" or not _is_ours(_path(function)):
        return
    types = "" if arguments is None else f" for arguments of the types {description(arguments)}"
    raise RuntimeError(
        f"there is no precompiled machine code of {_path(function)}{types}, and {MODE}=precompiled "
        f"forbids to compile it now. Without {MODE}, Numba compiles it at the first call. If you "
        "have changed the sources, `python -m exactcover.runtime.kernels --build` compiles all; if "
        "not, "
        "please report this message"
    )


@cache
def _why_not_ours() -> str:
    """Return why the libraries of the installed package are not used, if there are some."""
    if not is_supported() or not OWN_FOLDER.is_dir():
        return ""
    fitting = {target.name for target in fitting_targets()}
    names = {path.name for path in OWN_FOLDER.iterdir()}
    if not names or names & fitting:
        return ""
    return f" (the kernels of this installation, for {', '.join(sorted(names))}, do not fit here)"


def unbound(arguments: tuple[Any, ...], table: Any) -> Any:
    """Take no types of arguments: the entry of a kernel before its first call."""
    return NotImplemented


@cache
def address(name: str) -> int | None:
    """Return an address or number that an entry needs; None if its module is not imported.

    Examples
    --------
    >>> address("object builtins:int") == id(int), address("object no.such.module:State")
    (True, None)
    """
    kind, _, what = name.partition(" ")
    if kind == "offset":
        return tuple.__basicsize__
    if kind == "dtype":
        return id(np.dtype(what))
    if kind == "function":
        return ctypes.cast(getattr(ctypes.pythonapi, what), ctypes.c_void_p).value
    module, _, path = what.partition(":")
    if path == "None":
        return id(None)
    found: Any = sys.modules.get(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    return None if found is None else id(found)


def _is_ours(path: str) -> bool:
    return path.partition(".")[0] in PACKAGES


def _path(function: Callable[..., object]) -> str:
    return f"{function.__module__}:{function.__qualname__}"


@cache
def is_supported() -> bool:
    """Return whether this process uses libraries."""
    is_changed = any(os.environ.get(name) for name in _CHANGED)
    return is_possible() and os.environ.get(MODE) != "jit" and not is_changed


def is_possible() -> bool:
    """Return whether this Python on this system can use libraries."""
    return (
        sys.implementation.name == "cpython"
        and object.__basicsize__ == 16  # it is larger in Python without the GIL
        and sys.maxsize > 1 << 32
        and bool(fitting_targets())
    )


def checks_indices() -> bool:
    """Return whether kernels check every index: this process has NUMBA_BOUNDSCHECK=1."""
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


def user_folder() -> str:
    """Return the name of the folder in the user's cache whose libraries this process uses."""
    return CHECKED_FOLDER if checks_indices() else USER_FOLDER


def _folders() -> Iterator[tuple[Path, bool]]:
    """Yield the folders with libraries, and whether nobody else may have written them."""
    if _has_own():
        yield OWN_FOLDER, False
    yield from ((folder, True) for folder in _folders_of_user())


@cache
def _has_own() -> bool:
    return OWN_FOLDER.is_dir() and not checks_indices()


@cache
def _folders_of_user() -> list[Path]:
    return [root.path / user_folder() for root in cache_folders.roots()]


@cache
def _library(folder: Path, target: str, must_be_private: bool) -> Library | None:
    """Return the library for a target in a folder; None if it cannot be used for any reason."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return Library(folder / target / INDEX, must_be_private=must_be_private)
    return None
