"""Greatest costs, improving solutions, bounds and gaps: against brute force."""

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover
from exactcover import Problem, ProblemError, Progress
from exactcover.engines.registry import CHEAPEST, load
from exactcover.engines.within_cost import at_most, lower_bound, scale_of
from exactcover.portfolio import cheapest as portfolio
from exactcover.portfolio.cheapest import CheapestPortfolio
from exactcover.problem.costs import exact_cost, total_cost
from exactcover.runtime.search.protocol import Out, Status
from tests import oracle
from tests.exactcover.engines.test_lagrangian import partitioning
from tests.strategies import costed_problems

pytestmark = pytest.mark.kernel

COSTS = st.floats(-1e6, 1e6) | st.sampled_from([0.1, 0.2, 0.3, 0.6, 1e-9]) | st.integers(-9, 9)


def costs_of(problem: Problem) -> dict[tuple[int, ...], float]:
    """Return the cost of every solution, by brute force."""
    return {s: total_cost(problem.costs, s) for s in oracle.solutions(problem)}


@pytest.mark.parametrize("method", ["auto", *CHEAPEST])
@settings(max_examples=40, deadline=None)
@given(problem=costed_problems() | costed_problems(COSTS), data=st.data())
def test_solutions_of_at_most_a_cost(method: str, problem: Problem, data: st.DataObject) -> None:
    costs = costs_of(problem)
    some = st.sampled_from([0, 1.5, math.inf, -math.inf, 10**400, *costs.values()])
    most = data.draw(some)
    expected = {s for s, cost in costs.items() if cost <= most}
    found = list(problem.solutions(max_cost=most, method=method))
    assert {s.indices for s in found} == expected
    assert len(found) == len(expected)
    assert all(s.cost == costs[s.indices] for s in found)
    number = problem.count(max_cost=most, method=method)
    assert (number, number.complete) == (len(expected), True)
    solution = problem.solve(max_cost=most, method=method).solution
    assert (solution is not None) == bool(expected)
    best = problem.cheapest(3, max_cost=most, method=method)
    assert {s.indices for s in best.solutions} <= expected
    assert len(best.solutions) == min(3, len(expected))
    limited = list(problem.solutions(max_cost=most, method=method, limit=2))
    assert len(limited) == min(2, len(expected))


@pytest.mark.parametrize("method", ["auto", *CHEAPEST])
@settings(max_examples=40, deadline=None)
@given(problem=costed_problems() | costed_problems(COSTS))
def test_improving_solutions(method: str, problem: Problem) -> None:
    costs = sorted(costs_of(problem).values())
    improving = problem.improving_solutions(method=method)
    assert (improving.cost, improving.gap) == (None, None)
    found, exact = [], []
    for solution in improving:
        found.append(solution.cost)
        exact.append(exact_cost(problem.costs, solution.indices))  # floats may round two to one
        assert improving.cost == solution.cost
        assert improving.bound <= costs[0]
        assert improving.gap is not None
        assert improving.gap >= 0
    assert exact == sorted(set(exact), reverse=True)
    assert improving.complete
    assert bool(found) == bool(costs)
    if costs:
        assert found[-1] == costs[0]
        assert (improving.bound, improving.gap) == (found[-1], 0)
    else:
        assert improving.bound == math.inf


@pytest.mark.parametrize("method", CHEAPEST)
@settings(max_examples=40, deadline=None)
@given(problem=costed_problems() | costed_problems(COSTS), k=st.integers(1, 3))
def test_bounds_hold_at_every_node(method: str, problem: Problem, k: int) -> None:
    costs = sorted(costs_of(problem).values())
    engine: Any = load(method, problem)(problem.links, k)
    known = math.inf
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED and costs:
        out = Out(np.empty((1, engine.depth), np.uint32), np.zeros(1, np.uint32), 1)
        before = engine.solutions
        status = engine.advance(1, out)
        if engine.solutions > before:
            known = min(known, total_cost(problem.costs, out.rows[0, : out.lengths[0]].tolist()))
        assert min(known, lower_bound(problem, engine.bound)) <= costs[0]


