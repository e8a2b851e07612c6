"""Schedules by lazy clause generation: reasons of sets of tasks, bounds, and known optima."""

import os
from typing import Any

import numpy as np
import pytest

from benchmarks.csp_workers.optima import job_shop
from benchmarks.csp_workers.shops import FT10, LAWRENCE
from csp import Model, cumulative, no_overlap
from csp.engines.learning.engine import learning
from csp.engines.learning.state import NAIVE
from csp.request import ModelRequest
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Status, counting
from exactcover.runtime.search.request import Request
from tests.csp import oracle
from tests.csp.engines.learning.test_learning import assert_clauses_are_implied, project, shop
from tests.running import compiled

pytestmark = pytest.mark.kernel

N_SCHEDULES = int(os.environ.get("CSP_SCHEDULES", "9" if not is_compiled() else "60"))
"""The number of random models; there are as many seeds."""


def schedule(seed: int) -> Model:
    """Return three to five random tasks that do not overlap, or that share a resource."""
    random = np.random.default_rng(seed)
    model = Model()
    n = int(random.integers(3, 6))
    horizon = int(random.integers(6, 11)) if n < 5 else int(random.integers(6, 8))
    starts: list[Any] = []
    for _ in range(n):
        first = int(random.integers(0, horizon - 3))
        starts.append(model.variable(range(first, int(random.integers(first + 2, horizon)) + 1)))
    durations: list[Any] = random.integers(1, 4, n).tolist()
    if seed % 3 == 0:
        model.post(no_overlap(starts, durations))
    elif seed % 3 == 1:
        vary = random.random(n) < 0.3
        both = zip(durations, vary, strict=True)
        durations = [model.variable(range(d, d + 2)) if may else d for d, may in both]
        model.post(no_overlap(starts, durations))
    else:
        demands = random.integers(1, 4, n).tolist()
        model.post(cumulative(starts, durations, demands, int(random.integers(3, 5))))
    if random.random() < 0.6:
        model.post(starts[0] + durations[0] <= starts[1])
    if random.random() < 0.3:
        model.post(sum(starts) <= int(random.integers(horizon, 3 * horizon)))
    return model


@pytest.mark.parametrize("seed", range(N_SCHEDULES))
def test_clauses_about_random_tasks_are_implied(seed: int) -> None:
    model = schedule(seed)
    found = model.solutions(method="learning", seed=seed)
    assert sorted(tuple(s[model.unknowns]) for s in found) == oracle.solutions(model)
    assert_clauses_are_implied(model, seed)


@pytest.mark.parametrize("n", [1, pytest.param(3, marks=compiled)])
@pytest.mark.parametrize("capacities", [[-1], [-2, -1, 0], [-1, 1]])
def test_a_capacity_below_zero_suffices_if_nothing_takes_time(n: int, capacities: Any) -> None:
    """Tasks that demand nothing are the reason if one of them takes time."""
    model = Model()
    starts, durations = model.variables(n, range(2)), model.variables(n, range(2))
    demands, capacity = model.variables(n, range(2)), model.variable(capacities)
    model.post(cumulative(starts, durations, demands, capacity))
    found = model.solutions(method="learning")
    assert sorted(tuple(s[model.unknowns]) for s in found) == oracle.solutions(model)
    assert_clauses_are_implied(model, 0)


@pytest.mark.parametrize("made", [lambda: shop(3, 2, 14, 7), lambda: project(4, 9, 4)])
def test_each_change_of_a_schedule_has_a_reason_of_its_own(made: Any) -> None:
    model, goal = made()
    engine = learning(model, ModelRequest(Request(Goal.LIST), objective=goal))
    while engine.advance(1 << 20, counting()) != Status.EXHAUSTED:
        engine.check()
    assert engine._own.numbers[NAIVE] == 0


def test_the_bound_rises_towards_the_optimum() -> None:
    model, end = shop(4, 2, 20, 3)
    best = model.minimize(end, method="learning")
    bounds = []
    for max_nodes in (1, 20, 60):
        stopped = model.minimize(end, method="learning", max_nodes=max_nodes)
        assert stopped.bound is not None and best.value is not None
        bounds.append(stopped.bound)
        assert stopped.bound <= best.value
    assert best.bound == best.value
    assert sorted(bounds) == bounds


@compiled
@pytest.mark.parametrize(("jobs", "optimum"), [(LAWRENCE["la03"], 597), (FT10, 930)])
def test_a_published_job_shop_is_proved(jobs: Any, optimum: int) -> None:
    model, end = job_shop(jobs)
    best = model.minimize(end, method="learning")
    assert (best.value, best.complete) == (optimum, True)
