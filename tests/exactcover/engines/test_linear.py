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
from exactcover.engines.linear.covers import BEST, improve, no_choice
from exactcover.engines.linear.engine import TREE, Linear
from exactcover.engines.linear.program import Program, prove
from exactcover.engines.linear.propagation import FREE, first_position, propagate
from exactcover.engines.linear.root import Root
from exactcover.engines.linear.rows import rows_of
from exactcover.engines.linear.tree import Tree
from exactcover.problem.costs import exact_cost
from exactcover.runtime.kernels.basis import IS_STALE, SparseProgram
from exactcover.runtime.kernels.simplex import INFEASIBLE, UNFINISHED, row_of_inverse
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
        engine._step(1)
    for _ in range(4 * seed):
        if engine._stage == TREE:
            engine._step(1)
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
    choice, free = no_choice(rows, price, seed), np.full(len(price), FREE)
    n = 0
    while n < 50:
        n += improve(rows, price, reduced, free, choice, n, 50 - n, 1 << 40)
    assert improve(rows, price, reduced, free, choice, n, 50, int(choice.work[0])) == 1
    total, cover = choice.totals[BEST], np.flatnonzero(choice.best)
    assert total == price[cover].sum() >= bounds[-1]
    assert len(np.unique(np.concatenate([problem.options[k].items for k in cover]))) == 30


def root_of(problem: Problem, n_columns: int | None = None) -> Root:
    """Return the root of a problem whose relaxation has the first columns, by default all."""
    root = Root(problem.links, scaled(problem.links).price, np.zeros(0, dtype=np.int64))
    assert root.enter(np.zeros(0, dtype=np.int64))
    root._activate(np.arange(problem.n_options)[:n_columns])
    return root


@pytest.mark.parametrize("factorises", [False, True])
def test_a_trial_leaves_no_foreign_inverse(
    monkeypatch: pytest.MonkeyPatch, factorises: bool
) -> None:
    """The inverse of another basis may have as many etas."""
    solve = Program.solve

    def solve_and_factorise(program: Program, most_pivots: int) -> int:
        solve(program, most_pivots)
        program.numbers[IS_STALE] = 1.0
        return solve(program, most_pivots)

    n_kept = n_trials = 0
    for seed in range(20):
        root = root_of(covering(12, 40, seed, high=1))
        for column in range(0, 40, 5):
            root.solve(1000)
            root.program.numbers[IS_STALE] = 1.0
            root.solve(1000)
            with monkeypatch.context() as patch:
                if factorises:
                    patch.setattr(Program, "solve", solve_and_factorise)
                root.gain(column, 0 if root.solution()[column] > 0.5 else 1, 1000)
            own = root.program._program
            n_trials += 1
            n_kept += own.numbers[IS_STALE] == 0.0
            assert own.numbers[IS_STALE] == 1.0 or is_inverse(own)
    assert n_kept == (0 if factorises else n_trials)


def is_inverse(program: SparseProgram) -> bool:
    """Return whether the etas are the inverse of the basis: it takes the values to the totals."""
    m, n = len(program.basis), len(program.column_starts) - 1
    basis = np.zeros((m, m))
    for place, v in enumerate(program.basis.tolist()):
        if v >= n:
            basis[v - n, place] = 1.0
        else:
            own = slice(*program.column_starts[v : v + 2].tolist())
            basis[program.rows[own], place] = program.column_entries[own]
    for row in range(m):
        if not row_of_inverse(program, row):
            return False
        if not np.allclose(program.inverse @ basis, np.eye(m)[row]):
            return False
    return True


def test_values_of_a_solution_that_was_given_up_are_from_0_to_1() -> None:
    was_outside = False
    for seed in range(20):
        root = root_of(covering(12, 40, seed))
        for _ in range(30):
            if root.solve(1) != UNFINISHED:
                break
            values = root.program.solution()
            was_outside |= bool((values < -1e-3).any() or (values > 1.001).any())
            assert root.solution().min() >= 0.0
            assert root.solution().max() <= 1.0
    assert was_outside


def test_the_last_round_of_columns_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactcover.engines.linear.tree.MOST_ROUNDS", 1)
    for seed in range(5):
        root = root_of(covering(12, 40, seed), 20)
        search = Tree(root, lambda: 1 << 60, lambda *_: None, is_one=False)
        assert search._relaxed(search.first(-(1 << 62))) is not None
        assert root.program.n == 20
        assert root.program.numbers[IS_STALE] == 0.0


def test_a_refutation_by_few_columns_takes_others_however_large_the_prices_are() -> None:
    problem = Problem(
        [["p"], ["q"], ["q"]], costs=[10**15, 10**15 + 1, 10**15], bounds={"p": (1, 2)}
    )
    root = root_of(problem, 1)
    assert root.solve(100) == INFEASIBLE
    bound = root.refute()
    assert bound.number <= 0
    small = bound._replace(reduced=bound.reduced // 1000)
    assert root.extend(small, is_refutation=True)
    assert sorted(root.active.tolist()) == [0, 1, 2]


ROUNDED: list[Any] = [0.1, 1 / 3, 2.0**-60, 1e-300, 1e17, 2.0**53 + 2, -(2.0**60), 1e300]


@settings(max_examples=150, deadline=None)
@given(problem=costed(), data=st.data())
def test_no_cover_is_found_twice(problem: Problem, data: st.DataObject) -> None:
    """Not even where prices are rounded, so that the limit is above the price of the last one."""
    n = problem.n_options
    costs = data.draw(st.lists(st.sampled_from(ROUNDED), min_size=n, max_size=n))
    changed = Problem(
        options_of(problem), problem.primary, problem.secondary, bounds=problem.bounds, costs=costs
    )
    found = run(Linear(changed.links, 1), [(50, 4)])
    assert len(set(found)) == len(found)


def test_greedy_choices_count_as_nodes() -> None:
    problem = covering(30, 150, 1)
    best = problem.cheapest(method="cheapest_linear", max_nodes=5)
    assert (best.complete, best.statistics.nodes) == (False, 5)
    engine, nodes = Linear(problem.links, 1), 0
    while engine.advance(1, counting(9)) == Status.BUDGET_SPENT:
        assert engine.nodes <= nodes + 1
        nodes = engine.nodes


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
