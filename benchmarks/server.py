"""The memory of the server after sessions of mixed messages.

Run ``python -m benchmarks server``; Linux is needed for the figures of the process.
"""

from __future__ import annotations

import os
from pathlib import Path

from benchmarks.report import Goal, Section
from benchmarks.studio import served
from tests.sudoku.server.test_server import replay

SESSIONS = (0, 100, 200, 400)
"""After so many sessions the memory is measured: the first calls load what all others need."""
MOST_GROWTH = 0.1
"""The part by which memory may grow from 200 sessions to 400."""


def measure() -> Section:
    """Replay sessions, one after the other, and measure the memory of the server."""
    section = Section("The server after sessions of mixed messages", ("sessions", "memory"))
    found = list[float]()
    with served() as (address, process):
        for begun, end in zip((0, *SESSIONS), SESSIONS, strict=False):
            for seed in range(begun, end):
                replay(address.replace("http", "ws"), seed)
            pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
            found.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
            section.rows.append((str(end), f"{found[-1]:.0f} MB"))
    growth = found[-1] / found[-2] - 1
    wanted = f"at most {MOST_GROWTH:.0%}"
    what = f"more memory after {SESSIONS[-1]} sessions than after {SESSIONS[-2]}"
    section.goals.append(Goal(what, wanted, f"{growth:.1%}", growth <= MOST_GROWTH))
    return section
