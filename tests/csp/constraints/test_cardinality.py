"""Global cardinality, and the number of expressions with a value."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, all_different, cardinality, count_of
from csp.constraints.cardinality import Cardinality
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(NARROW, min_size=3, max_size=4), k=st.integers(0, 3))
def test_one_value_is_domain_consistent(domains: Any, k: int) -> None:
    result = propagated(lambda *x: cardinality(x, {3: k}), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(NARROW, min_size=3, max_size=5), value=st.integers(0, 3))
def test_a_count_is_domain_consistent(domains: Any, value: int) -> None:
    result = propagated(lambda n, *x: count_of(x, value) == n, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=60)
@given(
    domains=st.lists(st.one_of(NARROW, WIDE), min_size=2, max_size=5),
    counts=st.dictionaries(st.integers(-1, 5), st.integers(0, 3), min_size=1),
)
def test_domain_consistent(domains: Any, counts: Any) -> None:
    result = propagated(lambda *x: cardinality(x, counts, "domain"), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(
    domains=st.lists(NARROW, min_size=3, max_size=4),
    counts=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=3),
)
def test_domain_consistent_where_counts_are_intervals(domains: Any, counts: Any) -> None:
    n = len(counts)

    def constraint(*both: Any) -> Any:
        return cardinality(both[n:], dict(enumerate(both[:n])), "domain")

    intervals = [range(least, least + span + 1) for least, span in counts]
    left, possible = propagated(constraint, *intervals, *domains)
    assert bool(left) == bool(possible)
    if left and possible:
        assert left[n:] == possible[n:]


def test_once_each_is_all_different_over_several_words() -> None:
    random = Random(1)
    for _ in range(5):
        hidden = random.sample(range(70), 70)
        domains = [{value, *random.sample(range(70), 2)} for value in hidden]
        expected = propagate(domains, lambda x: all_different(x, "domain"))
        assert propagate(domains, lambda x: cardinality(x, ONCE, "domain")) == expected


ONCE = dict.fromkeys(range(70), 1)


def propagate(domains: Any, constraint: Any) -> Any:
    model = Model()
    x = [model.variable(values) for values in domains]
    model.post(constraint(x))
    left = model.propagate()
    return None if left is None else [left[v] for v in x]


def test_two_values_for_two_variables_are_none_for_a_third() -> None:
    left = propagate([[0, 1], [0, 1], [0, 1, 2]], lambda x: cardinality(x, {0: 1, 1: 1}, "domain"))
    assert left == [[0, 1], [0, 1], [2]]


@settings(deadline=None, max_examples=40)
@given(
    domains=st.lists(NARROW, min_size=3, max_size=5),
    counts=st.dictionaries(st.integers(0, 3), st.integers(0, 3), min_size=1),
)
@pytest.mark.parametrize("level", Cardinality.LEVELS)
def test_sound(level: str, domains: Any, counts: Any) -> None:
    def constraint(*x: Any) -> Any:
        return cardinality([*x, x[0]], counts | {4: x[1]}, level)

    propagated(constraint, *domains)


def test_words_with_given_letters() -> None:
    model = Model()
    x = model.variables(6, range(3))
    model.post(cardinality(x, {0: 3, 1: 2, 2: 1}))
    assert model.count() == 60  # 6! / (3! 2! 1!)
