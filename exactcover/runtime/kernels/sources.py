"""The source files that a kernel can depend on, and their digest."""

from __future__ import annotations

import ast
import re
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[3]
"""The folder of the packages."""
COMPILERS = ("exactcover.runtime.kernels.translation", "exactcover.runtime.kernels.objects")
"""The modules that compile kernels for libraries."""
HOST = "exactcover.runtime.kernels.host"
"""The module that a kernel asks what the processor has."""
RUNTIME, KERNELS = "exactcover/runtime/", "exactcover/runtime/kernels/"
"""The folder of what runs searches, and its kernels."""
_WITHOUT_CODE = {
    f"{KERNELS}{name}.py"
    for name in (
        *("cache_folders", "compile_notice", "kernel_cache", "libraries", "plain"),
        *("precompiled", "private", "sources", "targets"),
    )
}
"""Modules beside the kernels that only find, keep and call machine code."""
_LOWERING = re.compile(r"[\w.]+\.lowering(\.\w+)?")


def dependencies(module: str) -> list[str]:
    """Return the files that the machine code of a module's kernels depends on.

    These are the module, all modules of these packages that it imports, the instructions that it
    names, and the modules that compile kernels. Only imports at the top of a module count, as only
    these are there when a kernel is compiled. A package counts with its ``__init__.py``, but not
    with what that imports. Of `exactcover.runtime`, only kernels import what machine code depends
    on; its other modules count alone, such as that of the numbers of statuses. What only finds or
    keeps machine code does not count.

    Examples
    --------
    >>> files = dependencies("exactcover.runtime.kernels.bits")
    >>> folder = "exactcover/runtime/kernels"
    >>> f"{folder}/lowering/bits.py" in files, f"{folder}/entries.py" in files
    (True, True)
    >>> f"{folder}/private.py" in files
    False
    """
    found: dict[str, None] = {}
    waiting = [module, *COMPILERS]
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if path is not None and path not in found and path not in _WITHOUT_CODE:
            found[path] = None
            if not path.endswith("__init__.py"):
                waiting += _followed(path)
    return sorted(found)


def asks_processor(module: str) -> bool:
    """Return whether kernels of a module depend on what the processor has.

    Examples
    --------
    >>> asks_processor("sudoku.solvers.bitboard.search")
    True
    >>> asks_processor("exactcover.engines.masks.engine")
    False
    """
    files = (file for file in dependencies(module) if not file.startswith(RUNTIME))
    return any(HOST in _imports(file) for file in files)


def digest(files: Sequence[str]) -> str:
    """Return the digest of some files, given relative to `ROOT`.

    Raises
    ------
    OSError
        If a file cannot be read.
    """
    return f"{zlib.crc32(b''.join(map(_digest, files))):08x}"


@cache
def _digest(file: str) -> bytes:
    # To notice an edited file, a checksum is enough; to import hashlib takes longer than to use it.
    content = (ROOT / file).read_bytes()
    return zlib.crc32(content).to_bytes(4, "little") + len(content).to_bytes(8, "little")


def _followed(file: str) -> Iterator[str]:
    """Yield the names that a file imports, and on which machine code may depend."""
    if not file.startswith(RUNTIME):
        yield from _imports(file)
    elif file.startswith(KERNELS):
        yield from (name for name in _imports(file) if name.startswith(KERNELS.replace("/", ".")))


@cache
def _imports(file: str) -> tuple[str, ...]:
    """Return the names of modules, and of what may be modules, that a file imports or names."""
    tree = ast.parse((ROOT / file).read_bytes())
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    named = (text.partition(":")[0] for text in texts if isinstance(text, str))
    return (*_imported(tree), *(name for name in named if _LOWERING.fullmatch(name)))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def _file(module: str) -> str | None:
    """Return the file of a module of these packages; None for anything else."""
    try:
        spec = find_spec(module)
    except (ImportError, AttributeError):
        return None
    path = Path(spec.origin) if spec and spec.origin and spec.has_location else None
    if path is None or not path.is_relative_to(ROOT):
        return None
    relative = path.relative_to(ROOT).as_posix()
    return relative if relative.startswith(("exactcover/", "csp/", "sudoku/")) else None
