"""The engine on linear relaxations: against brute force, its bounds, its covers, its snapshots."""

from fractions import Fraction
from itertools import cycle, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.engines.cheapest.scaling import scaled
from exactcover.engines.linear import engine as linear
from exactcover.engines.linear import tries
from exactcover.engines.linear.ascent import ascend, first_multipliers
from exactcover.engines.linear.covers import improve, no_choice
from exactcover.engines.linear.engine import TREE, Linear
from exactcover.engines.linear.program import prove
from exactcover.engines.linear.propagation import FREE, first_position, propagate
from exactcover.engines.linear.rows import rows_of
from exactcover.problem.costs import exact_cost
from exactcover.runtime.search.protocol import Out, Status, counting
from tests import oracle
from tests.strategies import PRIMARY, bounded_problems
from tests.strategies import rows_of as options_of

pytestmark = pytest.mark.kernel

Costs = st.integers(-3, 5) | st.fractions(-2, 9, max_denominator=12) | st.floats(-1e6, 1e6)


@st.composite
def costed(draw: st.DrawFn) -> Problem:
    """Draw a problem with costs, bounds, colours and options that cover several units."""
    plain = draw(bounded_problems())
    costs = draw(st.lists(Costs, min_size=plain.n_options, max_size=plain.n_options))
    rows = options_of(plain)
    pairs = [(k, item) for k, row in enumerate(rows) for item in row if item in PRIMARY]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=3)) if pairs else []
    units = {pair: draw(st.integers(1, 3)) for pair in chosen}
    return Problem(
        rows, plain.primary, plain.secondary, bounds=plain.bounds, costs=costs,
        multiplicities=units or None,
    )  # fmt: skip


def covering(n_items: int, n_options: int, seed: int, *, high: int | None = None) -> Problem:
    """Return random options of 1 to 4 items, each covered once or more often."""
    rng = np.random.default_rng(seed)
    options = [
        rng.choice(n_items, rng.integers(1, 5), replace=False).tolist() for _ in range(n_options)
    ]
    options += [[item] for item in range(n_items)]
    costs = [int(rng.integers(1, 20)) + 5 * len(option) for option in options]
    return Problem(options, costs=costs, bounds=dict.fromkeys(range(n_items), (1, high)))


def run(engine: Linear, slices: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Run an engine in slices of nodes and solutions; return its covers."""
    found = []
    for budget, room in cycle(slices):
        out = Out(np.empty((room, engine.depth), np.uint32), np.zeros(room, np.uint32), room)
        before = engine.solutions
        status = engine.advance(budget, out)
        engine.check()
        for k in range(engine.solutions - before):
            found.append(tuple(sorted(out.rows[k, : out.lengths[k]].tolist())))
        if status == Status.EXHAUSTED:
            break
    return found


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small problems go through all stages."""
    for name in ("GREEDY_TRIES", "MOST_FAILURES", "FEWEST", "SHARE"):
        monkeypatch.setattr(tries, name, 1)
    monkeypatch.setattr(linear, "ROOT_PIVOTS", 3)
    monkeypatch.setattr(linear, "MOST_ROUNDS", 2)


@pytest.mark.parametrize("method", ["auto", "cheapest_linear"])
@settings(max_examples=150, deadline=None)
@given(problem=costed(), k=st.integers(1, 3))
def test_the_cheapest_are_those_of_brute_force(method: str, problem: Problem, k: int) -> None:
    expected = sorted(exact_cost(problem.costs, s) for s in oracle.bounded_solutions(problem))
    best = problem.cheapest(k, method=method)
    assert best.complete
    assert [exact_cost(problem.costs, s.indices) for s in best.solutions] == expected[:k]
    assert len(set(best.solutions)) == len(best.solutions)
    if expected:
        assert best.bound == best.cost


@settings(max_examples=60, deadline=None)
@given(problem=costed(), most=st.integers(-5, 20))
def test_solutions_within_a_cost(problem: Problem, most: int) -> None:
    costs = {s: exact_cost(problem.costs, s) for s in oracle.bounded_solutions(problem)}
    found = [s.indices for s in problem.solutions(max_cost=most, method="cheapest_linear")]
    assert len(set(found)) == len(found)
    if problem.costs.dtype.kind != "f":
        assert set(found) == {s for s, cost in costs.items() if cost <= most}


@settings(max_examples=60, deadline=None)
@given(problem=costed(), budget=st.integers(0, 9), k=st.integers(1, 2))
def test_the_bound_holds_and_a_restored_engine_goes_on(
    problem: Problem, budget: int, k: int
) -> None:
    price = scaled(problem.links).price
    least = min((int(price[list(s)].sum()) for s in oracle.bounded_solutions(problem)), default=0)
    engine, other = Linear(problem.links, k), Linear(problem.links, k)
    for _ in range(budget):
        engine.advance(1, counting(1))
        if oracle.bounded_solutions(problem):
            assert min(engine.bound, int(engine._best.costs.min())) <= least
    other.restore(engine.snapshot())
    assert run(other, [(2, 1)]) == run(engine, [(9, 3)])
    assert (other.nodes, other.updates) == (engine.nodes, engine.updates)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("high", "seed"), list(product((None, 1, 2), range(3))))
