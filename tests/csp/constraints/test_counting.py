"""Constraints that count: how many values, and how often some values occur."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import (
    Model,
    ModelError,
    all_equal,
    among,
    count_of,
    n_values,
    sequence,
    sliding_sum,
    stretch,
    xor,
)
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


def count(n: int, most: int, make: Any) -> int:
    """Return the number of solutions of a constraint on n variables with the values below most."""
    model = Model()
    model.post(make(model.variables(n, range(most))))
    return model.count()


def stirling(n: int, k: int) -> int:
    return 1 if n == k else 0 if not k else k * stirling(n - 1, k) + stirling(n - 1, k - 1)


@pytest.mark.parametrize("k", range(1, 5))
def test_number_of_values(k: int) -> None:
    """The surjections onto k of 4 values: Stirling numbers of the second kind."""
    falling = {1: 4, 2: 12, 3: 24, 4: 24}[k]
    assert count(5, 4, lambda x: n_values(x) == k) == stirling(5, k) * falling


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=3, max_size=3))
def test_all_equal_is_domain_consistent(domains: Any) -> None:
    result = propagated(lambda *x: all_equal(x), *domains)
    assert result.left == result.possible


LENGTHS = {0: (2, 3), 1: (1, 2), 2: (2, None)}


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.lists(st.integers(0, 3), min_size=1), min_size=5, max_size=5))
def test_stretch_is_domain_consistent(domains: Any) -> None:
    result = propagated(lambda *x: stretch(x, LENGTHS), *domains)
    assert result.left == result.possible


def test_stretch_counts_runs() -> None:
    """Binary words without a run of three: twice the Fibonacci numbers."""
    lengths = {0: (1, 2), 1: (1, 2)}
    assert [count(n, 2, lambda x: stretch(x, lengths)) for n in range(1, 8)] == [
        2,
        4,
        6,
        10,
        16,
        26,
        42,
    ]


def test_windows() -> None:
    words = list(product(range(3), repeat=5))
    windows = [[word[k : k + 3] for k in range(3)] for word in words]
    sums = sum(all(2 <= sum(own) <= 4 for own in each) for each in windows)
    assert count(5, 3, lambda x: sliding_sum(x, 3, 2, 4)) == sums
    numbers = sum(all(own.count(1) + own.count(2) == 1 for own in each) for each in windows)
    assert count(5, 3, lambda x: sequence(x, 3, [1, 2], 1, 1)) == numbers
    assert count(2, 3, lambda x: sliding_sum(x, 3, 9, 9)) == 9


def test_count_of_a_variable() -> None:
    words = product(range(3), repeat=4)
    expected = sum(word[:3].count(word[3]) == 2 for word in words)
    assert count(4, 3, lambda x: count_of(x[:3], x[3]) == 2) == expected


def test_parity() -> None:
    assert count(6, 3, lambda x: xor(x > 1)) == sum(
        sum(value > 1 for value in word) % 2 for word in product(range(3), repeat=6)
    )
    model = Model()
    model.post(xor([]))
    assert model.count() == 0


X = Model().variable(range(3), "x")
WRONG: Any = 3


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: among([X], [WRONG / 2]), "a value to count is 1.5"),
        (lambda: among([X], WRONG), "the values: 3 is given"),
        (lambda: stretch([X], WRONG), "the lengths are 3: they must be a mapping"),
        (lambda: stretch([X], {1: WRONG}), "the lengths of 1 are 3: give the least and the"),
        (lambda: stretch([X], {1: (0, 2)}), "the least length of 1 is 0: it must be 1 or more"),
        (lambda: sliding_sum([X], 0, 1, 2), "the width of a window is 0"),
        (lambda: sequence([X], 1, WRONG, 1, 2), "the values: 3 is given"),
    ],
)
def test_wrong_arguments(make: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()
