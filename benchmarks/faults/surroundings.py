"""Too little memory, clocks that jump, and machine code on disk that is damaged."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from math import factorial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.faults.attempts import DONE, Outcome, Tally, in_child
from benchmarks.faults.verbs import FACTORIAL, ROOKS, count, make_tasks_small
from exactcover import Problem
from exactcover.runtime.parallel.checkpoint import Checkpoint

ROOT = Path(__file__).parents[2]
LEAST_KILOBYTES, MOST_KILOBYTES = 500, 10_000
"""The kilobytes of additional memory that a search may take after the limit is set."""
N_SAVES = 10
"""The number of checkpoints that a search saves before its memory is limited."""
SMALL, LARGE = 8, 18
"""The numbers of rooks in searches with enough memory, and with little memory."""

KERNEL = """
from exactcover.runtime.kernels.jit import kernel

@kernel
def look_up(array, k):
    return array[k] + 1
"""
USE = """
import warnings
warnings.simplefilter("error")
import numpy as np
from parcel import look_up
for _ in range(2):
    assert look_up(np.zeros(2, dtype=np.int64), 1) == 1
"""


def rooks(n: int) -> Problem:
    """Return the problem of placing rooks."""
    return Problem([[r, ("c", c)] for r in range(n) for c in range(n)])


def count_by(method: str, n: int) -> None:
    """Count covers by an engine that needs memory."""
    assert rooks(n).count(method=method) == factorial(n)


def construct_diagram(n: int) -> None:
    """Find all covers at once."""
    assert rooks(n).diagram().count() == factorial(n)


def build(n: int) -> None:
    """Make a problem."""
    assert rooks(10 * n).n_options == 100 * n * n


def memory(times: int, rng: random.Random) -> list[Tally]:
    """Search with little memory."""
    acts: dict[str, Callable[[int], object]] = {
        "`count(method='dancing_cells_memo')`": partial(count_by, "dancing_cells_memo"),
        "`count(method='masks_memo')`": partial(count_by, "masks_memo"),
        "`count(method='frontier')`": partial(count_by, "frontier"),
        "`diagram`": construct_diagram,
        "`Problem`": build,
    }
    rows = []
    for name, act in acts.items():
        act(SMALL)  # where LLVM has no memory for machine code, it ends the process
        row = Tally("too little memory", name)
        for _ in range(times):
            limit = rng.randrange(LEAST_KILOBYTES, MOST_KILOBYTES)
            row.note(in_child(partial(_limited, partial(act, LARGE), limit)))
        rows.append(row)
    return [*rows, _kept_memory(times, rng)]


def _kept_memory(times: int, rng: random.Random) -> Tally:
    row = Tally("too little memory, and the same call with enough", "`count(checkpoint=)`")
    for _ in range(times):
        limit = rng.randrange(LEAST_KILOBYTES)
        with TemporaryDirectory() as name:
            folder = Path(name)
            row.note(in_child(partial(_limited_later, folder, limit)))
            row.lost += not in_child(partial(count, folder)).is_done
    return row


def _limited_later(folder: Path, kilobytes: int) -> None:
    """Search, and limit the additional memory after the workers have begun.

    If there is no memory for a new thread, Python may wait for that thread for ever.
    """
    save: Any = Checkpoint.save
    saves = []

    def limiting(*arguments: Any) -> None:
        save(*arguments)
        saves.append(1)
        if len(saves) == N_SAVES:
            _limit(kilobytes)

    Checkpoint.save = limiting  # type: ignore[method-assign, assignment]
    count(folder)


def _limited(act: Callable[[], object], kilobytes: int) -> None:
    """Call a function with limited additional memory."""
    _limit(kilobytes)
    act()


def _limit(kilobytes: int) -> None:
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmSize"):
            limit = (int(line.split()[1]) + kilobytes) * 1024
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def clocks(times: int, rng: random.Random) -> Tally:
    """Set the clock forwards and backwards while a search goes on."""
    row = Tally("a clock that is set while it runs", "`count(checkpoint=, time_limit=)`")

    def act() -> None:
        time.time = lambda: rng.uniform(-1e9, 1e10)
        time.time_ns = lambda: int(time.time() * 1e9)
        with TemporaryDirectory() as folder:
            number = ROOKS.count(
                checkpoint=Path(folder) / "run",
                time_limit=3600.0,
                workers=2,
                method="dancing_cells",
            )
            assert (int(number), number.complete) == (FACTORIAL, True)

    for _ in range(times):
        row.note(in_child(act))
    return row


def kernels(times: int, rng: random.Random) -> Tally:
    """Damage machine code on disk, and use it."""
    row = Tally("machine code on disk that is damaged", "a kernel, in a new process")
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "parcel.py").write_text(KERNEL, encoding="utf-8")
        use(folder)
        (path,) = folder.rglob("*.nbc")
        whole = path.read_bytes()
        for _ in range(times):
            place, bit = rng.randrange(len(whole)), 1 << rng.randrange(8)
            flipped = whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :]
            path.write_bytes(rng.choice([flipped, whole[:place]]))
            words = use(folder)
            row.note(Outcome(words or DONE, not words))
    return row


def use(folder: Path) -> str:
    """Use the kernel; return the text on standard error."""
    paths = os.pathsep.join([str(folder), str(ROOT)])
    environment = {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(folder / "cache")}
    return subprocess.run(
        [sys.executable, "-c", USE],
        env=os.environ | environment,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    ).stderr


def measure(*, is_quick: bool = False) -> list[Tally]:
    """Limit memory, set clocks, and damage machine code."""
    make_tasks_small()
    rng = random.Random(6)
    if is_quick:
        return [_kept_memory(2, rng), clocks(2, rng)]
    return [*memory(20, rng), clocks(20, rng), kernels(20, rng)]