def test_tries_and_the_tree_agree_with_other_programs(high: int | None, seed: int) -> None:
    from scipy.optimize import milp

    problem = covering(24, 120, seed, high=high)
    engine = Linear(problem.links, 1)
    found = [sum(problem.costs[list(cover)].tolist()) for cover in run(engine, [(50, 4)])]
    assert found == sorted(set(found), reverse=True)
    program: Any = problem.to_milp()
    assert found[-1] == round(milp(**program).fun)
    assert engine.bound == engine.limit


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("seed", range(3))
def test_an_engine_restored_in_the_tree_goes_on(seed: int) -> None:
    problem = covering(40, 200, seed, high=2)
    engine, other = Linear(problem.links, 1), Linear(problem.links, 1)
    while engine._stage < TREE:
        engine._step()
    for _ in range(4 * seed):
        if engine._stage == TREE:
            engine._step()
    other.restore(engine.snapshot())
    assert run(other, [(9, 2)]) == run(engine, [(9, 2)])
    assert (other.nodes, other.updates) == (engine.nodes, engine.updates)


@settings(max_examples=80, deadline=None)
@given(problem=costed(), seed=st.integers(0, 99))
def test_any_multipliers_prove_a_bound(problem: Problem, seed: int) -> None:
    rows, price = rows_of(problem.links), scaled(problem.links).price
    price = np.concatenate((price, np.zeros(rows.n_columns - len(price), dtype=np.int64)))
    rng = np.random.default_rng(seed)
    size = float(abs(price).max(initial=1))
    value = np.full(rows.n_columns, FREE)
    proved = prove(rows, size * rng.normal(size=len(rows.low)), price, value)
    for solution in oracle.bounded_solutions(problem):
        cost = int(price[list(solution)].sum())
        assert proved.number <= cost
        out = np.setdiff1d(np.arange(problem.n_options), solution)
        away = proved.reduced[list(solution)].clip(min=0).max(initial=0)
        away = max(away, -proved.reduced[out].clip(max=0).min(initial=0))
        assert proved.number + away <= cost


@settings(max_examples=80, deadline=None)
@given(problem=costed())
def test_propagation_keeps_all_solutions(problem: Problem) -> None:
    rows = rows_of(problem.links)
    position = first_position(rows)
    is_possible = propagate(rows, position, np.zeros(0, dtype=np.int64), True)
    solutions = oracle.bounded_solutions(problem)
    assert is_possible or not solutions
    for solution in solutions:
        value = position.value[: problem.n_options]
        assert (value[list(solution)] != 0).all()
        assert set(np.flatnonzero(value == 1).tolist()) <= set(solution)


@pytest.mark.parametrize("seed", range(3))
def test_greedy_choices_are_covers_and_steps_raise_the_bound(seed: int) -> None:
    problem = covering(30, 150, seed)
    rows, price = rows_of(problem.links), scaled(problem.links).price
    best = first_multipliers(rows, price)
    y, slope = np.zeros((2, len(best)))
    reduced = np.zeros(len(price))
    bounds = [
        ascend(rows, price.astype(float), best, y, slope, reduced, np.inf, steps)
        for steps in (1, 20, 100)
    ]
    assert bounds == sorted(bounds)
    choice = no_choice(rows, seed)
    total = improve(rows, price, reduced, np.full(len(price), FREE), choice, 50)
    cover = np.flatnonzero(choice.best)
    assert total == price[cover].sum() >= bounds[-1]
    assert len(np.unique(np.concatenate([problem.options[k].items for k in cover]))) == 30


def test_costs_are_exact() -> None:
    third = Fraction(1, 3)
    problem = Problem(
        {"A": ["p", "q"], "B": ["p"], "C": ["q"]},
        costs=[2 * third, third, third - Fraction(1, 10**12)],
        bounds={"p": (1, 2), "q": (1, 2)},
    )  # fmt: skip
    best = problem.cheapest()
    assert best.solution is not None
    assert best.solution.labels == ("B", "C")
    assert best.bound == best.cost == 2 * third - Fraction(1, 10**12)
