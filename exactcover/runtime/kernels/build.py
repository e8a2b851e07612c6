"""The build of libraries: all kernels with all their signatures, for some instruction sets.

The kernels are listed in `signatures.json`, which ``make signatures`` writes, each with a
signature; `exactcover.runtime.kernels.variants` finds all others.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from exactcover.runtime.files import replacing
from exactcover.runtime.kernels import sources
from exactcover.runtime.kernels.host import InstructionSet
from exactcover.runtime.kernels.linker import Linker
from exactcover.runtime.kernels.precompiled import FORMAT
from exactcover.runtime.kernels.variants import variants

SIGNATURES = Path(__file__).with_name("signatures.json")
RUNTIME = "runtime"
MODE = 0o644


class Part(NamedTuple):
    """A part of the work: a function, and its signatures; None for a callback."""

    path: str
    signatures: list[Any] | None

    @property
    def n_signatures(self) -> int:
        """The number of signatures; a callback has one."""
        return 1 if self.signatures is None else len(self.signatures)

    @property
    def module(self) -> str:
        """The module of the function."""
        return self.path.partition(":")[0]


class Compiled(NamedTuple):
    """An object file, and its functions.

    Attributes
    ----------
    data
        The object file.
    needs
        Name of an entry or callback -> the addresses that it needs from its table.
    """

    data: bytes
    needs: dict[str, list[str]]


def parts() -> list[Part]:
    """Return all kernels and callbacks, module by module.

    Examples
    --------
    >>> any(part.path == "exactcover.engines.masks.engine:advance" for part in parts())
    True
    """
    known = json.loads(SIGNATURES.read_text("utf-8"))
    kernels = [Part(path, all_of(path, bases)) for path, bases in known["kernels"].items()]
    return kernels + [Part(path, None) for path in known["callbacks"]]


def all_of(path: str, bases: list[Any]) -> list[Any]:
    """Return all signatures of a kernel, given by its path and some of them."""
    found: list[Any] = []
    for base in bases:
        found += [one for one in variants(resolve_name(path), base) if one not in found]
    return found


def build(
    instructions: InstructionSet,
    folder: Path,
    n_workers: int,
    on_part: Callable[[str], object] = lambda path: None,
) -> Path:
    """Compile all kernels for an instruction set; return the file of the index.

    Parameters
    ----------
    instructions
        The instruction set.
    folder
        The folder for the library, which exists.
    n_workers
        The number of processes.
    on_part
        Called with the name of each kernel that is compiled.
    """
    store = folder / f"{instructions.name}.objects.zip"
    kept = _kept(store)
    wanted = [Part(RUNTIME, None), *parts()]
    keys = {part.path: _key(part) for part in wanted}
    made = {path: kept[key] for path, key in keys.items() if key in kept}
    for path in made:
        on_part(path)
    missing = [part for part in wanted if part.path not in made]
    for path, compiled in _compiled(instructions, missing, n_workers):
        made[path] = compiled
        on_part(path)
    if missing:
        _keep(store, {key: made[path] for path, key in keys.items()})
    image, index = _linked(made)
    target = folder / f"{instructions.name}.json"
    # The image first: until the index is there, nothing reads it. Between the two, the old index
    # has another checksum, so a process that starts then has Numba compile.
    _write(target.with_suffix(".image"), image)
    _write(target, json.dumps(index, separators=(",", ":")).encode())
    return target


def _linked(made: dict[str, Compiled]) -> tuple[bytes, dict[str, Any]]:
    """Return the image of all object files, and its index."""
    linker = Linker()
    linker.add(made[RUNTIME].data)
    needs = _Numbered()
    entries = {}
    for path in sorted(made.keys() - {RUNTIME}):
        linker.add(made[path].data)
        entries[path] = [
            (linker.symbols[name], needs.numbers(own)) for name, own in made[path].needs.items()
        ]
    files = _Numbered()
    modules = {}
    for module in sorted({path.partition(":")[0] for path in entries}):
        own = _dependencies(module)
        modules[module] = (files.numbers(own), sources.digest(own))
    image = bytes(linker.image)
    return image, {
        "format": FORMAT,
        "checksum": zlib.crc32(image),
        "files": list(files),
        "modules": modules,
        "needs": list(needs),
        "entries": entries,
    }


class _Numbered(dict[str, int]):
    """Texts that are stored once, each with its number."""

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """Return the numbers of some texts; new texts get the next ones."""
        return [self.setdefault(text, len(self)) for text in texts]


def _key(part: Part) -> str:
    """Return a digest of all that the machine code of a part depends on."""
    own = "" if part.path == RUNTIME else sources.digest(_dependencies(part.module))
    text = json.dumps([FORMAT, part, own, version("numba"), sys.implementation.cache_tag])
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _dependencies(module: str) -> list[str]:
    return sources.dependencies(module)


def _kept(store: Path) -> dict[str, Compiled]:
    """Return the object files of an earlier build, by their keys."""
    with suppress(OSError, BadZipFile, KeyError, ValueError), ZipFile(store) as file:
        needs = json.loads(file.read("needs.json"))
        return {key: Compiled(file.read(key), needs[key]) for key in needs}
    return {}


def _keep(store: Path, made: dict[str, Compiled]) -> None:
    """Store object files, so that the next build compiles only what has changed."""
    with replacing(store, MODE) as target, ZipFile(target, "w") as file:
        file.writestr("needs.json", json.dumps({key: one.needs for key, one in made.items()}))
        for key, one in made.items():
            file.writestr(key, one.data)


def _write(path: Path, data: bytes) -> None:
    with replacing(path, MODE) as file:
        file.write(data)


def _compiled(
    instructions: InstructionSet, wanted: Iterable[Part], n_workers: int
) -> Iterator[tuple[str, Compiled]]:
    """Compile parts in processes of their own, which see the variables of the target."""
    groups = _groups(wanted)
    with ProcessPoolExecutor(
        n_workers, get_context("spawn"), _set_target, (instructions,)
    ) as executor:
        for done in as_completed([executor.submit(_compile, group) for group in groups]):
            yield from done.result()


def _groups(all_parts: Iterable[Part]) -> list[list[Part]]:
    """Return the parts of each module, the largest modules first; they share helpers."""
    groups: dict[str, list[Part]] = {}
    for part in all_parts:
        groups.setdefault(part.module, []).append(part)
    return sorted(groups.values(), key=lambda group: -sum(part.n_signatures for part in group))


def _set_target(instructions: InstructionSet) -> None:
    for name in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT"):  # they are for what Numba compiles itself
        os.environ.pop(name, None)
    os.environ["NUMBA_CPU_NAME"] = instructions.cpu
    os.environ["NUMBA_CPU_FEATURES"] = instructions.flags


def _compile(group: list[Part]) -> list[tuple[str, Compiled]]:
    from exactcover.runtime.kernels import objects

    made = []
    for part in group:
        if part.path == RUNTIME:
            compiled = objects.compile_runtime()
        elif part.signatures is None:
            compiled = objects.compile_callback(part.path)
        else:
            compiled = objects.compile_kernel(part.path, part.signatures)
        made.append((part.path, compiled))
    return made
