"""Lazy clause generation on random models with every constraint: the same as brute force."""

import os
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from csp import (
    Interval,
    Model,
    ModelError,
    Variable,
    all_different,
    cardinality,
    circuit,
    columns,
    cumulative,
    element,
    increasing,
    lexicographic,
    lexicographic_chain,
    maximum,
    no_overlap,
    subcircuit,
    table,
)
from csp.engines.learning.check import clauses_of, holds
from csp.engines.learning.engine import Learning, learning
from csp.engines.learning.posting import posted
from csp.engines.learning.state import NAIVE
from csp.engines.propagation.engine import Propagation
from csp.engines.propagation.strategy import tree_for
from csp.kernels.state import ORIGIN
from csp.model.layout import lay_out
from csp.request import ModelRequest
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.request import Request
from examples.job_shop import FT06
from tests.csp import oracle
from tests.csp.plans import shorten
from tests.csp.strategies import models, short_table
from tests.running import compiled

pytestmark = pytest.mark.kernel

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
N_MODELS = int(os.environ.get("CSP_MODELS", "60"))
"""The number of random models of each test."""
MOST_FORBIDDEN = 40
"""With more solutions, each of which a clause forbids, to check all clauses takes too long."""
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
    assert_clauses_are_implied(model, seed)


@st.composite
def short_tables(draw: st.DrawFn) -> Model:
    """Draw a model of tables whose rows have any value, or several values, in many places."""
    model = Model()
    n, most = draw(st.integers(3, 5)), draw(st.integers(2, 4))
    x = list(model.variables(n, range(most), "x"))
    model.post(short_table(draw, x) for _ in range(draw(st.integers(1, 4))))
    return model


@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=short_tables(), seed=SEEDS)
def test_rows_with_several_values_are_explained(model: Model, seed: int | None) -> None:
    expected = oracle.solutions(model)
    found = model.solutions(method="learning", seed=seed)
    assert sorted(tuple(s[model.unknowns]) for s in found) == expected
    if len(expected) <= MOST_FORBIDDEN:
        assert_clauses_are_implied(model, seed)


