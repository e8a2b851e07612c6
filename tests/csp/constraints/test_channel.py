"""Channelling between a variable and a bit for each value."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import channel
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


BIT = st.sampled_from([[0], [1], [0, 1], [0, 1]])


@settings(deadline=None, max_examples=40)
@given(domain=NARROW, bits=st.lists(BIT, min_size=1, max_size=4))
def test_domain_consistent(domain: Any, bits: Any) -> None:
    result = propagated(lambda x, *bits: channel(x, bits), domain, *bits)
    assert result.left == result.possible
