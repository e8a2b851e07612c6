"""Replays of recorded calls under wine, for Windows, and with the loader of musl."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("replay.c")
MUSL = Path("/lib/ld-musl-x86_64.so.1")
"""The loader of musl, as the package `musl` of Debian has it."""
AT_A_TIME = 20
"""The calls of one process."""


class Outcome(NamedTuple):
    """The outcome of some replays.

    Attributes
    ----------
    n_right
        The number of calls with the recorded results.
    wrong
        The lines that the program printed about the others.
    """

    n_right: int
    wrong: list[str]


def replay(command: Sequence[str], library: Path, tapes: Sequence[Path], folder: Path) -> Outcome:
    """Make calls in processes of their own.

    Parameters
    ----------
    command
        The words that start `replay`.
    library, tapes
        The shared library, and the recorded calls.
    folder
        The folder in which processes run.
    """
    lines: list[str] = []
    for first in range(0, len(tapes), AT_A_TIME):
        names = [str(tape) for tape in tapes[first : first + AT_A_TIME]]
        run = subprocess.run(
            [*command, str(library), *names],
            cwd=folder,
            env=os.environ | {"WINEDEBUG": "-all", "WINEPREFIX": str(folder / "wine")},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
        )
        lines += run.stdout.splitlines()
        if run.returncode not in (0, 1):
            lines.append(f"exit code {run.returncode} after {' '.join(names)}")
    right = [line for line in lines if line.startswith("right")]
    return Outcome(len(right), [line for line in lines if line not in right])


def compiled(zig: str, folder: Path, *options: str) -> Path:
    """Return the program `replay` for a system, by the linker's name of it."""
    program = folder / f"replay-{zig}{'.exe' if 'windows' in zig else ''}"
    words = ["-O1", "-target", zig, *options, "-o", str(program), str(SOURCE)]
    caches = {f"ZIG_{kind}_CACHE_DIR": str(folder / "zig") for kind in ("GLOBAL", "LOCAL")}
    subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", *words], env=os.environ | caches, check=True
    )
    return program


def by_wine(folder: Path) -> list[str] | None:
    """Return the words that start `replay` for Windows; None without wine."""
    wine = shutil.which("wine64") or shutil.which("wine") or _hidden_wine()
    return [wine, str(compiled("x86_64-windows-gnu", folder))] if wine else None


def _hidden_wine() -> str | None:
    path = Path("/usr/lib/wine/wine64")  # where Debian's package has it without a link
    return str(path) if path.exists() else None


def by_musl(folder: Path) -> list[str] | None:
    """Return the words that start `replay` with the C library musl; None without its loader."""
    if not MUSL.exists():
        return None
    return [str(MUSL), str(compiled("x86_64-linux-musl", folder, "-dynamic"))]


def natively(folder: Path) -> list[str]:
    """Return the words that start `replay` on this system."""
    return [str(compiled("x86_64-linux-gnu.2.17", folder))]
