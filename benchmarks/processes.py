"""Start child processes, ask them questions and end them: only ever those started here."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OURS = Path(sys.executable)
COMPILING = 180.0
"""Seconds to wait for a first answer, which may include compiling."""
ENVIRONMENT = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The variables of all processes. With that one, each of them would compile all modules again."""


class WorkerError(Exception):
    """A worker took too long or died."""


class Worker:
    """A child that runs a module of `benchmarks.workers`; started when first asked."""

    def __init__(self, python: Path, module: str) -> None:
        self._command = [str(python), "-m", f"benchmarks.workers.{module}"]
        self._process: subprocess.Popen[str] | None = None

    def ask(self, command: str, *, patience: float, **arguments: object) -> dict[str, Any]:
        """Send a request and wait for its reply.

        Raises
        ------
        WorkerError
            If no reply comes within `patience` seconds; the child is then killed.
        """
        child = self._started()
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(json.dumps({"command": command, **arguments}) + "\n")
            child.stdin.flush()
        except BrokenPipeError:
            self.close()
            raise WorkerError("died") from None
        # One request, one line: nothing can be left in the buffer of the text stream before this.
        ready, _, _ = select.select([child.stdout], [], [], patience)
        line = child.stdout.readline() if ready else ""
        if not line:
            self.close()
            raise WorkerError("died" if ready else f"> {patience:.0f} s")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env=ENVIRONMENT,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        return self._process

    def close(self) -> None:
        """End the child; a later question starts another."""
        if self._process is not None:
            with self._process as child:  # leaving the block closes the pipes and waits
                child.kill()
            self._process = None


class Run(NamedTuple):
    """A process from start to end."""

    seconds: float
    output: str


def run(
    command: Sequence[str],
    variables: Mapping[str, str] | None = None,
    patience: float | None = None,
) -> Run:
    """Run a command to its end, in the project's root, and time the whole process.

    Raises
    ------
    subprocess.CalledProcessError
        If it fails.
    subprocess.TimeoutExpired
        If it takes longer than `patience` seconds; it is then killed.
    """
    environment = {**ENVIRONMENT, **(variables or {})}
    start = perf_counter()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        check=True,
        timeout=patience,
    )
    return Run(perf_counter() - start, done.stdout)