@settings(max_examples=40, deadline=None)
@given(problem=costed_problems(), k=st.none() | st.integers(1, 4), most=st.integers(-20, 60))
def test_engines_take_turns(problem: Problem, k: int | None, most: int) -> None:
    costs = costs_of(problem)
    expected = sorted(cost for cost in costs.values() if cost <= most)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portfolio, "FIRST_UPDATES", 1)
        patch.setattr(portfolio, "SLICE_UPDATES", 1)
        made = CheapestPortfolio(problem, problem, problem.links, k)
        engine = at_most(made, problem, problem.links, most)
        found: list[tuple[int, ...]] = []
        status = Status.BUDGET_SPENT
        while status != Status.EXHAUSTED:
            out = Out(np.empty((4, engine.depth), np.uint32), np.zeros(4, np.uint32), 4)
            before = engine.solutions
            status = engine.advance(2, out)
            for row, length in zip(
                out.rows[: engine.solutions - before], out.lengths, strict=False
            ):
                found.append(tuple(sorted(row[:length].tolist())))
    assert len(set(found)) == len(found)
    assert sorted(costs[s] for s in found)[:k] == expected[:k]


@settings(max_examples=20, deadline=None)
@given(problem=costed_problems(COSTS), most=st.integers(-20, 60))
def test_parallel_runs_and_checkpoints(
    problem: Problem, most: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    expected = sorted(cost for cost in costs_of(problem).values() if cost <= most)
    path = tmp_path_factory.mktemp("run") / "checkpoint"
    problem.count(max_cost=most, checkpoint=path, max_nodes=1)
    assert problem.count(max_cost=most, resume=path) == len(expected)
    with pytest.raises(exactcover.CheckpointError):
        problem.count(max_cost=most + 1, resume=path)
    found = problem.solutions(max_cost=most, workers=2)
    assert sorted(solution.cost for solution in found) == expected
    best = problem.cheapest(2, max_cost=most, workers=2)
    assert list(best.costs) == pytest.approx(expected[:2], abs=1e-6)
    assert best.bound == (best.costs[0] if expected else best.bound)


def test_bounds_on_items_and_colours() -> None:
    problem = Problem(
        {"A": ["p"], "B": ["p"], "C": {"p": None, "x": "red"}, "D": {"q": None, "x": "blue"}},
        primary=["p", "q"],
        secondary=["x"],
        bounds={"p": (1, 2)},
        costs=[3, 0.5, -2, 1],
    )
    expected = {s: total_cost(problem.costs, s) for s in oracle.bounded_solutions(problem)}
    assert sorted(expected.values()) == [1.5, 4, 4.5]
    for method in ("auto", *CHEAPEST):
        found = problem.solutions(max_cost=4, method=method)
        assert {s.indices for s in found} == {s for s, cost in expected.items() if cost <= 4}
        assert [s.cost for s in problem.improving_solutions(method=method)][-1] == 1.5
        assert problem.cheapest(max_nodes=0, method=method).bound <= 1.5


def test_the_bound_of_a_search_that_was_stopped() -> None:
    problem = partitioning(20, 150, 2)
    least = problem.cheapest().cost
    assert least is not None
    for max_nodes in (0, 1, 5):
        best = problem.cheapest(max_nodes=max_nodes, method="cheapest_lagrangian")
        assert best.bound <= least
        assert not best.complete
        assert (
            best.gap is None
            or best.cost is None
            or best.gap == (best.cost - best.bound) / best.cost
        )
    assert problem.cheapest(max_nodes=5, method="cheapest_lagrangian").bound > 0.9 * least
    assert problem.cheapest(workers=2, max_nodes=1).bound <= least


def test_gaps() -> None:
    assert Problem([["p"]], costs=[-4]).cheapest().gap == 0
    assert Problem([["p", "q"], ["q"]], costs=[1, 1]).cheapest(max_cost=0).bound == 0
    assert Problem([["p"]], ["p", "q"], costs=[1]).cheapest().bound == math.inf
    assert Problem([["p"]], ["p", "q"], costs=[1]).cheapest().gap is None


def test_progress_shows_costs_and_bounds(node_by_node: None) -> None:
    problem = partitioning(20, 150, 3)
    reports: list[Progress] = []
    best = problem.cheapest(progress=reports.append, method="cheapest_cells")
    assert best.cost is not None
    bounds = [report.bound for report in reports if report.bound is not None]
    assert len(bounds) == len(reports)
    assert max(bounds) == reports[-1].cost == best.cost


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"max_cost": "5"}, "max_cost is '5': it must be a number"),
        ({"max_cost": math.nan}, "max_cost is nan: it must be a number"),
        ({"max_cost": True}, "max_cost is True"),
        ({"max_cost": 1, "method": "masks"}, "the method 'masks' does not look for the cheapest"),
        ({"max_cost": 1, "order": "best"}, "needs costs whose sums are exact in 52 bits"),
    ],
)
def test_mistakes(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem([["p"], ["p"]], costs=[0.1, 1]).count(**arguments)


def test_classes_that_cost_at_most_a_number() -> None:
    pytest.importorskip("igraph")
    # Rooks on a board of 4 x 4: those on a diagonal cost 1 each.
    board = {(r, c): [("row", r), ("column", c)] for r, c in product(range(4), repeat=2)}
    rooks = Problem(board, costs={(r, c): int(r == c) for r, c in board})
    group = rooks.symmetries()
    for most, number in ((-1, 0), (0, 9), (1, 17), (2, 23), (3, 23), (4, 24)):
        assert rooks.count(max_cost=most, symmetries=group) == number
        assert rooks.count(max_cost=most, order="best") == number
        found = list(rooks.solutions(max_cost=most, up_to=group))
        assert sum(map(group.class_size, found)) == number
        assert rooks.count(max_cost=most, up_to=group) == len(found)
        assert rooks.count(max_cost=most, up_to=group, choose="input") == len(found)


def test_states_with_costs_are_merged_up_to_a_large_group() -> None:
    pytest.importorskip("igraph")
    # The squares with an odd sum of coordinates cost 1: more than 64 symmetries remain.
    board = {(r, c): [("row", r), ("column", c)] for r, c in product(range(6), repeat=2)}
    rooks = Problem(board, costs={(r, c): (r + c) % 2 for r, c in board})
    group = rooks.symmetries()
    assert group.order > 64
    for most in (0, 2, 4, 6):
        number = rooks.count(max_cost=most, symmetries=group)
        assert number == rooks.count(max_cost=most, method="cheapest_cells")
    # Fractions such as 0.25 are exact.
    quarters = Problem(board, costs={(r, c): (r + c) % 2 / 4 for r, c in board})
    assert quarters.count(max_cost=0.5, symmetries="all") == rooks.count(max_cost=2)


def test_costs_are_compared_exactly() -> None:
    # 0.1 + 0.2 is greater than 0.3 in floats; rounded once, it is 0.30000000000000004.
    problem = Problem([["p"], ["q"]], costs=[0.1, 0.2])
    assert problem.count(max_cost=0.3) == 0
    assert problem.count(max_cost=0.1 + 0.2) == 1
    large = Problem([["p"], ["q"], ["q"]], costs=[2**52, 1, 2])
    assert large.count(max_cost=2**52 + 1) == 1
    assert scale_of(large, large.links).is_exact


def test_improving_solutions_of_at_most_a_cost() -> None:
    problem = Problem([["p"], ["p"]], costs=[2, 1])
    assert [s.cost for s in exactcover.improving_solutions(problem, max_cost=1.5)] == [1]
    assert not list(problem.improving_solutions(max_cost=0))


@pytest.mark.parametrize("method", ["auto", *CHEAPEST])
def test_a_solution_that_costs_too_much_hides_none_of_equal_rounded_cost(method: str) -> None:
    options = [["c", "e"], ["c"], ["c"], ["e"], ["c", "e"]]
    problem = Problem(options, costs=[1, 1.0, 9007199254740992, 1, 0.5])
    for seed in (None, *range(12)):
        given: dict[str, Any] = {"method": method, "seed": seed}
        [cheap] = problem.improving_solutions(max_cost=0.5, **given)
        assert cheap.indices == (4,)
        best = problem.cheapest(3, max_cost=1.5, **given)
        assert (best.costs, best.complete) == ((0.5, 1), True)
        none = problem.cheapest(max_cost=0.25, **given)
        assert (none.solutions, none.complete) == ((), True)


@pytest.mark.parametrize("method", ["auto", "cheapest_masks", "cheapest_cells"])
def test_nor_does_it_in_a_parallel_run(method: str) -> None:
    # Rounded costs are multiples of four: those of all covers are equal, or nearly so.
    large = 2.0**53
    options = [["a"]] * 6 + [["b"]] * 6
    problem = Problem(options, costs=[large, *[large + 2] * 4, large] + [2.0] * 2 + [1.0] * 4)
    cheap = [s for s in problem.solutions() if s.cost <= large + 2]
    for k in (1, len(cheap), len(cheap) + 1):
        for seed in (None, *range(4)):
            given: dict[str, Any] = {"workers": 1, "method": method, "seed": seed}
            best = problem.cheapest(k, max_cost=large + 2, **given)
            assert best.complete
            assert len(best.solutions) == min(k, len(cheap))
