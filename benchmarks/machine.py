"""The description of the machine on which a run took place."""

import os
import platform
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks.processes import ROOT

LIBRARIES = ("exactcover-sudoku", "numba", "llvmlite", "numpy")


def describe() -> dict[str, str]:
    """Return the machine, the versions, the command and the date."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "command": shlex.join(["python", "-m", "benchmarks", *sys.argv[1:]]),
        "revision": revision(),
        "cpu": cpu_model(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in LIBRARIES},
        "load at the start": load(),
    }


def is_busy() -> bool:
    """Return whether other work is running besides this harness, which keeps one core busy."""
    return os.getloadavg()[1] > 1.5


def load() -> str:
    """Return the load averages of the last 1, 5 and 15 minutes."""
    return " ".join(f"{average:.2f}" for average in os.getloadavg())


def cpu_model() -> str:
    """Return the name of the processor, as far as the system reports it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def revision() -> str:
    """Return the measured commit, with a mark if files differ from it."""
    try:
        command = ["git", "describe", "--always", "--dirty"]
        return subprocess.check_output(
            command, cwd=ROOT, text=True, stderr=subprocess.DEVNULL
        ).strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
