"""Lazy clause generation on random models with every constraint: the same as brute force."""

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model
from csp.kernels.state import ORIGIN
from csp.learning.check import clauses_of, holds
from csp.model.layout import lay_out
from csp.search.engine import Propagation
from csp.search.learning import learning, posted
from csp.search.request import ModelRequest
from csp.search.strategy import tree_for
from exactcover.search.goal import Goal
from exactcover.search.protocol import Out, Status
from exactcover.search.request import Request
from tests.csp import oracle
from tests.csp.strategies import models

pytestmark = pytest.mark.kernel

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
N_MODELS = int(os.environ.get("CSP_MODELS", "60"))
"""The number of random models of each test."""
SEEDS = st.one_of(st.none(), st.integers(0, 9))


@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=models(), seed=SEEDS)
def test_solutions_are_those_of_brute_force(model: Model, seed: int | None) -> None:
    expected = oracle.solutions(model)
    found = model.solutions(method="learning", seed=seed)
    assert sorted(tuple(s[model.unknowns]) for s in found) == expected
    assert found.complete
    assert bool(model.solve(method="learning", seed=seed)) == bool(expected)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=models(), seed=SEEDS)
def test_the_best_solution_is_that_of_brute_force(model: Model, seed: int | None) -> None:
    a, b, *_ = model.unknowns
    expected = [2 * x - y for x, y, *_ in oracle.solutions(model)]
    least = model.minimize(2 * a - b, method="learning", seed=seed)
    greatest = model.maximize(2 * a - b, method="learning", seed=seed)
    assert least.complete
    assert greatest.complete
    assert least.value == min(expected, default=None)
    assert greatest.value == max(expected, default=None)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=models(), seed=SEEDS)
def test_each_learned_clause_is_implied(model: Model, seed: int | None) -> None:
    request = ModelRequest(Request(Goal.LIST, seed=seed))
    engine = learning(model, request)
    left = all_values(model, request)
    n, checked = len(engine._own.variables), 0
    while True:
        out = Out(np.empty((1, n), np.uint32), np.empty(1, np.uint32), 1)
        before = engine.solutions
        status = engine.advance(1, out)
        engine.check()
        if engine.solutions > before:
            origins = engine._state.variables[:, ORIGIN]
            left.remove(tuple((out.rows[0] + origins).tolist()))
        clauses = list(clauses_of(engine._state, engine._own))
        for _, literals in clauses[checked:]:
            for values in left:
                assert any(holds(each, values[each[0]]) for each in literals)
        checked = len(clauses)
        if status == Status.EXHAUSTED:
            assert not left
            return


def all_values(model: Model, request: ModelRequest) -> set[tuple[int, ...]]:
    """Return the values of all variables, also those of expressions, in all solutions."""
    builder, _ = posted(model, request)
    state = lay_out(builder)
    n = len(builder.domains)
    tree = tree_for(state, model, request)
    plain = Propagation(state, tree, n, lambda: state, is_infeasible=builder.is_infeasible)
    return found_by(plain, n)


def found_by(plain: Propagation, n: int) -> set[tuple[int, ...]]:
    """Return the solutions of an engine as values of its first `n` variables."""
    origins = plain._state.variables[:n, ORIGIN]
    found: set[tuple[int, ...]] = set()
    while True:
        out = Out(np.empty((64, n), np.uint32), np.empty(64, np.uint32), 64)
        before = plain.solutions
        status = plain.advance(1000, out)
        found |= {tuple((row + origins).tolist()) for row in out.rows[: plain.solutions - before]}
        if status == Status.EXHAUSTED:
            return found
