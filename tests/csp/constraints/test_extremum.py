"""Maximum and minimum."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import maximum, minimum
from tests.csp.consistency import INTERVALS, NARROW, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(INTERVALS, min_size=4, max_size=4))
@pytest.mark.parametrize("extremum", [maximum, minimum])
def test_bounds_consistent_on_intervals(extremum: Any, domains: Any) -> None:
    left, possible = propagated(lambda x, *y: extremum(y) == x, *domains).ends
    assert left == possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=3, max_size=4))
@pytest.mark.parametrize("extremum", [maximum, minimum])
def test_sound(extremum: Any, domains: Any) -> None:
    propagated(lambda x, *y: extremum(y) == x, *domains)
