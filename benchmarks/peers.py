"""The peers: their virtual environment and the workers that run them."""

import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from benchmarks.processes import OURS, ROOT, Worker, run

ENVIRONMENT = ROOT / ".venv-peers"
PYTHON = ENVIRONMENT / "bin" / "python"
REQUIREMENTS = Path(__file__).with_name("peers-requirements.txt")


class Solver(NamedTuple):
    """A measured solver: the name in our tables, its worker, and the arguments of its requests."""

    name: str
    worker: Worker
    arguments: Mapping[str, str] = {}


def solvers(with_peers: bool) -> list[Solver]:
    """Return ours first, then the peers."""
    ours = [Solver("ours", Worker(OURS, "ours"))]
    peers = [
        Solver("xcover", Worker(PYTHON, "xcover_worker")),
        Solver("exact_cover", Worker(PYTHON, "exact_cover_worker")),
    ]
    return ours + peers if with_peers else ours


def prepare() -> None:
    """Make the peers' environment, unless it is there and up to date.

    They get the versions of Numba and NumPy that ours has, so that no difference comes from those.

    Raises
    ------
    subprocess.CalledProcessError
        If it cannot be made, for instance because nothing can be downloaded.
    """
    shared = [f"{name}=={version(name)}" for name in ("numba", "numpy")]
    make(ENVIRONMENT, "\n".join([REQUIREMENTS.read_text(), *shared]))


def make(environment: Path, requirements: str) -> None:
    """Make a virtual environment, unless it is there and up to date.

    Raises
    ------
    subprocess.CalledProcessError
        If it cannot be made.
    """
    stamp = environment / "installed.txt"
    if stamp.exists() and stamp.read_text() == requirements:
        return
    print(f"making {environment.name} ...", file=sys.stderr)
    run([sys.executable, "-m", "venv", "--clear", str(environment)])
    (environment / ".gitignore").write_text("*\n")
    listed = environment / "requirements.txt"
    listed.write_text(requirements)
    python = environment / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-qq", "-r", listed], check=True)
    stamp.write_text(requirements)


def versions() -> dict[str, str]:
    """Return the versions installed in the peers' environment."""
    code = (
        "from importlib.metadata import version\n"
        "for name in ('xcover', 'exact_cover', 'hodoku-py', 'numba', 'numpy'):"
        " print(name, version(name))"
    )
    pairs = (line.split() for line in run([str(PYTHON), "-c", code]).output.splitlines())
    return {f"peers' {name}" if name.startswith("num") else name: number for name, number in pairs}
