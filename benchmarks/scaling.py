"""Simulate a large search on a cluster: ``python -m benchmarks.scaling``.

The simulation handles events in order: one scheduler sends batches of tasks to many workers; tasks
have very unequal sizes, and are cut at a budget and returned; workers fail. It evaluates the
parameters in docs/scaling.md: the length of a batch, and the cost of stragglers and failures.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import click
import numpy as np
from rich.console import Console
from rich.table import Table

DEVIATION = 2.0
"""The deviation of the logarithm of a task's size: one of a million is 15,000 times the median."""
N_PARTS = 4
"""The number of tasks that the rest of a cut task is divided into."""
HOUR = 3600.0


class Cluster(NamedTuple):
    """The parameters of a simulation; times are in seconds."""

    n_workers: int
    n_tasks: int
    mean: float
    budget: float
    batch: float
    overhead: float
    failures: float


class Outcome(NamedTuple):
    """The result of a simulation: its duration, and the shares of the workers' time."""

    seconds: float
    busy: float
    waiting: float
    wasted: float
    scheduler: float
    n_batches: int
    bytes_back: float


def simulate(cluster: Cluster, seed: int) -> Outcome:
    """Simulate a search on a cluster.

    A task that is larger than the budget is cut there, and its rest is divided into N_PARTS tasks.
    A worker that fails loses its batch, which is sent again, and is replaced at once.
    """
    rng = np.random.default_rng(seed)
    sizes = rng.lognormal(0.0, DEVIATION, cluster.n_tasks)
    sizes *= cluster.mean / sizes.mean()
    waiting: list[float] = list(sizes)
    events = [(0.0, worker) for worker in range(cluster.n_workers)]  # when a worker is free
    held: list[list[float]] = [[] for _ in range(cluster.n_workers)]
    heapq.heapify(events)
    now = scheduler_free = scheduler_busy = work = wasted = end = 0.0
    n_batches = 0
    idle: list[int] = []
    while events:
        now, worker = heapq.heappop(events)
        if held[worker]:
            batch, held[worker] = held[worker], []
            end = now
            parts = [
                (size - cluster.budget) / N_PARTS
                for size in batch
                if size > cluster.budget
                for _ in range(N_PARTS)
            ]
            waiting += parts
            for _ in range(min(len(parts), len(idle))):
                heapq.heappush(events, (now, idle.pop()))
        if not waiting:
            idle.append(worker)
            continue
        batch, seconds = [], 0.0
        while waiting and seconds < cluster.batch:
            batch.append(waiting.pop())
            seconds += min(batch[-1], cluster.budget)
        start = max(now, scheduler_free)
        scheduler_free = start + cluster.overhead
        scheduler_busy += cluster.overhead
        n_batches += 1
        failure = rng.exponential(HOUR / cluster.failures) if cluster.failures else np.inf
        if failure < seconds:
            wasted += failure
            waiting += batch
            heapq.heappush(events, (scheduler_free + failure, worker))
        else:
            held[worker] = batch
            work += seconds
            heapq.heappush(events, (scheduler_free + seconds, worker))
    total = end * cluster.n_workers
    return Outcome(
        end,
        work / total,
        1.0 - (work + wasted) / total,
        wasted / total,
        scheduler_busy / end,
        n_batches,
        200.0 * n_batches,
    )


@click.command()
@click.option("--workers", default=10_000, show_default=True)
@click.option("--tasks", default=1_000_000, show_default=True)
@click.option("--mean", default=10.0, show_default=True, help="Seconds of a task, on average.")
@click.option("--overhead", default=0.0024, show_default=True, help="The scheduler's, per batch.")
@click.option("--seed", default=1, show_default=True)
def main(workers: int, tasks: int, mean: float, overhead: float, seed: int) -> None:
    """Simulate large searches on a cluster, for some parameters."""
    table = Table(
        "tasks cut at",
        "batches of",
        "failures/h",
        "hours",
        "busy",
        "waiting",
        "wasted",
        "scheduler",
        "batches",
        "MB back",
    )
    for budget, batch, failures in (
        (np.inf, 0.2, 0.0),
        (np.inf, 60.0, 0.0),
        (60.0, 0.2, 0.0),
        (60.0, 10.0, 0.0),
        (60.0, 30.0, 0.0),
        (60.0, 60.0, 0.0),
        (60.0, 60.0, 0.01),
        (60.0, 60.0, 1.0),
        (60.0, 600.0, 1.0),
    ):
        out = simulate(Cluster(workers, tasks, mean, budget, batch, overhead, failures), seed)
        table.add_row(
            "never" if budget == np.inf else f"{budget:g} s",
            f"{batch:g} s",
            f"{failures:g}",
            f"{out.seconds / HOUR:.2f}",
            f"{out.busy:.1%}",
            f"{out.waiting:.1%}",
            f"{out.wasted:.2%}",
            f"{out.scheduler:.0%}",
            f"{out.n_batches:,}",
            f"{out.bytes_back / 1e6:.0f}",
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
