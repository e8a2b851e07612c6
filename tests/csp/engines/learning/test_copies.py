"""Equations under a condition, which clause learning states as comparisons of bounds."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, all_different, iff, truth
from csp.engines.learning.copies import Copy, copies
from csp.engines.learning.posting import posted
from csp.model.builder import Builder
from csp.presolve.search_parts import built
from csp.propagators.registry import REIFIED_EQUAL
from csp.request import ModelRequest
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Request
from tests.csp import oracle

pytestmark = pytest.mark.kernel


def conditional(builder: Builder) -> list[Copy]:
    """Return the copies under a condition."""
    return [each for each in copies(builder) if each.condition is not None]


def test_a_condition_is_found() -> None:
    model = Model()
    x, y, on = model.variable(range(9)), model.variable(range(9)), model.bool_var()
    model.post(on >> (x == y + 3))
    (found,) = conditional(built(model))
    assert (found.x, found.y, found.offset, found.condition) == (x.index, y.index, 3, on.index)
    builder, _ = posted(model, ModelRequest(Request(Goal.LIST)))
    assert REIFIED_EQUAL not in builder.functions()
    assert builder.is_wide(x.index)
    assert builder.is_wide(y.index)


def test_an_equation_that_matters_elsewhere_stays() -> None:
    model = Model()
    x, y, on = model.variable(range(9)), model.variable(range(9)), model.bool_var()
    model.post(iff(on, x == y))
    assert conditional(built(model)) == []


def test_variables_whose_values_are_read_stay() -> None:
    model = Model()
    x, y, on = model.variables(3, range(9), "x"), model.variable(range(9)), model.bool_var()
    model.post(on >> (x[0] == y), all_different(x))
    assert len(conditional(built(model))) == 1
    builder, _ = posted(model, ModelRequest(Request(Goal.LIST)))
    assert REIFIED_EQUAL in builder.functions()
    assert not builder.is_wide(y.index)


def test_an_equation_that_is_the_objective_stays() -> None:
    model = Model()
    x, y, on = model.variable(range(9)), model.variable(range(9)), model.bool_var()
    equal = truth(x == y)
    model.post(on >> equal)
    assert model.minimize(equal, method="learning").value == 0


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Draw variables with conditions under which two of them are equal, and comparisons."""
    model = Model()
    ends = st.integers(-2, 2), st.integers(3, 5)
    x = [model.variable(range(draw(ends[0]), draw(ends[1]))) for _ in range(3)]
    on = model.bool_vars(3)
    places = st.integers(0, 2)
    for _ in range(draw(st.integers(1, 3))):
        one, other = draw(st.permutations(x))[:2]
        model.post(on[draw(places)] >> (one == other + draw(st.integers(-3, 3))))
    for _ in range(draw(st.integers(0, 2))):
        one, other = draw(st.permutations(x))[:2]
        model.post(one <= other + draw(st.integers(-2, 2)))
    model.post(on.sum() >= draw(st.integers(0, 3)))
    return model


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(model=models())
def test_solutions_are_those_of_brute_force(model: Model) -> None:
    found = model.solutions(method="learning")
    assert sorted(tuple(s[model.unknowns]) for s in found) == oracle.solutions(model)
