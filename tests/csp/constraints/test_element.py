"""Elements of arrays."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, element
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=2, max_size=2), one=st.integers(-9, 9))
def test_of_numbers_domain_consistent(domains: Any, one: int) -> None:
    result = propagated(lambda x, y: element([4, 1, 4, one, 2], x) == y, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=5, max_size=5))
def test_of_variables_index_and_result_are_domain_consistent(domains: Any) -> None:
    result = propagated(lambda x, y, *array: element(array, x) == y, *domains)
    assert (result.left or [])[:2] == (result.possible or [])[:2]


def test_an_index_outside_of_the_array_is_no_solution() -> None:
    model = Model()
    i = model.variable(range(-2, 9))
    model.post(element([5, 6], i) >= 5)
    assert [s[i] for s in model.solutions()] == [0, 1]
