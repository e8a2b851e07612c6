"""The build of libraries: all kernels with all their signatures, for some targets.

The kernels are listed in `signatures.json`, which ``make signatures`` writes, each with a
signature; `exactcover.runtime.kernels.variants` finds all others.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import sys
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

from exactcover.runtime.files import replacing
from exactcover.runtime.kernels import sources
from exactcover.runtime.kernels.libraries import FORMAT, INDEX, RUNTIME, checksum_of
from exactcover.runtime.kernels.targets import Target, by_name
from exactcover.runtime.kernels.variants import variants

SIGNATURES = Path(__file__).with_name("signatures.json")
FIRST_CALLS = Path(__file__).with_name("first_calls.txt")
MODE = 0o644
BITCODE = "bitcode"
"""The folder of translations, beside those of the targets."""

_RARELY = (200_000, 20, 100)
"""How often a process that compiles collects garbage."""
_PORTABLE = ("generic", "")
"""What Numba is told of the processor: its name and features. This is for all processors."""
_WIDE = by_name("linux-x86_64-v4")
"""The target whose processor kernels may ask for; others are translated as if it had nothing."""
_AVX512 = (_WIDE.cpu, _WIDE.flags)


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


class _Task(NamedTuple):
    """A part that is to be compiled for some targets, each with the file for the result."""

    part: Part
    translation: Path | None
    files: dict[Target, Path]


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


def first_calls() -> list[str]:
    """Return the kernels and callbacks that common calls need, which are compiled first.

    Examples
    --------
    >>> set(first_calls()) <= {part.path for part in parts()}
    True
    """
    return FIRST_CALLS.read_text("utf-8").split()


def all_of(path: str, bases: list[Any]) -> list[Any]:
    """Return all signatures of a kernel, given by its path and some of them."""
    found: list[Any] = []
    for base in bases:
        found += [one for one in variants(resolve_name(path), base) if one not in found]
    return found


def build(
    targets: Sequence[Target],
    folder: Path,
    n_workers: int,
    on_part: Callable[[str], object] = lambda path: None,
    *,
    wanted: Collection[str] | None = None,
    keeps_translations: bool = False,
    checks_indices: bool = False,
) -> list[Path]:
    """Compile kernels for some targets, as object files; return the file of the index of each.

    What was compiled before is kept, if no source that it depends on has changed. If this is
    interrupted, the libraries have what is done.

    Parameters
    ----------
    targets
        The targets.
    folder
        The folder for the libraries, which exists; each has a folder in it.
    n_workers
        The number of processes.
    on_part
        Called with the name of each kernel that is compiled for all targets.
    wanted
        The kernels and callbacks; by default all.
    keeps_translations
        Whether to keep what Numba makes of the kernels, for other targets.
    checks_indices
        Whether the kernels check every index, and raise `IndexError`; this is for tests. These
        libraries belong in a folder of their own.
    """
    libraries = {target: _Objects(target, folder) for target in targets}
    if keeps_translations:
        (folder / BITCODE).mkdir(exist_ok=True)
    tasks: dict[tuple[str, str], list[_Task]] = {}
    for part in parts():
        is_wanted = wanted is None or part.path in wanted
        by_processor: dict[tuple[str, str], dict[Target, Path]] = {}
        for target, library in libraries.items():
            if not _may_be_faster(part, target):
                continue
            file = library.missing(part)
            if file is not None and is_wanted:
                by_processor.setdefault(_processor_for(part, target), {})[target] = file
        for processor, files in by_processor.items():
            kept = folder / BITCODE / f"{_stem(part.path)}-{_key(part, *processor)}.bc"
            task = _Task(part, kept if keeps_translations else None, files)
            tasks.setdefault(processor, []).append(task)
        if is_wanted and not by_processor:
            on_part(part.path)
    try:
        for processor, own in sorted(tasks.items(), reverse=True):  # the few of one processor first
            for path, entries, compiled_for in _compiled(processor, own, n_workers, checks_indices):
                for target in compiled_for:
                    libraries[target].entries[path] = entries
                on_part(path)
    finally:
        paths = [library.write_index() for library in libraries.values()]
    return paths


class _Objects:
    """The library of object files for one target, while it is built."""

    def __init__(self, target: Target, folder: Path) -> None:
        self._target = target
        self._folder = folder / target.name
        self._folder.mkdir(0o755, exist_ok=True)
        self._files: dict[str, Path] = {}
        self.entries: dict[str, Any] = {}
        self._old: dict[str, Any] = {}
        with suppress(OSError, ValueError, KeyError):
            index = json.loads((self._folder / INDEX).read_bytes())
            for path, entries in index["entries"].items():
                file, _ = index["objects"][path]
                names = [[name, [index["needs"][k] for k in needs]] for name, needs in entries]
                self._old[file] = dict(names)

    def missing(self, part: Part) -> Path | None:
        """Return the file in which the machine code of a part belongs; None if it is there."""
        key = _key(part, self._target.triple, self._target.cpu, self._target.flags)
        file = self._files[part.path] = self._folder / f"{_stem(part.path)}-{key}.o"
        if file.name in self._old and file.exists():
            self.entries[part.path] = self._old[file.name]
            return None
        return file

    def write_index(self) -> Path:
        """Write the index of all entries, and remove the files that are not in it."""
        from exactcover.runtime.kernels import objects

        runtime = self._folder / f"{RUNTIME}.o"
        _write(runtime, objects.runtime_object(self._target))
        paths = sorted(self.entries)
        files = {path: self._files[path] for path in paths} | {RUNTIME: runtime}
        index = _index({path: self.entries[path] for path in paths})
        index["objects"] = {path: (file.name, checksum_of(file)) for path, file in files.items()}
        target = _write_index(self._folder, index)
        for file in self._folder.glob("*.o"):
            if file not in files.values():
                file.unlink(missing_ok=True)
        return target


def share(target: Target, folder: Path, destination: Path) -> Path:
    """Link the object files for a target to a shared library; return the file of its index.

    An empty file is that of a kernel which the library need not have; see `Target.is_partial`.

    Parameters
    ----------
    target
        The target.
    folder
        Where `build` has stored the object files.
    destination
        The folder for the libraries, which exists.

    Raises
    ------
    MissingExtraError
        If the linker is not installed.
    RuntimeError
        If it fails.
    """
    from exactcover.runtime.kernels.linking import link

    own = folder / target.name
    index = json.loads((own / INDEX).read_bytes())
    files = {path: own / file for path, (file, _) in index.pop("objects").items()}
    files = {path: file for path, file in files.items() if file.stat().st_size}
    index["entries"] = {path: each for path, each in index["entries"].items() if path in files}
    data = link(target, list(files.values()))
    checksum = zlib.crc32(data)
    # The name has the checksum, because Windows lets nobody write to a library that is in use.
    library = destination / target.name / f"kernels-{checksum:08x}{target.suffix}"
    library.parent.mkdir(exist_ok=True)
    for old in library.parent.iterdir():
        old.unlink()
    _write(library, data)
    index |= {"library": library.name, "checksum": checksum}
    return _write_index(library.parent, index)


def _may_be_faster(part: Part, target: Target) -> bool:
    """Return whether a part may be faster on a target than on the next one that fits."""
    return not target.is_partial or target.has_popcounts or sources.asks_processor(part.module)


def _processor_for(part: Part, target: Target) -> tuple[str, str]:
    """Return what Numba is told of the processor when it translates a part."""
    is_wide = set(target.features) >= set(_WIDE.features) and sources.asks_processor(part.module)
    return _AVX512 if is_wide else _PORTABLE


def _stem(path: str) -> str:
    """Return the beginning of the name of a file for a function.

    >>> _stem("exactcover.engines.masks.engine:advance")
    'exactcover.engines.masks.engine.advance'
    """
    return path.replace(":", ".")


def _index(entries: dict[str, Any]) -> dict[str, Any]:
    """Return the index of a library with these entries, without its files."""
    needs, files = _Numbered(), _Numbered()
    modules = {}
    for module in sorted({path.partition(":")[0] for path in entries}):
        own = _dependencies(module)
        modules[module] = (files.numbers(own), sources.digest(own))
    numbered = {
        path: [(name, needs.numbers(own)) for name, own in names.items()]
        for path, names in entries.items()
    }
    return {
        "format": FORMAT,
        "files": list(files),
        "modules": modules,
        "needs": list(needs),
        "entries": numbered,
    }


def _write_index(folder: Path, index: dict[str, Any]) -> Path:
    """Write the index of the library in a folder; return its file."""
    path = folder / INDEX
    _write(path, json.dumps(index, separators=(",", ":")).encode())
    return path


class _Numbered(dict[str, int]):
    """Texts that are stored once, each with its number."""

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """Return the numbers of some texts; new texts get the next ones."""
        return [self.setdefault(text, len(self)) for text in texts]


def _key(part: Part, *others: Any) -> str:
    """Return a digest of all that a file made of a part depends on."""
    own = sources.digest(_dependencies(part.module))
    known = [FORMAT, part, own, version("numba"), sys.implementation.cache_tag, others]
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]


@cache
def _dependencies(module: str) -> list[str]:
    return sources.dependencies(module)


def _write(path: Path, data: bytes) -> None:
    with replacing(path, MODE) as file:
        file.write(data)


def _compiled(
    processor: tuple[str, str], tasks: Iterable[_Task], n_workers: int, checks_indices: bool
) -> Iterator[tuple[str, dict[str, list[str]], list[Target]]]:
    """Compile parts in processes of their own; yield each one's entries, and its targets."""
    groups = _groups(tasks)
    with ProcessPoolExecutor(
        n_workers, get_context("spawn"), _set_up, (*processor, checks_indices)
    ) as executor:
        for done in as_completed([executor.submit(_compile, group) for group in groups]):
            yield from done.result()


