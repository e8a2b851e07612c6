"""The search of the reduced problem in place of the problem."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.analysis.reduction import reduce
from exactcover.portfolio.subproblem import Reduced
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status, counting
from tests import oracle
from tests.strategies import problems

pytestmark = pytest.mark.kernel


def listed(engine: Reduced, budget: int, room: int) -> list[tuple[int, ...]]:
    """List all solutions in slices."""
    found: list[tuple[int, ...]] = []
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        out = Out(np.zeros((room, engine.depth), np.uint32), np.zeros(room, np.uint32), room)
        before = engine.solutions
        status = engine.advance(budget, out)
        rows = zip(out.rows, out.lengths, strict=True)
        found += [tuple(sorted(row[:n].tolist())) for row, n in rows][: engine.solutions - before]
    engine.check()
    return found


@settings(max_examples=200)
@given(problem=problems(), budget=st.integers(1, 9), room=st.integers(1, 3))
def test_equals_brute_force(problem: Problem, budget: int, room: int) -> None:
    expected = oracle.solutions(problem)
    reduction = reduce(problem)
    found = listed(Reduced(problem.links.depth, reduction, Goal.LIST), budget, room)
    assert len(found) == len(expected)
    assert set(found) == expected
    counts = Reduced(problem.links.depth, reduction, Goal.COUNT)
    nothing = counting()
    while counts.advance(budget, nothing) != Status.EXHAUSTED:
        pass
    assert counts.solutions == len(expected)


@settings(max_examples=100)
@given(problem=problems(), budget=st.integers(0, 9))
def test_a_restored_engine_goes_on(problem: Problem, budget: int) -> None:
    engine, other = (Reduced(problem.links.depth, reduce(problem), Goal.LIST) for _ in range(2))
    engine.advance(budget, Out(np.zeros((1, engine.depth), np.uint32), np.zeros(1, np.uint32), 1))
    other.restore(engine.snapshot())
    assert listed(other, 9, 4) == listed(engine, 9, 4)
    assert other.nodes == engine.nodes


def test_nothing_can_be_chosen() -> None:
    problem = Problem([["p"], ["q"]])
    engine = Reduced(problem.links.depth, reduce(problem), Goal.LIST)
    assert engine.choose([])
    assert not engine.choose([0])
