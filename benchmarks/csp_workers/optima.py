"""Optimisation models as a user would write them, and the controls to search each.

Run as a program, this prints a line of JSON for each model and way: the processor seconds of the
best of some searches in one process, the value that was found and whether it is proved. The first
search of each model and way is not timed: it compiles or loads kernels.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

import numpy as np

from benchmarks.csp_instances import knapsack
from benchmarks.csp_workers.shops import FT10, LAWRENCE
from csp import (
    Model,
    all_different,
    at_most,
    cardinality,
    circuit,
    count_of,
    cumulative,
    element,
    increasing,
    maximum,
    no_overlap,
    regular,
    truth,
)
from examples.job_shop import FT06

Asked = tuple[Model, Any]
"""A model and the objective to minimise."""

WAYS: dict[str, dict[str, Any]] = {
    "as all are found": {"order": "smallest", "values": "least", "restart": 0},
    "default": {},
    "as one is found": {"order": "last conflict", "values": "saved", "restart": 100},
    "restarts after 100": {"order": "dom/wdeg", "values": "saved", "restart": 100},
    "no restarts": {"order": "dom/wdeg", "values": "saved", "restart": 0},
    "propagation": {"method": "propagation"},
    "learning": {"method": "learning"},
}
"""The controls of each way to search: the default, those of other searches, and variations."""


def job_shop(jobs: list[list[tuple[int, int]]]) -> Asked:
    """State a job shop by `no_overlap`; minimise the makespan."""
    most = sum(time for job in jobs for _, time in job)
    model = Model()
    tasks: dict[int, list[tuple[Any, int]]] = {}
    ends = []
    for job in jobs:
        before: Any = 0
        for start, (machine, time) in zip(model.variables(len(job), range(most)), job, strict=True):
            model.post(before <= start)
            tasks.setdefault(machine, []).append((start, time))
            before = start + time
        ends.append(before)
    model.post(no_overlap(*zip(*some, strict=True)) for some in tasks.values())
    return model, maximum(ends)


def job_shop_by_bits() -> Asked:
    """State ft06 by a 0/1 variable for each pair of tasks of a machine."""
    most = sum(time for job in FT06 for _, time in job)
    model = Model()
    end = model.variable(range(most + 1))
    tasks: dict[int, list[tuple[Any, int]]] = {}
    for job in FT06:
        starts = [*model.variables(len(job), range(most)), end]
        for k, (machine, time) in enumerate(job):
            model.post(starts[k] + time <= starts[k + 1])
            tasks.setdefault(machine, []).append((starts[k], time))
    for some in tasks.values():
        for k, (one, time) in enumerate(some):
            for other, other_time in some[:k]:
                is_later = model.variable(range(2))
                model.post(one + time <= other + most * is_later)
                model.post(other + other_time <= one + most * (1 - is_later))
    return model, end


def roster(seed: int, n_nurses: int = 8, n_days: int = 14) -> Asked:
    """State a nurse roster (0 off, 1 early, 2 late, 3 night); minimise the unwanted shifts."""
    random = np.random.default_rng(seed)
    model = Model()
    x = model.variables((n_nurses, n_days), range(4))
    model.post(cardinality(day, {1: 2, 2: 2, 3: 1}) for day in x.T)
    after: dict[tuple[int, int], int] = {(k, shift): shift for k in range(4) for shift in range(4)}
    for barred in ((3, 1), (3, 2), (2, 1)):
        del after[barred]
    for row in x:
        model.post(regular(row, after, 0, range(4)), count_of(row, 0) >= 4, count_of(row, 3) <= 3)
        for day in range(n_days - 5):
            model.post(count_of(row[day : day + 6], 0) >= 1)
    wishes = [
        int(random.integers(1, 4)) * truth(x[nurse, day] == int(random.integers(4)))
        for nurse in range(n_nurses)
        for day in random.choice(n_days, 8, replace=False)
    ]
    return model, sum(wishes)


def golomb(n: int, level: str = "singles") -> Asked:
    """State the shortest Golomb ruler of n marks, by the marks alone."""
    model = Model()
    x = model.variables(n, range(n * n))
    model.post(increasing(x, strict=True), x[0] == 0)
    model.post(all_different([b - a for k, b in enumerate(x) for a in x[:k]], level))
    return model, x[-1]


def things(n: int) -> Asked:
    """State a knapsack of n things."""
    values, weights, capacity = knapsack(n)
    model = Model()
    x = model.variables(n, range(2))
    model.post(sum(w * v for w, v in zip(weights, x, strict=True)) <= capacity)
    return model, -sum(c * v for c, v in zip(values, x, strict=True))


def tour(n: int) -> Asked:
    """State the shortest round trip through n random places."""
    random = np.random.default_rng(n)
    places = random.integers(0, 100, (n, 2))
    distance = np.rint(np.hypot(*(places[:, None] - places).T)).astype(int)
    model = Model()
    x = model.variables(n, range(n))
    model.post(circuit(x))
    return model, sum(element(row.tolist(), v) for row, v in zip(distance, x, strict=True))


def colouring(n: int) -> Asked:
    """State a colouring of a random graph of n nodes; minimise the number of colours."""
    random = np.random.default_rng(n)
    model = Model()
    x = model.variables(n, range(n))
    model.post(x[a] != x[b] for a in range(n) for b in range(a) if random.random() < 0.5)
    return model, maximum(x)


def project(n: int) -> Asked:
    """State tasks with precedences that share a resource of capacity 4; minimise the makespan."""
    random = np.random.default_rng(n)
    lengths, demands = random.integers(1, 9, n).tolist(), random.integers(1, 4, n).tolist()
    model = Model()
    s = model.variables(n, range(sum(lengths)))
    model.post(cumulative(s, lengths, demands, 4))
    for k in range(2, n):
        for other in random.choice(k, 2, replace=False).tolist():
            model.post(s[other] + lengths[other] <= s[k])
    return model, maximum([v + length for v, length in zip(s, lengths, strict=True)])


def warehouses(seed: int, n_stores: int = 12, n_houses: int = 6) -> Asked:
    """State a warehouse location problem: open warehouses have costs, and capacities."""
    random = np.random.default_rng(seed)
    cost = random.integers(10, 90, (n_stores, n_houses))
    model = Model()
    x = model.variables(n_stores, range(n_houses))
    is_open = model.variables(n_houses, range(2))
    for k, bit in enumerate(is_open):
        model.post(at_most(3, [v == k for v in x]), [bit >= truth(v == k) for v in x])
    total = sum(element(row.tolist(), v) for row, v in zip(cost, x, strict=True))
    return model, total + 60 * is_open.sum()


MODELS: dict[str, Callable[[], Asked]] = {
    "ft06": lambda: job_shop(FT06),
    "ft06 by bits": job_shop_by_bits,
    "ft10": lambda: job_shop(FT10),
    **{name: partial(job_shop, jobs) for name, jobs in LAWRENCE.items()},
    "roster 0": lambda: roster(0),
    "roster 1": lambda: roster(1),
    "roster 2": lambda: roster(2),
    "golomb 8": lambda: golomb(8),
    "golomb 9": lambda: golomb(9),
    "golomb 9, bounds": lambda: golomb(9, "bounds"),
    "knapsack 20": lambda: things(20),
    "knapsack 30": lambda: things(30),
    "tour 10": lambda: tour(10),
    "tour 13": lambda: tour(13),
    "tour 16": lambda: tour(16),
    "colouring 30": lambda: colouring(30),
    "colouring 40": lambda: colouring(40),
    "project 15": lambda: project(15),
    "project 25": lambda: project(25),
    "warehouses 0": lambda: warehouses(0),
    "warehouses 1": lambda: warehouses(1),
}


def report(name: str, way: str, repeats: int, patience: float) -> dict[str, Any]:
    """Search a model in one way; return the least time, the value and whether it is proved."""
    model, objective = MODELS[name]()
    controls = {"time_limit": patience} | WAYS[way]
    model.minimize(objective, **{**controls, "max_nodes": 1000})
    times = []
    for _ in range(repeats):
        start = process_time()
        best = model.minimize(objective, **controls)
        times.append(process_time() - start)
        if times[0] > 1.0:
            break
    return {
        "model": name,
        "way": way,
        "seconds": min(times),
        "value": best.value,
        "proved": best.complete,
        "nodes": best.statistics.nodes,
    }


def main(repeats: int, patience: float, ways: list[str]) -> None:
    """Print a report for each model and way."""
    for name in MODELS:
        for way in ways or WAYS:
            print(json.dumps(report(name, way, repeats, patience)), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])