@st.composite
def ordered(draw: st.DrawFn) -> Model:
    """Draw a model of lexicographic orders, with a sum and unequal pairs that cause conflicts."""
    model = Model()
    n = draw(st.integers(6, 8))
    x = [model.variable(range(draw(st.integers(2, 3)))) for _ in range(n)]
    for _ in range(draw(st.integers(2, 4))):
        own, half = draw(st.permutations(x)), draw(st.integers(2, n // 2))
        model.post(lexicographic(own[:half], own[half : 2 * half], strict=draw(st.booleans())))
    places = st.integers(0, n - 1)
    for _ in range(draw(st.integers(0, 3))):
        model.post(x[draw(places)] != x[draw(places)] + draw(st.sampled_from([1, 2])))
    model.post(sum(draw(st.permutations(x))[: n - 2]) == draw(st.integers(n // 2, n)))
    return model


@st.composite
def visited(draw: st.DrawFn) -> Model:
    """Draw a model of a circuit of some places, and of a sum that causes conflicts."""
    model = Model()
    n = draw(st.integers(4, 6))
    x = model.variables(n, range(n))
    model.post(subcircuit(x))
    costs = [draw(st.lists(st.integers(-3, 3), min_size=n, max_size=n)) for _ in x]
    sum_ = sum(element(own, each) for own, each in zip(costs, x, strict=True))
    model.post(sum_ == draw(st.integers(-6, 2)))
    for _ in range(draw(st.integers(0, 2))):
        k = draw(st.integers(0, n - 1))
        model.post(x[k] != k)
    return model


@settings(deadline=None, suppress_health_check=SLOW, max_examples=2 * N_MODELS)
@given(model=ordered(), seed=SEEDS)
def test_lexicographic_orders_are_explained(model: Model, seed: int | None) -> None:
    assert_solutions(model, seed)
    engine = assert_clauses_are_implied(model, seed)
    assert engine._own.numbers[NAIVE] == 0


@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS // 2)
@given(model=visited(), seed=SEEDS)
def test_circuits_of_some_places_are_explained(model: Model, seed: int | None) -> None:
    assert_solutions(model, seed)
    assert_clauses_are_implied(model, seed)


def assert_solutions(model: Model, seed: int | None) -> None:
    """Assert that clause learning finds the solutions that brute force finds, but few."""
    expected = oracle.solutions(model)
    assume(len(expected) <= MOST_FORBIDDEN)
    found = model.solutions(method="learning", seed=seed)
    assert sorted(tuple(s[model.unknowns]) for s in found) == expected


def test_one_lacking_value_rules_out_no_row_with_others() -> None:
    model = Model()
    x = model.variables(4, range(3), "x")
    model.post(table([x[1], x[2], x[0]], [(None, None, 1), (0, 0, 0)]))
    model.post(table([x[2], x[3], x[1]], [(0, 0, 1), (1, 0, 0)]))
    model.post(3 * x[0] + 3 * x[1] + x[3] == 3)
    solution = model.solve(method="learning").solution
    assert solution is not None
    assert solution[x].tolist() == [1, 0, 1, 0]
    model = Model()
    x = model.variables(3, range(3), "x")
    model.post(table(x, [(None, 1, 0), (1, 0, 1)]))
    assert model.maximize(3 * x[0] - 3 * x[1] - 2 * x[2], method="learning").value == 3


def shop(n_jobs: int, n_machines: int, horizon: int, seed: int) -> tuple[Model, Variable]:
    """Return a random job shop, and when it ends."""
    random = np.random.default_rng(seed)
    model = Model()
    end = model.variable(range(horizon + 1), "end")
    tasks: list[list[tuple[Variable, int]]] = [[] for _ in range(n_machines)]
    for _ in range(n_jobs):
        ready: Any = 0
        for machine in random.permutation(n_machines).tolist():
            start, duration = model.variable(range(horizon)), int(random.integers(1, 4))
            model.post(ready <= start)
            ready = start + duration
            tasks[machine].append((start, duration))
        model.post(ready <= end)
    for own in tasks:
        model.post(no_overlap([s for s, _ in own], [d for _, d in own]))
    return model, end


def flexible_shop(n_jobs: int, n_machines: int, horizon: int, seed: int) -> tuple[Model, Any]:
    """Return jobs of two tasks, each on one of two machines, and when all end."""
    random = np.random.default_rng(seed)
    model = Model()
    end = model.variable(range(horizon + 1), "end")
    on: list[list[Any]] = [[] for _ in range(n_machines)]
    for _ in range(n_jobs):
        ready: Any = 0
        for _ in range(2):
            start = model.variable(range(horizon))
            machines = random.permutation(n_machines)[:2].tolist()
            lengths, present = random.integers(1, 4, 2).tolist(), model.bool_vars(2)
            model.post(present.sum() == 1, ready <= start)
            for machine, each in zip(machines, zip(lengths, present, strict=True), strict=True):
                on[machine].append((start, *each))
            ready = start + sum(length * p for length, p in zip(lengths, present, strict=True))
        model.post(ready <= end)
    model.post(no_overlap(*zip(*own, strict=True)) for own in on if own)
    return model, end


def choices(n_jobs: int, n_machines: int, horizon: int, seed: int) -> tuple[Model, Any]:
    """Return jobs of two tasks, each of which has an optional interval on two or three machines."""
    random = np.random.default_rng(seed)
    model = Model()
    on: list[list[Interval]] = [[] for _ in range(n_machines)]
    ends: list[Any] = []
    for _ in range(n_jobs):
        before: Any = 0
        for _ in range(2):
            start, own = model.variable(range(horizon)), []
            for machine in random.permutation(n_machines)[: random.integers(2, 4)].tolist():
                lengths = sorted({*random.integers(1, 4, 2).tolist()})
                length = lengths if random.random() < 0.3 else lengths[0]
                own.append(model.interval(range(horizon), length, optional=True))
                on[machine].append(own[-1])
            model.post(sum(each.present for each in own) == 1, before <= start)
            model.post(each.present >> (each.start == start) for each in own)
            before = start + sum(each.present * each.duration for each in own)
        ends.append(before)
    model.post(no_overlap(**columns(some)) for some in on if some)
    return model, maximum(ends)


def project(n: int, horizon: int, seed: int) -> tuple[Model, Variable]:
    """Return random tasks with precedences that share a resource, and when they end."""
    random = np.random.default_rng(seed)
    model = Model()
    starts = model.variables(n, range(horizon))
    end = model.variable(range(horizon + 1), "end")
    durations, demands = random.integers(1, 4, n).tolist(), random.integers(1, 4, n).tolist()
    model.post(cumulative(starts, durations, demands, 4), starts[0] + durations[0] <= starts[-1])
    model.post(*(s + d <= end for s, d in zip(starts, durations, strict=True)))
    return model, end


def tour(n: int, seed: int) -> tuple[Model, Any]:
    """Return a random problem of a salesman, and the length of the tour."""
    random = np.random.default_rng(seed)
    model = Model()
    x = model.variables(n, range(n))
    model.post(circuit(x))
    return model, sum(element(random.integers(1, 20, n).tolist(), each) for each in x)


def labels(n: int, most: int) -> tuple[Model, Any]:
    """Return a ruler of `n` marks: all distances differ; and its length."""
    model = Model()
    x = model.variables(n, range(most))
    pairs = combinations(x, 2)
    model.post(all_different([abs(a - b) for a, b in pairs], "bounds"), x[0] <= x[1], x[1] <= x[2])
    return model, maximum(x)


def teams(seed: int) -> tuple[Model, Any]:
    """Return variables whose values are counted, and a sum of some."""
    random = np.random.default_rng(seed)
    model = Model()
    x = model.variables(6, range(3))
    counts = model.variables(3, range(1, 4))
    model.post(cardinality(x, dict(enumerate(counts))), all_different(counts[:2]))
    return model, sum(int(c) * each for c, each in zip(random.integers(-3, 4, 6), x, strict=True))


def ruler(n: int) -> tuple[Model, Variable]:
    """Return a Golomb ruler, and its length."""
    model = Model()
    x = model.variables(n, range(2 * n + 3))
    model.post(x[0] == 0, increasing(x, strict=True))
    model.post(all_different([b - a for a, b in combinations(x, 2)]))
    return model, x[-1]


def words(n: int, length: int, seed: int) -> tuple[Model, Any]:
    """Return words in lexicographic order, each strictly, and their letters too; and a sum."""
    random = np.random.default_rng(seed)
    model = Model()
    x = model.variables((n, length), range(3))
    model.post(lexicographic_chain(x, strict=True), lexicographic_chain(x.T))
    return model, (random.integers(-3, 4, x.shape) * x).sum()


def visits(n: int, seed: int) -> tuple[Model, Any]:
    """Return a tour of some places, and its length less what the places are worth."""
    random = np.random.default_rng(seed)
    model = Model()
    x = model.variables(n, range(n))
    model.post(subcircuit(x), x[0] != 0)
    lengths, worth = random.integers(1, 9, (n, n)), random.integers(1, 9, n)
    np.fill_diagonal(lengths, 0)
    total = sum(element(own.tolist(), each) for own, each in zip(lengths, x, strict=True))
    return model, total - sum(int(w) * (x[k] != k) for k, w in enumerate(worth))


@pytest.mark.parametrize(
    "made",
    [
        partial(shop, 2, 2, 9, 1),
        partial(shop, 3, 1, 8, 2),
        partial(flexible_shop, 2, 2, 5, 3),
        partial(choices, 2, 2, 5, 3),
        partial(project, 4, 6, 3),
        partial(project, 4, 9, 4),
        partial(tour, 5, 5),
        partial(labels, 4, 7),
        partial(teams, 6),
        partial(ruler, 5),
        partial(words, 3, 2, 7),
        partial(visits, 4, 8),
    ],
)
def test_each_learned_clause_of_a_hard_model_is_implied(made: Any) -> None:
    model, goal = made()
    best = model.minimize(goal, method="propagation").value
    assert best is not None
    assert_clauses_are_implied(model.with_constraints(goal <= best + 1), 0)
    assert_clauses_are_implied(model.with_constraints(goal < best), 0)


@compiled
@pytest.mark.parametrize(
    "made",
    [
        partial(shop, 3, 3, 25, 7),
        partial(flexible_shop, 4, 3, 15, 8),
        *(partial(choices, 4, 3, 12, seed) for seed in range(4)),
        *(partial(choices, 5, 2, 16, seed) for seed in range(4)),
        partial(project, 6, 14, 8),
        partial(tour, 7, 9),
        partial(labels, 5, 14),
    ],
)
def test_the_best_solution_is_that_of_propagation(made: Any) -> None:
    model, goal = made()
    expected = model.minimize(goal, method="propagation")
    found = model.minimize(goal, method="learning")
    assert expected.complete
    assert found.complete
    assert found.value == expected.value
    assert not model.with_constraints(goal < found.value).solve(method="learning")


@compiled
def test_a_schedule_of_six_jobs_is_proved() -> None:
    """Fisher and Thompson's 6x6 instance has the optimum 55."""
    model = Model()
    end = model.variable(range(100), "end")
    tasks: dict[int, list[tuple[Variable, int]]] = {}
    for job in FT06:
        ready: Any = 0
        for machine, duration in job:
            start = model.variable(range(100))
            model.post(ready <= start)
            ready = start + duration
            tasks.setdefault(machine, []).append((start, duration))
        model.post(ready <= end)
    for own in tasks.values():
        model.post(no_overlap(*zip(*own, strict=True)))
    best = model.minimize(end, method="learning")
    assert (best.value, best.complete, best.statistics.engine) == (55, True, "learning")


def test_a_search_is_cut_into_slices_and_restored() -> None:
    model, goal = labels(4, 8)
    request = ModelRequest(Request(Goal.LIST), objective=goal)
    whole, other = learning(model, request), learning(model, request)
    out = Out(np.empty((0, 0), np.uint32), np.empty(0, np.uint32), 1)
    while whole.advance(1 << 20, out) != Status.EXHAUSTED:
        pass
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        status = other.advance(9, out)
        other.check()
        again = learning(model, request)
        again.restore(other.snapshot())
        other = again
    assert (other.nodes, other.solutions) == (whole.nodes, whole.solutions)


@compiled
def test_decisions_wait_for_space_for_events() -> None:
    """Domains of many values have more events than space was prepared for."""
    random = np.random.default_rng(1)
    model = Model()
    x = model.variables(15, range(1, 60))
    for one, other in combinations(x, 2):
        if random.random() < 0.5:
            model.post(abs(one - other) >= int(random.integers(1, 6)))
    engine = learning(model, ModelRequest(Request(Goal.LIST), objective=maximum(x)))
    out = Out(np.empty((0, 0), np.uint32), np.empty(0, np.uint32), 1)
    prepared = len(engine._own.events)
    while engine.advance(1, out) != Status.EXHAUSTED:
        engine.check()
    assert len(engine._own.events) > prepared


def test_a_lower_bound_of_another_engine_is_used() -> None:
    model, goal = labels(4, 8)
    best = model.minimize(goal, method="propagation").value
    assert best is not None
    for least in (best, best + 1):
        engine = learning(model, ModelRequest(Request(Goal.LIST), objective=goal))
        out = Out(np.empty((0, 0), np.uint32), np.empty(0, np.uint32), 1)
        engine.advance(1, out)
        engine.restrict(best)
        before = engine.least_goal()
        assert before is not None
        engine.raise_goal(before)
        assert engine.least_goal() == before < least
        engine.raise_goal(least)
        engine.check()
        found = engine.solutions
        assert engine.advance(10**6, out) is Status.EXHAUSTED
        assert engine.solutions - found == (least == best)


def test_controls_of_propagation_are_refused() -> None:
    model, _ = labels(3, 5)
    with pytest.raises(ModelError, match="order is a control of propagation: learning does not"):
        model.solve(method="learning", order="input")


def test_both_engines_share_the_best_value(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch, 50, propagation=10)
    model, end = shop(3, 2, 14, 7)
    best = model.minimize(end)
    assert best.complete
    assert best.value == model.minimize(end, method="propagation").value
    engines = {line.split(":")[0] for line in best.statistics.choice}
    assert {"propagation", "learning"} <= engines


def test_a_step_of_many_events_makes_no_other_array_longer() -> None:
    model = Model()
    index, a, b = model.variables(3, range(3))
    chosen = element([600_000 * a + 100_000 * b, 200_000 * a], index)
    model.post(chosen >= 150_001, chosen <= 900_000)
    engine = learning(model, ModelRequest(Request(Goal.LIST)))
    n_trail, n_events = len(engine._state.trail), len(engine._own.events)
    out = Out(np.empty((27, len(engine._own.variables)), np.uint32), np.empty(27, np.uint32), 27)
    assert engine.advance(1000, out) == Status.EXHAUSTED
    assert engine.solutions == len(oracle.solutions(model))
    assert len(engine._own.events) > n_events
    assert len(engine._state.trail) == n_trail


def assert_clauses_are_implied(model: Model, seed: int | None) -> Learning:
    """Assert that all solutions that are still to be found satisfy each clause that is learned.

    Return the engine at the end of the search.
    """
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
            return engine


def all_values(model: Model, request: ModelRequest) -> set[tuple[int, ...]]:
    """Return the values of all variables, also those of expressions, in all solutions."""
    builder, _ = posted(model, request)
    state = lay_out(builder)
    n = len(builder.domains)
    tree = tree_for(state, model, request)
    plain = Propagation(state, tree, n)
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
