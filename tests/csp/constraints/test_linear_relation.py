"""Comparisons of linear expressions: =, !=, <=, <."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, linear
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


@settings(deadline=None, max_examples=80)
@given(
    domains=st.lists(st.one_of(NARROW, WIDE), min_size=2, max_size=5),
    factors=st.tuples(*[st.integers(-5, 5)] * 5),
    total=st.integers(-60, 60),
)
def test_equations_are_domain_consistent(domains: Any, factors: Any, total: int) -> None:
    def constraint(*x: Any) -> Any:
        left = sum((a * v for a, v in zip(factors, x, strict=False)), 0 * x[0])
        return linear(left == total, "domain")

    result = propagated(constraint, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), total=st.integers(0, 15))
@pytest.mark.parametrize("operator", ["==", "!=", "<="])
def test_three_small_variables_are_domain_consistent_by_default(
    operator: str, domains: Any, total: int
) -> None:
    def constraint(x: Any, y: Any, z: Any) -> Any:
        left = x + 3 * y - z
        return {"==": left == total, "!=": left != total, "<=": left <= total}[operator]

    result = propagated(constraint, *domains)
    assert result.left == result.possible


def test_too_many_sums() -> None:
    model = Model()
    x = model.variables(3, range(1 << 20))
    with pytest.raises(ModelError, match=r"3 terms has up to \d+ sums: at most 1048576"):
        model.post(linear(x[0] + 2 * x[1] + 3 * x[2] == 1 << 21, "domain"))
    with pytest.raises(ModelError, match="unknown level 'strong'; the levels are bounds, domain"):
        linear(x[0] == 1, "strong")
    with pytest.raises(ModelError, match="is not a comparison"):
        linear(x[0], "domain")  # type: ignore[arg-type]


def test_large_coefficients() -> None:
    model = Model()
    x = model.variables(2, range(1 << 19))
    model.post((1 << 38) * x[0] + x[1] == (1 << 40) + 5)
    assert [tuple(s.values()) for s in model.solutions()] == [(4, 5)]


def test_comparisons_are_written_without_minus_signs() -> None:
    x, y = Model().variables(2, range(9), "x")
    assert [*map(repr, (x >= 5, x > y, x >= 7, x + y >= 3))] == [
        "5 <= x[0]",
        "x[1] + 1 <= x[0]",
        "7 <= x[0]",
        "3 <= x[0] + x[1]",
    ]


@pytest.mark.parametrize("operator", ["==", "!=", "<="])
def test_one_wide_variable_is_bounded_by_arithmetic(operator: str) -> None:
    for factor, total in product([-3, -2, -1, 1, 2, 3], range(-4, 5)):
        model = Model()
        x = model.variable(range(-(1 << 21), 1 << 21))
        left = factor * x
        model.post({"==": left == total, "!=": left != total, "<=": left <= total}[operator])
        near = [v for v in range(-5, 6) if compare(operator, factor * v, total)]
        assert model.builder.is_infeasible == (not near)
        if operator == "!=":  # a value within a wide domain is not removed, but forbidden
            assert len(model.builder.posted) == (total % factor == 0)
        elif near:
            low = near[0] if near[0] > -5 else x.origin
            high = near[-1] if near[-1] < 5 else x.origin + (1 << 22) - 1
            assert model.builder.bounds(0) == (low, high)


def compare(operator: str, one: int, other: int) -> bool:
    """Return whether two numbers compare as an operator says."""
    return {"==": one == other, "!=": one != other, "<=": one <= other}[operator]
