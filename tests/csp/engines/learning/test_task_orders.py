"""Bits for the orders of tasks: which pairs have one, and what they prove."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from csp import Model, cumulative, maximum, no_overlap
from csp.engines.learning.posting import posted
from csp.propagators.registry import ORDER
from csp.request import ModelRequest
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Request
from tests.running import compiled

N_NODES = {0: 4_000, 1: 20_000, 2: 20_000, 12: 2_000}
"""For each project, the nodes within which its least makespan is proved."""
REQUEST = ModelRequest(Request(Goal.FEW))


def ordered(model: Model, starts: Iterable[Any]) -> list[tuple[int, int]]:
    """Return the places of the tasks of which clause learning has a bit for the order."""
    builder, _ = posted(model, REQUEST)
    place = {builder.variable_of(v): k for k, v in enumerate(starts)}
    return sorted(
        (place[each.scope[0]], place[each.scope[1]])
        for each in builder.propagators
        if each.function == ORDER
    )


def test_tasks_that_demand_too_much_together_have_a_bit() -> None:
    model = Model()
    s = model.variables(4, range(20))
    model.post(cumulative(s, [2, 3, 4, 5], [3, 2, 1, 3], 4))
    assert ordered(model, s) == [(0, 1), (0, 3), (1, 3)]


def test_a_pair_has_one_bit_however_many_resources_it_needs() -> None:
    model = Model()
    s = model.variables(3, range(20))
    model.post(cumulative(s, [2, 3, 4], [3, 2, 1], 4), cumulative(s, [2, 3, 4], [2, 2, 2], 3))
    assert ordered(model, s) == [(0, 1), (0, 2), (1, 2)]
    model.post(no_overlap(s[:2], [2, 3]))
    assert ordered(model, s) == [(0, 1), (0, 2), (1, 2)]


def test_known_orders_need_no_bit() -> None:
    """The third task starts after the first one, because the second one is between them."""
    model = Model()
    s = model.variables(4, range(20))
    model.post(s[0] + 2 <= s[1], s[1] <= s[2], s[0] + 1 <= s[3])
    model.post(cumulative(s, [2, 3, 4, 2], [3, 1, 3, 3], 4))
    assert ordered(model, s) == [(0, 3), (2, 3)]


def test_tasks_that_may_take_no_time_have_no_bit() -> None:
    model = Model()
    s = model.variables(3, range(20))
    present = model.bool_var()
    model.post(cumulative(s, [2, 3, 4], [3, 3, 3], 4, present=[present, 1, 1]))
    assert ordered(model, s) == [(1, 2)]


def project(n: int, seed: int) -> tuple[Model, Any]:
    """Return a random project whose tasks need three resources, and its makespan."""
    random = np.random.default_rng(seed)
    model = Model()
    times = random.integers(1, 10, n).tolist()
    s = model.variables(n, range(sum(times) // 2))
    for k in range(2, n):
        for each in random.choice(k, 2, replace=False).tolist():
            model.post(s[each] + times[each] <= s[k])
    for _ in range(3):
        model.post(cumulative(s, times, random.integers(0, 6, n).tolist(), 8))
    return model, maximum([v + time for v, time in zip(s, times, strict=True)])


@compiled
@pytest.mark.kernel
@pytest.mark.parametrize(("seed", "best"), [(0, 63), (1, None), (2, 57), (12, None)])
def test_projects_with_many_orders_are_proved(seed: int, best: int) -> None:
    """CP-SAT has the same best values; without bits, none is proved within as many nodes."""
    model, makespan = project(25, seed)
    found = model.minimize(makespan, method="learning", max_nodes=N_NODES[seed])
    assert (found.value, found.complete) == (best, True)
