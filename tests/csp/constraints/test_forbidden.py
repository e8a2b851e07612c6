"""Negative tables."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, forbidden
from tests.csp import oracle
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


SHORT = st.lists(st.tuples(*[st.one_of(st.integers(0, 6), st.none())] * 3), min_size=1, max_size=90)


@settings(deadline=None, max_examples=60)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=3, max_size=3), rows=SHORT)
@pytest.mark.parametrize("far", [(0, 0), (4, 4096)], ids=["ranks", "values"])
def test_wildcards_that_are_not_written_out_are_sound(far: Any, domains: Any, rows: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("csp.constraints.forbidden"), "FEW_COMBINATIONS", 0)
        patch.setattr(import_module("csp.constraints.tuples"), "FAR_APART", far)
        propagated(lambda *x: forbidden(x, rows), *domains)
        model = Model()
        x = [model.variable(domain) for domain in domains]
        model.post(forbidden(x, rows))
        assert model.count() == len(oracle.solutions(model))


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), rows=SHORT)
@pytest.mark.parametrize("free", range(3))
def test_wildcards_at_one_place_are_domain_consistent(free: int, domains: Any, rows: Any) -> None:
    rows = [(*row[:free], None, *row[free + 1 :]) for row in rows if row.count(None) == 0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("csp.constraints.forbidden"), "FEW_COMBINATIONS", 0)
        result = propagated(lambda *x: forbidden(x, rows), *domains)
    assert result.left == result.possible


def test_three_wildcards_over_more_than_a_million_tuples() -> None:
    model = Model()
    x = model.variables(4, range(150), name="x")
    model.post(forbidden(x, [(None, None, None, 7), (1, None, None, None), (None, 3, 3, None)]))
    assert model.propagate() == {
        v: [k for k in range(150) if (v is not x[3] or k != 7) and (v is not x[0] or k != 1)]
        for v in x
    }
    model.post(x[1] == 3, x[0] == 5, x[3] == 9)
    assert model.count() == 149
