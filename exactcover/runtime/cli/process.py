"""The time since this process was started, before Python itself and all imports."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

_IMPORTED = time.monotonic() - time.process_time()
"""About when the process was started: before this import it was busy so long, at least."""
MOST_STARTING = 60.0
"""The most seconds that a process needs until this import; a system that says more is not right."""


def seconds_since_start() -> float:
    """Return how many seconds ago this process was started.

    Linux tells it to a hundredth of a second. Elsewhere it is the time since the import of this
    module, and the processor time until then.
    """
    estimate = time.monotonic() - _IMPORTED
    with suppress(OSError, ValueError, IndexError, AttributeError):
        # The name of the command is in parentheses, and may contain any characters.
        fields = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        started = int(fields[19]) / os.sysconf("SC_CLK_TCK")  # the field 22 of proc(5)
        exact = time.clock_gettime(time.CLOCK_BOOTTIME) - started
        if abs(exact - estimate) <= MOST_STARTING:
            return exact
    return estimate
