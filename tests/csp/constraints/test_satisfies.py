"""Predicates."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import satisfies
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=3, max_size=3), one=st.integers(-9, 9))
def test_domain_consistent(domains: Any, one: int) -> None:
    result = propagated(
        lambda *x: satisfies(x, lambda a, b, c: (a * b + c + one) % 3 == 0), *domains
    )
    assert result.left == result.possible
