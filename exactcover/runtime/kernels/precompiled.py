"""Machine code of kernels that was compiled in advance, and how a process finds and calls it.

A library is an image with the machine code (`exactcover.runtime.kernels.linker`) and an index in
JSON. The wheel has one for each instruction set; ``python -m exactcover.runtime.kernels --build``
makes one in the user's cache. A kernel is used only if no source file that it can depend on has
changed since. If there is no library for this processor, or a kernel is not in it, Numba compiles
the kernel.

Environment variables that change what Numba compiles also disable the libraries, and
``EXACTCOVER_KERNELS`` chooses: ``jit`` never uses a library, ``precompiled`` makes it an error to
compile a kernel of these packages.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.kernels import cache_folders, private, sources
from exactcover.runtime.kernels.host import best_set
from exactcover.runtime.kernels.plain import description

FORMAT = 1
"""The number of the format of libraries; other ones are not read."""

PACKAGES = ("exactcover", "csp", "sudoku")
OWN_FOLDER = Path(__file__).with_name("libraries")
"""The folder of the libraries in the wheel."""
USER_FOLDER = "precompiled"
"""The folder of the libraries in the user's cache."""

MODE = "EXACTCOVER_KERNELS"
_CHANGED = ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_FEATURES", "NUMBA_CPU_NAME", "NUMBA_OPT")
"""Variables with which Numba compiles other machine code."""

Call = Callable[[tuple[Any, ...], Any], Any]
"""An entry: takes the arguments and the address of a table; returns NotImplemented if it does not
take their types."""


class Entry(NamedTuple):
    """The machine code of a function for one signature.

    Attributes
    ----------
    address
        Where it is in memory.
    needs
        The names of the addresses and numbers that it reads from its table; see `address`.
    """

    address: int
    needs: list[str]


class Library:
    """The machine code of one library.

    Parameters
    ----------
    path
        The file of the index; the image has the same name with another suffix.
    must_be_private
        Whether to check that no other user could have written the files.

    Raises
    ------
    OSError
        If a file cannot be read, or another user may have written it.
    ValueError
        If a file is damaged, or has another format.
    """

    def __init__(self, path: Path, *, must_be_private: bool) -> None:
        self.path = path
        read = private.read if must_be_private else Path.read_bytes
        if must_be_private and (fault := private.find_fault(path.parent)):
            raise PermissionError(fault)
        index = json.loads(read(path))
        if index["format"] != FORMAT:
            raise ValueError(f"{path} has the format {index['format']}, not {FORMAT}")
        self._files: list[str] = index["files"]
        self._modules: dict[str, tuple[list[int], str]] = index["modules"]
        self._needs: list[str] = index["needs"]
        self._entries: dict[str, list[tuple[int, list[int]]]] = index["entries"]
        self._base, self._image = _mapped(path.with_suffix(".image"), index, must_be_private)

    def has(self, path: str) -> bool:
        """Return whether there is machine code of a function, and its sources are the same."""
        return path in self._entries and self._is_current(path.partition(":")[0])

    def entries(self, path: str) -> list[Entry]:
        """Return the entries of a function, one for each signature."""
        return [
            Entry(self._base + offset, [self._needs[k] for k in needs])
            for offset, needs in self._entries[path]
        ]

    @cache  # noqa: B019 (libraries live as long as the process)
    def _is_current(self, module: str) -> bool:
        places, known = self._modules[module]
        with suppress(OSError):
            return sources.digest([self._files[k] for k in places]) == known
        return False


def _mapped(path: Path, index: dict[str, Any], must_be_private: bool) -> tuple[int, mmap.mmap]:
    """Map an image into memory; return its address."""
    with private.opened(path) if must_be_private else path.open("rb") as file:
        data = file.read()
        if zlib.crc32(data) != index["checksum"]:
            raise ValueError(f"{path} is damaged")
        image = mmap.mmap(
            file.fileno(), 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_EXEC
        )
    return int(np.frombuffer(image, dtype=np.uint8).ctypes.data), image


class Entries:
    """The entries of a kernel as functions, each with the table of what it needs."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._unbound = list(entries)
        self._bound: list[tuple[Call, Any, Any]] = []

    def calls(self) -> Iterator[tuple[Call, int]]:
        """Yield the entries with the addresses of their tables."""
        for entry in list(self._unbound):
            addresses = [address(name) for name in entry.needs]
            if None not in addresses:  # otherwise there can be no arguments of these types
                table = np.array(addresses, dtype=np.int64)
                self._bound.append((_FUNCTION(entry.address), table.ctypes.data, table))
                with suppress(ValueError):  # another thread has bound it, too, which does no harm
                    self._unbound.remove(entry)
        yield from ((call, place) for call, place, _ in self._bound)


_FUNCTION: Any = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p)
"""The type of an entry; the GIL is held when it is called."""


def entries_of(function: Callable[..., object]) -> list[Entry] | None:
    """Return the machine code of a function; None if Numba has to compile it."""
    path = _path(function)
    library = library_of(path)
    return None if library is None else library.entries(path)


def library_of(path: str) -> Library | None:
    """Return the library with a function, given as ``"package.module:name"``; None if none has it.

    Examples
    --------
    >>> library_of("builtins:print") is None
    True
    """
    if _is_ours(path) and is_supported():
        for libraries in (_own, _of_user):
            for library in libraries():
                if library.has(path):
                    return library
    return None


def note_compiling(
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
        sys.platform == "linux"
        and sys.implementation.name == "cpython"
        and object.__basicsize__ == 16  # it is larger in Python without the GIL
        and best_set() is not None
    )


@cache
def _own() -> tuple[Library, ...]:
    return _found(OWN_FOLDER, must_be_private=False)


@cache
def _of_user() -> tuple[Library, ...]:

    return tuple(
        library
        for root in cache_folders.roots()
        for library in _found(root.path / USER_FOLDER, must_be_private=True)
    )


def _found(folder: Path, *, must_be_private: bool) -> tuple[Library, ...]:
    """Return the library in a folder; none if it cannot be used for any reason."""
    best = best_set()
    if best is not None:
        with suppress(OSError, ValueError, KeyError, TypeError):
            path = folder / f"{best.name}.json"
            return (Library(path, must_be_private=must_be_private),)
    return ()
