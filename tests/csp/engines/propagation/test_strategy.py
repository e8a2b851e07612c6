"""Orders of variables: the adaptive one, which changes in a search, and the least value first."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, all_different
from csp.engines.propagation.engine import Propagation
from csp.kernels.tree import CURRENT, ROUND, UNTIL, WEIGHTED
from csp.portfolio.choice import engine_for
from csp.request import ModelRequest
from exactcover.runtime.search.protocol import EXHAUSTED, Out
from tests.csp import oracle
from tests.csp.strategies import models
from tests.running import compiled

pytestmark = pytest.mark.kernel


def engine_of(model: Model, first_trial: int) -> Propagation:
    """Return the engine that searches for all solutions, whose first trial begins at a node."""
    engine, _ = engine_for(model, ModelRequest())
    assert isinstance(engine, Propagation)
    engine._tree.trial[UNTIL] = first_trial
    return engine


def found_by(engine: Propagation, n: int) -> list[tuple[int, ...]]:
    """Return all solutions, searched in small slices."""
    rows, lengths = np.zeros((5, n), dtype=np.uint32), np.zeros(5, dtype=np.uint32)
    found: list[tuple[int, ...]] = []
    status = None
    while status != EXHAUSTED:
        before = engine.solutions
        status = engine.advance(7, Out(rows, lengths, 5))
        found += map(tuple, (rows[: engine.solutions - before] + engine.origins).tolist())
    return found


@settings(deadline=None, max_examples=60)
@given(model=models(), first_trial=st.integers(1, 6))
def test_an_early_trial_changes_no_solution(model: Model, first_trial: int) -> None:
    engine = engine_of(model, first_trial)
    found = found_by(engine, len(model.unknowns))
    assert sorted(found) == oracle.solutions(model)


def queens(n: int) -> Model:
    model = Model()
    q = model.variables(n, range(n), name="q")
    for step in (-1, 0, 1):
        model.post(all_different([v + step * i for i, v in enumerate(q)]))
    return model


@compiled
@pytest.mark.parametrize("first_trial", [1, 500])
def test_several_rounds_of_trials_count_right(first_trial: int) -> None:
    engine = engine_of(queens(10), first_trial)
    assert len(set(found_by(engine, 10))) == engine.solutions == 724
    assert engine._tree.trial[ROUND] >= 1


def schur(n: int, parts: int) -> Model:
    """State that 1 .. n is split into parts without x + y = z: possible up to 13 for three."""
    model = Model()
    x = model.variables(n, range(parts))
    for a in range(1, n + 1):
        for b in range(a, n + 1 - a):
            model.post(~((x[a - 1] == x[b - 1]) & (x[b - 1] == x[a + b - 1])))
    return model


@compiled
def test_weights_are_taken_where_they_are_better() -> None:
    model = schur(18, 3)
    count = model.count()
    assert count == 0 and count.complete
    plain = model.count(order="smallest", max_nodes=10 * count.statistics.nodes)
    assert not plain.complete
    engine = engine_of(model, 100)
    while engine._tree.trial[CURRENT] != WEIGHTED:
        engine.advance(50, Out(np.zeros((0, 0), np.uint32), np.zeros(0, np.uint32), 1))


def test_least_value_first() -> None:
    model = Model()
    x = model.variable(range(3, 5), "x")
    y = model.variable(range(0, 9), "y")
    z = model.variable(range(0, 7), "z")
    model.post(x + y + z >= 4)
    found = [tuple(s.values()) for s in model.solutions(order="least value", limit=2)]
    # Of y and z, whose least values are equal, z has the smaller domain; then y, and last x.
    assert found == [(4, 0, 0), (3, 1, 0)]
