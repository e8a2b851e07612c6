"""The cheapest solutions: against brute force, in slices, and on problems of the literature."""

import math
import random
from collections.abc import Callable
from itertools import cycle, permutations
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError, Progress, Solution, UndecidedError
from exactcover.engines.cheapest import scaling, taxes
from exactcover.engines.cheapest.best import NEVER, Best, check_heap, note, nothing_found
from exactcover.engines.cheapest.cells import CheapestCells
from exactcover.engines.cheapest.masks import CheapestMasks
from exactcover.engines.lagrangian import root
from exactcover.engines.lagrangian.engine import Lagrangian
from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import CHEAPEST
from exactcover.problem.costs import exact_cost, total_cost
from exactcover.problem.links import END
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.protocol import Out, Status
from exactcover.verbs.cheapest import Cheapest, cheapest
from tests import oracle
from tests.conftest import IS_SLOW
from tests.exactcover.engines.test_memo import repeating_problems
from tests.running import compiled
from tests.strategies import costed_problems, rows_of

INSTANCES = Path(__file__).parents[4] / "shared" / "data" / "exactcover"
ENGINES: list[Callable[..., Any]] = [CheapestCells, CheapestMasks, Lagrangian]

pytestmark = pytest.mark.kernel
methods = pytest.mark.parametrize("method", CHEAPEST)
engines = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: str(engine.name))


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not let the taxes take most of the time where they are not compiled."""
    if not is_compiled():
        monkeypatch.setattr(taxes, "MOST_STEPS", 5)
        monkeypatch.setattr(root, "MOST_STEPS", 10)
        monkeypatch.setattr(root, "MOST_ROUNDS", 2)


Ranked = list[tuple[float, tuple[int, ...]]]


def ranked(problem: Problem) -> Ranked:
    """Return all solutions by their exact costs, by brute force."""
    exact = sorted((exact_cost(problem.costs, s), s) for s in oracle.solutions(problem))
    return [(total_cost(problem.costs, s), s) for _, s in exact]


def check_result(result: Cheapest, expected: Ranked, k: int) -> None:
    """Assert that these are k cheapest of all solutions, compared exactly."""
    assert result.complete
    assert result.stopped is None
    found = [solution.indices for solution in result.solutions]
    assert len(set(found)) == len(found) == min(k, len(expected))
    costs = {s: c for c, s in expected}
    assert list(result.costs) == [costs[s] for s in found]
    places = [list(costs).index(s) for s in found]
    assert places == sorted(places)
    assert list(result.costs) == [c for c, _ in expected[:k]]


@methods
@settings(max_examples=200, deadline=None)
@given(problem=costed_problems(), k=st.integers(1, 5))
def test_equals_brute_force(method: str, problem: Problem, k: int) -> None:
    check_result(cheapest(problem, k, method=method), ranked(problem), k)


@methods
@settings(max_examples=100, deadline=None)
@given(problem=repeating_problems(), k=st.integers(1, 40), seed=st.integers(0, 2**32))
def test_equals_the_diagram(method: str, problem: Problem, k: int, seed: int) -> None:
    costs = np.random.default_rng(seed).integers(-9, 30, problem.n_options).tolist()
    priced = Problem(rows_of(problem), problem.primary, problem.secondary, costs=costs)
    result = cheapest(priced, k, method=method)
    assert list(result.costs) == [cost for cost, _ in priced.diagram().cheapest(k=k)]
    assert all(solution in priced.diagram() for solution in result.solutions)
    assert len(set(result.solutions)) == len(result.solutions)


@methods
@settings(max_examples=150, deadline=None)
@given(
    problem=costed_problems(st.floats(-1e6, 1e6) | st.sampled_from([0.1, 0.2, 0.3, 1e-9])),
    k=st.integers(1, 3),
)
def test_floats_equal_brute_force(method: str, problem: Problem, k: int) -> None:
    check_result(cheapest(problem, k, method=method), ranked(problem), k)


EXTREMES = [
    1.7e308,
    -1.7e308,
    1e307,
    -1e307,
    1e300,
    5e-324,
    -5e-324,
    2.5e-308,
    0.0,
    1.0,
    -(2.0**53),
]


@methods
@settings(max_examples=150, deadline=None)
@given(
    costs=st.lists(st.sampled_from(EXTREMES) | st.floats(-1e308, 1e308), min_size=4, max_size=4),
    k=st.integers(1, 9),
)
def test_costs_of_any_size(method: str, costs: list[float], k: int) -> None:
    rows = [["p", "q", "r"], ["p", "q", "r"], ["p", "q"], ["r"]]
    try:
        problem = Problem(rows, costs=costs)
    except ProblemError as error:
        assert sum(map(abs, costs)) == math.inf
        assert "must stay below 1.8e308" in str(error)
        return
    check_result(cheapest(problem, k, method=method), ranked(problem), k)
    by_diagram = problem.diagram().cheapest(k=k)
    assert [cost for cost, _ in by_diagram] == [cost for cost, _ in ranked(problem)[:k]]


@methods
@settings(max_examples=200, deadline=None)
@given(problem=costed_problems(), data=st.data())
def test_chosen_options_and_seeds(method: str, problem: Problem, data: st.DataObject) -> None:
    indices = st.integers(0, max(0, problem.n_options - 1))
    options = data.draw(st.lists(indices, max_size=min(2, problem.n_options)))
    expected = [(c, s) for c, s in ranked(problem) if set(options) <= set(s)]
    try:
        result = cheapest(problem, 3, method=method, chosen=options, seed=data.draw(indices))
    except ProblemError:
        assert not expected or len(set(options)) < len(options)
    else:
        check_result(result, expected, 3)


@engines
@settings(max_examples=200, deadline=None)
@given(
    problem=costed_problems(),
    k=st.none() | st.integers(1, 3),
    slices=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=8),
)
def test_slices_and_snapshots_change_nothing(
    engine: Callable[..., Any], problem: Problem, k: int | None, slices: list[tuple[int, int]]
) -> None:
    whole, sliced = engine(problem.links, k), engine(problem.links, k)
    expected, status = advance(whole, 1 << 40, 1 << 10)
    while status != Status.EXHAUSTED:
        some, status = advance(whole, 1 << 40, 1 << 10)
        expected += some
    if k is None:
        assert {tuple(sorted(s)) for s in expected} == oracle.solutions(problem)
    found: list[tuple[int, ...]] = []
    parts = [0.0]
    for budget, room in cycle([*slices, (1, 1)]):
        some, status = advance(sliced, budget, room)
        found += some
        parts.append(sliced.part_done())
        if status == Status.EXHAUSTED:
            break
        snapshot = sliced.snapshot()
        sliced = engine(problem.links, k)
        sliced.restore(snapshot)
        sliced.check()
    assert found == expected
    assert (sliced.nodes, sliced.updates) == (whole.nodes, whole.updates)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


def advance(engine: CoverEngine, budget: int, room: int) -> tuple[list[tuple[int, ...]], Status]:
    """Run an engine for one slice; return the solutions found."""
    rows = np.empty((room, engine.depth), dtype=np.uint32)
    lengths = np.zeros(room, dtype=np.uint32)
    before = engine.solutions
    status = engine.advance(budget, Out(rows, lengths, room))
    engine.check()
    pairs = zip(rows, lengths, strict=True)
    return [tuple(row[:n].tolist()) for row, n in pairs][: engine.solutions - before], status


@given(costed_problems() | costed_problems(st.floats(-1e300, 1e300) | st.integers(-(2**53), 2**53)))
def test_shares_make_up_the_price(problem: Problem) -> None:
    links = problem.links
    price, share, unit = taxes.prices(links)
    assert (abs(price) <= 2**scaling.PRICE_BITS).all()
    for option, node in enumerate(links.node_of.tolist()):
        shares = []
        while links.item_of[node] != END:
            if links.item_of[node] < links.n_primary:
                shares.append(int(share[node]))
            else:
                assert share[node] == 0
            node += 1
        assert 0 <= int(price[option]) - sum(shares) < len(shares)
        assert price[option] % max(1, unit) == 0
    if problem.costs.dtype.kind == "i" and int(abs(problem.costs).max(initial=0)) < 1000:
        ratios = {int(p) / c for p, c in zip(price, problem.costs, strict=True) if c}
        assert len(ratios) <= 1
        assert all(p == 0 for p, c in zip(price, problem.costs, strict=True) if not c)


def lowest_bound(problem: Problem) -> float:
    """Return the lower bound of the cost of every cover, by the taxes alone."""
    links = problem.links
    price, share, _ = taxes.prices(links)
    blocks = np.split(links.block, links.start[1:].astype(np.int64))[: links.n_primary]
    scale = float(price.max()) / float(problem.costs.max())
    return sum(int(share[block].min()) for block in blocks) / scale


@compiled
def test_taxes_solve_assignments() -> None:
    # Here the linear relaxation has whole solutions, so that the best taxes leave no gap.
    rng = random.Random(1)
    costs = [[rng.randrange(1, 100) for _ in range(6)] for _ in range(6)]
    problem = Problem(
        [[("row", i), ("column", j)] for i in range(6) for j in range(6)],
        costs=[cost for row in costs for cost in row],
    )
    best = min(sum(costs[i][j] for i, j in enumerate(p)) for p in permutations(range(6)))
    assert best * 0.999 <= lowest_bound(problem) <= best
    assert problem.cheapest().cost == best


@given(st.lists(st.integers(-9, 9), max_size=30), st.integers(0, 9))
def test_the_heap_keeps_the_best(costs: list[int], k: int) -> None:
    best = nothing_found(k, 1)
    for cost in costs:
        if cost < best.limit[0]:
            note_one(best, cost)
            check_heap(best)
    kept = sorted(cost for cost in best.costs.tolist() if cost < NEVER)
    assert kept == sorted(costs)[:k]
    if 0 < k <= len(costs):
        assert best.limit[0] == kept[-1]


def note_one(best: Best, cost: int) -> None:
    """Call the helper from Python, where it need not be compiled."""
    getattr(note, "py_func", note)(best, np.int64(cost))


@pytest.mark.skipif(not INSTANCES.exists(), reason="there is no ../shared/data/exactcover")
@pytest.mark.skipif(IS_SLOW, reason="too long as plain Python")
def test_pentominoes() -> None:
    problem = Problem.read(INSTANCES / "pent6x10_cost.dlx")
    # Linear relaxations say little about tilings: `cheapest_linear` takes minutes.
    for method in sorted({*CHEAPEST} - {"cheapest_linear"}):
        result = cheapest(problem, 3, method=method)
        assert (result.costs, result.complete) == ((55, 60, 61), True)
        for cost, solution in zip(result.costs, result.solutions, strict=True):
            assert sum(option.cost for option in solution) == cost
            assert sorted(i for option in solution for i in option.items) == sorted(problem.items)


@methods
def test_stops_with_what_it_found(method: str, node_by_node: None) -> None:
    problem = Problem([[i] for i in range(8) for _ in range(2)], costs=range(16, 0, -1))
    result = cheapest(problem, 10**3, method=method, max_nodes=20)
    assert not result.complete
    assert result.stopped is Stop.NODES
    assert 0 < len(result.solutions) < 2**8
    assert list(result.costs) == sorted(result.costs)
    nothing = cheapest(problem, method=method, max_nodes=0)
    assert (nothing.solutions, nothing.solution, nothing.cost) == ((), None, None)
    with pytest.raises(UndecidedError):
        bool(nothing)
    cancelled = Event()
    cancelled.set()
    assert cheapest(problem, method=method, cancel=cancelled).stopped is Stop.CANCELLED


@methods
def test_reports_progress(method: str, node_by_node: None) -> None:
    problem = Problem([[i] for i in range(5) for _ in range(2)], costs=range(10))
    reports: list[Progress] = []
    result = cheapest(problem, 32, method=method, progress=reports.append)
    assert len(result.solutions) == 32
    parts = [report.part for report in reports]
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


def test_result() -> None:
    problem = Problem({"A": ["p"], "B": ["p"]}, costs=[2, 1.5])
    result = problem.cheapest(5)
    assert [solution.labels for solution in result.solutions] == [("B",), ("A",)]
    assert result.costs == (1.5, 2.0)
    assert isinstance(result.solution, Solution)
    assert (result.solution.labels, result.cost) == (("B",), 1.5)
    assert bool(result)
    assert not problem.restrict([]).cheapest()
    assert problem.restrict([]).cheapest().complete
    assert Problem([["p"]]).cheapest().cost == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"k": 0}, "k is 0: it must be a whole number, and at least 1"),
        ({"k": True}, "k is True"),
        ({"k": 1.5}, "k is 1.5"),
        ({"method": "masks"}, "the method 'masks' does not look for the cheapest solutions"),
    ],
)
def test_mistakes(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem([["p"]], costs=[1]).cheapest(**arguments)


def test_there_is_no_limit_but_k() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'limit'"):
        Problem([["p"]], costs=[1]).cheapest(limit=3)  # type: ignore[call-arg]


@methods
def test_bounds(method: str) -> None:
    problem = Problem({"A": ["p"], "B": ["p"], "C": ["p"]}, bounds={"p": (1, 2)}, costs=[3, -1, -2])
    for name in ("auto", method):
        best = problem.cheapest(4, method=name)
        assert [solution.labels for solution in best.solutions] == [
            ("B", "C"),
            ("C",),
            ("B",),
            ("A", "C"),
        ]
        assert best.costs == (-3, -2, -1, 1)
