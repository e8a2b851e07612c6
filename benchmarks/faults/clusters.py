"""Kill a worker of a Dask cluster while it searches.

``python -m benchmarks.faults.clusters SEED`` does it once.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.faults.attempts import DONE, MOST_SECONDS, Outcome, Tally
from exactcover import Problem, Progress
from exactcover.parallel.cover_job import CoverJob
from exactcover.runtime.parallel import run
from exactcover.runtime.search import progress

ROOT = Path(__file__).parents[2]
N_ITEMS = 21
"""The number of items with two options each, so that there are 2 to this power solutions."""


def clusters(times: int) -> Tally:
    """Kill a worker in a search on a cluster; each attempt starts a cluster of its own."""
    row = Tally("SIGKILL of a worker of a Dask cluster", "`count(executor=)`, Dask")
    for seed in range(times):
        command = [sys.executable, "-m", "benchmarks.faults.clusters", str(seed)]
        try:
            done = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, timeout=MOST_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            row.note(Outcome(f"no answer in {MOST_SECONDS} s", is_clear=False))
            continue
        is_done = done.returncode == 0
        row.note(Outcome(DONE if is_done else done.stderr[-1000:], is_clear=is_done))
    return row


def search(executor: Any, pid: int, part: float) -> None:
    """Count on a cluster; kill one of its workers when this part of the search is done."""
    problem = Problem([[item] for item in range(N_ITEMS) for _ in range(2)])
    waiting = [pid]

    def kill_once(report: Progress) -> None:
        if waiting and report.part > part:
            os.kill(waiting.pop(), signal.SIGKILL)

    number = problem.count(executor=executor, workers=2, method="dancing_cells", progress=kill_once)
    assert (int(number), number.complete) == (1 << N_ITEMS, True)
    assert not waiting, "the search ended before the worker was killed"


def main(seed: int) -> None:
    """Start a cluster of two processes, and kill one of them."""
    distributed: Any = import_module("distributed")
    rng = random.Random(seed)
    # The workers do not see these changes; the caller makes small tasks and asks for news often.
    CoverJob.task_updates = 1
    run.BATCH_SECONDS = 1e-9
    progress.SECONDS_BETWEEN = 0.0
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = sorted(client.run(os.getpid).values())
        search(client.get_executor(), rng.choice(pids), rng.uniform(0.0, 0.8))


if __name__ == "__main__":
    main(int(sys.argv[1]))
