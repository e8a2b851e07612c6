"""Comparisons of linear expressions: =, !=, <=, <."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model
from tests.csp.consistency import INTERVALS, NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=2, max_size=2), offset=st.integers(-9, 9))
@pytest.mark.parametrize("operator", ["==", "!=", "<=", ">"])
def test_two_variables_are_domain_consistent(operator: str, domains: Any, offset: int) -> None:
    result = propagated(RELATIONS[operator](offset), *domains)
    assert result.left == result.possible


RELATIONS: Any = {
    "==": lambda offset: lambda x, y: x == y + offset,
    "!=": lambda offset: lambda x, y: x != y + offset,
    "<=": lambda offset: lambda x, y: x <= y + offset,
    ">": lambda offset: lambda x, y: x > y + offset,
}


@settings(deadline=None, max_examples=40)
@given(domain=WIDE, factor=st.integers(-3, 3), total=st.integers(-9, 9))
@pytest.mark.parametrize("operator", ["==", "!=", "<="])
def test_one_variable_is_domain_consistent(
    operator: str, domain: Any, factor: int, total: int
) -> None:
    def constraint(x: Any) -> Any:
        left = factor * x
        return {"==": left == total, "!=": left != total, "<=": left <= total}[operator]

    result = propagated(constraint, domain)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(INTERVALS, min_size=3, max_size=3), total=st.integers(-9, 30))
def test_unit_equations_are_domain_consistent_on_intervals(domains: Any, total: int) -> None:
    result = propagated(lambda x, y, z: x + y - z == total, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(
    domains=st.lists(INTERVALS, min_size=3, max_size=3),
    factors=st.tuples(*[st.integers(-3, 3)] * 3),
    total=st.integers(-20, 20),
)
def test_inequalities_are_domain_consistent_on_intervals(
    domains: Any, factors: Any, total: int
) -> None:
    a, b, c = factors
    result = propagated(lambda x, y, z: a * x + b * y + c * z <= total, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=60)
@given(
    domains=st.lists(NARROW, min_size=3, max_size=4),
    factors=st.tuples(*[st.integers(-3, 3)] * 4),
    total=st.integers(-20, 20),
)
@pytest.mark.parametrize("operator", ["==", "!="])
def test_sound(operator: str, domains: Any, factors: Any, total: int) -> None:
    def constraint(*x: Any) -> Any:
        left = sum((a * v for a, v in zip(factors, x, strict=False)), 0 * x[0])
        return left == total if operator == "==" else left != total

    propagated(constraint, *domains)


def test_large_coefficients() -> None:
    model = Model()
    x = model.variables(2, range(1 << 19))
    model.post((1 << 38) * x[0] + x[1] == (1 << 40) + 5)
    assert [tuple(s.values()) for s in model.solutions()] == [(4, 5)]