def _groups(tasks: Iterable[_Task]) -> list[list[_Task]]:
    """Return the parts of each folder, which share helpers; those with most to do first."""
    groups: dict[str, list[_Task]] = {}
    for task in tasks:
        groups.setdefault(task.part.module.rpartition(".")[0], []).append(task)
    return sorted(groups.values(), key=lambda group: -sum(t.part.n_signatures for t in group))


def _set_up(cpu: str, flags: str, checks_indices: bool) -> None:
    """Set what Numba reads when it is imported."""
    os.environ.pop("NUMBA_OPT", None)  # it is for what Numba compiles itself
    os.environ["NUMBA_BOUNDSCHECK"] = str(int(checks_indices))
    os.environ["NUMBA_CPU_NAME"] = cpu
    os.environ["NUMBA_CPU_FEATURES"] = flags
    # Numba raises thousands of errors while it looks for types, and would colour each message.
    os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"
    gc.set_threshold(*_RARELY)  # Numba makes millions of objects, and few of them are garbage


def _compile(group: list[_Task]) -> list[tuple[str, dict[str, list[str]], list[Target]]]:
    """Compile some parts; return each one's entries, and the targets."""
    from exactcover.runtime.kernels import objects

    made = []
    for part, kept, files in group:
        entries, bitcode = _translated(part, kept)
        asks = sources.asks_processor(part.module)
        by_processor: dict[tuple[Any, ...], list[Target]] = {}
        for target in files:
            needs_popcounts = target.is_partial and not asks
            key = (needs_popcounts, target.architecture, target.cpu, target.features)
            by_processor.setdefault(key, []).append(target)
        for (needs_popcounts, *_), targets in by_processor.items():
            data = objects.objects_for(
                targets, bitcode, list(entries), must_have_popcounts=needs_popcounts
            )
            for target, one in zip(targets, data, strict=True):
                _write(files[target], one)
        made.append((part.path, entries, list(files)))
    return made


def _translated(part: Part, kept: Path | None) -> Any:
    """Return the translation of a part, from the file where it is kept if it is there."""
    from exactcover.runtime.kernels import translation

    if kept is not None and kept.exists():
        return translation.Translation.from_bytes(kept.read_bytes())
    if part.signatures is None:
        made = translation.translate_callback(part.path)
    else:
        made = translation.translate_kernel(part.path, part.signatures)
    if kept is not None:
        _write(kept, made.to_bytes())
    return made
