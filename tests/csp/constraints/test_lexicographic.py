"""Lexicographic order of sequences."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from csp import Model, increasing, lexicographic, lexicographic_chain
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=4, max_size=4), strict=st.booleans())
def test_domain_consistent(domains: Any, strict: bool) -> None:
    result = propagated(lambda a, b, c, d: lexicographic([a, b], [c, d], strict=strict), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), strict=st.booleans())
@example(domains=[[1], [0, 1, 2], [1]], strict=True)  # the second place follows from the first
def test_sound_where_a_variable_occurs_twice(domains: Any, strict: bool) -> None:
    propagated(lambda a, b, c: lexicographic([a, b, a], [b, c, c], strict=strict), *domains)


def test_helpers() -> None:
    model = Model()
    x = model.variables((3, 2), range(2))
    model.post(lexicographic_chain(x, strict=True), increasing(x[:, 0]))
    assert model.count() == 4
