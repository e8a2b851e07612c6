"""What every program does: solve a model some times, and tell how long that took."""

import json
import resource
import sys
from collections.abc import Callable, Mapping
from time import process_time
from typing import Any

from benchmarks.csp_instances import arguments

Prepare = Callable[..., Callable[[], int | None]]
"""States a model; what it returns solves it, and answers how many solutions there are (if all are
asked for), or the best value; 1 for a first solution and None for no answer."""


def main(models: Mapping[str, Prepare]) -> None:
    """Solve what the command line names, as often as it says; print a line of JSON.

    All times are the processor's. After `patience` seconds of it the system ends the process.
    """
    kind, size, repeats = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
    patience = int(sys.argv[4])
    resource.setrlimit(resource.RLIMIT_CPU, (patience, patience + 10))
    if kind not in models:
        print(json.dumps({"unsupported": kind}))
        return
    times, answer = [], None
    for _ in range(repeats):
        start = process_time()
        solve = models[kind](*arguments(kind, size))
        stated = process_time()
        answer = solve()
        times.append((stated - start, process_time() - stated))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report: dict[str, Any] = {"times": times, "answer": answer, "megabytes": peak / 1000}
    report["whole"] = process_time()
    print(json.dumps(report))
