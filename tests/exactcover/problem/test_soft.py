"""Soft items, and several objectives in order: the same as brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from exactcover import Problem, ProblemError, Uncovered, Without
from exactcover.formats.json import from_json, to_json
from exactcover.problem.costs import exact_cost, total_cost
from tests.fuzz.cover_tools import expected_of

ROWS = {"A": ["p", "q"], "B": ["q", "r"], "C": ["r"]}


def drawn(rng: Random) -> tuple[list[dict[str, Any]], dict[str, Any], dict[str, int]]:
    """Return the options, bounds and prices of a random problem."""
    names = "abcd"
    rows = []
    for _ in range(rng.randint(2, 7)):
        row: dict[str, Any] = dict.fromkeys(rng.sample(names, rng.randint(1, 3)))
        row |= {x: rng.choice(("red", None)) for x in "xy" if rng.random() < 0.3}
        rows.append(row)
    bounds = {item: rng.choice(((1, 1), (1, 2), (2, 2), (0, 1), (2, None))) for item in names}
    able = [item for item in names if bounds[item][0] > 0]
    return rows, bounds, {item: rng.randint(0, 4) for item in able if rng.random() < 0.6}


def by_brute_force(
    rows: list[dict[str, Any]], bounds: dict[str, Any], soft: dict[str, int]
) -> set[tuple[tuple[int, ...], int]]:
    """Return the options and the price of each solution, from its definition."""
    found = set()
    for gone in product((False, True), repeat=len(soft)):
        left = {item for item, is_gone in zip(soft, gone, strict=True) if is_gone}
        kept = [k for k, row in enumerate(rows) if not left & row.keys()]
        problem = Problem(
            [rows[k] for k in kept],
            [item for item in bounds if item not in left],
            ["x", "y"],
            bounds={item: pair for item, pair in bounds.items() if item not in left},
        )
        place = [option.label if option.label is not None else option.index for option in problem]
        for key in expected_of(problem):
            found.add((tuple(kept[place[k]] for k in key), sum(soft[item] for item in left)))
    return found


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(25))
def test_soft_items_may_stay_uncovered(seed: int) -> None:
    rng = Random(seed)
    rows, bounds, soft = drawn(rng)
    problem = Problem(rows, list("abcd"), ["x", "y"], bounds=bounds, soft=soft)
    expected = by_brute_force(rows, bounds, soft)
    found = set()
    for solution in problem.solutions():
        own = [o for o in solution if not isinstance(o.label, Uncovered)]
        places = tuple(o.index if o.label is None else o.label for o in own)
        found.add((places, total_cost(problem.costs, solution.indices)))
    assert found == expected
    assert problem.count() == len(expected)
    best = problem.cheapest()
    assert list(best.costs) == sorted(price for _, price in expected)[:1]


def test_the_fewest_uncovered_items() -> None:
    problem = Problem(ROWS, soft={"p": 1, "q": 1, "r": 1}, costs=[0, 0, 5])
    assert problem.cheapest(max_cost=0).solution is None
    for found, labels in (
        (problem.cheapest(), ("A", Uncovered("r"))),
        (problem.cheapest(chosen=["B"]), ("B", Uncovered("p"))),
        (problem.solve(chosen=[Uncovered("q"), "C"]), ("C", Uncovered("p"), Uncovered("q"))),
    ):
        assert found.solution is not None
        assert found.solution.labels == labels
    assert from_json(to_json(problem)).labels == problem.labels


def test_soft_items_stay_soft_in_json() -> None:
    rows = {"A": ["p", "q"], "B": ["q", "r"]}
    problem = Problem(rows, soft={"p": 2, "r": 1}, bounds={"p": (1, 2)})
    new: dict[str, Any] = {"add": {"C": ["p"], "D": ["p"]}, "bounds": {"p": (1, 4)}}
    for each in (problem, problem.restrict(["B", Uncovered("r"), "A", Uncovered("p")])):
        read = from_json(to_json(each))
        assert (read, read.labels) == (each, each.labels)
        assert read.changed(**new) == each.changed(**new)


@pytest.mark.parametrize(
    ("soft", "bounds", "message"),
    [
        ([1], {}, "give a mapping"),
        ({"z": 1}, {}, "unknown item 'z'"),
        ({"x": 1}, {}, "secondary item 'x'"),
        ({"p": 1}, {"p": (0, 2)}, "without a price"),
        ({"p": "much"}, {}, "a cost must be a finite number"),
    ],
)
def test_mistakes(soft: Any, bounds: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem({"A": ["p", "x"]}, secondary=["x"], bounds=bounds, soft=soft)


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(20))
def test_objectives_in_order(seed: int) -> None:
    rng = Random(seed)
    rows = [rng.sample("abcd", rng.randint(1, 3)) for _ in range(9)]
    kinds = ((-2, 0, 1), (0.1, 0.2, 0.5), (0, 1), (1 << 55, 1, -3))
    costs = [rng.choices(rng.choice(kinds), k=len(rows)) for _ in range(3)]
    problem = Problem(rows, list("abcd"), bounds={"a": (1, 2)}, costs=costs[0])
    own = [Problem(rows, list("abcd"), costs=some).costs for some in costs]
    expected = sorted(tuple(total_cost(each, key) for each in own) for key in expected_of(problem))
    best = problem.cheapest(3, then=costs[1:])
    assert list(best.costs) == expected[:3]
    if expected:
        assert best.bound == expected[0][0]
        most = Fraction(expected[len(expected) // 2][0])
        cheap = sorted(
            tuple(total_cost(each, key) for each in own)
            for key in expected_of(problem)
            if exact_cost(own[0], key) <= most
        )
        assert list(problem.cheapest(99, then=costs[1:], max_cost=most).costs) == cheap
        chosen = [problem.options[k] for k in min(expected_of(problem))]
        with_all = problem.cheapest(then=costs[1:], chosen=chosen)
        assert with_all.solution is not None
        assert set(min(expected_of(problem))) <= set(with_all.solution.indices)
        without = problem.cheapest(
            99, then=costs[1:], chosen=[Without(o) for o in problem if "a" in o.items][:1]
        )
        assert all(each in expected for each in without.costs)


def test_wrong_objectives() -> None:
    problem = Problem({"A": ["p"]})
    with pytest.raises(ProblemError, match=r"then\[0\]: 2 costs for 1 options"):
        problem.cheapest(then=[[1, 2]])
    with pytest.raises(ProblemError, match=r"then\[1\]: a cost for unknown option"):
        problem.cheapest(then=[[1], {"B": 1}])
    with pytest.raises(ProblemError, match=r"then is \{'A': 1\}: give a list of costs"):
        problem.cheapest(then={"A": 1})  # type: ignore[dict-item]
    huge = Problem({"A": ["p"], "B": ["p"]}, costs=[1e300, 1e300])
    assert huge.cheapest(then=[[1e300, 5e-324]]).cost == (1e300, 5e-324)
