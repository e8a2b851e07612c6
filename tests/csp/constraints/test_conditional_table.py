"""Tables whose rows have conditions."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, TruthValueError, column, forbidden, table, truth, value
from csp.constraints.conditions import compared_columns, entry_of
from csp.constraints.forests import Edge, revisions
from tests.csp import oracle
from tests.csp.consistency import NARROW, WIDE, propagated
from tests.csp.strategies import entries

pytestmark = pytest.mark.kernel

DOMAINS = st.lists(st.one_of(NARROW, NARROW, WIDE), min_size=3, max_size=3)
ROWS = st.lists(st.tuples(*[entries(3)] * 3), min_size=1, max_size=20)
FIXTURE = [HealthCheck.function_scoped_fixture]


def are_forests(rows: Any) -> bool:
    """Return whether no row compares columns in a cycle."""
    return not any(
        revisions(
            [
                Edge(each.operator, k, each.column, 0)
                for k, each in compared_columns(map(entry_of, row))
                if each.column != k
            ]
        ).repeats
        for row in rows
    )


@pytest.fixture(params=["rows of bits", "smart tables", "classes"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Propagate all tables by rows of bits, by the propagator of smart tables, or with classes."""
    rows, merging = (import_module(f"csp.constraints.{name}") for name in ("smart_rows", "classes"))
    if request.param != "rows of bits":
        monkeypatch.setattr(rows, "MOST_EXPANDED", 0)
        monkeypatch.setattr(rows, "MOST_PAIRS", 0)
        monkeypatch.setattr(import_module("csp.constraints.tuples"), "MOST_WORDS", 0)
    if request.param == "classes":
        monkeypatch.setattr(merging, "FEW_VALUES", 0)
        monkeypatch.setattr(merging, "MERGED", 0)


@settings(deadline=None, max_examples=30, suppress_health_check=FIXTURE)
@given(domains=DOMAINS, rows=ROWS)
def test_domain_consistent(way: None, domains: Any, rows: Any) -> None:
    result = propagated(lambda *x: table(x, rows), *domains)
    assert result.left == result.possible or not are_forests(rows)


@settings(deadline=None, max_examples=12, suppress_health_check=FIXTURE)
@given(
    domains=st.lists(WIDE, min_size=2, max_size=2),
    rows=st.lists(st.tuples(*[entries(2, 17)] * 2), min_size=1, max_size=9),
)
def test_two_columns(way: None, domains: Any, rows: Any) -> None:
    result = propagated(lambda *x: table(x, rows), *domains)
    assert result.left == result.possible or not are_forests(rows)


@settings(deadline=None, max_examples=12, suppress_health_check=FIXTURE)
@given(domains=DOMAINS, rows=ROWS)
@pytest.mark.parametrize("stated", [table, forbidden])
@pytest.mark.parametrize("method", ["propagation", "learning"])
def test_solutions(way: None, method: str, stated: Any, domains: Any, rows: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("table", "forbidden"):
            patch.setattr(import_module(f"csp.constraints.{name}"), "FEW_COMBINATIONS", 0)
        model = Model()
        x = [model.variable(domain) for domain in domains]
        model.post(stated(x, rows), stated(x[::-1], rows), x[0] != x[2])
        found = sorted(tuple(s[x]) for s in model.solutions(method=method))
        assert found == oracle.solutions(model)


@settings(deadline=None, max_examples=12, suppress_health_check=FIXTURE)
@given(domains=DOMAINS, rows=ROWS)
@pytest.mark.parametrize("stated", [table, forbidden])
def test_reified(way: None, stated: Any, domains: Any, rows: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("table", "forbidden"):
            patch.setattr(import_module(f"csp.constraints.{name}"), "FEW_COMBINATIONS", 0)
        propagated(lambda *x: x[0] == truth(stated(x, rows)) + 1, *domains)


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), row=st.tuples(*[entries(3)] * 3))
def test_one_forbidden_row(domains: Any, row: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("csp.constraints.forbidden"), "FEW_COMBINATIONS", 0)
        result = propagated(lambda *x: forbidden(x, [row]), *domains)
    compares = any(k != each.column for k, each in compared_columns(map(entry_of, row)))
    assert compares or result.left == result.possible


@pytest.mark.parametrize("method", ["propagation", "learning", "auto"])
def test_wide_variables(method: str) -> None:
    model = Model()
    x, y = model.variable(range(10**9), "x"), model.variable(range(9), "y")
    rows = [(value < 10**6, value > 6), ((value >= 5 * 10**6) & (value != 5 * 10**6 + 1), 1)]
    model.post(table([x, y], rows), x > 999_998, x < 5 * 10**6 + 3)
    found = sorted(tuple(s[[x, y]]) for s in model.solutions(method=method))
    assert found == [(999_999, 7), (999_999, 8), (5 * 10**6, 1), (5 * 10**6 + 2, 1)]


