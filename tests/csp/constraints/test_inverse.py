"""Inverse permutations."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, inverse
from tests.csp.consistency import propagated

pytestmark = pytest.mark.kernel


PERMUTED = st.lists(st.integers(0, 2), min_size=1, max_size=3)


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(PERMUTED, min_size=6, max_size=6))
def test_sound(domains: Any) -> None:
    propagated(lambda *x: inverse(x[:3], x[3:]), *domains)


def test_unmatched_values_are_removed() -> None:
    left = propagated(
        lambda *x: inverse(x[:3], x[3:]), [0, 1], range(3), range(3), *[range(3)] * 3
    ).left
    assert left == [[0, 1], [0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2], [1, 2]]


def test_involutions() -> None:
    """Permutations that are their own inverse (OEIS A000085)."""
    model = Model()
    x = model.variables(5, range(5))
    model.post(inverse(x, x))
    assert model.count() == 26
