"""Large-neighbourhood search: right answers on random models, and the kinds of neighbourhoods."""

import os
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, Neighbourhood, Phase, Priority, all_different, circuit, element
from csp.engines.neighbourhoods.engine import Neighbourhoods
from csp.engines.neighbourhoods.neighbourhoods import KINDS, Neighbours
from csp.portfolio.choice import engine_for
from csp.request import Branching, ModelRequest
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.request import Request
from tests.csp import oracle
from tests.csp.plans import shorten
from tests.csp.strategies import models
from tests.running import compiled

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
N_MODELS = int(os.environ.get("CSP_MODELS", "25"))


def tour(n: int, seed: int) -> tuple[Model, Any]:
    """State a short round trip."""
    random = Random(seed)
    model = Model()
    x = model.variables(n, range(n))
    model.post(circuit(x))
    costs = [[random.randint(1, 99) for _ in range(n)] for _ in range(n)]
    return model, sum(element(row, v) for row, v in zip(costs, x, strict=True))


def engine(model: Model, objective: Any, seed: int | None = None) -> Neighbourhoods:
    """Return the engine for a model."""
    search = Request(Goal.LIST, seed=seed, method="neighbourhoods")
    found, _ = engine_for(model, ModelRequest(search, Branching(), objective=objective))
    assert isinstance(found, Neighbourhoods)
    return found


def values(searching: Neighbourhoods, n_nodes: int) -> list[list[int]]:
    """Return the rows of solutions of some nodes."""
    rows = np.zeros((100, searching.depth), np.uint32)
    before = searching.solutions
    searching.advance(n_nodes, Out(rows, np.zeros(100, np.uint32), 100))
    found: list[list[int]] = rows[: searching.solutions - before].tolist()
    return found


@pytest.mark.kernel
@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=models(), seed=st.one_of(st.none(), st.integers(0, 9)))
def test_the_best_of_random_models(model: Model, seed: int | None) -> None:
    first, *_, last = model.unknowns[0], *model.unknowns
    objective = 2 * first - last
    expected = [2 * row[0] - row[-1] for row in oracle.solutions(model)]
    for method in ("neighbourhoods", None):
        best = model.minimize(objective, method=method, seed=seed)
        assert (best.value, best.complete) == (min(expected, default=None), True)


@pytest.mark.kernel
def test_each_solution_is_better_than_the_one_before() -> None:
    model, objective = tour(9, 1)
    solutions = model.improving_solutions(objective, method="neighbourhoods", max_nodes=4000)
    found = [solution[objective] for solution in solutions]
    assert found == sorted(set(found), reverse=True)
    assert found[-1] == model.minimize(objective).value


@pytest.mark.kernel
def test_a_restored_snapshot_goes_on_alike() -> None:
    model, objective = tour(10, 2)
    one, other = engine(model, objective, 3), engine(model, objective, 3)
    for n_nodes in (30, 500, 7, 1000):
        values(one, n_nodes)
    other.restore(one.snapshot())
    assert [values(one, 400), one.nodes] == [values(other, 400), other.nodes]
    assert one.bound == other.bound


@pytest.mark.kernel
def test_the_same_seed_gives_the_same_search() -> None:
    model, objective = tour(10, 4)
    nodes = [
        model.minimize(objective, method="neighbourhoods", seed=seed, max_nodes=3000)
        for seed in (5, 5, 6)
    ]
    assert nodes[0].statistics.updates == nodes[1].statistics.updates
    assert nodes[0].statistics.updates != nodes[2].statistics.updates


@pytest.mark.kernel
def test_it_begins_with_given_values() -> None:
    model, objective = tour(9, 5)
    best = model.minimize(objective)
    assert best.solution is not None
    for method in ("neighbourhoods", "learning", None):
        again = model.improving_solutions(objective, values=best.solution, method=method)
        assert next(again)[objective] == best.value


