"""Test the wheels for other systems, as far as this machine can emulate them: `make wheels`.

- Linux on AArch64: README and the tutorials, and the tests of engines of exact cover, by qemu, with
  Debian's Python.
- Windows: recorded calls of kernels, by wine. Linux with musl: the same calls.
- macOS: `tests/exactcover/runtime/kernels/test_targets.py` checks the format and the signature.

A system that cannot be emulated here is skipped, which the table says.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table

from benchmarks.systems import aarch64, recorder, replays
from exactcover.runtime.kernels.__main__ import LIBRARIES
from exactcover.runtime.kernels.libraries import INDEX, Library
from tests.first_calls import DOCUMENTS

FEWEST = 20
"""The fewest recorded calls."""
ENGINES = "tests/exactcover/engines"
QUICK = (f"{ENGINES}/test_frontier.py", f"{ENGINES}/test_first_fit.py")
"""Tests of engines that take two minutes under emulation; all of them take most of an hour."""
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".")


class Row(NamedTuple):
    """A test that was run on a system, and its outcome."""

    system: str
    what: str
    outcome: str
    is_right: bool = True


@click.command()
@click.argument("wheels", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--all-engines", is_flag=True, help="Emulate the tests of all engines.")
def main(wheels: Path, all_engines: bool) -> None:
    """Test the wheels in a folder."""
    table = Table("system", "run", "outcome")
    all_right = True
    with TemporaryDirectory() as name:
        tests = [ENGINES] if all_engines else [*QUICK]
        for row in [*of_replays(Path(name)), *of_aarch64(wheels, Path(name), tests)]:
            table.add_row(*row[:3])
            all_right &= row.is_right
    Console(width=140).print(table)
    sys.exit(0 if all_right else 1)


def of_aarch64(wheels: Path, folder: Path, tests: list[str]) -> Iterator[Row]:
    """Test the wheel for Linux on AArch64; yield a row for each document and for the tests."""
    system = "Linux AArch64 (qemu)"
    if not aarch64.is_there():
        yield Row(system, "", f"skipped: {aarch64.QEMU}, apt-get or dpkg is missing")
        return
    (wheel,) = wheels.resolve().glob("*manylinux*aarch64.whl")
    own = folder / "aarch64"
    own.mkdir()
    python = aarch64.prepare(wheel, own)
    for document in DOCUMENTS:
        path = str(aarch64.ROOT / document)
        is_right, output = aarch64.run(python, ["-m", "doctest", path], own)
        yield Row(system, document, output.strip() or "all examples", is_right)
    words = [*PYTEST, "--import-mode=importlib", "-m", "not slow", *tests]
    is_right, output = aarch64.run(python, words, own)
    yield Row(system, " ".join(tests), output.strip().splitlines()[-1], is_right)


def of_replays(folder: Path) -> Iterator[Row]:
    """Replay recorded calls of kernels on other systems; yield a row for each system."""
    linux = _library("linux-x86_64", "linux-x86_64-v2", ".so")
    library = Library(linux.with_name(INDEX), must_be_private=False)
    tapes = recorder.record(library, folder, recorder.common_calls)
    yield _replayed("Linux x86-64", replays.natively(folder), linux, tapes, folder)
    musl, wine = replays.by_musl(folder), replays.by_wine(folder)
    if musl is None:
        yield Row("Linux x86-64, musl", "", "skipped: its loader is missing")
    else:
        yield _replayed("Linux x86-64, musl", musl, linux, tapes, folder)
    if wine is None:
        yield Row("Windows (wine)", "", "skipped: wine is missing")
    else:
        for target in ("windows-x86_64-v2", "windows-x86_64-v3"):
            windows = _library("windows-x86_64", target, ".dll")
            yield _replayed(f"Windows (wine), {target}", wine, windows, tapes, folder)


def _library(platform: str, target: str, suffix: str) -> Path:
    (path,) = (LIBRARIES / platform / target).glob(f"*{suffix}")
    return path.resolve()


def _replayed(
    system: str, command: list[str], library: Path, tapes: list[Path], folder: Path
) -> Row:
    outcome = replays.replay(command, library, tapes, folder)
    is_right = not outcome.wrong and outcome.n_right == len(tapes) >= FEWEST
    text = "; ".join([f"{outcome.n_right} with equal results", *outcome.wrong])
    return Row(system, f"{len(tapes)} calls of kernels", text, is_right)


if __name__ == "__main__":
    main()
