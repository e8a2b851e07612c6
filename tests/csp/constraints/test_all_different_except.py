"""All different except for some values."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import all_different_except
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=2, max_size=4), shared=st.sets(st.integers(0, 3)))
def test_sound(domains: Any, shared: Any) -> None:
    propagated(lambda *x: all_different_except(x, shared), *domains)


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=2, max_size=2), shared=st.sets(st.integers(0, 3)))
def test_domain_consistent_for_two(domains: Any, shared: Any) -> None:
    result = propagated(lambda *x: all_different_except(x, shared), *domains)
    assert result.left == result.possible