@pytest.mark.kernel
def test_variables_that_are_asked_for_are_kept() -> None:
    model = Model()
    x = model.variables(6, range(9))
    searching = engine(model, x.sum())
    searching.improve([8] * 6, 47)
    searching.follow([Neighbourhood(x[:3], 100), Neighbourhood(x[3:4], 0), Phase(x)])
    found = values(searching, 5000)
    assert {tuple(row[:3]) for row in found} == {(8, 8, 8)}
    assert found[-1] == [8, 8, 8, 0, 0, 0]
    with pytest.raises(ModelError, match="is for method"):
        model.minimize(x.sum(), decide=[Neighbourhood(x, 50)])
    with pytest.raises(ModelError, match="keeps 101 percent"):
        Neighbourhood(x, 101)
    with pytest.raises(ModelError, match="which is no variable of a model"):
        Neighbourhood([x[0] + 1], 50)
    with pytest.raises(ModelError, match="is no search"):
        Priority([x[0]], [Neighbourhood(x, 50)])
    y = Model().variables(2, range(9), name="y")
    for decide in ([Neighbourhood(y, 50)], [Phase([x[0], y[1]])], [Priority([y[0]], [[]])], [y[0]]):
        with pytest.raises(ModelError, match=r"decide has y\[[01]\], which belongs to another"):
            model.minimize(x.sum(), method="free", decide=decide)


@pytest.mark.kernel
def test_no_solution_is_proved() -> None:
    model = Model()
    x = model.variables(4, range(3))
    model.post([a != b for a, b in product(x, x) if a is not b])
    best = model.minimize(x.sum(), method="neighbourhoods")
    assert (best.solution, best.complete) == (None, True)


@compiled
def test_an_index_beyond_the_elements() -> None:
    model = Model()
    index, value = model.variable([82, 100, 144]), model.variable(range(3))
    model.post(element([1, 2, value], index) == value)
    best = model.minimize(index, method="neighbourhoods")
    assert best.complete
    assert best.solution is None


def test_the_portfolio_searches_neighbourhoods_of_what_it_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch, 1 << 20, linear=1)  # it would finish the search
    random = Random(1)
    model = Model()
    x = model.bool_vars(60)
    for _ in range(80):
        model.post(sum(x[k] for k in random.sample(range(60), 5)) >= 1)
    costs = [random.randint(3, 20) for _ in x]
    best = model.minimize(costs @ x, max_nodes=200_000)
    assert any(line.startswith("neighbourhoods:") for line in best.statistics.choice)
    assert best.solution is not None
    assert best.value == sum(c * best.solution[v] for c, v in zip(costs, x, strict=True))


def test_an_objective_is_needed() -> None:
    model = Model()
    model.variable(range(3))
    with pytest.raises(ModelError, match="neighbourhoods needs an objective"):
        model.solve(method="neighbourhoods")
    with pytest.raises(ModelError, match="order is a control of propagation"):
        model.minimize(model.unknowns[0], method="neighbourhoods", order="input")


@pytest.mark.parametrize("relax", KINDS)
def test_kinds_of_neighbourhoods(relax: Any) -> None:
    model = Model()
    x = model.variables(8, range(8))
    model.post(all_different(x[:4]), x[4] + x[5] == 9)
    searching = engine(model, x[0] + x[7])
    free = list(range(1, 8))
    neighbours = Neighbours(searching._state, free)
    best = np.array([0, 1, 2, 3, 4, 5, 0, 7])
    for seed in range(5):
        chosen = relax(neighbours, 3, best, np.random.default_rng(seed))
        assert sorted(chosen.tolist()) == free
        kept = neighbours.kept(relax, 3, best, np.random.default_rng(seed))
        assert sorted([*kept.tolist(), *chosen[:3].tolist()]) == free


def test_a_slice_that_ends_early_makes_the_next_one_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A call returns with each better solution; if budgets grew then, limits would come late."""
    calls: list[tuple[int, int]] = []
    original = Neighbourhoods.advance

    def recorded(self: Neighbourhoods, node_budget: int, out: Out) -> Status:
        before = self.nodes
        status = original(self, node_budget, out)
        calls.append((node_budget, self.nodes - before))
        return status

    monkeypatch.setattr(Neighbourhoods, "advance", recorded)
    monkeypatch.setattr("exactcover.runtime.search.driver.SLICE_SECONDS", 1e9)
    model, length = tour(12, 3)
    assert model.minimize(length, method="neighbourhoods", max_nodes=5000).value is not None
    early = [k for k, (budget, used) in enumerate(calls[:-1]) if used < budget]
    assert early
    assert all(calls[k + 1][0] <= calls[k][0] for k in early)
