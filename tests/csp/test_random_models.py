"""Random models of every constraint, against brute force."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from csp import Model
from csp.methods import built
from csp.strategy import ORDERS
from exactcover.jit import is_compiled
from exactcover.pointers import handle
from tests.csp import oracle
from tests.csp.strategies import controls, models

pytestmark = pytest.mark.kernel

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


N_MODELS = int(os.environ.get("CSP_MODELS", "300"))
"""How many models are tried; ``CSP_MODELS=2000`` takes some minutes."""


@settings(deadline=None, suppress_health_check=SLOW, max_examples=100)
@given(model=models(), how=controls())
def test_solutions_are_those_of_brute_force(model: Model, how: dict[str, Any]) -> None:
    compare(model, how)


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="slow without the JIT")
@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=models(), how=controls())
def test_many_models_in_each_order(model: Model, how: dict[str, Any]) -> None:
    for order in ORDERS:
        compare(model, how | {"order": order})


def compare(model: Model, how: dict[str, Any]) -> None:
    """Assert that all verbs find what brute force finds."""
    expected = oracle.solutions(model)
    found = model.solutions(**how)
    assert sorted(tuple(s[model.unknowns]) for s in found) == expected
    assert found.complete
    assert model.count(**how) == len(expected)
    result = model.solve(**how)
    assert bool(result) == bool(expected)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=50)
@given(model=models())
def test_propagation_loses_no_solution(model: Model) -> None:
    left, possible = model.propagate(), oracle.values_left(model)
    if possible is not None:
        assert left is not None
        for variable, values in zip(model.unknowns, possible, strict=True):
            assert set(values) <= set(left[variable]) <= set(variable.values)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=50)
@given(model=models())
def test_a_second_propagation_finds_nothing(model: Model) -> None:
    from csp.engine import values_left
    from csp.search import reach_fixed_point

    state = built(model).state()
    waiting = state.waiting.copy()
    if reach_fixed_point(handle(state)):
        numbers = range(len(state.variables))
        left = [values_left(state, v) for v in numbers]
        state.waiting[:] = waiting
        assert reach_fixed_point(handle(state))
        assert [values_left(state, v) for v in numbers] == left


@settings(deadline=None, suppress_health_check=SLOW, max_examples=50)
@given(model=models(), how=controls())
def test_the_best_solution_is_that_of_brute_force(model: Model, how: dict[str, Any]) -> None:
    a, b, *_ = model.unknowns
    expected = [2 * x - y for x, y, *_ in oracle.solutions(model)]
    least, greatest = model.minimize(2 * a - b, **how), model.maximize(2 * a - b, **how)
    assert least.complete
    assert greatest.complete
    assert least.value == min(expected, default=None)
    assert greatest.value == max(expected, default=None)
