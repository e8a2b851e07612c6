"""Tasks that share a resource."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, cumulative
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=5, max_size=5))
def test_sound(domains: Any) -> None:
    propagated(lambda x, y, z, d, c: cumulative([x, y, z], [2, 3, d], [1, 2, 2], c), *domains)


def test_the_timetable_moves_tasks() -> None:
    def tasks(x: Any, y: Any, z: Any) -> Any:
        return cumulative([x, y, z], [4, 2, 3], [2, 2, 1], 3)

    left = propagated(tasks, [2, 3], range(2, 9), range(9)).left
    assert left == [[2, 3], [6, 7, 8], list(range(9))]
    assert propagated(tasks, [2, 3], range(2, 6), range(9)).left is None


def test_a_capacity_of_one_is_no_overlap() -> None:
    model = Model()
    x = model.variables(3, range(6))
    model.post(cumulative(x, [1, 2, 3], [1, 1, 1], 1), [v + d <= 6 for d, v in enumerate(x, 1)])
    assert model.count() == 6
