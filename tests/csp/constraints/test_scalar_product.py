"""Scalar products."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, scalar_product
from tests.csp.consistency import INTERVALS, NARROW, propagated

pytestmark = pytest.mark.kernel
BIT = st.sampled_from([[0], [1], [0, 1], [0, 1]])


@settings(deadline=None, max_examples=60)
@given(domains=st.lists(BIT, min_size=6, max_size=6), total=st.integers(0, 3))
def test_bits_are_domain_consistent(domains: Any, total: int) -> None:
    result = propagated(lambda *x: scalar_product(x[:3], x[3:]) == total, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=60)
@given(domains=st.lists(st.one_of(INTERVALS, NARROW), min_size=4, max_size=4), one=INTERVALS)
def test_sound(domains: Any, one: Any) -> None:
    propagated(lambda z, *x: scalar_product(x[:2], x[2:]) == z, one, *domains)


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(NARROW, min_size=2, max_size=2), total=st.integers(-9, 40))
def test_sound_where_a_variable_occurs_twice(domains: Any, total: int) -> None:
    propagated(lambda x, y: scalar_product([x, y, x], [x, x + 1, y]) == total, *domains)


def test_mistakes() -> None:
    model = Model()
    x = model.variables(3, range(4), name="x")
    with pytest.raises(ModelError, match="sequences have 3 and 2 expressions"):
        scalar_product(x, x[:2])
    with pytest.raises(ModelError, match="may overflow"):
        model.post(scalar_product(x + (1 << 31), x + (1 << 31)) == 0)
