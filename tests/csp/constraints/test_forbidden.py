"""Negative tables."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import forbidden
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


ROWS = st.lists(st.tuples(*[st.integers(0, 6)] * 3), min_size=1, max_size=150)


@settings(deadline=None, max_examples=60)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), rows=ROWS)
@pytest.mark.parametrize("few", [0, 1 << 12])
def test_domain_consistent_either_way(few: int, domains: Any, rows: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("csp.constraints.forbidden"), "FEW_COMBINATIONS", few)
        result = propagated(lambda *x: forbidden(x, rows), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=3, max_size=3), one=st.integers(-9, 9))
def test_with_wildcards(domains: Any, one: int) -> None:
    rows = [(None, 1, 1), (2, None, 2), (3, one, None)]
    result = propagated(lambda *x: forbidden(x, rows), *domains)
    assert result.left == result.possible
