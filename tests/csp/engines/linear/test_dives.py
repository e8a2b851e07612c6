"""Dives and neighbourhoods of the engine `linear`, on small rosters."""

import numpy as np
import pytest

from benchmarks.rosters import Ward, state, ward
from csp.engines.linear.engine import Relaxed, linear
from csp.request import ModelRequest
from exactcover.runtime.search.protocol import Out, Status, counting
from tests.running import compiled

pytestmark = pytest.mark.kernel


@compiled
@pytest.mark.parametrize("seed", range(6))
def test_the_best_rosters_are_those_of_clause_learning(seed: int) -> None:
    model, cost = state(_small(seed))
    best = model.minimize(cost, method="linear")
    other = model.minimize(cost, method="learning")
    assert (best.value, best.complete) == (other.value, other.complete) == (other.value, True)


@compiled
def test_neighbourhoods_begin_at_a_solution_of_another_engine() -> None:
    model, cost = state(_small(3))
    first = next(model.solutions())
    best = model.minimize(cost, method="learning")
    engine = linear(model, ModelRequest(objective=cost))
    engine.improve(list(first.values()), int(first[cost]) - 1)
    while engine.advance(50, counting(100)) != Status.EXHAUSTED:
        assert engine.bound >= (best.value or 0) - 1
    assert engine.bound == (best.value or 0) - 1


@compiled
@pytest.mark.parametrize("n_nodes", [1, 20, 60, 120])
def test_it_continues_from_a_snapshot_in_each_phase(n_nodes: int) -> None:
    model, cost = state(ward(0)._replace(n_days=14, demand=ward(0).demand[:14], wishes=WISHES))
    request = ModelRequest(objective=cost)
    one, other = linear(model, request), linear(model, request)
    rows = np.zeros((100, one.depth), dtype=np.uint32)
    one.advance(n_nodes, Out(rows, np.zeros(100, dtype=np.uint32), 100))
    other.restore(one.snapshot())
    assert _after(one, 60) == _after(other, 60)


WISHES = tuple(each for each in ward(0).wishes if each[1] < 14)


def _small(seed: int) -> Ward:
    """Return a ward of four nurses and five days."""
    data = ward(seed)
    return data._replace(
        n_nurses=4,
        n_days=5,
        demand=((1, 1, 1),) * 5,
        longest=4,
        days_off=1,
        nights=2,
        wishes=tuple(each for each in data.wishes if each[0] < 4 and each[1] < 5),
    )


def _after(engine: Relaxed, n_nodes: int) -> tuple[int, int, int, int | None]:
    engine.advance(n_nodes, counting(100))
    return engine.bound, engine.nodes, engine.solutions, engine.least_goal()
