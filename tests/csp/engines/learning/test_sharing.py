"""What searches by clause learning tell each other holds in every solution that is still wanted."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, all_different
from csp.engines.learning.check import decoded, holds
from csp.engines.learning.engine import learning
from csp.engines.learning.sharing import Mark
from csp.request import ModelRequest
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status, counting
from exactcover.runtime.search.request import Request
from tests.csp.engines.learning.test_learning import all_values
from tests.csp.strategies import models

pytestmark = pytest.mark.kernel

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=models(), n_nodes=st.integers(1, 30))
def test_what_is_told_holds_in_all_solutions(model: Model, n_nodes: int) -> None:
    request = ModelRequest(Request(Goal.LIST, seed=3))
    expected = all_values(model, request)
    one, other = learning(model, request), learning(model, ModelRequest(Request(Goal.LIST)))
    while one.advance(1, counting(1)) == Status.BUDGET_SPENT and one.nodes < n_nodes:
        if one.solutions:  # what it learns now may follow from that this is left behind
            return
        told = [*one.short_clauses(99, Mark())[0], *other.facts_missing([one])]
        for clause in told:
            literals = [decoded(one._state, each) for each in clause]
            for values in expected:
                assert any(holds(each, values[each[0]]) for each in literals)
        other.add(told)
        other.check()
    found = set()
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        out = Out(np.empty((1, one.depth), np.uint32), np.empty(1, np.uint32), 1)
        before = other.solutions
        status = other.advance(50, out)
        other.check()
        if other.solutions > before:
            found.add(tuple(out.rows[0].tolist()))
    assert len(found) == len({values[: one.depth] for values in expected})


def test_many_clauses_make_the_arrays_grow() -> None:
    model = Model()
    x = model.variables(9, range(9), name="x")
    model.post(all_different(x))
    request = ModelRequest(Request(Goal.LIST))
    one, other = learning(model, request), learning(model, request)
    # x0 >= j or x1 >= k: those with j and k at most 1 and 8 are facts, the others clauses.
    literals = [[v << 42 | place << 2 for place in range(1, 9)] for v in range(2)]
    clauses = [(a, b) for a in literals[0] for b in literals[1]] * 200
    size = len(other._own.clauses)
    other.add(clauses)
    other.check()
    assert len(other._own.clauses) > size
    other.add([(a,) for a in literals[0]])
    other.advance(1, counting(1))
    assert one.facts_missing([other])[0] == (8 << 2,)
    one.add(one.facts_missing([other]))
    one.advance(100, counting(1))
    assert one._own.variables[0, 7] == 8


def test_contradictory_facts_end_the_search() -> None:
    model = Model()
    x = model.variables(2, range(5), name="x")
    model.post(x[0] <= x[1])
    engine = learning(model, ModelRequest())
    engine.add([(3 << 2,), (3 << 2 | 1,)])  # x0 >= 3 and x0 < 3
    assert engine.advance(9, counting()) == Status.EXHAUSTED
    assert engine.solutions == 0
