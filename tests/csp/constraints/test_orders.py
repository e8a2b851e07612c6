"""Places of extremes, sorted sequences, and circuits of some places."""

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, argmax, argmin, sort, subcircuit
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("place", range(3))
def test_places_of_extremes(place: int) -> None:
    words = list(product(range(3), repeat=3))
    for function, pick in ((argmax, max), (argmin, min)):
        model = Model()
        x = model.variables(3, range(3))
        model.post(function(x) == place)
        assert model.count() == sum(word.index(pick(word)) == place for word in words)


@settings(deadline=None, max_examples=30)
@given(domains=st.lists(NARROW, min_size=4, max_size=4))
def test_sort_is_sound(domains: Any) -> None:
    propagated(lambda a, b, x, y: sort([a, b], [x, y]), *domains)


def test_a_sorted_sequence_is_unique() -> None:
    model = Model()
    x, y = model.variables((2, 4), range(4), name="x")
    model.post(sort(x, y))
    found = [(s[x].tolist(), s[y].tolist()) for s in model.solutions()]
    assert len(found) == 4**4
    assert all(sorted(own) == ordered for own, ordered in found)


def is_subcircuit(values: tuple[int, ...]) -> bool:
    """Return whether a permutation has at most one cycle of several places."""
    moved = [k for k, v in enumerate(values) if k != v]
    place, n = moved[0] if moved else 0, 0
    while moved and n <= len(values):
        place, n = values[place], n + 1
        if place == moved[0]:
            break
    return n == len(moved)


@pytest.mark.parametrize("n", range(1, 6))
def test_circuits_of_some_places(n: int) -> None:
    model = Model()
    x = model.variables(n, range(-1, n + 1))
    model.post(subcircuit(x))
    expected = [values for values in permutations(range(n)) if is_subcircuit(values)]
    assert sorted(tuple(s[x].tolist()) for s in model.solutions()) == expected


@settings(deadline=None, max_examples=60)
@given(domains=st.lists(st.lists(st.integers(0, 4), min_size=1), min_size=5, max_size=5))
def test_subcircuit_is_sound(domains: Any) -> None:
    propagated(lambda *x: subcircuit(x), *domains)


def test_a_circuit_of_many_places() -> None:
    """More places than a word has bits: a tour of 70 places, and one that leaves out the last."""
    model = Model()
    x = model.variables(70, range(70), name="x")
    model.post(subcircuit(x), [x[k] == k + 1 for k in range(68)])
    assert sorted(s[x[68]] for s in model.solutions()) == [0, 69]
    model.post(x[69] != 69)
    assert model.solve().get()[x[68]] == 69


X = Model().variable(range(3), "x")
WRONG: Any = 3


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: argmax([]), "needs at least one expression"),
        (lambda: argmin(WRONG), "the expressions: 3 is given"),
        (lambda: sort([X], []), "the sequences have 1 and 0 expressions"),
        (lambda: subcircuit(WRONG), "the successors: 3 is given"),
    ],
)
def test_wrong_arguments(make: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()
