"""Clauses that are shortened, and clauses that are dropped: what is left holds in all solutions."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from csp import Model
from csp.engines.learning.check import clauses_of, holds
from csp.engines.learning.engine import Learning, learning
from csp.engines.learning.state import (
    MOST_WORDS,
    N_SHORTENED,
    PACE,
    REDUCTIONS,
)
from csp.kernels.state import ORIGIN
from csp.request import ModelRequest
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.request import Request
from tests.csp import oracle
from tests.csp.engines.learning.test_learning import (
    MOST_FORBIDDEN,
    all_values,
    choices,
    labels,
    project,
    shop,
    teams,
    tour,
    visits,
    words,
)
from tests.csp.strategies import models
from tests.running import compiled

pytestmark = [pytest.mark.kernel, compiled]

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def restarting(model: Model, request: ModelRequest) -> Learning:
    """Return a search that restarts after each two conflicts, and has little space for clauses."""
    engine = learning(model, request)
    engine._own.numbers[PACE] = 2
    engine._own.numbers[MOST_WORDS] = 200
    return engine


def assert_clauses_hold(model: Model) -> Learning:
    """Assert that each clause holds in all solutions that are left, after each step."""
    request = ModelRequest(Request(Goal.LIST))
    engine = restarting(model, request)
    left = all_values(model, request)
    known: set[Any] = set()
    status, n = Status.BUDGET_SPENT, len(engine._own.variables)
    while status != Status.EXHAUSTED:
        out = Out(np.empty((1, n), np.uint32), np.empty(1, np.uint32), 1)
        before = engine.solutions
        status = engine.advance(1, out)
        engine.check()
        if engine.solutions > before:
            left.remove(tuple((out.rows[0] + engine._state.variables[:, ORIGIN]).tolist()))
        clauses = {tuple(literals) for _, literals in clauses_of(engine._state, engine._own)}
        for literals in clauses - known:
            for values in left:
                assert any(holds(each, values[each[0]]) for each in literals)
        known = clauses
    assert not left
    return engine


@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=models())
def test_shortened_clauses_hold_in_all_solutions(model: Model) -> None:
    if len(oracle.solutions(model)) <= MOST_FORBIDDEN:
        assert_clauses_hold(model)


MADE: list[Callable[[], tuple[Model, Any]]] = [
    partial(shop, 3, 1, 8, 2),
    partial(choices, 2, 2, 5, 3),
    partial(project, 4, 9, 4),
    partial(tour, 5, 5),
    partial(labels, 4, 7),
    partial(teams, 6),
    partial(words, 3, 2, 7),
    partial(visits, 4, 8),
]


def test_shortened_clauses_of_hard_models_hold() -> None:
    n_shortened = n_reductions = 0
    for made in MADE:
        model, goal = made()
        best = model.minimize(goal, method="propagation").value
        assert best is not None
        for limit in (best + 1, best - 1):
            engine = assert_clauses_hold(model.with_constraints(goal <= limit))
            n_shortened += int(engine._own.numbers[N_SHORTENED])
            n_reductions += int(engine._own.numbers[REDUCTIONS])
    assert n_shortened > 0
    assert n_reductions > 0


def test_the_best_value_is_found_with_few_clauses() -> None:
    model, goal = labels(5, 14)
    expected = model.minimize(goal, method="propagation").value
    engine = restarting(model, ModelRequest(Request(Goal.LIST), objective=goal))
    out = Out(np.empty((0, 0), np.uint32), np.empty(0, np.uint32), 1)
    while engine.advance(10, out) != Status.EXHAUSTED:
        engine.check()
    assert engine.bound + 1 == expected
    assert engine._own.numbers[REDUCTIONS] > 0
