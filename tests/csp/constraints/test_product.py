"""Products."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model
from csp.constraints.product import FEW
from tests.csp.consistency import INTERVALS, NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(x=st.one_of(WIDE, NARROW), y=st.one_of(WIDE, NARROW), offset=st.integers(-9, 9))
def test_of_one_variable_domain_consistent(x: Any, y: Any, offset: int) -> None:
    result = propagated(lambda x, y: x * (x + offset) == y, x, y)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(x=INTERVALS, y=INTERVALS)
def test_results_lie_within_the_bounds_of_all(x: Any, y: Any) -> None:
    products = {a * b for a in x for b in y}
    span = range(min(products), max(products) + 1)
    left = sorted(products) if max(len(x), len(y)) <= FEW else list(span)
    assert propagated(lambda x, y, z: x * y == z, x, y, span).left == [list(x), list(y), left]


@settings(deadline=None, max_examples=40)
@given(x=st.one_of(WIDE, NARROW), y=NARROW, a=st.integers(1, 3), offset=st.integers(-3, 3))
def test_products_of_a_sum_with_itself(x: Any, y: Any, a: int, offset: int) -> None:
    """Both factors share a variable, whatever the order of their terms."""
    model = Model()
    u, v = model.variable(x), model.variable(y)
    square = (a * u + v) * (v + a * u + offset)
    values = sorted((a * p + q) * (a * p + q + offset) for p in set(x) for q in set(y))
    assert model.minimize(square).value == values[0]
    assert model.maximize(square).value == values[-1]
    model.post(square == values[len(values) // 2])
    assert model.count() == values.count(values[len(values) // 2])


@settings(deadline=None, max_examples=40)
@given(x=INTERVALS, y=INTERVALS, least=st.integers(-20, 20), span=st.integers(0, 20))
def test_sound(x: Any, y: Any, least: int, span: int) -> None:
    propagated(lambda x, y, z: x * y == z, x, y, range(least, least + span + 1))


@settings(deadline=None, max_examples=60)
@given(x=INTERVALS, least=st.integers(-2, 40), span=st.integers(0, 20))
def test_squares_without_a_table(x: Any, least: int, span: int) -> None:
    """The bounds of a root are exact, and its square is not negative."""
    square = range(least, least + span + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("csp.constraints.product.MOST_TABULATED", 0)
        result = propagated(lambda x, y: x * x == y, x, square)
    assert (result.left is None) == (result.possible is None)
    if result.left is not None and result.possible is not None:
        assert result.ends[0][0] == result.ends[1][0]
        assert result.left[1][0] >= 0


@settings(deadline=None, max_examples=20)
@given(root=st.integers(2, 2**30 - 2), off=st.integers(-1, 1))
def test_large_squares_bound_their_root(root: int, off: int) -> None:
    model = Model()
    x = model.variable(range(2**30))
    model.post(x * x <= root * root + off)
    best = model.maximize(x, method="propagation", max_nodes=100)
    assert (best.value, best.complete) == (math.isqrt(root * root + off), True)


def test_pythagoras() -> None:
    """The right triangles with whole sides up to 20 (OEIS A046083)."""
    model = Model()
    a, b, c = model.variables(3, range(1, 21))
    model.post(a * a + b * b == c * c, a < b)
    assert sorted(tuple(s.values()) for s in model.solutions()) == [
        (3, 4, 5), (5, 12, 13), (6, 8, 10), (8, 15, 17), (9, 12, 15), (12, 16, 20)
    ]  # fmt: skip
