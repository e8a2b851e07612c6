"""Costs are compared exactly, however much they differ: against brute force over fractions."""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.engines.cheapest.scaling import scale
from exactcover.engines.registry import CHEAPEST
from exactcover.engines.within_cost import scale_of
from exactcover.formats.json import from_json, to_json
from exactcover.problem.costs import exact_cost, rounded_down, total_cost
from tests import oracle
from tests.strategies import costed_problems

pytestmark = pytest.mark.kernel

METHODS = ["auto", *CHEAPEST]
SPREAD: list[Any] = [0.5, 0.1, 0.2, 0.3, 0.7, 1 / 3, math.pi, -math.pi, 2.0**-60, 1e-300]
LARGE: list[Any] = [1e17, 2.0**53 + 2, -(2.0**60), 1e300, -1e300, 2.0**62, 3e17]
WHOLE = [2**k + d for k in (31, 53, 60, 62, 63) for d in (-1, 0, 1)]
EXACT: list[Any] = [Fraction(1, 3), Fraction(-2, 7), Decimal("0.1"), Decimal("1e30"), 5, 10**40]
COSTS = st.one_of(
    st.sampled_from(SPREAD + LARGE) | st.integers(-3, 3) | st.floats(-1e3, 1e3),
    st.sampled_from([sign * each for each in WHOLE for sign in (1, -1)]) | st.integers(-3, 3),
    st.sampled_from(EXACT + SPREAD + LARGE),
    st.sampled_from([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1.1, 2.5, 5.6]),
    st.sampled_from([2.0**k for k in range(-70, 71, 7)]),
)


