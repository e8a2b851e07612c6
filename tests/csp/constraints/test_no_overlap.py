"""Tasks that do not overlap."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, no_overlap
from tests.csp.consistency import INTERVALS, NARROW, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(x=INTERVALS, y=INTERVALS)
def test_two_tasks_are_bounds_consistent_on_intervals(x: Any, y: Any) -> None:
    left, possible = propagated(lambda x, y: no_overlap([x, y], [2, 3]), x, y).ends
    assert left == possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=4, max_size=4))
def test_sound(domains: Any) -> None:
    propagated(lambda x, y, z, d: no_overlap([x, y, z], [2, d, 1]), *domains)


def test_all_orders_of_tasks_without_a_gap() -> None:
    model = Model()
    x = model.variables(4, range(9))
    model.post(
        no_overlap(x, [1, 2, 3, 3]), [v + d <= 9 for v, d in zip(x, [1, 2, 3, 3], strict=True)]
    )
    assert model.count() == 24
