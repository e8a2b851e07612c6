"""Count one problem whose options are a diagram, and report its time and memory."""

import json
import resource
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

from benchmarks.instances import DATA
from benchmarks.workers.connected import connected, edge_covers, grid, network
from exactcover import Diagram, FamilyProblem

MOST_WRITTEN = 200_000
"""Problems with more options are not written out."""


class Case(NamedTuple):
    """A problem, and its known number of covers."""

    make: Callable[[], FamilyProblem | None]
    known: int | None
    """None: only compared with the number that dancing cells count."""


def instance(name: str) -> FamilyProblem | None:
    """Return an instance of the set D3X, whose options are a text; None if it is absent."""
    path = DATA / "exactcover" / f"d3x_{name}.dlx"
    if not path.exists():
        return None
    first, *rows = path.read_text("utf-8").splitlines()
    return FamilyProblem.of([row.split() for row in rows], first.split())


def partitions(n: int) -> FamilyProblem:
    """Return the partitions of a set, whose options are all non-empty subsets."""
    things = FamilyProblem.universe(range(n))
    subsets = Diagram.of(things, [[]])
    for thing in range(n):
        subsets |= subsets.join(Diagram.of(things, [[thing]]))
    return FamilyProblem(subsets - Diagram.of(things, [[]]))


CASES = {
    "Missouri": Case(lambda: instance("Missouri"), 32),
    "UsCarrier": Case(lambda: instance("UsCarrier"), 0),
    "grid33": Case(lambda: instance("grid33"), 50_276),
    "partitions of 30": Case(lambda: partitions(30), 846_749_014_511_809_332_450_147),
    "partitions of 60": Case(
        lambda: partitions(60),
        976_939_307_467_007_552_986_994_066_961_675_455_550_246_347_757_474_482_558_637,
    ),
    "regions of 4x4": Case(lambda: connected(grid(4, 4)), 1_691_690),
    "regions of 5x5": Case(lambda: connected(grid(5, 5)), 19_719_299_768),
    "parts of 4x4": Case(lambda: connected(grid(4, 4), 2), 50_276),
    "parts of a network of 26": Case(lambda: connected(network(26, 6), 2), None),
    "parts of a network of 40": Case(
        lambda: connected(network(40, 0), 2), edge_covers(network(40, 0))
    ),
}
"""OEIS A000110 (partitions of sets), A145835 (of boards into regions); others by dancing cells."""


def measure(name: str, repeats: int) -> dict[str, Any] | None:
    """Count the covers of a case, after a small count that loads kernels."""
    partitions(3).count()
    problem = CASES[name].make()
    if problem is None:
        return None
    seconds = []
    for _ in range(repeats):
        start = process_time()
        covers = problem.covers()
        number = covers.count()
        seconds.append(process_time() - start)
    return {
        "options": problem.n_options,
        "count": number,
        "seconds": seconds,
        "nodes": covers.size,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        **_written(problem, repeats),
    }


def _written(problem: FamilyProblem, repeats: int) -> dict[str, Any]:
    """Return the least time of a count with all options written out, and the number."""
    if problem.n_options > MOST_WRITTEN:
        return {"written": None, "written_count": None}
    written = problem.to_problem()
    times = []
    for _ in range(repeats + 1):  # the first count loads kernels
        start = process_time()
        number = written.count()
        times.append(process_time() - start)
    return {"written": min(times), "written_count": int(number)}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
