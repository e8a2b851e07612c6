"""Operators of expressions, conditions and arrays, compared with Python's own."""

import operator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError
from csp.constraints import tabulated
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel

DIVISIONS: Any = {"//": operator.floordiv, "%": operator.mod}


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=3, max_size=3))
@pytest.mark.parametrize("kind", DIVISIONS)
def test_division_is_domain_consistent(kind: str, domains: Any) -> None:
    result = propagated(lambda x, y, z: DIVISIONS[kind](x, y) == z, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.builds(range, st.integers(-9, 0), st.integers(1, 9)), min_size=2))
@pytest.mark.parametrize("kind", DIVISIONS)
def test_division_of_many_values_is_sound(kind: str, domains: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tabulated, "MOST_PAIRS", 0)
        model = Model()
        x, y = (model.variable(domain) for domain in domains[:2])
        model.post(DIVISIONS[kind](x, y) >= -99)
        found = [(s[x], s[y]) for s in model.solutions()]
    assert sorted(found) == [t for t in product(x.values, y.values) if t[1]]


def test_division_of_large_numbers() -> None:
    model = Model()
    x = model.variable(range(500_000), "x")
    model.post(x // 1000 == 499, x % 1000 == 7)
    assert [s[x] for s in model.solutions()] == [499_007]


@pytest.mark.parametrize("exponent", range(5))
def test_powers(exponent: int) -> None:
    model = Model()
    x, y = model.variable(range(-4, 5), "x"), model.variable(range(-300, 300), "y")
    model.post(x**exponent == y)
    assert sorted(s[x] for s in model.solutions()) == [*range(-4, 5)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tabulated, "MOST_PAIRS", 0)
        assert all(s[x] ** exponent == s[y] for s in model.solutions())
        assert model.count() == 9


def test_negative_exponents_are_in_no_solution() -> None:
    model = Model()
    x, y = model.variables(2, range(-2, 3), name="xy")
    model.post(x**y <= 100)
    assert sorted((s[x], s[y]) for s in model.solutions()) == [
        (a, b) for a in range(-2, 3) for b in range(3)
    ]
    big = model.variable(range(1000), "big")
    with pytest.raises(ModelError, match="may overflow"):
        model.post(big**40 == 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tabulated, "MOST_PAIRS", 0)
        with pytest.raises(ModelError, match="the exponent must be a number"):
            model.post(x**y == 3)


LOGIC: Any = {
    "and": (lambda a, b: a & b, lambda a, b: a and b),
    "or": (lambda a, b: a | b, lambda a, b: a or b),
    "xor": (lambda a, b: a ^ b, lambda a, b: a != b),
    "implies": (lambda a, b: a >> b, lambda a, b: a <= b),
    "not": (lambda a, b: ~a & b, lambda a, b: not a and b),
    "nested": (lambda a, b: ~(a >> b) ^ b, lambda a, b: (a > b) != b),
    "number and": (lambda a, b: 1 & a, lambda a, b: a),
    "number implies": (lambda a, b: 1 >> a, lambda a, b: a),
    "sum": (lambda a, b: sum([a, b]) == 1, lambda a, b: a != b),
    "arithmetic": (lambda a, b: 3 * a - b >= 2 - b, lambda a, b: a),
    "from": (lambda a, b: 1 - a == b, lambda a, b: a != b),
    "negative": (lambda a, b: -a < b - 1 + a, lambda a, b: 2 * a + b > 1),
    "compared": (lambda a, b: (a <= b) & (a >= b), lambda a, b: a == b),
    "greater": (lambda a, b: a > b, lambda a, b: a > b),
}


@pytest.mark.parametrize("kind", LOGIC)
@pytest.mark.parametrize("are_constraints", [False, True])
def test_logic(kind: str, *, are_constraints: bool) -> None:
    ours, python = LOGIC[kind]
    model = Model()
    x, y = model.bool_vars(2, "x")
    a, b = (x == 1, y == 1) if are_constraints else (x, y)
    model.post(ours(a, b))
    expected = [t for t in product((0, 1), repeat=2) if python(*map(bool, t))]
    assert sorted((s[x], s[y]) for s in model.solutions()) == expected


@pytest.mark.parametrize("make", [lambda x: ~x, lambda x: x & 1, lambda x: x ^ 1, lambda x: x >> 1])
def test_logic_needs_0_and_1(make: Any) -> None:
    model = Model()
    x = model.variable(range(3), "x")
    with pytest.raises(ModelError, match="the operand of a logical constraint must be"):
        model.post(make(x))


def test_arrays_are_compared_at_once() -> None:
    model = Model()
    x = model.variables((2, 3), range(3), name="x")
    model.post(x[0] < x[1], x.sum(axis=1) == [2, 5], (x == 2).sum() == 3)
    found = {tuple(s[x].ravel().tolist()) for s in model.solutions()}
    assert found == {
        t
        for t in product(range(3), repeat=6)
        if all(a < b for a, b in zip(t[:3], t[3:], strict=True))
        and (sum(t[:3]), sum(t[3:])) == (2, 5)
        and t.count(2) == 3
    }


def test_arrays_of_conditions_are_combined_at_once() -> None:
    model = Model()
    x, y = model.variables((2, 3), range(2), name="x")
    model.post((x == 1) | (y == 0), ~(x[0] == y[0]))
    assert model.count() == sum(
        all(a or not b for a, b in zip(t[:3], t[3:], strict=True)) and t[0] != t[3]
        for t in product((0, 1), repeat=6)
    )


def test_arrays_keep_their_kind() -> None:
    x = Model().variables(3, range(3), name="x")
    for each in (x[1:], x + 1, x == 1, -x, x.reshape(3, 1), np.abs(x - 1)):
        assert type(each) is type(x)
    x += 1
    assert repr(x[0]) == "x[0] + 1"
    assert np.array([1, 2]).tolist() == [1, 2]


def test_an_index_may_be_a_variable() -> None:
    model = Model()
    x = model.variables((2, 3), range(3), name="x")
    i, j = model.variable(range(-1, 3), "i"), model.variable(range(5), "j")
    model.post(x[i, j] == 2, x[1, j] == 0, x[i, 0] == 1)
    expected = 0
    for t in product(range(3), repeat=6):
        cells = np.array(t).reshape(2, 3)
        for a, b in product(range(2), range(3)):
            expected += cells[a, b] == 2 and cells[1, b] == 0 and cells[a, 0] == 1
    assert model.count() == expected


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda x: x[x[0, 0]], "2 dimensions, and there are 1 indices|elements|iterable|term"),
        (lambda x: x[x[0, 0], 7], "out of bounds|index"),
    ],
)
def test_wrong_indices(make: Any, message: str) -> None:
    x = Model().variables((2, 3), range(3), name="x")
    with pytest.raises((ModelError, IndexError), match=message):
        make(x)
