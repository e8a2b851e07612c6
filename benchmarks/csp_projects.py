"""Measure projects of the PSPLIB: tasks with precedences that share resources, the least makespan.

The files and their optima are not part of the library: the folder that is named has them, as
``j301_1.sm`` and so on, and ``optimum/optimum.csv`` with lines ``j301_1.sm,43``:
``python -m benchmarks.csp_projects FOLDER WAY SECONDS NAME...``.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from benchmarks.csp_models.worker import Patience
from csp import Model, cumulative, maximum

CALLS: dict[str, dict[str, Any]] = {
    "default": {},
    "propagation": {"method": "propagation"},
    "learning": {"method": "learning"},
}


class Project(NamedTuple):
    """Tasks: their durations, their demands for each resource, and what follows them."""

    durations: list[int]
    demands: list[list[int]]
    followers: list[list[int]]
    capacities: list[int]


def read(text: str) -> Project:
    """Return the project of a file of the PSPLIB with one mode for each task.

    Examples
    --------
    >>> read('''PRECEDENCE RELATIONS:
    ... jobnr. #modes #successors successors
    ... 1 1 1 2
    ... 2 1 0
    ... ****
    ... REQUESTS/DURATIONS:
    ... jobnr. mode duration R 1
    ... ----
    ... 1 1 0 0
    ... 2 1 8 4
    ... ****
    ... RESOURCEAVAILABILITIES:
    ... R 1
    ... 12
    ... ''')
    Project(durations=[0, 8], demands=[[0], [4]], followers=[[1], []], capacities=[12])
    """
    after = _rows(text, "PRECEDENCE RELATIONS:")
    tasks = _rows(text, "REQUESTS/DURATIONS:")
    (capacities,) = _rows(text, "RESOURCEAVAILABILITIES:")
    return Project(
        [row[2] for row in tasks],
        [row[3:] for row in tasks],
        [[number - 1 for number in row[3:]] for row in after],
        capacities,
    )


def _rows(text: str, title: str) -> list[list[int]]:
    """Return the rows of numbers below a title and the names of the columns."""
    lines = iter(text.partition(title)[2].partition("****")[0].splitlines()[2:])
    return [[int(word) for word in line.split()] for line in lines if line.strip("-\n ")]


def state(project: Project) -> tuple[Model, Any]:
    """State the project as a user would; return the model and its makespan."""
    times = project.durations
    model = Model()
    s = model.variables(len(times), range(sum(times) + 1))
    for k, followers in enumerate(project.followers):
        model.post(s[k] + times[k] <= s[other] for other in followers)
    for demands, capacity in zip(
        zip(*project.demands, strict=True), project.capacities, strict=True
    ):
        model.post(cumulative(s, times, demands, capacity))
    return model, maximum([v + time for v, time in zip(s, times, strict=True)])


def search(path: Path, way: str, patience: float) -> dict[str, Any]:
    """Search the project of a file in one way, for some seconds of processor time."""
    model, makespan = state(read(path.read_text()))
    start = process_time()
    best = model.minimize(makespan, **CALLS[way], cancel=Patience(patience))
    return {
        "project": path.name,
        "way": way,
        "seconds": process_time() - start,
        "value": best.value,
        "proved": best.complete,
        "nodes": best.statistics.nodes,
    }


def main(folder: Path, way: str, patience: float, names: Sequence[str]) -> None:
    """Print a report for each project, and whether its makespan is the published one."""
    table = folder / "optimum" / "optimum.csv"
    if not table.is_file():
        sys.exit(f"{table} is missing: the folder has to hold the projects of the PSPLIB")
    optima = dict(line.split(",") for line in table.read_text().split())
    warm_up(folder / names[0])
    for name in names:
        found = search(folder / name, way, patience)
        found["is best"] = str(found["value"]) == optima[name]
        print(json.dumps(found), flush=True)


def warm_up(path: Path) -> None:
    """Search shortly, to load or compile the kernels."""
    model, makespan = state(read(path.read_text()))
    model.minimize(makespan, max_nodes=300)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4:])
