"""Comparisons of elements that share an index: what they say for each value of it."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, element
from csp.presolve.comparisons_by_index import MOST_VALUES
from csp.presolve.search_parts import built
from csp.propagators.registry import CHANNEL
from tests.csp import oracle

pytestmark = pytest.mark.kernel


def journey(n: int) -> Model:
    """Return a model of a way to one of some places, all of which but one are too far away."""
    model = Model()
    x, start, time = model.variable(range(n), "x"), model.variable(range(5, 9)), []
    for _ in range(n):
        time.append(model.variable(range(12, 14)))
    lengths = [15 if k != 2 else 1 for k in range(n)]
    model.post(start + element(lengths, x) <= element(time, x))
    return model


def test_a_place_that_is_too_far_away_is_excluded() -> None:
    model = journey(4)
    x = model.unknowns[0]
    left = model.propagate()
    assert left is not None
    assert left[x] == [2]
    assert model.count() == model.count(method="learning") > 0


def test_an_index_with_many_values_is_left_alone() -> None:
    few, many = built(journey(MOST_VALUES)), built(journey(MOST_VALUES + 1))
    assert CHANNEL in few.functions()
    assert CHANNEL not in many.functions()


def test_arrays_of_numbers_alone_are_left_alone() -> None:
    model = Model()
    x = model.variable(range(3))
    model.post(element([1, 5, 3], x) + element([4, 1, 1], x) <= 5)
    assert CHANNEL not in built(model).functions()


def test_an_index_without_any_place_has_no_solution() -> None:
    model = Model()
    x, y = model.variable([2, 4, 5]), model.variables(3, range(3))
    model.post(element([y[0], y[1]], x) + y[2] + element([y[1], y[0]], x) <= 3)
    assert model.count() == 0
    assert model.solve().complete


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Draw comparisons and equations of elements, some of which share an index."""
    model = Model()
    n = draw(st.integers(2, 4))
    y = [model.variable(range(draw(st.integers(-2, 0)), draw(st.integers(1, 3)))) for _ in range(n)]
    indices = [model.variable(range(-1, n + 1)) for _ in range(2)]
    numbers = st.lists(st.integers(-3, 3), min_size=n, max_size=n)
    factors = st.sampled_from([-2, -1, 1, 2])
    for _ in range(draw(st.integers(1, 2))):
        index = draw(st.sampled_from(indices))
        total = draw(factors) * element(draw(numbers), index)
        total += draw(factors) * element(draw(st.permutations(y)), index)
        if draw(st.booleans()):
            total += draw(factors) * draw(st.sampled_from([*y, *indices]))
        bound = draw(st.integers(-2, 4))
        model.post(total == bound if draw(st.booleans()) else total <= bound)
    return model


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=80)
@given(model=models(), method=st.sampled_from(["propagation", "learning"]))
def test_solutions_are_those_of_brute_force(model: Model, method: str) -> None:
    found = model.solutions(method=method)
    assert sorted(tuple(s[model.unknowns]) for s in found) == oracle.solutions(model)
