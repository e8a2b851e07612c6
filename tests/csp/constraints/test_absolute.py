"""Absolute values."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model
from tests.csp.consistency import INTERVALS, NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=3, max_size=3), offset=st.integers(-9, 9))
def test_differences_are_domain_consistent(domains: Any, offset: int) -> None:
    result = propagated(lambda x, y, z: abs(x - y + offset) == z, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(INTERVALS, min_size=3, max_size=3), offset=st.integers(-9, 9))
def test_others_are_sound(domains: Any, offset: int) -> None:
    propagated(lambda x, y, z: abs(2 * x + y + offset) == z, *domains)


def test_a_number() -> None:
    model = Model()
    x = model.variable(range(5))
    model.post(abs(x - x - 3) == x)
    assert [s[x] for s in model.solutions()] == [3]


@pytest.mark.parametrize("reach", [16_000, 17_000, 500_000])
def test_distant_values(reach: int) -> None:
    model = Model()
    x = model.variable([-reach, -1000, 0, 7])
    y = model.variable(range(-reach, reach))
    model.post(abs(x) >= 7, abs(y) * 3 == 21)
    assert [(s[x], s[y]) for s in model.solutions()] == [
        (value, y) for value in (-reach, -1000, 7) for y in (-7, 7)
    ]
