"""Run a process with limits on its processor time and memory, and time each line that it prints."""

import os
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from benchmarks.processes import ENVIRONMENT, ROOT

Listener = Callable[[str, float], None]
"""Takes a line of the output, and the processor seconds that were used when it was read."""
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
INTERVAL = 0.02
"""Seconds between two looks at the process."""
GRACE = 3
"""Processor seconds that a process has to print its statistics after it was interrupted."""
N_ERRORS = 600
"""The number of characters of the error output that are kept."""


class Limits(NamedTuple):
    """The limits of a process."""

    seconds: float
    """Of the processor; then it is interrupted as by Ctrl-C."""
    megabytes: int
    """Of resident memory; then it is killed."""

    @property
    def wall(self) -> float:
        """Seconds of the clock after which a process is killed that uses no processor time."""
        return 15 * self.seconds + 60


class Usage(NamedTuple):
    """The time and memory that a process has used, and how it ended."""

    seconds: float
    """Of the processor."""
    wall: float
    megabytes: int
    """The largest resident memory."""
    code: int
    """The exit code, or minus the number of the signal that ended it."""
    stopped: str
    """``time`` or ``memory`` if a limit was reached, else the empty text."""
    errors: str
    """The end of the error output."""


def run(
    command: Sequence[str],
    limits: Limits,
    listener: Listener,
    variables: Mapping[str, str] | None = None,
) -> Usage:
    """Run a command to its end or to a limit."""

    def restrict() -> None:
        seconds = int(limits.seconds) + GRACE
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    began = time.monotonic()
    with TemporaryFile() as errors:
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**ENVIRONMENT, **(variables or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=restrict,
        )
        watch = _Watch(child.pid, limits)
        watch.start()
        try:
            assert child.stdout is not None
            for line in child.stdout:
                listener(line.rstrip("\n"), watch.seconds())
            # The process must exist as long as the watch can send it a signal.
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        except BaseException:
            watch.kill()
            raise
        finally:
            watch.end()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            assert child.stdout is not None
            child.stdout.close()
        errors.seek(0)
        text = errors.read().decode(errors="replace").strip()[-N_ERRORS:]
    return Usage(
        used.ru_utime + used.ru_stime,
        time.monotonic() - began,
        used.ru_maxrss // 1024,
        child.returncode,
        watch.stopped,
        text,
    )


class _Watch(threading.Thread):
    """Interrupts a process that reaches a limit, and kills it if it goes on."""

    def __init__(self, process: int, limits: Limits) -> None:
        super().__init__(daemon=True)
        self.stopped = ""
        self._process, self._limits = process, limits
        self._folder = Path("/proc") / str(process)
        self._used = 0.0
        self._is_over = threading.Event()

    def seconds(self) -> float:
        """Return the processor seconds that the process has used until now."""
        try:
            fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            return self._used
        self._used = max(self._used, (int(fields[11]) + int(fields[12])) / TICKS)
        return self._used

    def run(self) -> None:
        """Look at the process again and again."""
        deadline = time.monotonic() + self._limits.wall
        while not self._is_over.wait(INTERVAL):
            if self._megabytes() > self._limits.megabytes:
                self.stopped = "memory"
                return self.kill()
            if not self.stopped and self.seconds() >= self._limits.seconds:
                self.stopped = "time"
                os.killpg(self._process, signal.SIGINT)
                deadline = time.monotonic() + 10 * GRACE
            if time.monotonic() > deadline:
                self.stopped = "time"
                return self.kill()

    def kill(self) -> None:
        """Kill the process and its children."""
        os.killpg(self._process, signal.SIGKILL)

    def end(self) -> None:
        """End the watch."""
        self._is_over.set()
        self.join()

    def _megabytes(self) -> int:
        try:
            return int((self._folder / "statm").read_text().split()[1]) * PAGE >> 20
        except OSError:
            return 0
