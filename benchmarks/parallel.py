"""Parallel searches: the overhead of tasks on one worker, and the speedup of two workers."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from benchmarks.instances import DATA
from benchmarks.report import Goal, Section, seconds
from exactcover import Problem

THREADS, CLUSTER, OVERHEAD = 1.8, 1.6, 0.03
"""The required speedups of two threads and of two Dask workers, and the allowed cost of tasks."""
INSTANCES = {
    "queens16": (14_772_512, "masks"),
    "langford13": (0, "masks"),
    "sudoku of 14 clues": (None, "masks_memo"),
}
"""The counted problems: their numbers of solutions where known, and the engines.

Engines are named, so that the same work is done each time; the sudoku takes twenty seconds.
"""
CLUES = 14


def measure(repeats: int) -> Section:
    """Count each instance without tasks, with one worker, with two, and with two Dask workers."""
    section = Section(
        f"Searches in tasks, seconds: best of {repeats}",
        ("instance", "solutions", "no tasks", "one worker", "two", "two Dask workers"),
    )
    with _cluster() as executor:
        for name, (known, method) in INSTANCES.items():
            problem = _problem(name)
            ways: Mapping[str, dict[str, Any]] = {
                "no tasks": {},
                "one worker": {"workers": 1},
                "two": {"workers": 2},
                "two Dask workers": {"workers": 2, "executor": executor},
            }
            times = {way: float("inf") for way in ways}
            counts = set()
            problem.count(method=method, limit=1, workers=1)
            for _ in range(repeats):
                for way, controls in ways.items():
                    start = time.perf_counter()
                    counts.add(int(problem.count(method=method, **controls)))
                    times[way] = min(times[way], time.perf_counter() - start)
            if len(counts) > 1 or (known is not None and counts != {known}):
                section.wrong.append(f"{name}: {counts}, expected {known}")
            figures = [seconds(times[way]) for way in ways]
            section.rows.append((name, f"{min(counts):,}", *figures))
            section.records.append({"instance": name, "seconds": times})
            section.goals += _goals(name, times)
    return section


def _goals(name: str, times: Mapping[str, float]) -> list[Goal]:
    """Return the goals of one instance."""
    gain = times["one worker"] / times["two"]
    dask = times["one worker"] / times["two Dask workers"]
    cost = times["one worker"] / times["no tasks"] - 1.0
    return [
        Goal(f"{name}: two threads", f">= {THREADS}", f"{gain:.2f}", gain >= THREADS),
        Goal(f"{name}: two Dask workers", f">= {CLUSTER}", f"{dask:.2f}", dask >= CLUSTER),
        Goal(f"{name}: tasks on one worker", f"<= {OVERHEAD:.0%}", f"{cost:.1%}", cost <= OVERHEAD),
    ]


def _problem(name: str) -> Problem:
    """Return the problem of a name."""
    if not name.startswith("sudoku"):
        return Problem.read(DATA / "exactcover" / f"{name}.dlx")
    from sudoku.encodings.exact_cover import encode
    from sudoku.puzzle.puzzle import Puzzle

    line = (DATA / "sudoku" / "clues17.txt").read_text().splitlines()[0][:81]
    cells = [int(c) if c.isdigit() else 0 for c in line]
    kept = [cell for cell, digit in enumerate(cells) if digit][:CLUES]
    return encode(Puzzle(clues=[d if k in kept else 0 for k, d in enumerate(cells)]))


@contextmanager
def _cluster() -> Iterator[Any]:
    """Start two Dask workers of one thread each; yield their executor."""
    import distributed

    start: Any = distributed.Client
    with start(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as client:
        yield client.get_executor()
