"""Tables of tuples."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, table
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


ROWS = st.lists(st.tuples(*[st.one_of(st.integers(0, 6), st.none())] * 3), min_size=1, max_size=150)


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), rows=ROWS)
def test_domain_consistent(domains: Any, rows: Any) -> None:
    result = propagated(lambda *x: table(x, rows), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(
    domains=st.lists(st.one_of(NARROW, WIDE), min_size=2, max_size=2),
    rows=ROWS,
    scale=st.sampled_from([1, 17]),
)
@pytest.mark.parametrize("most_bits", [0, 1 << 20])
def test_two_columns_are_domain_consistent_either_way(
    most_bits: int, domains: Any, rows: Any, scale: int
) -> None:
    pairs = [tuple(v if v is None else scale * v for v in row[:2]) for row in rows]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("csp.constraints.table"), "MOST_BITS", most_bits)
        result = propagated(lambda *x: table(x, pairs), *domains)
    assert result.left == result.possible


def test_a_large_table_has_words_that_empty() -> None:
    rows = [(a, b, (7 * a + 3 * b) % 23) for a in range(23) for b in range(23)]
    model = Model()
    x, y, z = model.variables(3, range(23))
    model.post(table([x, y, z], rows), table([z, x, y], rows), x != y)
    expected = sum((7 * c + 3 * a) % 23 == b for a, b, c in rows if a != b)
    assert model.count() == expected


def test_a_table_as_wide_as_a_matrix_must_not_be() -> None:
    model = Model()
    x, y = model.variable(range(3)), model.variable(range(1 << 20))
    model.post(table([x, y], [(0, 5), (1, (1 << 20) - 1), (2, None)]), y > 70, x < 2)
    assert [s[y] for s in model.solutions()] == [(1 << 20) - 1]
