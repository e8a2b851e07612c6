"""The consistency that each constraint promises: what one propagation removes, by brute force."""

from importlib import import_module
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
    channel,
    circuit,
    cumulative,
    element,
    forbidden,
    inverse,
    lexicographic,
    maximum,
    minimum,
    no_overlap,
    regular,
    satisfies,
    table,
    value_precedence,
)
from tests.csp import oracle

pytestmark = pytest.mark.kernel

WIDE = st.lists(st.integers(-70, 140), min_size=1, max_size=6)
NARROW = st.lists(st.integers(0, 6), min_size=1, max_size=5)


STEPS = {(state, value): value * (state + 1) % 3 for state in range(3) for value in range(7)}


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
@pytest.mark.parametrize(
    "kind",
    [
        "equal",
        "absolute",
        "less",
        "table",
        "element",
        "wildcards",
        "forbidden",
        "regular",
        "value_precedence",
        "product",
        "truth",
        "untruth",
        "truth_of_table",
    ],
)
def test_domain_consistent(kind: str, domains: Any, offset: int) -> None:
    constraint: Any = {
        "equal": lambda x, y, _: x == y + offset,
        "absolute": lambda x, y, z: abs(x - y + offset) == z,
        "less": lambda x, y, _: x <= y + offset,
        "table": lambda *x: satisfies(x, lambda a, b, c: (a * b + c + offset) % 3 == 0),
        "element": lambda x, y, _: element([4, 1, 4, offset, 2], x) == y,
        "wildcards": lambda *x: table(x, [(1, None, offset), (None, 2, 3), (4, None, None)]),
        "forbidden": lambda *x: forbidden(x, [(None, 1, 1), (2, None, 2), (3, offset, None)]),
        "regular": lambda *x: regular(x, STEPS, 0, [0, 2]),
        "value_precedence": lambda *x: value_precedence(x, [3, 1, offset + 20]),
        "product": lambda x, y, _: x * (x + offset) == y,
        "truth": lambda x, y, z: z == (x == y + offset),
        "untruth": lambda x, y, z: (x != y + offset) == z,
        "truth_of_table": lambda x, y, z: z == table([x, y], [(1, 2), (2, None), (3, 3), (3, 4)]),
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


@settings(deadline=None, max_examples=60)
@given(
    domains=st.lists(NARROW, min_size=3, max_size=3),
    rows=st.lists(st.tuples(*[st.integers(0, 6)] * 3), min_size=1, max_size=150),
)
def test_forbidden_tuples_are_domain_consistent(domains: Any, rows: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("csp.constraints.forbidden"), "FEW_COMBINATIONS", 0)
        left, expected = left_by(lambda *x: forbidden(x, rows), *domains)
    assert left == expected


@settings(deadline=None, max_examples=40)
@given(
    domain=NARROW,
    bits=st.lists(st.sampled_from([[0], [1], [0, 1], [0, 1]]), min_size=1, max_size=4),
)
def test_channels_are_domain_consistent(domain: Any, bits: Any) -> None:
    left, expected = left_by(lambda x, *bits: channel(x, bits), domain, *bits)
    assert left == expected


INTERVALS = st.tuples(st.integers(-3, 6), st.integers(0, 6)).map(lambda t: range(t[0], sum(t) + 1))


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(INTERVALS, min_size=4, max_size=4))
@pytest.mark.parametrize("kind", ["maximum", "minimum", "no_overlap"])
def test_bounds_consistent_on_intervals(kind: str, domains: Any) -> None:
    constraint: Any = {
        "maximum": lambda x, *y: maximum(y) == x,
        "minimum": lambda x, *y: minimum(y) == x,
        "no_overlap": lambda x, y, *_: no_overlap([x, y], [2, 3]),
    }[kind]
    left, expected = left_by(constraint, *domains)
    assert (left is None) == (expected is None)
    if left is not None:
        ends = [(values[0], values[-1]) for values in left]
        assert ends == [(values[0], values[-1]) for values in expected]


@settings(deadline=None, max_examples=40)
@given(x=INTERVALS, y=INTERVALS, least=st.integers(-20, 20), span=st.integers(0, 20))
def test_products_are_bounds_consistent(x: Any, y: Any, least: int, span: int) -> None:
    """The result has the bounds of all products; the factors lose no more than they must."""
    products = [a * b for a in x for b in y]
    left, _ = left_by(lambda x, y, z: x * y == z, x, y, range(min(products), max(products) + 1))
    assert left == [list(x), list(y), list(range(min(products), max(products) + 1))]
    z = range(least, least + span + 1)
    left, expected = left_by(lambda x, y, z: x * y == z, x, y, z)
    assert expected is None or all(set(a) <= set(b) for a, b in zip(expected, left, strict=True))


def test_an_inverse_answers_each_value() -> None:
    left, _ = left_by(lambda *x: inverse(x[:3], x[3:]), [0, 1], range(3), range(3), *[range(3)] * 3)
    assert left == [[0, 1], [0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2], [1, 2]]


def test_a_circuit_closes_no_small_circle_and_reaches_all() -> None:
    left, _ = left_by(lambda *x: circuit(x), [1], [2], range(4), range(5), range(5))
    assert left == [[1], [2], [3], [4], [0]]
    left, _ = left_by(lambda *x: circuit(x), [1, 2], [0, 2], [0, 1], [4, 0], [3, 0])
    assert left is None


def test_a_time_table_moves_what_is_in_the_way() -> None:
    def tasks(x: Any, y: Any, z: Any) -> Any:
        return cumulative([x, y, z], [4, 2, 3], [2, 2, 1], 3)

    left, _ = left_by(tasks, [2, 3], range(2, 9), range(9))
    assert left == [[2, 3], [6, 7, 8], list(range(9))]
    left, _ = left_by(tasks, [2, 3], range(2, 6), range(9))
    assert left is None


def test_a_large_table_has_words_that_empty() -> None:
    rows = [(a, b, (7 * a + 3 * b) % 23) for a in range(23) for b in range(23)]
    model = Model()
    x, y, z = model.variables(3, range(23))
    model.post(table([x, y, z], rows), table([z, x, y], rows), x != y)
    expected = sum((7 * c + 3 * a) % 23 == b for a, b, c in rows if a != b)
    assert model.count() == expected
