"""Value precedence."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, value_precedence
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=60)
@given(domains=st.lists(NARROW, min_size=2, max_size=4), values=st.permutations(range(4)))
def test_domain_consistent(domains: Any, values: Any) -> None:
    result = propagated(lambda *x: value_precedence(x, values[:3]), *domains)
    assert result.left == result.possible


@pytest.mark.parametrize(("n", "expected"), [(3, 5), (5, 52), (6, 203)])
def test_partitions(n: int, expected: int) -> None:
    """Bell numbers (OEIS A000110)."""
    model = Model()
    x = model.variables(n, range(n))
    model.post(value_precedence(x, range(n)))
    assert model.count() == expected
