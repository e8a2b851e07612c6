"""`method="cores"`: core-guided search finds the optima of brute force, with sound bounds."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, all_different, truth
from csp.engines.learning.core_guided import CoreGuided, core_guided
from csp.engines.learning.cores import Cores
from csp.engines.learning.state import GE, KIND_BITS, PLACE_MASK, VARIABLE_SHIFT, literal_of
from csp.request import ModelRequest
from exactcover import Stop
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.request import Request
from tests.csp import oracle
from tests.csp.strategies import models
from tests.running import compiled

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
NO_OUT = Out(np.empty((0, 0), np.uint32), np.empty(0, np.uint32), 1)


def soft_clauses(n: int, n_clauses: int, seed: int) -> tuple[Model, Any]:
    """Return random clauses, of which some must hold, and the weight of the others that do not."""
    random = np.random.default_rng(seed)
    model = Model()
    x = model.variables(n, range(2))
    cost: Any = 0
    for _ in range(n_clauses):
        chosen = random.choice(n, 3, replace=False).tolist()
        a, b, c = (x[v] == int(random.integers(2)) for v in chosen)
        clause = a | b | c
        if random.random() < 0.15:
            model.post(clause)
        else:
            cost = cost + int(random.integers(1, 8)) * (1 - truth(clause))
    return model, cost


def spread(n: int, seed: int) -> tuple[Model, Any]:
    """Return different integers, and a weighted sum of their distances from given ones."""
    random = np.random.default_rng(seed)
    model = Model()
    x = model.variables(n, range(n + 2))
    wanted = random.integers(0, n, n).tolist()
    weights = random.integers(-2, 6, n).tolist()
    model.post(all_different(x))
    return model, sum(c * abs(v - w) for c, v, w in zip(weights, x, wanted, strict=True))


def request_of(objective: Any) -> ModelRequest:
    """Return the request of a search for the least value of an expression."""
    return ModelRequest(Request(Goal.LIST), objective=objective)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=models(), weights=st.lists(st.integers(-4, 4), min_size=3, max_size=3))
def test_the_best_solution_is_that_of_brute_force(model: Model, weights: list[int]) -> None:
    chosen = list(zip(weights, model.unknowns, strict=False))
    values = [sum(c * k for c, k in zip(weights, s, strict=False)) for s in oracle.solutions(model)]
    objective: Any = sum(c * v for c, v in chosen)
    least = model.minimize(objective, method="cores")
    greatest = model.maximize(objective, method="cores")
    assert least.complete
    assert greatest.complete
    assert least.value == min(values, default=None)
    assert greatest.value == max(values, default=None)


@compiled
@pytest.mark.parametrize("turn", [0, 1 << 10])
@pytest.mark.parametrize("made", [soft_clauses(6, 50, 1), soft_clauses(7, 60, 2), spread(5, 3)])
def test_bounds_are_sound_after_each_node(made: tuple[Model, Any], turn: int) -> None:
    model, objective = made
    optimum = model.minimize(objective, method="propagation").value
    assert optimum is not None
    engine = core_guided(model, request_of(objective), turn)
    bounds = []
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        status = engine.advance(1, NO_OUT)
        engine.check()
        bound = engine.least_goal()
        assert bound is not None
        bounds.append(bound)
        if engine.bound >= optimum:  # the best solution is still to be found
            assert bound <= optimum
    assert engine.bound == optimum - 1
    assert bounds == sorted(bounds)
    assert bounds[0] < optimum


@compiled
@pytest.mark.parametrize("turn", [0, 200])
def test_a_search_is_cut_into_slices_and_restored(turn: int) -> None:
    model, objective = soft_clauses(7, 70, 4)
    request = request_of(objective)
    whole, other = core_guided(model, request, turn), core_guided(model, request, turn)
    while whole.advance(1 << 20, NO_OUT) != Status.EXHAUSTED:
        pass
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        status = other.advance(9, NO_OUT)
        other.check()
        again = core_guided(model, request, turn)
        again.restore(other.snapshot())
        other = again
    assert (other.nodes, other.solutions) == (whole.nodes, whole.solutions)
    assert isinstance(whole, CoreGuided)


def test_an_engine_goes_back_to_a_snapshot_of_its_own() -> None:
    model, objective = soft_clauses(7, 70, 5)
    engine = core_guided(model, request_of(objective))
    engine.advance(5, NO_OUT)
    before = engine.snapshot()
    counts = []
    for _ in range(2):
        while engine.advance(1 << 20, NO_OUT) != Status.EXHAUSTED:
            pass
        counts.append((engine.nodes, engine.solutions, engine.least_goal()))
        engine.restore(before)
    assert counts[0] == counts[1]


@compiled
def test_a_limit_keeps_the_bound_and_the_best_solution() -> None:
    model, objective = soft_clauses(12, 100, 6)
    best = model.minimize(objective, method="cores")
    part = model.minimize(objective, method="cores", max_nodes=best.statistics.nodes // 2)
    assert part.stopped is Stop.NODES
    assert part.bound is not None and best.value is not None
    assert part.bound <= best.value <= (part.value if part.value is not None else best.value)


def test_an_objective_of_one_variable_is_searched_by_clause_learning() -> None:
    model = Model()
    x, y = model.variables(2, range(9))
    model.post(x + y >= 9)
    best = model.minimize(x, method="cores")
    assert (best.value, best.complete, best.statistics.engine) == (1, True, "learning")
    with pytest.raises(ModelError, match="cores needs an objective"):
        model.solve(method="cores")


@given(st.integers(1, 6), st.integers(1, 7))
def test_a_totalizer_counts(n: int, most: int) -> None:
    sums: list[int] = []

    def new_variable(size: int) -> int:
        sums.append(size)
        return 100 + len(sums)

    cores = Cores(lambda v, place, sign: None, new_variable)
    leaves = [literal_of(k, 1, GE) for k in range(n)]
    root = cores._tree(leaves)
    clauses = cores._count(root, 1) + cores._count(root, most)
    for values in product(range(2), repeat=n):
        found = dict(enumerate(values))
        for _ in range(n * most + 1):  # unit propagation of bounds
            for *below, above in clauses:
                if all(_holds(each ^ 1, found) for each in below):
                    v, place = above >> VARIABLE_SHIFT, above >> KIND_BITS & PLACE_MASK
                    found[v] = max(found.get(v, 0), place)
        if n > 1:
            assert found.get(cores.nodes[root].what, 0) == min(sum(values), most)


def _holds(each: int, values: dict[int, int]) -> bool:
    """Return whether a literal ">=" holds."""
    return values.get(each >> VARIABLE_SHIFT, 0) >= each >> KIND_BITS & PLACE_MASK
