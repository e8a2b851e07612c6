"""The tests of steering, of greatest costs and of counts layer by layer beside other features.

A test is called with a problem, its solutions and a random generator; and a folder, if it names
one. `tests.exactcover.test_combinations` calls them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from exactcover import Hook, Problem, combine, split
from exactcover.problem.costs import total_cost
from exactcover.runtime.search.steering import CONSISTENCIES, ORDERS
from tests.fuzz import cover_steering
from tests.fuzz.cover_tools import Keys, keys, same
from tests.fuzz.every_checks import calls_with

Check = Callable[..., None]
PAIRS: dict[frozenset[str], Check] = {}

for _kind in ("bounds", "colours", "multiplicities"):
    PAIRS[frozenset(("steering", _kind))] = cover_steering.steers
    PAIRS[frozenset(("max_cost", _kind))] = calls_with("max_cost")
PAIRS[frozenset(("layers", "colours"))] = calls_with("order")
PAIRS[frozenset(("layers", "max_cost"))] = calls_with("order", "max_cost")
PAIRS[frozenset(("steering", "max_cost"))] = calls_with("choose", "max_cost")
PAIRS[frozenset(("steering", "up to symmetry"))] = calls_with("choose", "up_to")
PAIRS[frozenset(("max_cost", "up to symmetry"))] = calls_with("max_cost", "up_to")


def pair(one: str, other: str) -> Callable[[Check], Check]:
    """Register the test of a pair."""

    def register(check: Check) -> Check:
        PAIRS[frozenset((one, other))] = check
        return check

    return register


def steered(rng: Random) -> dict[str, Any]:
    """Return keywords that steer a search."""
    return {"choose": rng.choice(ORDERS), "consistency": rng.choice(CONSISTENCIES)}


def costing(problem: Problem, expected: Keys, most: float) -> Keys:
    """Return the solutions that cost at most a number."""
    return frozenset(key for key in expected if total_cost(problem.costs, list(key)) <= most)


def at_most_one_of_each_kind(problem: Problem, rng: Random) -> tuple[Hook, list[int]]:
    """Return a function that prunes, and the kinds of options that it tells apart."""
    kinds = [rng.randrange(4) for _ in range(problem.n_options)]
    return Hook(cover_steering.has_kind_twice, data=kinds, cells=[0] * 4), kinds


@pair("steering", "limits")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    for number in range(4):
        few = problem.solutions(max_nodes=number, **steered(rng))
        assert set(keys(few)) <= expected
        assert problem.count(limit=number, **steered(rng)) == min(number, len(expected))
    assert problem.count(time_limit=0, profile=True).stopped


@pair("steering", "workers")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    hook, kinds = at_most_one_of_each_kind(problem, rng)
    wanted = frozenset(key for key in expected if len({kinds[i] for i in key}) == len(key))
    same(keys(problem.solutions(prune=hook, workers=2, seed=1, **steered(rng))), wanted)
    number = problem.count(profile=True, workers=2, **steered(rng))
    levels = number.statistics.profile
    assert sum(level.solutions for level in levels) == number == len(expected)
    assert sum(level.nodes for level in levels) == number.statistics.nodes


@pair("steering", "checkpoint")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    given = steered(rng) | {"profile": True}
    problem.count(checkpoint=folder / "run", max_nodes=1, workers=1, **given)
    number = problem.count(resume=folder / "run", workers=1, **given)
    assert (number, number.complete) == (len(expected), True)
    assert sum(level.solutions for level in number.statistics.profile) == len(expected)


@pair("steering", "split")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    given = steered(rng)
    tasks = split(problem, 3)
    same(
        [key for t in tasks for key in keys(problem.solutions(chosen=t.chosen, **given))], expected
    )


@pair("steering", "reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    reduction = problem.reduce()
    found = [reduction.expand(s) for s in reduction.problem.solutions(**steered(rng))]
    same(found, expected)


@pair("steering", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    numbers = [part.problem.count(**steered(rng)) for part in problem.components()]
    assert math.prod(numbers) == len(expected)


@pair("max_cost", "costs")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    most = rng.randint(-2, 9)
    best = problem.cheapest(2, max_cost=most)
    assert len(best.solutions) == min(2, len(costing(problem, expected, most)))
    assert all(cost <= most for cost in best.costs)


@pair("max_cost", "limits")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    most = rng.randint(-2, 9)
    cheap = costing(problem, expected, most)
    for number in range(3):
        assert set(keys(problem.solutions(max_cost=most, max_nodes=number))) <= cheap
        assert problem.count(max_cost=most, limit=number) == min(number, len(cheap))


@pair("max_cost", "workers")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    most = rng.randint(-2, 9)
    same(keys(problem.solutions(max_cost=most, workers=2)), costing(problem, expected, most))


@pair("max_cost", "checkpoint")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    most = rng.randint(-2, 9)
    problem.count(max_cost=most, checkpoint=folder / "run", max_nodes=1, workers=1)
    number = problem.count(max_cost=most, resume=folder / "run", workers=1)
    assert number == len(costing(problem, expected, most))


@pair("max_cost", "split")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    most = rng.randint(-2, 9)
    numbers = [problem.count(max_cost=most, chosen=task.chosen) for task in split(problem, 3)]
    assert sum(numbers) == len(costing(problem, expected, most))


@pair("max_cost", "diagram")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    most = rng.randint(-2, 9)
    same(keys(problem.diagram().at_most(most)), costing(problem, expected, most))


@pair("max_cost", "sample")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    most = rng.randint(-2, 9)
    cheap = costing(problem, expected, most)
    if cheap:
        assert set(keys(problem.diagram().at_most(most).sample(3, seed=1))) <= cheap


@pair("max_cost", "reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    most = rng.randint(-2, 9)
    reduction = problem.reduce()
    forced = math.fsum(problem.costs[list(reduction.forced)].tolist())
    found = [reduction.expand(s) for s in reduction.problem.solutions(max_cost=most - forced)]
    same(found, costing(problem, expected, most))


@pair("layers", "limits")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    number = problem.count(order="best", max_nodes=1)
    assert number == len(expected) or not number.complete
    assert problem.count(order="best", limit=1) == min(1, len(expected))


@pair("layers", "workers")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    assert problem.count(order=problem.primary[::-1], workers=2) == len(expected)


@pair("layers", "checkpoint")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    given: dict[str, Any] = {"order": "best", "max_cost": 4}
    problem.count(checkpoint=folder / "run", max_nodes=1, **given)
    assert problem.count(resume=folder / "run", **given) == len(costing(problem, expected, 4))


@pair("layers", "split")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    numbers = [problem.count(chosen=task.chosen, max_bytes=999) for task in split(problem, 3)]
    assert sum(numbers) == len(expected)


@pair("layers", "reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    assert problem.reduce().problem.count(order="best") == len(expected)


@pair("layers", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    parts = problem.components()
    numbers = [part.problem.count(order="best") for part in parts]
    assert math.prod(numbers) == len(expected)
    found = combine(parts, [list(part.problem.solutions()) for part in parts])
    assert math.prod(numbers) == len(list(found))
