"""The area `optima`: the best solutions of models too large for brute force, compared with CP-SAT.

The models are of the families that users state most: shops, projects, rosters, tours, packings,
locations, sums and soft clauses. The default search and each of our ways to search must prove the
optimum that CP-SAT proves, and the solution must keep the model's constraints.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from typing import Any

from csp import (
    Model,
    ModelError,
    all_different,
    at_most,
    bin_packing,
    cardinality,
    circuit,
    count_of,
    cumulative,
    element,
    if_then,
    maximum,
    minimum,
    no_overlap,
    regular,
    truth,
)
from tests.fuzz.finding import Finding

MOST_SECONDS = 60.0
"""The default search must end by then, and CP-SAT, too, or the case is not compared."""
OTHER_SECONDS = 2.0
"""Other ways may be slow on a family; a value without a proof must not be better than the optimum.
"""
WAYS: tuple[dict[str, Any], ...] = (
    {"method": "propagation"},
    {"method": "learning"},
    {"method": "cores"},
    {"method": "linear"},
    {"method": "neighbourhoods"},
    {"workers": 2},
)

Asked = tuple[Model, Any]


def shop(rng: Random) -> Asked:
    """Return jobs of one task for each machine, some machines with a pause between tasks."""
    n_jobs, n_machines = rng.randint(2, 6), rng.randint(2, 5)
    times = [[rng.randint(0, 9) for _ in range(n_machines)] for _ in range(n_jobs)]
    most = sum(map(sum, times)) + 1
    model = Model()
    starts = model.variables((n_jobs, n_machines), range(most))
    ends = []
    for row, job in zip(starts, times, strict=True):
        order = rng.sample(range(n_machines), n_machines)
        model.post(row[a] + job[a] <= row[b] for a, b in pairwise(order))
        ends.append(row[order[-1]] + job[order[-1]])
    for machine in range(n_machines):
        model.post(no_overlap(starts[:, machine], [job[machine] for job in times]))
    if rng.random() < 0.5:
        return model, maximum(ends)
    due = [rng.randint(0, most // 2) for _ in ends]
    late = [maximum([end - day, 0]) for end, day in zip(ends, due, strict=True)]
    return model, sum(rng.randint(1, 4) * each for each in late)


def project(rng: Random) -> Asked:
    """Return tasks that share two resources, some of which need not take place."""
    n = rng.randint(3, 14)
    lengths = [rng.randint(1, 6) for _ in range(n)]
    model = Model()
    starts, present = model.variables(n, range(sum(lengths) + 1)), model.variables(n, range(2))
    for _ in range(2):
        demands = [rng.randint(0, 3) for _ in range(n)]
        model.post(cumulative(starts, lengths, demands, rng.randint(3, 5), present))
    for k in range(1, n):
        before = rng.randrange(k)
        model.post(if_then(present[k] == 1, starts[before] + lengths[before] <= starts[k]))
    model.post(present.sum() >= rng.randint(1, n))
    gains = [rng.randint(1, 9) for _ in range(n)]
    makespan = maximum([s + d for s, d in zip(starts, lengths, strict=True)])
    return model, makespan - sum(g * p for g, p in zip(gains, present, strict=True))


def roster(rng: Random) -> Asked:
    """Return shifts of some nurses, with a language of allowed weeks."""
    n, days = rng.randint(3, 7), rng.randint(4, 12)
    model = Model()
    x = model.variables((n, days), range(3))
    steps = {(a, b): b for a in range(3) for b in range(3) if (a, b) != (2, 1)}
    model.post(regular(row, steps, 0, range(3)) for row in x)
    model.post(cardinality(day, {1: rng.randint(0, 1), 2: 1}) for day in x.T)
    model.post(count_of(row, 0) >= rng.randint(0, days // 3) for row in x)
    wishes = [
        rng.randint(-2, 4) * truth(x[rng.randrange(n), rng.randrange(days)] == rng.randrange(3))
        for _ in range(3 * days)
    ]
    return model, sum(wishes)


def tour(rng: Random) -> Asked:
    """Return a round trip, with a place that comes soon after another."""
    n = rng.randint(3, 12)
    model = Model()
    x = model.variables(n, range(n))
    model.post(circuit(x))
    one, *others = rng.sample(range(n), 3)
    model.post(at_most(1, [x[one] == other for other in others]))
    rows = [[rng.randint(0, 50) for _ in range(n)] for _ in range(n)]
    return model, sum(element(row, v) for row, v in zip(rows, x, strict=True))


def packing(rng: Random) -> Asked:
    """Return things in bins of different costs, some of which must be apart."""
    n, n_bins = rng.randint(4, 12), rng.randint(2, 5)
    sizes = [rng.randint(1, 9) for _ in range(n)]
    model = Model()
    x = model.variables(n, range(n_bins))
    loads = model.variables(n_bins, range(sum(sizes) + 1))
    model.post(bin_packing(x, sizes, loads))
    model.post(x[a] != x[b] for a, b in (rng.sample(range(n), 2) for _ in range(rng.randint(0, 3))))
    if rng.random() < 0.5:
        return model, maximum(loads) - minimum(loads)
    model.post(load <= rng.randint(8, 25) for load in loads)
    return model, sum(rng.randint(1, 9) * truth(load > 0) for load in loads)


def location(rng: Random) -> Asked:
    """Return warehouses that are opened for stores."""
    n_stores, n_houses = rng.randint(3, 11), rng.randint(2, 6)
    model = Model()
    x, opened = model.variables(n_stores, range(n_houses)), model.variables(n_houses, range(2))
    model.post(if_then(v == k, opened[k] == 1) for v in x for k in range(n_houses))
    model.post(at_most(rng.randint(2, 4), [v == k for v in x]) for k in range(n_houses))
    costs = [[rng.randint(1, 60) for _ in range(n_houses)] for _ in range(n_stores)]
    total = sum(element(row, v) for row, v in zip(costs, x, strict=True))
    return model, total + sum(rng.randint(0, 60) * each for each in opened)


def sums(rng: Random) -> Asked:
    """Return linear constraints and products over wide domains."""
    n = rng.randint(3, 12)
    model = Model()
    x = [model.variable(range(-low, rng.randint(1, 40))) for low in (rng.choice((0, 0, 9)),) * n]
    for _ in range(rng.randint(1, 4)):
        weights = [rng.randint(-9, 9) for _ in x]
        total: Any = sum(w * v for w, v in zip(weights, x, strict=True))
        model.post(total <= rng.randint(0, 200))
    one, other, third = rng.sample(range(n), 3)
    model.post(x[one] * x[other] <= rng.randint(0, 300), x[third] % 3 != rng.randrange(3))
    return model, sum(rng.randint(-9, 9) * v for v in x)


def assignment(rng: Random) -> Asked:
    """Return all different places, with costs and differences."""
    n = rng.randint(4, 11)
    model = Model()
    x = model.variables(n, range(n + rng.randint(0, 2)))
    model.post(all_different(x))
    a, b, c, d = rng.sample(range(n), 4)
    model.post(abs(x[a] - x[b]) >= 2, (x[c] < x[d]) | (x[a] == 0))
    costs = [[rng.randint(0, 30) for _ in range(n + 2)] for _ in x]
    total = sum(element(row, v) for row, v in zip(costs, x, strict=True))
    return model, total + rng.randint(0, 3) * abs(x[c] - x[a])


def soft(rng: Random) -> Asked:
    """Return clauses of three conditions, most of which have a weight instead of being required."""
    n = rng.randint(6, 18)
    most = rng.choice((1, 5, 50))
    model = Model()
    x = model.variables(n, range(2))
    cost: Any = 0
    for _ in range(n * rng.randint(3, 6)):
        a, b, c = (x[v] == rng.randrange(2) for v in rng.sample(range(n), 3))
        if rng.random() < 0.2:
            model.post(a | b | c)
        else:
            cost = cost + rng.randint(1, most) * (1 - truth(a | b | c))
    return model, cost


FAMILIES: tuple[Callable[[Random], Asked], ...] = (
    shop, project, roster, tour, packing, location, sums, assignment, soft,
)  # fmt: skip


def run(seed: int) -> None:
    """Compare the optima of a model; raise `Finding` if one differs. Without CP-SAT it passes."""
    if not find_spec("ortools"):
        return
    rng = Random(seed)
    family = FAMILIES[seed % len(FAMILIES)]
    model, objective = family(rng)
    way, verb = rng.choice(WAYS), rng.choice(("minimize", "maximize"))
    try:
        compare(model, objective, verb, way)
    except Exception as error:
        text = f"{verb}(method {way}) of {family.__name__}, {model}, of {objective!r}"
        raise Finding(f"{text}\n{type(error).__name__}: {error}") from error


def compare(model: Model, objective: Any, verb: str, way: dict[str, Any]) -> None:
    """Search in three ways, and check that all agree."""
    search = getattr(model, verb)
    wanted = search(objective, solver="cpsat", time_limit=MOST_SECONDS)
    if not wanted.complete:
        return
    default = search(objective, time_limit=MOST_SECONDS)
    assert default.complete, "the default search has no proof"
    assert default.value == wanted.value, f"{default.value} by default, {wanted.value} by CP-SAT"
    try:
        other = search(objective, time_limit=OTHER_SECONDS, **way)
    except ModelError as error:
        assert "the linear relaxation has" in str(error)  # it says nothing, or is too large
        other = default
    if other.complete:
        assert other.value == wanted.value, f"{other.value}, and {wanted.value} by CP-SAT"
    elif other.value is not None:
        sign = 1 if verb == "minimize" else -1
        assert sign * other.value >= sign * wanted.value, f"{other.value} is better than possible"
    for found in (default, other):
        if found.solution is not None:
            assert found.value == found.solution[objective]
            assert all(each.holds(found.solution.__getitem__) for each in model.constraints)
