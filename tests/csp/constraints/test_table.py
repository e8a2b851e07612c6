"""Tables of tuples."""

import gc
import pickle
import weakref
from functools import partial
from importlib import import_module
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, element, forbidden, table, truth
from csp.constraints.table import CheckedRows, Table
from csp.constraints.tuples import post_table
from tests.csp import oracle
from tests.csp.consistency import NARROW, WIDE, propagated
from tests.running import compiled

pytestmark = pytest.mark.kernel

FIXTURE = [HealthCheck.function_scoped_fixture]

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
        patch.setattr(import_module("csp.constraints.tuples"), "MOST_BITS", most_bits)
        result = propagated(lambda *x: table(x, pairs), *domains)
    assert result.left == result.possible


def test_a_large_table_has_words_that_empty() -> None:
    rows = [(a, b, (7 * a + 3 * b) % 23) for a in range(23) for b in range(23)]
    model = Model()
    x, y, z = model.variables(3, range(23))
    model.post(table([x, y, z], rows), table([z, x, y], rows), x != y)
    expected = sum((7 * c + 3 * a) % 23 == b for a, b, c in rows if a != b)
    assert model.count() == expected


@pytest.mark.parametrize("n_columns", [2, 3])
@pytest.mark.parametrize("most_kept", [0, 1 << 13])
def test_an_array_may_have_integers_of_four_bytes(n_columns: int, most_kept: int) -> None:
    rows = np.array([(0, 3, 1), (1, 1, 2), (2, 0, 0), (3, 9, 1)], dtype=np.int32)[:, :n_columns]
    model = Model()
    unknowns = model.variables(n_columns, range(5))
    builder = model.builder
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("csp.constraints.tuples"), "MOST_KEPT", most_kept)
        post_table(builder, [*map(builder.variable_of, unknowns)], rows)
    found = sorted(tuple(s[unknowns].tolist()) for s in model.solutions())
    assert found == [tuple(row) for row in rows[:3].tolist()]


@compiled
def test_a_table_as_wide_as_a_matrix_must_not_be() -> None:
    model = Model()
    x, y = model.variable(range(3)), model.variable(range(1 << 20))
    model.post(table([x, y], [(0, 5), (1, (1 << 20) - 1), (2, None)]), y > 70, x < 2)
    assert [s[y] for s in model.solutions()] == [(1 << 20) - 1]


