"""Predicates."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, satisfies, truth
from exactcover.runtime.kernels.jit import is_compiled
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel

FIXTURE = [HealthCheck.function_scoped_fixture]


@pytest.fixture
def nothing_tabulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile every predicate."""
    monkeypatch.setattr(import_module("csp.constraints.satisfies"), "MOST_COMBINATIONS", 0)


def is_multiple(a: int, b: int, c: int) -> bool:
    return (a * b + c) % 3 == 0


def is_quotient(a: int, b: int, c: int) -> bool:
    return a // (b - 50) == c


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=3, max_size=3), one=st.integers(-9, 9))
def test_domain_consistent(domains: Any, one: int) -> None:
    result = propagated(
        lambda *x: satisfies(x, lambda a, b, c: (a * b + c + one) % 3 == 0), *domains
    )
    assert result.left == result.possible


@pytest.mark.usefixtures("nothing_tabulated")
@settings(deadline=None, max_examples=40, suppress_health_check=FIXTURE)
@given(domains=st.lists(NARROW, min_size=3, max_size=3))
def test_compiled_and_few_combinations_domain_consistent(domains: Any) -> None:
    result = propagated(lambda *x: satisfies(x, is_multiple), *domains)
    assert result.left == result.possible


@pytest.mark.usefixtures("nothing_tabulated")
@settings(deadline=None, max_examples=20, suppress_health_check=FIXTURE)
@given(domains=st.lists(NARROW, min_size=4, max_size=4))
def test_compiled_and_reified(domains: Any) -> None:
    propagated(lambda x, *rest: x == 1 - truth(satisfies(rest, is_multiple)), *domains)


@pytest.mark.usefixtures("nothing_tabulated")
def test_many_combinations() -> None:
    """Right triangles whose sides are whole numbers up to 20, and the truth of being one."""
    model = Model()
    x, is_right = model.variables(3, range(1, 21)), model.variable(range(2))
    model.post(is_right == satisfies(x, is_triangle), is_right == 1, x[0] < x[1])
    found = {tuple(s[x]) for s in model.solutions(decide=x[:2])}
    assert found == {(3, 4, 5), (5, 12, 13), (6, 8, 10), (8, 15, 17), (9, 12, 15), (12, 16, 20)}


def is_triangle(a: int, b: int, c: int) -> bool:
    return a * a + b * b == c * c


@pytest.mark.parametrize("verb", [Model.count, Model.solve, Model.propagate])
def test_an_error_of_a_compiled_predicate_is_named(verb: Any) -> None:
    model = Model()
    x = model.variables(3, range(1, 150), name="x")
    model.post(satisfies(x, is_quotient), x[0] == 7, x[2] == 3)
    with pytest.raises(
        ModelError, match=r"predicate is_quotient: ZeroDivisionError.* the values \(7, 50, 3\)"
    ):
        verb(model)


@pytest.mark.skipif(not is_compiled(), reason="nothing is compiled")
def test_a_predicate_that_cannot_be_compiled_is_named() -> None:
    model = Model()
    x = model.variables(3, range(200), name="x")
    with pytest.raises(ModelError, match=r"satisfies\(\[x\[0\].*cannot: Cannot bind 'args="):
        model.post(satisfies(x, lambda a: a > 1))


def test_wide_domains_are_refused_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: Any) -> int:
        raise AssertionError

    monkeypatch.setattr("csp.propagators.predicate.compile_predicate", never)
    model = Model()
    x, y = model.variable(range(10**9), "x"), model.variable(range(2), "y")
    for scope in ([x], [x, y]):
        with pytest.raises(ModelError, match=r"x has values from 0 to 999999999; at most"):
            model.post(satisfies(scope, lambda *values: values[0] > 5))


@pytest.mark.parametrize("is_reified", [False, True])
def test_values_that_a_constraint_left_out_come_back_without_it(is_reified: bool) -> None:
    """Explanations look for smaller models, in which the constraint may have more values."""
    model = Model()
    x, y = model.variables(2, range(10), name="x")
    nine = satisfies([x, y], lambda a, b: a + b == 9)
    model.post(x <= 2, truth(nine) == 1 if is_reified else nine)
    assert model.count() == 3
    found = model.why(y >= 7)
    assert len(found.names) == 2
    assert "x[0] <= 2" in found.names
