"""The kernel cache: machine code on disk, instead of Numba's own cache.

Numba's cache raises an error if no folder can be written or a file is damaged, and it unpickles any
file that it finds. This one replaces it in Numba's dispatchers:

* Problems with a folder or a file are no errors. A kernel that cannot be read is compiled, and one
  that cannot be written is compiled again in each process, with one warning.
* A folder that can be read but not written is used.
* It reads only files that no other user of the machine could have written
  (`exactcover.runtime.kernels.private`).
* A file begins with a digest of the rest; a damaged one is compiled and written again.

Numba's cache notices a change in the kernel's own file but not in a helper or a constant that the
kernel uses from another file, and then runs outdated machine code. The files are therefore in a
folder named by a hash of all sources that a kernel can depend on.
"""

from __future__ import annotations

import hashlib
import importlib.util
import pickle
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, compiler, serialize

from exactcover.runtime.errors import KernelCacheWarning
from exactcover.runtime.files import replacing
from exactcover.runtime.kernels import private
from exactcover.runtime.kernels.cache_folders import Root, check, make, roots

_numba: Any = numba  # whose types know little of what is used here
_caching: Any = caching
_compiler: Any = compiler
_serialize: Any = serialize

DIGEST = hashlib.sha256().digest_size
FILE_MODE = 0o644
_has_warned = False
"""Whether this process has issued the warning."""


class KernelCache(_caching.NullCache):  # type: ignore[misc]
    """The cache of one dispatcher of Numba, with the interface that Numba expects.

    Parameters
    ----------
    function
        What is compiled.
    kind
        Tells apart what is compiled of the same function in different ways.
    packages
        What the function depends on, beside its own package.
    """

    def __init__(self, function: Callable[..., object], kind: str, *packages: str) -> None:
        self._function, self._kind = function, kind
        # Hash the sources now, because they may change after the import.
        self._folder = folder_name(function.__module__.partition(".")[0], *packages)
        self._source = _digest_of_file(function.__code__.co_filename)

    @property
    def cache_path(self) -> str | None:
        """The first folder of the search, for Numba's statistics."""
        return next((str(root.path / str(self._folder)) for root in roots()), None)

    def load_overload(self, types: Any, target: Any) -> Any:
        """Return the machine code for these types of arguments, or None."""
        if self._folder is None or self._source is None:
            return None
        target.refresh()
        for root in roots():
            # On any error the function is compiled instead. Unpickling raises errors without a
            # common class.
            with suppress(Exception):
                path = root.path / self._folder / self._name(types, target.codegen())
                return _unpacked(_read(root, path), types, target)
        return None

    def has(self, types: Any, target: Any) -> bool:
        """Return whether there is a file with the machine code for these types."""
        if self._folder is None or self._source is None:
            return False
        name = self._name(types, target.codegen())
        return any((root.path / self._folder / name).is_file() for root in roots())

    def save_overload(self, types: Any, result: Any) -> None:
        """Store machine code in the first folder that can be written."""
        if self._source is None:
            return  # it was typed in, and nobody else has it
        name = self._function.__qualname__
        if self._folder is None:
            _warn("its sources cannot be read, which would show when they change")
        elif result.library.has_dynamic_globals or result.lifted:
            _warn(f"{name} depends on addresses in the memory of this process")
        else:
            try:
                file, data = self._name(types, result.codegen), _packed(types, result)
            except Exception as error:  # pickle raises whatever it likes
                _warn(f"{name} cannot be pickled: {error}")
            else:
                self._save(file, data)

    def _save(self, name: str, data: bytes) -> None:
        faults = []
        for root in roots():
            try:
                _write(root, str(self._folder), name, data)
                return
            except OSError as error:
                faults.append(f"{root.path}: {error.strerror or error}")
        _warn("; ".join(faults) or "there is no folder for it")

    def _name(self, types: Any, codegen: Any) -> str:
        """Return the name of the file for these types of arguments and this machine."""
        function = self._function
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        key = (
            *(self._kind, function.__module__, function.__qualname__),
            *(function.__code__.co_firstlineno, function.__code__.co_code, self._source),
            *(_serialize.dumps(cells), str(types), codegen.magic_tuple()),
            *(_numba.__version__, sys.implementation.cache_tag),
        )
        words = "".join(c if c.isalnum() else "_" for c in function.__qualname__)
        return f"{words[-60:]}-{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}.nbc"


def _packed(types: Any, result: Any) -> bytes:
    data: bytes = _serialize.dumps((types, result._reduce()))
    return hashlib.sha256(data).digest() + data


def _unpacked(data: bytes, types: Any, target: Any) -> Any:
    """Return the compiled function in the content of a file."""
    if hashlib.sha256(data[DIGEST:]).digest() != data[:DIGEST]:
        raise ValueError("the file is damaged")
    known, reduced = pickle.loads(data[DIGEST:])
    if known != types:
        raise ValueError("the file is of other types that are called the same")
    return _compiler.CompileResult._rebuild(target, *reduced)


def _read(root: Root, path: Path) -> bytes:
    check(root, path.parent)
    return private.read(path)


def _write(root: Root, folder: str, name: str, data: bytes) -> None:
    path = root.path / folder / name
    make(root, path.parent)
    with replacing(path, FILE_MODE) as file:
        file.write(data)


def _warn(why: str) -> None:
    global _has_warned
    if not _has_warned:
        _has_warned = True
        warnings.warn(
            f"machine code cannot be kept on disk, so each process compiles it again: {why}. "
            "It is kept below NUMBA_CACHE_DIR, where that is set to a folder of your own.",
            KernelCacheWarning,
            stacklevel=3,
        )


@cache
def folder_name(package: str, *others: str) -> str | None:
    """Return the name of the folder for the kernels of `package`.

    None if their sources cannot be read, because their changes would not be noticed.
    """
    # Code with and without bounds checks must not be mixed.
    digest = hashlib.sha256(repr(_numba.config.BOUNDSCHECK).encode())
    try:
        for name in sorted({str(__package__), package, *others} - {"__main__"}):
            for path in _sources(name):
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    except (ImportError, OSError, ValueError):
        return None
    return f"{package}-{digest.hexdigest()[:16]}"


def _sources(package: str) -> list[Path]:
    spec = importlib.util.find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    if folders is None:
        return []  # one file, of which each cache has its own digest
    sources = sorted(path for folder in folders for path in Path(folder).rglob("*.py"))
    if not sources:
        raise FileNotFoundError(f"the sources of {package} are in no files")
    return sources


def _digest_of_file(path: str) -> str | None:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None
