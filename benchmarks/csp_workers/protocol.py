"""The common part of all workers: solve a model some times, and report the times."""

import json
import resource
import sys
from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import Any

from benchmarks.csp_instances import arguments

Prepare = Callable[..., Callable[[], int | None]]
"""A function that states a model and returns a function that solves it. That returns the number of
solutions (if all are wanted), or the best value, or 1 for a first solution; None for no answer."""

SHORT = 0.05
"""In seconds: the processor time is too coarse to measure shorter times."""


def main(models: Mapping[str, Prepare]) -> None:
    """Solve the model of the command line, as often as it requests; print a line of JSON.

    Times are processor times, except that times below `SHORT` are measured by the clock. After
    `patience` seconds of processor time, the system ends the process.
    """
    kind, size, repeats = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
    patience = int(sys.argv[4])
    resource.setrlimit(resource.RLIMIT_CPU, (patience, patience + 10))
    if kind not in models:
        print(json.dumps({"unsupported": kind}))
        return
    times, answer, given = [], None, arguments(kind, size)
    for _ in range(repeats):
        solve = models[kind](*given)
        start = perf_counter(), process_time()
        answer = solve()
        clock, processor = perf_counter() - start[0], process_time() - start[1]
        times.append(clock if clock < SHORT else processor)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report: dict[str, Any] = {"times": times, "answer": answer, "megabytes": peak / 1000}
    report["whole"] = process_time()
    print(json.dumps(report))
