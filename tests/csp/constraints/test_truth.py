"""Reified constraints and logical constraints."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, at_least, at_most, exactly, if_then, iff, table
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


TUPLES = [(1, 2), (2, None), (3, 3), (3, 4)]
TRUTHS: Any = {
    "truth": lambda offset: lambda x, y, z: z == (x == y + offset),
    "untruth": lambda offset: lambda x, y, z: (x != y + offset) == z,
    "truth_of_table": lambda _: lambda x, y, z: z == table([x, y], TUPLES),
}


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=3, max_size=3), offset=st.integers(-9, 9))
@pytest.mark.parametrize("kind", TRUTHS)
def test_domain_consistent(kind: str, domains: Any, offset: int) -> None:
    result = propagated(TRUTHS[kind](offset), *domains)
    assert result.left == result.possible


CONNECTED: Any = {
    "or": lambda x, y, z: (x < y) | (y < z),
    "and": lambda x, y, z: (x <= y) & (y <= z),
    "not": lambda x, y, z: ~((x == y) & (y != z)),
    "if": lambda x, y, z: if_then(x < y, y + 1 == z),
    "iff": lambda x, y, z: iff(x == 1, y + z >= 3),
    "exactly": lambda x, y, z: exactly(2, [x == y, y == z, x < z]),
    "at_least": lambda x, y, z: at_least(2, [x > 2, y > 2, z > 2]),
    "at_most": lambda x, y, z: at_most(1, [x > 2, y > 2, z > 2]),
}


@settings(deadline=None, max_examples=20)
@given(domains=st.lists(NARROW, min_size=3, max_size=3))
@pytest.mark.parametrize("kind", CONNECTED)
def test_sound(kind: str, domains: Any) -> None:
    propagated(CONNECTED[kind], *domains)


@pytest.mark.parametrize("kind", CONNECTED)
def test_operators_agree_with_python(kind: str) -> None:
    meant: Any = {
        "or": lambda x, y, z: x < y or y < z,
        "and": lambda x, y, z: x <= y <= z,
        "not": lambda x, y, z: not (x == y and y != z),
        "if": lambda x, y, z: not x < y or y + 1 == z,
        "iff": lambda x, y, z: (x == 1) == (y + z >= 3),
        "exactly": lambda x, y, z: (x == y) + (y == z) + (x < z) == 2,
        "at_least": lambda x, y, z: (x > 2) + (y > 2) + (z > 2) >= 2,
        "at_most": lambda x, y, z: (x > 2) + (y > 2) + (z > 2) <= 1,
    }
    model = Model()
    x = model.variables(3, range(4))
    model.post(CONNECTED[kind](*x))
    expected = [t for t in product(range(4), repeat=3) if meant[kind](*t)]
    assert sorted(tuple(s.values()) for s in model.solutions()) == expected
