"""Division rounded towards zero, against Python."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, truncated_quotient, truncated_remainder

pytestmark = pytest.mark.kernel


def divided(x: int, y: int) -> tuple[int, int]:
    """Return the quotient and the remainder: of integers as small as these, floats are exact."""
    quotient = int(x / y)
    return quotient, x - y * quotient


@settings(deadline=None, max_examples=60)
@given(least=st.integers(-9, 3), size=st.integers(1, 9), width=st.sampled_from([1, 1 << 12]))
def test_quotients_and_remainders(least: int, size: int, width: int) -> None:
    # With the wide dividend there is no table.
    model = Model()
    x = model.variable(range(-width, width + 1), "x")
    y = model.variable(range(least, least + size), "y")
    q, r = truncated_quotient(x, y), truncated_remainder(x, y)
    model.post(x >= width - 2, q == q)
    found = {(s[x], s[y]): (s[q], s[r]) for s in model.solutions()}
    expected = {
        (one, other): divided(one, other)
        for one in range(max(-width, width - 2), width + 1)
        for other in y.values
        if other
    }
    assert found == expected


def test_numbers_and_errors() -> None:
    model = Model()
    x = model.variable([-7, 7])
    assert [s[truncated_quotient(x, -2)] for s in model.solutions()] == [3, -3]
    assert model.with_constraints(truncated_quotient(7, x) == -1).count() == 1
    assert model.with_constraints(truncated_remainder(x, 0) == 0).count() == 0
    wrong: Any
    for wrong in 0.5, "2", None:
        with pytest.raises(ModelError):
            truncated_quotient(x, wrong)
        with pytest.raises(ModelError):
            truncated_remainder(wrong, x)
