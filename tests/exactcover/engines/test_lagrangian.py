"""The Lagrangian engine: its bounds, its passes and tries, and optima that are known."""

from itertools import cycle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.engines.cheapest.scaling import scaled
from exactcover.engines.lagrangian import engine as lagrangian
from exactcover.engines.lagrangian import root
from exactcover.engines.lagrangian.engine import Lagrangian
from exactcover.engines.lagrangian.neighbourhoods import kept_options
from exactcover.engines.lagrangian.root import Root
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.search.protocol import Out, Status
from tests import oracle
from tests.running import compiled
from tests.strategies import costed_problems

pytestmark = pytest.mark.kernel


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not let the steps at the root take most of the time where they are not compiled."""
    if not is_compiled():
        monkeypatch.setattr(root, "MOST_STEPS", 10)
        monkeypatch.setattr(root, "MOST_ROUNDS", 2)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let passes and tries give way to each other after a few nodes."""
    monkeypatch.setattr(lagrangian, "FIRST_UPDATES", 40)
    monkeypatch.setattr(lagrangian, "TRY_UPDATES", 30)
    monkeypatch.setattr(lagrangian, "GROWTH", 1.1)


def assignment(n: int) -> Problem:
    """Return an assignment; scipy's `linear_sum_assignment` finds its least cost as well."""
    costs = np.random.default_rng(n).integers(1, 1000, (n, n))
    options = [[("row", i), ("column", j)] for i in range(n) for j in range(n)]
    return Problem(options, costs=costs.ravel().tolist())


def partitioning(n_items: int, n_options: int, seed: int) -> Problem:
    """Return random options of two to four items, and one cover by options of four."""
    rng = np.random.default_rng(seed)
    options = [
        rng.choice(n_items, rng.integers(2, 5), replace=False).tolist() for _ in range(n_options)
    ]
    items = rng.permutation(n_items)
    options += [items[k : k + 4].tolist() for k in range(0, n_items, 4)]
    return Problem(options, costs=rng.integers(10, 99, len(options)).tolist())


def run(engine: Lagrangian, slices: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Run an engine to its end in these slices, over and over; return its solutions as found."""
    found: list[tuple[int, ...]] = []
    for budget, room in cycle(slices):
        out = Out(np.empty((room, engine.depth), np.uint32), np.zeros(room, np.uint32), room)
        before = engine.solutions
        status = engine.advance(budget, out)
        engine.check()
        for k in range(engine.solutions - before):
            found.append(tuple(sorted(out.rows[k, : out.lengths[k]].tolist())))
        if status == Status.EXHAUSTED:
            return found
    raise AssertionError


def prices(problem: Problem) -> dict[tuple[int, ...], int]:
    """Return the price of every cover, by brute force."""
    price = scaled(problem.links).price
    return {cover: int(price[list(cover)].sum()) for cover in oracle.solutions(problem)}


@settings(max_examples=80, deadline=None)
@given(problem=costed_problems() | costed_problems(st.floats(-1e6, 1e6)))
def test_values_at_the_root_are_feasible(problem: Problem) -> None:
    price = scaled(problem.links).price
    at_root = Root(problem.links, price)
    if at_root.is_hopeless:
        assert not oracle.solutions(problem)
        return
    bounds = [at_root.bound]
    while not at_root.is_done:
        at_root.climb()
        bounds.append(at_root.bound)
    assert bounds == sorted(bounds)
    value = at_root.whole_values()
    assert (at_root.reduced_costs(value) >= 0).all()
    assert all(int(value.sum()) <= cost for cost in prices(problem).values())


@settings(max_examples=80, deadline=None)
@given(
    problem=costed_problems(st.integers(-50, 50)),
    k=st.integers(1, 3),
    slices=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=6),
)
@pytest.mark.usefixtures("hurried")
def test_hurried_searches_find_the_cheapest(
    problem: Problem, k: int, slices: list[tuple[int, int]]
) -> None:
    expected = prices(problem)
    whole = run(Lagrangian(problem.links, k), [(1 << 40, 1 << 10)])
    assert run(Lagrangian(problem.links, k), [*slices, (1, 1)]) == whole
    found = sorted(expected[cover] for cover in whole)
    assert len(set(whole)) == len(whole)
    assert found[:k] == sorted(expected.values())[:k]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("seed", range(4))
def test_dives_and_neighbourhoods(seed: int) -> None:
    problem = partitioning(20, 150, seed)
    engine = Lagrangian(problem.links, 1)
    found = [sum(problem.costs[list(cover)].tolist()) for cover in run(engine, [(50, 4)])]
    assert engine._local is not None
    assert engine._n_tries >= 2
    assert found == sorted(set(found), reverse=True)
    assert found[-1] == problem.cheapest(method="cheapest_masks").cost == -(-engine.bound >> 20)


@pytest.mark.usefixtures("hurried")
def test_a_restored_engine_goes_on() -> None:
    problem = partitioning(20, 150, 1)
    engine, other = Lagrangian(problem.links, 1), Lagrangian(problem.links, 1)
    out = Out(np.empty((1, engine.depth), np.uint32), np.zeros(1, np.uint32), 1)
    while engine._n_tries < 2:
        engine.advance(20, out)
    other.restore(engine.snapshot())
    assert run(other, [(9, 2)]) == run(engine, [(9, 2)])
    assert (other.nodes, other.updates) == (engine.nodes, engine.updates)


@settings(max_examples=60, deadline=None)
@given(problem=costed_problems(), budget=st.integers(0, 20))
def test_the_bound_holds_during_the_search(problem: Problem, budget: int) -> None:
    expected = sorted(prices(problem).values())
    engine = Lagrangian(problem.links, 1)
    out = Out(np.empty((1, engine.depth), np.uint32), np.zeros(1, np.uint32), 1)
    for _ in range(budget):
        engine.advance(1, out)
        known = [int(cost) for cost in engine._best.costs]
        assert all(min(engine.bound, *known) <= cost for cost in expected)


def test_kept_options_are_part_of_the_cover() -> None:
    problem = partitioning(20, 150, 0)
    cover = list(range(150, 155))
    for number in range(20):
        rng = np.random.default_rng(number)
        kept = kept_options(problem.links, cover, {152}, np.arange(150), 2, rng)
        assert 152 in kept
        assert set(kept) < set(cover)


@compiled
@pytest.mark.parametrize(("n", "cost"), [(100, 1510), (200, 1817)])
@pytest.mark.parametrize("method", ["auto", "cheapest_lagrangian"])
def test_assignments(n: int, cost: int, method: str) -> None:
    best = assignment(n).cheapest(method=method)
    assert (best.cost, best.bound, best.complete) == (cost, cost, True)


@compiled
def test_several_assignments() -> None:
    best = assignment(100).cheapest(4)
    by_cells = assignment(100).cheapest(4, method="cheapest_cells")
    assert best.costs == by_cells.costs
    assert best.complete


def test_large_tables_are_refused() -> None:
    class Large:
        has_bounds = False
        n_primary = n_options = 100_000

    large: Any = Large()
    assert "bytes" in str(Lagrangian.refuses(large))
    assert Lagrangian.refuses(Problem([["p"]])) is None
