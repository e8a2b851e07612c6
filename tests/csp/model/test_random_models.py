"""Random models with every constraint, compared with brute force."""

import os
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

from csp import Model, TranslationError
from csp.presolve.search_parts import built
from csp.request import ORDERS
from exactcover.runtime.kernels.pointers import handle
from tests.csp import oracle
from tests.csp.strategies import controls, models
from tests.running import compiled

pytestmark = pytest.mark.kernel

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


N_MODELS = int(os.environ.get("CSP_MODELS", "300"))
"""The number of random models; ``CSP_MODELS=2000`` takes some minutes."""


@settings(deadline=None, suppress_health_check=SLOW, max_examples=100)
@given(model=models(), how=controls())
def test_solutions_are_those_of_brute_force(model: Model, how: dict[str, Any]) -> None:
    compare(model, how, oracle.solutions(model))


@pytest.mark.slow
@compiled
@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=models(), how=controls())
def test_many_models_in_every_way(model: Model, how: dict[str, Any]) -> None:
    """Every order, every level, exact cover where it is possible, CP-SAT where it is installed."""
    expected = oracle.solutions(model)
    for order in ORDERS:
        compare(model, how | {"order": order}, expected)
    for k in range(most_levels(model)):
        for constraint in leveled(model):
            constraint.level = constraint.LEVELS[k % len(constraint.LEVELS)]
        compare(model.with_only(model.constraints), how, expected)
    ways: list[Any] = [{"method": "exact_cover"}, {"method": "learning"}]
    ways += [{"method": "auto", "limit": 2}]
    for way in ways + [{"solver": "cpsat"}] * bool(find_spec("ortools")):
        with suppress(TranslationError):
            found = sorted(tuple(s[model.unknowns]) for s in model.solutions(**way))
            assert set(found) <= set(expected)
            assert len(found) == min(len(expected), way.get("limit", len(expected)))


def leveled(model: Model) -> list[Any]:
    """Return the constraints that have levels."""
    return [each for each in model.constraints if each.LEVELS]


def most_levels(model: Model) -> int:
    """Return the greatest number of levels that a constraint has."""
    return max((len(each.LEVELS) for each in leveled(model)), default=0)


def compare(model: Model, how: dict[str, Any], expected: list[tuple[int, ...]]) -> None:
    """Assert that all verbs agree with brute force."""
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
    from csp.engines.propagation.engine import values_left
    from csp.kernels.search import reach_fixed_point
    from csp.model.layout import lay_out

    # An adaptive propagator skips calls, so that a second propagation may remove more.
    assume(all(constraint.level != "adaptive" for constraint in leveled(model)))
    builder = built(model)
    state = lay_out(builder)
    queue = state.queue.copy()
    if not builder.is_infeasible and reach_fixed_point(handle(state)):
        numbers = range(len(state.variables))
        left = [values_left(state, v) for v in numbers]
        state.queue[:] = queue
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
