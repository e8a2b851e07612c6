"""Dives and neighbourhoods of the engine `linear`, on small rosters."""

from itertools import product

import numpy as np
import pytest

from benchmarks.rosters import Ward, state, ward
from csp import Model, all_different, element
from csp.engines.linear import engine as module
from csp.engines.linear import program
from csp.engines.linear.engine import Relaxed, linear
from csp.kernels.levels import bounds_of
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


@pytest.mark.parametrize("seed", range(8))
def test_dives_find_solutions_and_the_root_keeps_all_better_ones(seed: int) -> None:
    model, rows, lines, costs = _knapsacks(seed)
    places = np.array([*product(range(3), repeat=rows.shape[1])])
    places = places[(places @ rows.T >= lines).all(axis=1)]
    goal = sum(int(c) * v for c, v in zip(costs, model.unknowns, strict=True))
    engine = linear(model, ModelRequest(objective=goal))
    found = np.zeros((1, engine.depth), dtype=np.uint32)
    while True:
        status = engine.advance(1, Out(found, np.zeros(1, dtype=np.uint32), 1))
        values = found[0, : rows.shape[1]].astype(np.int64)
        if status == Status.OUT_FULL:
            assert (rows @ values >= lines).all()
            assert values @ costs == engine.bound + 1
        if not engine._decisions and status != Status.EXHAUSTED:
            lower, upper = bounds_of(engine._state, np.arange(rows.shape[1]))
            better = places[places @ costs <= engine.bound]
            assert ((lower <= better) & (better <= upper)).all()
        if status == Status.EXHAUSTED:
            break
    assert engine.bound + 1 == (places @ costs).min()


@pytest.fixture
def diving(monkeypatch: pytest.MonkeyPatch) -> Relaxed:
    """Return an engine, solved at the root, whose next dive is asked for equal values."""
    model = Model()
    x = model.variables(40, range(60))
    model.post(*(x[i] != x[i + 1] for i in range(39)))
    model.post(sum((3 + i % 5) * x[i] for i in range(40)) >= 2017)
    engine = linear(model, ModelRequest(objective=sum((2 + i % 7) * x[i] for i in range(40))))
    given = np.array([np.arange(40), np.repeat([7, 9], 20)])
    monkeypatch.setattr(engine._dives, "begin", lambda *_: given)
    return engine


@compiled
def test_a_dive_leaves_out_what_contradicts_the_values_before_it(diving: Relaxed) -> None:
    while not diving._decisions:
        diving.advance(1, counting(1))
    lower, upper = bounds_of(diving._state, np.arange(40))
    wanted = np.repeat([7, 9], 20)
    has_it = (lower == upper) & (lower == wanted)
    assert has_it.sum() == 20
    assert has_it[0]
    assert has_it[1::2].sum() + has_it[::2].sum() == 20
    assert not (has_it[1:] & has_it[:-1] & (wanted[1:] == wanted[:-1])).any()


@compiled
def test_a_dive_looks_at_its_limit(diving: Relaxed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_UPDATES", 1)
    while not diving._decisions:
        diving.advance(1, counting(1))
    assert len(diving._decisions) == 1


def test_a_root_that_is_solved_in_parts_has_the_same_best_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program, "MOST_PIVOTS", 2 * program.PARTS)
    costs = np.random.default_rng(1).integers(1, 50, (7, 7))
    model = Model()
    x = model.variables(7, range(7))
    model.post(all_different(x), x[0] + x[1] != x[2])
    goal = sum(element(row.tolist(), v) for row, v in zip(costs, x, strict=True))
    one, other = (linear(model, ModelRequest(objective=goal)) for _ in range(2))
    for _ in range(3):
        one.advance(1, counting(1))
    assert one._is_root
    assert one._n_solved == 3
    other.restore(one.snapshot())
    assert _after(one, 5) == _after(other, 5)
    while one.advance(1000, counting(1000)) != Status.EXHAUSTED:
        pass
    assert one.bound + 1 == model.minimize(goal, method="propagation").value


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


def _knapsacks(seed: int) -> tuple[Model, np.ndarray, np.ndarray, np.ndarray]:
    """Return a model of seven variables up to 2, its rows, what these must reach, and costs."""
    random = np.random.default_rng(seed)
    rows, costs = random.integers(0, 9, (4, 7)), random.integers(1, 9, 7)
    lines = rows.sum(axis=1)
    model = Model()
    x = model.variables(7, range(3))
    model.post(
        *(
            sum(int(c) * v for c, v in zip(row, x, strict=True)) >= int(b)
            for row, b in zip(rows, lines, strict=True)
        )
    )
    return model, rows, lines, costs
