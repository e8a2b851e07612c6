"""What every program does: solve a model some times, and tell how long that took."""

import json
import resource
import sys
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

from benchmarks.csp_instances import arguments

Prepare = Callable[..., Callable[[], int | None]]
"""States a model; what it returns solves it, and answers how many solutions there are (if all are
asked for), or the best value; 1 for a first solution and None for no answer."""


def main(models: Mapping[str, Prepare]) -> None:
    """Solve what the command line names, as often as it says; print a line of JSON."""
    kind, size, repeats = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
    if kind not in models:
        print(json.dumps({"unsupported": kind}))
        return
    times, answer = [], None
    for _ in range(repeats):
        start = perf_counter()
        solve = models[kind](*arguments(kind, size))
        stated = perf_counter()
        answer = solve()
        times.append((stated - start, perf_counter() - stated))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report: dict[str, Any] = {"times": times, "answer": answer, "megabytes": peak / 1000}
    print(json.dumps(report))