@pytest.fixture
def sparse(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Store every table as sparse rows, and rank all values that are far apart."""
    layouts = import_module("csp.constraints.tuples")
    for name in ("MOST_BITS", "MOST_WORDS"):
        monkeypatch.setattr(layouts, name, 0)
    return partial(monkeypatch.setattr, layouts, "FAR_APART")


@settings(deadline=None, max_examples=40, suppress_health_check=FIXTURE)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), rows=ROWS)
@pytest.mark.parametrize("far", [(0, 0), (4, 4096)], ids=["ranks", "values"])
def test_sparse_rows_are_domain_consistent(sparse: Any, far: Any, domains: Any, rows: Any) -> None:
    sparse(far)
    result = propagated(lambda *x: table(x, rows), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40, suppress_health_check=FIXTURE)
@given(domains=st.lists(st.one_of(NARROW, WIDE), min_size=2, max_size=2), rows=ROWS)
def test_ranks_of_wide_domains(sparse: Any, domains: Any, rows: Any) -> None:
    sparse((0, 0))
    pairs = [tuple(v if v is None else 17 * v for v in row[:2]) for row in rows]
    result = propagated(lambda *x: table(x, pairs), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40, suppress_health_check=FIXTURE)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), rows=ROWS)
@pytest.mark.parametrize("stated", [table, forbidden])
@pytest.mark.parametrize("far", [(0, 0), (4, 4096)], ids=["ranks", "values"])
def test_reified(sparse: Any, far: Any, stated: Any, domains: Any, rows: Any) -> None:
    sparse(far)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("csp.constraints.table", "csp.constraints.forbidden"):
            patch.setattr(import_module(module), "FEW_COMBINATIONS", 0)
        propagated(lambda *x: x[0] == truth(stated(x, rows)) + 1, *domains)
        model = Model()
        x = [model.variable(domain) for domain in domains]
        model.post(x[0] == truth(stated(x, rows)) + 1)
        assert model.count() == len(oracle.solutions(model))


def test_tuples_are_not_expanded() -> None:
    """Neither the combinations of values nor the distances between them are written out."""
    model = Model()
    x, b = model.variables(12, range(12), name="x"), model.variable(range(2), "b")
    far = model.variable([0, 1, 1 << 19, (1 << 20) - 1], "far")
    rows = [[None] * 11 + [k] for k in range(10)] + [[k % 12] * 3 + [None] * 9 for k in range(120)]
    model.post(b == table(x, rows), forbidden([*x, b], [[None] * 9 + [0] * 3 + [1]]))
    model.post(table([far, x[0], b], [(1 << 19, None, 1), (1, 2, None), ((1 << 20) - 1, 3, 0)]))
    model.post([v == 2 for v in x[:10]], x[10] == 1)
    found = {(s[far], s[x[11]], s[b]) for s in model.solutions()}
    assert found == {(v, last, 1) for v in (1, 1 << 19) for last in range(12)}


def posted(domains: Any, tables: Any) -> Any:
    """Return what tables post about variables: the domains that are left, and propagators."""
    model = Model()
    scopes = [[model.variable(values) for values in own] for own in domains]
    for own, rows in zip(scopes, tables, strict=True):
        if rows is not None:
            model.post(Table(own, rows))
    builder = model.builder
    propagators = [
        each._replace(constants=[*each.constants], cells=[*each.cells], memory=[*each.memory])
        for each in builder.posted
    ]
    return builder.domains, propagators, builder.is_infeasible


@settings(deadline=None, max_examples=60)
@given(data=st.data(), n=st.integers(1, 3))
def test_tables_that_share_their_rows_post_what_each_posts_alone(data: Any, n: int) -> None:
    row = st.tuples(*[st.sampled_from([0, 1, 2, 5, 9000])] * n)
    rows = data.draw(st.lists(row, min_size=1, max_size=12))
    some = st.sets(st.sampled_from([0, 1, 2, 3, 5, 9000]), min_size=1)
    domains = data.draw(st.lists(st.lists(some, min_size=n, max_size=n), min_size=2, max_size=3))
    left, propagators, is_infeasible = posted(domains, [CheckedRows(rows)] * len(domains))
    alone = [
        posted(domains, [rows if k == place else None for place in range(len(domains))])
        for k in range(len(domains))
    ]
    assert is_infeasible == any(one[2] for one in alone)
    if not is_infeasible and 9000 not in {value for each in rows for value in each}:
        assert propagators == [each for one in alone for each in one[1]]
    for k, own in enumerate(domains):
        kept = {each for each in rows if all(v in d for v, d in zip(each, own, strict=True))}
        for place in range(k * n, (k + 1) * n):
            origin, mask = left[place]
            values = {origin + v for v in range(mask.bit_length()) if mask >> v & 1}
            if kept:
                assert values == {each[place - k * n] for each in kept}


def test_a_builder_is_pickled_without_what_it_keeps_for_equal_tables() -> None:
    model = Model()
    model.post(Table(model.variables(2, range(9)), CheckedRows([(1, 2), (3, 4)])))
    again = pickle.loads(pickle.dumps(model.builder))
    assert again.domains == model.builder.domains
    assert again.made(int, 7) == 7
    assert model.with_constraints().builder._made is model.builder._made


def test_what_a_table_posts_is_shared_in_a_model_and_goes_with_it() -> None:
    array = [3, 1, 4, 1, 5]
    kept = []
    for constraint in (
        lambda x, y: Table([x, y], CheckedRows([*enumerate(array)])),
        lambda x, y: element(array, x) == y,
    ):
        model = Model()
        for _ in range(2):
            model.post(constraint(*model.variables(2, range(9))))
        one, other = (each.constants for each in model.builder.posted)
        assert one is other
        kept.append(weakref.ref(one))
        del one, other, model
    gc.collect()
    assert [each() for each in kept] == [None, None]


@pytest.mark.parametrize(("most_kept", "is_kept"), [(16, True), (15, False)])
def test_the_rows_of_an_element_are_kept_if_they_are_few(
    monkeypatch: pytest.MonkeyPatch, most_kept: int, is_kept: bool
) -> None:
    for name in ("element", "tuples"):
        monkeypatch.setattr(import_module(f"csp.constraints.{name}"), "MOST_KEPT", most_kept)
    own = import_module("csp.constraints.element")
    rows = Mock(wraps=own._rows)
    monkeypatch.setattr(own, "_rows", rows)
    model = Model()
    for _ in range(2):
        x, y = model.variables(2, range(8))
        model.post(element([*range(8)], x) == y)
    one, other = (each.constants for each in model.builder.posted)
    assert (one is other) == is_kept
    assert rows.call_count == is_kept
