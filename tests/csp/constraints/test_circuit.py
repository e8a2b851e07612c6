"""Hamiltonian circuits."""

from math import factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, circuit
from tests.csp.consistency import propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(
    domains=st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=4), min_size=4, max_size=4)
)
def test_sound(domains: Any) -> None:
    propagated(lambda *x: circuit(x), *domains)


def test_no_subcircuits_and_all_places_are_reached() -> None:
    left = propagated(lambda *x: circuit(x), [1], [2], range(4), range(5), range(5)).left
    assert left == [[1], [2], [3], [4], [0]]
    assert propagated(lambda *x: circuit(x), [1, 2], [0, 2], [0, 1], [4, 0], [3, 0]).left is None


@pytest.mark.parametrize("n", [1, 2, 5, 6])
def test_round_trips(n: int) -> None:
    model = Model()
    model.post(circuit(model.variables(n, range(n))))
    assert model.count() == factorial(n - 1)


@pytest.mark.parametrize("successors", [[5, 6, 7], [2, -1, 0]])
def test_values_for_a_model_that_is_refuted_while_it_is_posted(successors: list[int]) -> None:
    model = Model()
    x = [model.variable([value]) for value in successors]
    model.post(circuit(x))
    wanted = dict(zip(x, successors, strict=True))
    assert model.solve(values=wanted).complete
    assert model.solve(method="learning", values=wanted).complete
    assert model.minimize(x[0], near=wanted).complete
