"""Which domains have only bounds where clauses are learned."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model
from csp.engines.learning.posting import posted
from csp.request import ModelRequest
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Request


@pytest.mark.parametrize(
    ("x", "y", "wide"),
    [
        (range(1, 999), range(2, 99), [True, True, True]),
        (range(99), range(-9, 1), [True, True, True]),
        (range(99), range(-9, 5), [True, False, False]),
    ],
)
def test_products_read_only_bounds_of_what_has_one_sign(
    x: range, y: range, wide: list[bool]
) -> None:
    model = Model()
    factors = [model.variable(x), model.variable(y)]
    model.post(factors[0] * factors[1] + factors[0] <= 50)
    builder, _ = posted(model, ModelRequest(Request(Goal.LIST)))
    assert [builder.is_wide(v) for v in builder.numbers] == wide


@pytest.mark.kernel
@settings(deadline=None, max_examples=40)
@given(
    lows=st.tuples(*[st.integers(-9, 2)] * 2),
    lengths=st.tuples(*[st.integers(3, 9)] * 2),
    least=st.integers(-30, 30),
    factor=st.integers(-3, 3),
)
def test_the_best_products_are_those_of_brute_force(
    lows: tuple[int, int], lengths: tuple[int, int], least: int, factor: int
) -> None:
    model = Model()
    ranges = [range(a, a + n) for a, n in zip(lows, lengths, strict=True)]
    x, y = map(model.variable, ranges)
    model.post(x * y >= least, x * x + factor * y <= 60)
    values = [
        2 * a - b
        for a in ranges[0]
        for b in ranges[1]
        if a * b >= least and a * a + factor * b <= 60
    ]
    best = model.minimize(2 * x - y, method="learning")
    assert (best.value, best.complete) == (min(values, default=None), True)
