"""How many have a value."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, cardinality, count_of
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(NARROW, min_size=3, max_size=4), k=st.integers(0, 3))
def test_one_value_is_domain_consistent(domains: Any, k: int) -> None:
    result = propagated(lambda *x: cardinality(x, {3: k}), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(NARROW, min_size=3, max_size=5), value=st.integers(0, 3))
def test_a_count_is_domain_consistent(domains: Any, value: int) -> None:
    result = propagated(lambda n, *x: count_of(x, value) == n, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(
    domains=st.lists(NARROW, min_size=3, max_size=5),
    counts=st.dictionaries(st.integers(0, 3), st.integers(0, 3), min_size=1),
)
def test_sound(domains: Any, counts: Any) -> None:
    propagated(lambda *x: cardinality(x, counts), *domains)


def test_words_with_given_letters() -> None:
    model = Model()
    x = model.variables(6, range(3))
    model.post(cardinality(x, {0: 3, 1: 2, 2: 1}))
    assert model.count() == 60  # 6! / (3! 2! 1!)
