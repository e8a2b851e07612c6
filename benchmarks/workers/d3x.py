"""Count one problem whose options are a diagram, and report its time and memory."""

import json
import resource
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks.instances import DATA
from exactcover import Diagram, FamilyProblem
from exactcover.diagrams.base import ALL, NONE, Nodes

MOST_WRITTEN = 200_000
"""Problems with more options are not written out."""

State = tuple[tuple[int, ...], bool]
"""The components of the last cells, 0 for those that are not taken; whether one was left behind."""


class Case(NamedTuple):
    """A problem, and its known number of covers."""

    make: Callable[[], FamilyProblem | None]
    known: int


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


def regions(height: int, width: int) -> FamilyProblem:
    """Return the partitions of a board into connected regions, by the frontier method."""
    layers: list[dict[State, int]] = [{((0,) * width, False): 0}]
    steps: list[list[tuple[int | None, int | None]]] = []
    for cell in range(height * width):
        following: dict[State, int] = {}
        rows = []
        for state in layers[-1]:
            ends = [_step(state, cell % width, takes=takes) for takes in (False, True)]
            lo, hi = (e if e is None else following.setdefault(e, len(following)) for e in ends)
            rows.append((lo, hi))
        steps.append(rows)
        layers.append(following)
    # A region is not empty, and connected: one component, left behind or among the last cells.
    nodes = [ALL if is_done or max(last) == 1 else NONE for last, is_done in layers[-1]]
    columns: tuple[list[int], list[int], list[int]] = ([0, 0], [0, 0], [0, 0])
    known: dict[tuple[int, int, int], int] = {}
    for cell in reversed(range(height * width)):
        above = []
        for row in steps[cell]:
            lo, hi = (NONE if end is None else nodes[end] for end in row)
            key = (cell, lo, hi)
            above.append(lo if hi == NONE else known.setdefault(key, len(columns[0])))
            if hi != NONE and above[-1] == len(columns[0]):
                for column, value in zip(columns, key, strict=True):
                    column.append(value)
        nodes = above
    cells = FamilyProblem.universe(range(height * width))
    found = Nodes(*(np.array(column, dtype=np.uint32) for column in columns))
    return FamilyProblem(Diagram(cells, found, nodes[0]))


def _step(state: State, column: int, *, takes: bool) -> State | None:
    """Return the state after a cell is taken or not; None if it leads to no region."""
    last, is_done = state
    if takes and is_done:
        return None
    labels = [*last, max(last) + 1 if takes else 0]
    for neighbour in (last[0], last[-1] if column else 0):
        if takes and neighbour:
            labels = [neighbour if label == labels[-1] else label for label in labels]
    left, *labels = labels
    if left and left not in labels:
        if any(labels):
            return None
        is_done = True
    number = {0: 0}
    return tuple(number.setdefault(label, len(number)) for label in labels), is_done


CASES = {
    "Missouri": Case(lambda: instance("Missouri"), 32),
    "UsCarrier": Case(lambda: instance("UsCarrier"), 0),
    "grid33": Case(lambda: instance("grid33"), 50_276),
    "partitions of 30": Case(lambda: partitions(30), 846_749_014_511_809_332_450_147),
    "partitions of 60": Case(
        lambda: partitions(60),
        976_939_307_467_007_552_986_994_066_961_675_455_550_246_347_757_474_482_558_637,
    ),
    "regions of 4x4": Case(lambda: regions(4, 4), 1_691_690),
    "regions of 5x5": Case(lambda: regions(5, 5), 19_719_299_768),
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
        "written": _written(problem, repeats),
    }


def _written(problem: FamilyProblem, repeats: int) -> float | None:
    """Return the least time of a count with all options written out."""
    if problem.n_options > MOST_WRITTEN:
        return None
    written = problem.to_problem()
    times = []
    for _ in range(repeats + 1):  # the first count loads kernels
        start = process_time()
        written.count()
        times.append(process_time() - start)
    return min(times)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
