"""Searches on a Dask cluster: two worker processes, one of which may be killed."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from exactcover import Problem, Progress
from exactcover.parallel.cover_job import CoverJob
from exactcover.runtime.parallel import run
from exactcover.runtime.search import progress
from tests.problems import choices

distributed: Any = pytest.importorskip("distributed")
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.slow]

SCRIPTS = Path(sys.executable).parent
MANY = choices(18)
"""262,144 solutions: enough nodes for some tasks in workers that know nothing of these tests."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a cluster of two processes."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    """Connect to the cluster."""
    with distributed.Client(cluster) as client:
        yield client


def test_counts_and_solutions(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoverJob, "task_updates", 1)
    executor = client.get_executor()
    assert MANY.count(executor=executor, workers=2, method="dancing_cells") == 1 << 18
    rows = Problem([[r, ("column", c)] for r in range(5) for c in range(5)])
    assert len(list(rows.solutions(executor=executor, workers=2))) == 120


def test_a_killed_worker(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoverJob, "task_updates", 1)
    monkeypatch.setattr(run, "BATCH_SECONDS", 1e-9)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
    problem = choices(21)
    pids = list(client.run(os.getpid).values())
    waiting = [pids[0]]

    def kill_once(report: Progress) -> None:
        if waiting and 0.0 < report.part < 1.0:
            os.kill(waiting.pop(), signal.SIGKILL)

    number = problem.count(
        executor=client.get_executor(), workers=2, method="dancing_cells", progress=kill_once
    )
    assert number == 1 << 21
    assert not waiting  # it was killed while the search went on


def test_a_scheduler_and_workers_from_the_shell(tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    path = tmp_path / "rows.dlx"
    Problem([[f"r{r}", f"c{c}"] for r in range(5) for c in range(5)]).write(path)
    with ExitStack() as running:
        for arguments in (
            ["scheduler", "--host", address],
            ["worker", address, "--nthreads", "1"],
        ):
            process = subprocess.Popen(
                [str(SCRIPTS / "dask"), *arguments, "--no-dashboard"],
                cwd=tmp_path,
                stderr=subprocess.DEVNULL,
            )
            running.callback(process.wait, 600)
            running.callback(process.terminate)
        found = subprocess.run(
            [str(SCRIPTS / "exactcover"), "count", str(path), "--scheduler", address],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert found.stdout == "120\n", found.stderr


def free_port() -> int:
    """Return a port that nobody listens to."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
