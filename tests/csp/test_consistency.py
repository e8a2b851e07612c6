"""The consistency that each constraint promises: what one propagation removes, by brute force."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import (
    ContradictionError,
    Model,
    Variable,
    all_different,
    cardinality,
    element,
    lexicographic,
    satisfies,
    table,
)
from tests.csp import oracle

pytestmark = pytest.mark.kernel

WIDE = st.lists(st.integers(-70, 140), min_size=1, max_size=6)
NARROW = st.lists(st.integers(0, 6), min_size=1, max_size=5)


def left_by(constraint: Any, *domains: Any) -> tuple[Any, Any]:
    """Return the values that propagation leaves, and those that are in solutions."""
    model = Model()
    variables = [model.variable(domain) for domain in domains]
    try:
        model.post(constraint(*variables))
    except ContradictionError:
        return None, oracle.values_left(model) and None
    left = model.propagate()
    return left and [left[v] for v in variables], oracle.values_left(model)


@settings(deadline=None, max_examples=60)
@given(domains=st.lists(NARROW, min_size=3, max_size=5), shift=st.integers(-2, 2))
def test_all_different_is_domain_consistent(domains: Any, shift: int) -> None:
    def constraint(first: Variable, *rest: Variable) -> Any:
        return all_different([first + shift, *rest], "domain")

    left, expected = left_by(constraint, *domains)
    assert left == expected


@settings(deadline=None, max_examples=20)
@given(domains=st.lists(WIDE, min_size=3, max_size=4))
def test_all_different_is_domain_consistent_over_several_words(domains: Any) -> None:
    left, expected = left_by(lambda *x: all_different(x, "domain"), *domains)
    assert left == expected


@settings(deadline=None, max_examples=60)
@given(bounds=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=3, max_size=5))
def test_all_different_is_bounds_consistent_on_intervals(bounds: Any) -> None:
    domains = [range(low, low + span + 1) for low, span in bounds]
    left, expected = left_by(lambda *x: all_different(x, "bounds"), *domains)
    if expected is None:
        assert left is None
    else:
        ends = [(values[0], values[-1]) for values in left]
        assert ends == [(values[0], values[-1]) for values in expected]


@settings(deadline=None, max_examples=40)
@given(
    domains=st.lists(st.one_of(WIDE, NARROW), min_size=3, max_size=3),
    offset=st.integers(-9, 9),
)
@pytest.mark.parametrize("kind", ["equal", "absolute", "less", "table", "element"])
def test_domain_consistent(kind: str, domains: Any, offset: int) -> None:
    constraint: Any = {
        "equal": lambda x, y, _: x == y + offset,
        "absolute": lambda x, y, z: abs(x - y + offset) == z,
        "less": lambda x, y, _: x <= y + offset,
        "table": lambda *x: satisfies(x, lambda a, b, c: (a * b + c + offset) % 3 == 0),
        "element": lambda x, y, _: element([4, 1, 4, offset, 2], x) == y,
    }[kind]
    left, expected = left_by(constraint, *domains)
    assert left == expected


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=4, max_size=4), strict=st.booleans())
def test_lexicographic_order_is_bounds_consistent(domains: Any, strict: bool) -> None:
    left, expected = left_by(
        lambda a, b, c, d: lexicographic([a, b], [c, d], strict=strict), *domains
    )
    assert (left is None) == (expected is None)
    if left is not None:
        assert left == expected


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=3, max_size=3), total=st.integers(-9, 30))
def test_equations_are_consistent_where_bounds_are_all(domains: Any, total: int) -> None:
    intervals = [range(min(domain), max(domain) + 1) for domain in domains]
    left, expected = left_by(lambda x, y, z: x + y - z == total, *intervals)
    assert left == expected


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(NARROW, min_size=3, max_size=4), k=st.integers(0, 3))
def test_cardinality_of_one_value_is_consistent(domains: Any, k: int) -> None:
    left, expected = left_by(lambda *x: cardinality(x, {3: k}), *domains)
    assert left == expected


def test_a_large_table_has_words_that_empty() -> None:
    rows = [(a, b, (7 * a + 3 * b) % 23) for a in range(23) for b in range(23)]
    model = Model()
    x, y, z = model.variables(3, range(23))
    model.post(table([x, y, z], rows), table([z, x, y], rows), x != y)
    expected = sum((7 * c + 3 * a) % 23 == b for a, b, c in rows if a != b)
    assert model.count() == expected
