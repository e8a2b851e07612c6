"""Better and better solutions, bounds and gaps, and several objectives."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, all_different, element
from csp.verbs.gap import gap_of
from exactcover import Stop
from tests.csp import oracle
from tests.csp.strategies import models

pytestmark = pytest.mark.kernel


def weighted(n: int) -> tuple[Model, Any]:
    """Return the permutations of n numbers, and a sum to be least."""
    model = Model()
    x = model.variables(n, range(n))
    model.post(all_different(x))
    return model, sum((k * 7 % 5 - 2) * v for k, v in enumerate(x))


@pytest.mark.parametrize("greatest", [False, True])
def test_each_solution_is_better(greatest: bool) -> None:
    model, total = weighted(5)
    best = (model.maximize if greatest else model.minimize)(total)
    found = model.improving_solutions(total, greatest=greatest, order="input", values="random")
    values = []
    for solution in found:
        values.append(solution[total])
        assert found.value == values[-1]
        assert found.bound is not None
        assert best.value is not None
        assert found.bound >= best.value if greatest else found.bound <= best.value
    assert all(b > a if greatest else b < a for a, b in pairwise(values))
    assert values[-1] == best.value == found.bound == best.bound
    assert found.complete
    assert found.gap == best.gap == 0.0


@settings(deadline=None, max_examples=60)
@given(model=models(), max_nodes=st.integers(1, 20), several=st.booleans())
def test_bounds_and_several_objectives(model: Model, max_nodes: int, several: bool) -> None:
    variables = model.unknowns
    first, second = variables[0] - variables[1], variables[1] + variables[-1]
    expected = [(row[0] - row[1], row[1] + row[-1]) for row in oracle.solutions(model)]
    if several:
        best = model.minimize([first, second])
        assert best.complete
        assert best.value == min(expected, default=None)
        assert model.maximize([first, second]).value == max(expected, default=None)
    else:
        stopped = model.minimize(first, max_nodes=max_nodes)
        least = min((value for value, _ in expected), default=None)
        if least is not None and stopped.bound is not None:
            assert stopped.bound <= least
        if stopped.complete:
            assert stopped.value == stopped.bound == least


def test_the_bound_of_a_stopped_search() -> None:
    model, total = weighted(9)
    best = model.minimize(total, limit=1)
    assert best.stopped is Stop.LIMIT
    assert best.bound is not None and best.value is not None
    least = model.minimize(total).value
    assert least is not None
    assert best.bound <= least <= best.value
    assert best.gap is not None and best.gap >= 0.0
    bound, greatest = model.maximize(total, limit=1).bound, model.maximize(total).value
    assert bound is not None and greatest is not None
    assert bound >= greatest


def test_limits_are_for_all_objectives_together() -> None:
    model, total = weighted(6)
    best = model.minimize([total, model.unknowns[0]], max_nodes=3)
    assert not best.complete
    assert best.stopped is Stop.NODES
    assert best.statistics.nodes <= 3
    assert best.gap is None


def test_all_objectives_have_values() -> None:
    model = Model()
    x, y = model.variable(range(5), "x"), model.variable(range(3), "y")
    assert model.minimize([-x, element([5, 6], x)]).value == (-1, 6)
    assert model.maximize([x, 10 // y]).value == (4, 10)
    assert model.maximize([y, 10 // y], limit=1).value is not None
    none = model.minimize([x, x // 0])
    assert (none.solution, none.complete) == (None, True)


def test_what_is_refused() -> None:
    model, total = weighted(4)
    with pytest.raises(ModelError, match="no expressions"):
        model.minimize([])
    with pytest.raises(ModelError, match="one objective"):
        model.minimize([total, total], checkpoint="none.db")


def test_gaps() -> None:
    assert gap_of(10, 8) == 0.2
    assert gap_of(-10, -12) == 0.2
    assert gap_of(0, 0) == 0.0
    assert gap_of(None, 3) is gap_of(3, None) is None
