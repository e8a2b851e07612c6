"""Sequences that an automaton accepts."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, regular
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


STEPS = st.dictionaries(
    st.tuples(st.integers(0, 2), st.integers(0, 6)), st.integers(0, 2), min_size=4, max_size=21
)


@settings(deadline=None, max_examples=60)
@given(
    domains=st.lists(NARROW, min_size=1, max_size=4), steps=STEPS, ends=st.sets(st.integers(0, 2))
)
def test_domain_consistent(domains: Any, steps: Any, ends: Any) -> None:
    result = propagated(lambda *x: regular(x, steps, 0, ends), *domains)
    assert result.left == result.possible


def test_words_without_two_adjacent_ones() -> None:
    """Their numbers are the Fibonacci numbers (OEIS A000045)."""
    model = Model()
    x = model.variables(10, range(2))
    model.post(regular(x, {(0, 0): 0, (0, 1): 1, (1, 0): 0}, 0, [0, 1]))
    assert model.count() == 144