def test_bounds_of_wide_variables_are_propagated() -> None:
    model = Model()
    x, y = model.variable(range(10**9), "x"), model.variable(range(4), "y")
    model.post(table([x, y], [(range(10 * k, 10 * k + 4), k) for k in range(4)]), y > 0, y < 3)
    assert (model.propagate() or {})[x] == range(10, 24)
    model.post(x > 13)
    assert model.propagate() == {x: range(20, 24), y: [2]}


def test_plain_and_negative_tables_of_wide_variables() -> None:
    model = Model()
    x, y = model.variable(range(10**9), "x"), model.variable(range(3), "y")
    model.post(table([x, y], [(7, 1), (10**8, None)]), forbidden([x, y], [(value > 9, 0)]))
    assert model.count() == 3


def test_a_small_table_instead_of_many_tuples() -> None:
    """The lexicographic order as a table, on domains whose combinations cannot be listed."""
    n = 4
    model = Model()
    x, y = model.variables(n, range(200), "x"), model.variables(n, range(200), "y")
    order = [
        (*[None] * n, *[column(k) for k in range(i)], value > column(i), *[None] * (n - i - 1))
        for i in range(n)
    ]
    model.post(table([*x, *y], order), [a == 5 for a in [*x[:3], *y[:3]]])
    left = model.propagate() or {}
    assert (left[x[3]][-1], left[y[3]][0]) == (198, 1)


def test_values_beyond_all_rows_of_bits() -> None:
    """The comparison is expanded to one value, so that no row has the greatest value."""
    model = Model()
    x = [model.variable([0]), model.variable([0]), model.variable(range(3))]
    model.post(table(x, [(None, None, value <= 1), (None, None, column(0))]), x[0] != x[2])
    assert [s[x[2]] for s in model.solutions()] == [1]


@settings(deadline=None, max_examples=15)
@given(domain=NARROW, rows=st.lists(st.tuples(*[entries(3)] * 3), min_size=1, max_size=4))
@pytest.mark.parametrize("stated", [table, forbidden])
def test_symmetries_take_solutions_to_solutions(stated: Any, domain: Any, rows: Any) -> None:
    pytest.importorskip("igraph")
    model = Model()
    x = model.variables(3, domain, "x")
    model.post(stated(x, rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("csp.model.literal_graph"), "MOST_COMBINATIONS", 1)
        found = model.symmetries()
    solutions = {frozenset(zip(x, each, strict=True)) for each in oracle.solutions(model)}
    for generator in found.generators:
        images = {frozenset(generator.get(each, each) for each in own) for own in solutions}
        assert images == solutions


def test_conditions_are_normal_forms() -> None:
    assert (value > 2) & (value <= 7) == entry_of(range(3, 8)) == entry_of(range(7, 2, -1))
    assert (column(1) + 2 > value) == (value <= column(1) + 1)
    assert repr((value > 2) & (value != column(0) - 1)) == "(value >= 3) & (value != column(0) - 1)"
    assert repr(entry_of({2, 1})) == "value in {1, 2}"
    assert repr((value != 2) & (value != 1)) == "(value != 1) & (value != 2)"


WRONG: list[tuple[Any, type[Exception], str]] = [
    (lambda x: [(0, "a")], ModelError, r"row 0, column 1: it is 'a': it must be a whole number"),
    (lambda x: [(0, 1), (value, 1)], ModelError, "row 1, column 0: it is `value` without"),
    (lambda x: [(0, value == column(2))], ModelError, r"row 0, column 1: value == column\(2\)"),
    (lambda x: [(0, {1, 2.5})], ModelError, "row 0, column 1: a value of a set is 2.5"),
    (lambda x: [(0, 1 <= value <= 3)], TruthValueError, r"write \(value >= 1\) & \(value <= 3\)"),
    (lambda x: [(0, value in {1, 3})], TypeError, "unhashable"),
    (lambda x: [(0, value in range(3))], TruthValueError, "a range without `in`"),
    (lambda x: [(0, column(-1))], ModelError, "columns are counted from 0"),
    (lambda x: [(0, column(0) == 3)], ModelError, "the other side must be `value`"),
    (lambda x: [(0, value <= 2.5)], ModelError, "compared with is 2.5"),
]


@pytest.mark.parametrize(("rows", "error", "text"), WRONG)
def test_errors(rows: Any, error: type[Exception], text: str) -> None:
    x = Model().variables(2, range(3), "x")
    with pytest.raises(error, match=text):
        table(x, rows(x))


def test_a_wide_column_cannot_be_compared() -> None:
    model = Model()
    x, y = model.variables(2, range(10**7), "x")
    with pytest.raises(ModelError, match="row 1 of the table compares column 0 with another"):
        model.post(table([x, y], [(1, 2), (None, column(0) + 1)]))
