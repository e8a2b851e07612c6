"""The files with machine code, and how a process gets the address of a kernel from them.

A library is a folder with an index in JSON, and either one shared library of the system, as the
wheel has it, or an object file for each kernel, as in the user's cache and in an installation from
source. The loader of the system loads the former. LLVM loads the latter, so no linker is needed
where they are made; it loads only what is called.
"""

from __future__ import annotations

import ctypes
import json
import threading
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from exactcover.runtime.kernels import private, sources

FORMAT = 2
"""The number of the format of libraries; other ones are not read."""
INDEX = "index.json"
"""The file of the index in the folder of a library."""
RUNTIME = "runtime"
"""The name of the object file with what kernels call of the C library."""
_CHUNK = 1 << 16

Read = Callable[[Path], bytes]
"""Returns the content of a file, or raises OSError."""


class Entry(NamedTuple):
    """The machine code of a function for one signature.

    Attributes
    ----------
    needs
        The names of the addresses and numbers that it reads from its table; see
        `exactcover.runtime.kernels.precompiled.address`.
    address
        A function that returns where the entry is in memory; None if it cannot be loaded.
    """

    needs: list[str]
    address: Callable[[], int | None]


class Library:
    """The machine code of one library.

    Parameters
    ----------
    path
        The file of the index.
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
        read: Read = private.read if must_be_private else Path.read_bytes
        if must_be_private and (fault := private.find_fault(path.parent)):
            raise PermissionError(fault)
        index = json.loads(read(path))
        if index["format"] != FORMAT:
            raise ValueError(f"{path} has the format {index['format']}, not {FORMAT}")
        self._files: list[str] = index["files"]
        self._modules: dict[str, tuple[list[int], str]] = index["modules"]
        self._needs: list[str] = index["needs"]
        self._entries: dict[str, list[tuple[str, list[int]]]] = index["entries"]
        self._code: SharedLibrary | ObjectFiles
        if "library" in index:
            self._code = SharedLibrary(path.with_name(index["library"]), index["checksum"])
        else:
            self._code = ObjectFiles(path.parent, index["objects"], read)

    def has(self, path: str) -> bool:
        """Return whether there is machine code of a function, and its sources are the same."""
        return path in self._entries and self._is_current(path.partition(":")[0])

    def entries(self, path: str) -> list[Entry]:
        """Return the entries of a function, one for each signature."""
        known = self._entries[path]
        names = [name for name, _ in known]
        return [
            Entry([self._needs[k] for k in needs], partial(self._code.address, path, names, number))
            for number, (_, needs) in enumerate(known)
        ]

    @cache  # noqa: B019 (libraries live as long as the process)
    def _is_current(self, module: str) -> bool:
        places, known = self._modules[module]
        with suppress(OSError):
            return sources.digest([self._files[k] for k in places]) == known
        return False


class SharedLibrary:
    """A shared library of the system.

    Parameters
    ----------
    path
        The file.
    checksum
        The checksum that its content must have.

    Raises
    ------
    OSError
        If it cannot be loaded.
    ValueError
        If it is damaged.
    """

    def __init__(self, path: Path, checksum: int) -> None:
        if checksum_of(path) != checksum:
            raise ValueError(f"{path} is damaged")
        self._library = ctypes.CDLL(str(path))

    def address(self, path: str, names: Sequence[str], number: int) -> int | None:
        """Return where an entry of a function is in memory, given the names of all of them."""
        return ctypes.cast(self._library[names[number]], ctypes.c_void_p).value


class ObjectFiles:
    """Object files, which LLVM loads when a function of them is first called.

    Parameters
    ----------
    folder
        The folder of the files.
    files
        Function -> the name of its file, and the checksum of the content.
    read
        Reads a file.
    """

    def __init__(self, folder: Path, files: dict[str, tuple[str, int]], read: Read) -> None:
        self._folder, self._files, self._read = folder, files, read
        self._loaded: dict[str, Any] = {}
        self._lock = threading.RLock()

    def address(self, path: str, names: Sequence[str], number: int) -> int | None:
        """Return where an entry of a function is in memory; None if it cannot be loaded."""
        from exactcover.runtime.search.limits import loading

        with loading(), self._lock:
            if path not in self._loaded:
                # LLVM raises RuntimeError. Whatever is wrong, Numba can compile the function.
                self._loaded[path] = None
                with suppress(OSError, ValueError, ImportError, RuntimeError):
                    self._loaded[path] = self._load(path, names)
            loaded = self._loaded[path]
            return None if loaded is None else int(loaded[names[number]])

    def _load(self, path: str, names: Sequence[str]) -> Any:
        """Load the file of a function; return what has the addresses of its entries."""
        builder = import_module("llvmlite.binding").JITLibraryBuilder()
        for part in (path, RUNTIME):
            file, checksum = self._files[part]
            data = self._read(self._folder / file)
            if zlib.crc32(data) != checksum:
                raise ValueError(f"{file} is damaged")
            builder.add_object_img(data)
        for name in names:
            builder.export_symbol(name)
        return builder.link(_loader(), f"{self._folder}:{path}")


def checksum_of(path: Path) -> int:
    """Return the checksum of a file, without its whole content in memory at a time."""
    checksum = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            checksum = zlib.crc32(chunk, checksum)
    return checksum


@cache
def _loader() -> Any:
    """Return the loader of LLVM, which lives as long as the process."""
    llvm = import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()