def ranked(problem: Problem) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Return all solutions by ascending exact cost."""
    return sorted((exact_cost(problem.costs, s), s) for s in oracle.solutions(problem))


@pytest.mark.parametrize("method", METHODS)
def test_a_penalty_hides_nothing(method: str) -> None:
    options = {"a": ["p"], "b": ["p"], "c": ["p", "q"], "d": ["q"]}
    for penalty in (1e17, 1e30, 1e300, -1e17, -1e300, 10**40):
        problem = Problem(options, costs={"a": 2.0, "b": 1.0, "c": penalty, "d": 0.5})
        best = problem.cheapest(3, method=method)
        by_cost = [solution.labels for solution in best.solutions]
        others = [("b", "d"), ("a", "d")]
        assert by_cost == ([*others, ("c",)] if penalty > 0 else [("c",), *others])
        assert best.complete
        assert [s.labels for s in problem.improving_solutions(method=method)][-1] == by_cost[0]
        assert problem.count(max_cost=1.5, method=method) == 1 + (penalty < 0)


@pytest.mark.parametrize("method", METHODS)
def test_more_options_than_items(method: str) -> None:
    """One item with bounds: the rounding errors of four costs add up, not of one."""
    for penalty in (10**17, 1e17, 1e30):
        problem = Problem(
            [["p"]] * 5,
            bounds={"p": (4, 4)},
            multiplicities={(0, "p"): 4},
            costs=[penalty, 1, 1, 1, 1],
        )
        assert problem.cheapest(method=method).cost == 4
        assert [s.cost for s in problem.cheapest(2, method=method).solutions] == [4, penalty]
        assert [s.cost for s in problem.improving_solutions(method=method)][-1] == 4
        assert problem.count(max_cost=4, method=method) == 1
        assert [cost for cost, _ in problem.diagram().cheapest(k=2)] == [4, penalty]


@pytest.mark.parametrize("method", METHODS)
def test_the_last_improving_solution_is_the_cheapest_where_rounded_costs_are_equal(
    method: str,
) -> None:
    options = {"a": ["p", "q"], "b": ["q"], "c": ["q"]}
    for two, half in ((2.0, 0.5), (0.5, 2.0)):
        costs = {"a": 1e17, "b": two, "c": half}
        problem = Problem(options, costs=costs, bounds={"q": 2})
        *_, last = problem.improving_solutions(method=method)
        assert last.labels == ("a", "c" if half < two else "b")


@pytest.mark.parametrize(
    "way", [{"costs": np.array([1], "m8[ns]")}, {"bounds": {"p": np.timedelta64(1, "s")}}]
)
def test_durations_with_a_unit_are_no_numbers(way: dict[str, Any]) -> None:
    with pytest.raises(ProblemError, match=r"timedelta64\(1"):
        Problem([["p"]], **way)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=100, deadline=None)
@given(problem=costed_problems(COSTS), k=st.integers(1, 4), data=st.data())
def test_cheapest(method: str, problem: Problem, k: int, data: st.DataObject) -> None:
    expected = ranked(problem)
    best = problem.cheapest(k, method=method)
    costs = [exact_cost(problem.costs, s.indices) for s in best.solutions]
    assert costs == [cost for cost, _ in expected[:k]]
    assert best.complete
    assert list(best.costs) == [s.cost for s in best.solutions]
    *_, last = [None, *problem.improving_solutions(method=method)]
    assert (last is None) == (not expected)
    if last is not None:
        assert last.cost == total_cost(problem.costs, expected[0][1])
    sums = [total_cost(problem.costs, s) for _, s in expected]
    most = data.draw(st.sampled_from([0, 1e17, Fraction(1, 3), *sums]))
    within = {s for (_, s), cost in zip(expected, sums, strict=True) if cost <= most}
    found = [s.indices for s in problem.solutions(max_cost=most, method=method)]
    assert (set(found), len(found)) == (within, len(within))
    limited = problem.cheapest(k, max_cost=most, method=method)
    costs = [exact_cost(problem.costs, s.indices) for s in limited.solutions]
    assert costs == [cost for cost, s in expected if s in within][:k]


@settings(max_examples=60, deadline=None)
@given(problem=costed_problems(COSTS), k=st.integers(1, 4), data=st.data())
def test_diagrams(problem: Problem, k: int, data: st.DataObject) -> None:
    expected = ranked(problem)
    diagram = problem.diagram()
    found = [exact_cost(problem.costs, s.indices) for _, s in diagram.cheapest(k=k)]
    assert found == [cost for cost, _ in expected[:k]]
    found = [exact_cost(problem.costs, s.indices) for _, s in diagram.by_cost()]
    assert found == [cost for cost, _ in expected]
    sums = [total_cost(problem.costs, s) for _, s in expected]
    most = data.draw(st.sampled_from([0, 1e17, Fraction(1, 3), *sums]))
    within = {s for (_, s), cost in zip(expected, sums, strict=True) if cost <= most}
    assert {s.indices for s in diagram.at_most(most)} == within


@settings(max_examples=15, deadline=None)
@given(problem=costed_problems(COSTS), k=st.integers(1, 3))
def test_parallel_runs(problem: Problem, k: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    expected = [cost for cost, _ in ranked(problem)][:k]
    path = tmp_path_factory.mktemp("run") / "checkpoint"
    problem.cheapest(k, checkpoint=path, max_nodes=1)
    best = problem.cheapest(k, resume=path)
    assert [exact_cost(problem.costs, s.indices) for s in best.solutions] == expected


@settings(max_examples=100, deadline=None)
@given(costs=st.lists(COSTS, min_size=1, max_size=6), n=st.integers(1, 3))
def test_prices_have_the_order_of_costs(costs: list[Any], n: int) -> None:
    problem = Problem([["p"]] * len(costs), costs=costs)
    scaled = scale(problem.costs, n)
    assert abs(scaled.price).max() * (n + 1) < 2**59
    assert not scaled.is_exact or not (scaled.price % scaled.unit).any()
    sums = [
        (exact_cost(problem.costs, s), int(scaled.price[list(s)].sum()))
        for size in range(n + 1)
        for s in combinations(range(len(costs)), size)
    ]
    for cost, price in sums:
        assert scaled.cost(price) <= cost
        assert not scaled.is_exact or scaled.cost(price) == cost
        assert price < scaled.limit(cost)
        assert not scaled.is_exact or price >= scaled.limit(cost, is_allowed=False)
        for other, other_price in sums:
            if other < cost:
                assert other_price <= price - scaled.unit


@pytest.mark.parametrize(
    "costs",
    [
        [0.01, 99.99, 0.1, 3.3],
        [0.1, 0.2, 1e17, 2e17 + 64, 1e300],
        [1e17, 0.5],
        [1e-300, 1e300, 1],
        [2**60 + 1, 2**60, 3],
        [Decimal("0.1"), Fraction(1, 3)],
    ],
)
def test_usual_costs_are_not_rounded(costs: Sequence[Any]) -> None:
    problem = Problem([["p", "q"]] * len(costs), costs=costs)
    assert scale_of(problem, problem.links).is_exact


def test_floats_are_the_numbers_that_they_hold() -> None:
    # 0.1 + 0.2 is more than 0.3; as decimals or fractions they are equal.
    options = {"a": ["p"], "b": ["q"], "c": ["p", "q"]}
    floats = Problem(options, costs=[0.1, 0.2, 0.3])
    assert [s.labels for s in floats.cheapest(2).solutions] == [("c",), ("a", "b")]
    assert floats.cheapest(2).costs == (0.3, 0.1 + 0.2)
    exact = Problem(options, costs=[Decimal("0.1"), Decimal("0.2"), Decimal("0.3")])
    assert list(exact.cheapest(2).costs) == [Fraction(3, 10)] * 2
    assert exact.count(max_cost=Decimal("0.3")) == 2
    assert exact.count(max_cost=Fraction(3, 10) - Fraction(1, 10**30)) == 0


def test_max_cost_is_compared_with_the_cost_that_is_returned() -> None:
    problem = Problem([["p"], ["q"], ["r"]], costs=[0.1, 2.5, 3])
    # The exact sum of these floats is a little more than the float 5.6, and is rounded to it.
    assert exact_cost(problem.costs, [0, 1, 2]) > Fraction(5.6)
    assert problem.cheapest().cost == 5.6
    for method in METHODS:
        assert problem.count(max_cost=5.6, method=method) == 1
        assert problem.count(max_cost=math.nextafter(5.6, 0), method=method) == 0
    assert problem.diagram().at_most(5.6).count() == 1
    exact = Problem([["p"], ["q"], ["r"]], costs=[Fraction(0.1), 2.5, 3])
    assert exact.count(max_cost=5.6) == 0


def test_large_whole_costs() -> None:
    for large in (2**31, 2**53, 2**60, 2**62, 2**63, 2**70):
        for sign in (1, -1):
            costs = [sign * large + k for k in (3, 1, 2)]
            problem = Problem([["p"]] * 3, costs=costs)
            assert problem.costs.tolist() == costs
            best = problem.cheapest(3)
            assert list(best.costs) == sorted(costs)
            assert best.bound == min(costs)
            assert problem.count(max_cost=sign * large + 2) == 2
            assert problem.diagram().cheapest()[0][0] == min(costs)
    assert Problem([["p"]], costs=[2**60]) != Problem([["p"]], costs=[2**60 + 1])


@pytest.mark.parametrize("cost", [Fraction(1, 3), Decimal("0.1"), 2**70, 2**60 + 1, 1e300, 0.1])
def test_formats_keep_costs(cost: Any) -> None:
    problem = Problem([["p"], ["p"]], costs=[cost, 1])
    assert Problem.from_text(problem.to_text()).costs.tolist() == problem.costs.tolist()
    assert from_json(to_json(problem)).costs.tolist() == problem.costs.tolist()
    if isinstance(cost, Fraction):
        for write in (problem.to_lp, problem.to_mps):
            with pytest.raises(ProblemError, match="option 0 costs 1/3, which is no decimal"):
                write()
    else:
        assert f" {cost} " in problem.to_lp()
        assert f"cost {cost}\n" in problem.to_mps()
    if float(cost) != cost:
        pytest.importorskip("scipy")
        with pytest.raises(ProblemError, match=r"option 0 costs .*, which no float is exactly"):
            problem.to_milp()


def test_fractions_in_texts() -> None:
    problem = Problem.from_text("p\np |1/3\np |-2/6\n")
    assert problem.costs.tolist() == [Fraction(1, 3), Fraction(-1, 3)]
    for text in ("1/0", "1/-3", "1/", "/3", "1/3/5", f"1/{'9' * 5000}"):
        with pytest.raises(ProblemError):
            Problem.from_text(f"p\np |{text}\n")


@pytest.mark.parametrize(
    "cost", [math.inf, -math.inf, math.nan, Decimal("nan"), Decimal("inf"), Decimal("1e400"), "1/3"]
)
def test_what_is_no_cost(cost: Any) -> None:
    with pytest.raises(ProblemError, match=r"option 1 costs .*must be a finite number"):
        Problem({"A": ["p"], "B": ["p"]}, costs={"B": cost})


def test_rounding_down() -> None:
    for value in (Fraction(1, 3), Fraction(-1, 3), 2**60 + 1, -(2**60) - 1, 0.1, 10**400):
        below = rounded_down(value)
        assert below <= value
        assert math.nextafter(below, math.inf) > value
    assert rounded_down(-(10**400)) == -math.inf


def test_costs_by_the_thousand_are_scaled_quickly() -> None:
    # Nothing to split: every try ends at its first cost.
    rng = np.random.default_rng(1)
    costs = rng.random(20_000) * 100
    scaled = scale(costs, 50)
    assert not scaled.is_exact
    assert scaled.unit == -49
