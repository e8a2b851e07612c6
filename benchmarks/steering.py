"""Orders of items and domain consistency: nodes, and processor time beside dancing cells."""

from __future__ import annotations

import time
from statistics import median
from typing import Any, NamedTuple

from benchmarks.instances import DATA
from benchmarks.report import Goal, Section, seconds
from exactcover import Count, Problem, Stop
from exactcover.runtime.search.steering import ORDERS

MOST_NODES = 300_000
"""A search that visits more is stopped."""
MOST_SECONDS = 60.0
"""A search that takes longer is stopped."""
PLAIN = "dancing_cells"
WAYS: dict[str, dict[str, Any]] = {
    PLAIN: {"method": PLAIN},
    "steered": {"method": "steered"},
    **{order: {"choose": order} for order in ORDERS if order != "smallest"},
    "domain": {"consistency": "domain"},
}
MOST_RATIO = 1.5
"""A steered search should take at most this many times as long for the same nodes."""


class Task(NamedTuple):
    """An instance, and how many solutions are wanted."""

    name: str
    limit: int | None = None


TASKS = (
    Task("pent3x20"),
    Task("pent8x8c"),
    Task("soma"),
    Task("langford8"),
    Task("queens10"),
    Task("sudoku16"),
    Task("sudoku_inkala12"),
    Task("sts7"),
    Task("qwh30_380", 1),
)


def measure(repeats: int) -> Section:
    """Run each way on each instance in turn; compare the counts."""
    section = Section(
        f"Steered searches: nodes, and seconds of the processor (best / median of {repeats})",
        ("instance", "solutions", *WAYS),
        notes=[
            f"> means that it was stopped after {MOST_NODES:,} nodes or {MOST_SECONDS:.0f} s. "
            "Reading the problem does not count."
        ],
    )
    for task in TASKS:
        problem = Problem.read(DATA / "exactcover" / f"{task.name}.dlx")
        runs = _runs(problem, task, repeats)
        counts = {int(number) for some in runs.values() for number, _ in some if number.complete}
        if len(counts) > 1:
            section.wrong.append(f"{task.name}: {sorted(counts)} solutions")
        cells = [_cell(some) for some in runs.values()]
        known = "one wanted" if task.limit else f"{max(counts):,}" if counts else "?"
        section.rows.append((task.name, known, *cells))
        print(*section.rows[-1], sep=" | ", flush=True)
        times = {way: [elapsed for _, elapsed in some] for way, some in runs.items()}
        section.records.append({"instance": task.name, "seconds": times})
        if task.name == "pent8x8c":
            ratio = min(times["steered"]) / min(times[PLAIN])
            goal = f"at most {MOST_RATIO} times as long"
            section.goals.append(Goal(task.name, goal, f"{ratio:.2f}", ratio <= MOST_RATIO))
    return section


def _runs(problem: Problem, task: Task, repeats: int) -> dict[str, list[tuple[Count, float]]]:
    """Return the number of solutions, and the seconds, of each run of each way."""
    runs: dict[str, list[tuple[Count, float]]] = {way: [] for way in WAYS}
    limits = {"limit": task.limit, "max_nodes": MOST_NODES, "time_limit": MOST_SECONDS}
    for arguments in WAYS.values():  # kernels are compiled or loaded
        problem.count(max_nodes=1, **arguments)
    for _ in range(repeats):
        for way, arguments in WAYS.items():
            start = time.process_time()
            number = problem.count(**limits, **arguments)  # type: ignore[call-overload]
            runs[way].append((number, time.process_time() - start))
    return runs


def _cell(runs: list[tuple[Count, float]]) -> str:
    """Return the nodes and times of some runs."""
    number = runs[0][0]
    has_ended = number.complete or number.stopped is Stop.LIMIT
    times = [elapsed for _, elapsed in runs]
    text = f"{number.statistics.nodes:,}: {seconds(min(times))} / {seconds(median(times))}"
    return text if has_ended else f"> {text}"
