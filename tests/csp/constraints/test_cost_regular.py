"""The cost of the run of an automaton."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, cost_regular

STATES = st.integers(0, 2)
STEPS = st.dictionaries(st.tuples(STATES, st.integers(0, 2)), STATES, min_size=3, max_size=9)


@pytest.mark.kernel
@settings(deadline=None, max_examples=30)
@given(steps=STEPS, ends=st.sets(STATES, min_size=1), n=st.integers(1, 4), data=st.data())
def test_costs_of_all_sequences(steps: Any, ends: set[int], n: int, data: Any) -> None:
    costs = {key: data.draw(st.integers(-4, 4)) for key in steps}
    model = Model()
    x = model.variables(n, range(3))
    total = model.variable(range(-20, 21))
    model.post(cost_regular(x, steps, 0, ends, costs) == total)
    expected = {}
    for values in product(range(3), repeat=n):
        state: int | None = 0
        cost = 0
        for value in values:
            cost += costs.get((state, value), 0)
            state = steps.get((state, value))
        if state in ends:
            expected[values] = cost
    assert {tuple(s[x].tolist()): s[total] for s in model.solutions()} == expected


@pytest.mark.kernel
def test_the_cheapest_week() -> None:
    """A change of the shift costs 3, a night 1, and two nights are followed by a day off."""
    steps = {("d", 0): "d", ("d", 1): "n", ("n", 1): "nn", ("n", 0): "d", ("nn", 2): "d"}
    costs = {("d", 1): 4, ("n", 1): 1, ("n", 0): 3}
    model = Model()
    x = model.variables(7, range(3))
    model.post(sum(x == 1) == 4)
    best = model.minimize(cost_regular(x, steps, "d", ["d"], costs))
    assert best.value == 10


def test_wrong_costs() -> None:
    x = Model().variables(2, range(2))
    with pytest.raises(ModelError, match=r"a cost of \('a', 1\), which is no transition"):
        cost_regular(x, {("a", 0): "a"}, "a", ["a"], {("a", 1): 1})
    with pytest.raises(ModelError, match="must be a mapping"):
        cost_regular(x, {("a", 0): "a"}, "a", ["a"], [1])  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="the cost of"):
        cost_regular(x, {("a", 0): "a"}, "a", ["a"], {("a", 0): 0.5})  # type: ignore[dict-item]
