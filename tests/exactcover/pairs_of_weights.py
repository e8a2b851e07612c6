"""The tests of weighted counts, uses and samples beside other features.

A test is called with a problem, its solutions and a random generator.
`tests.exactcover.test_combinations` calls them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactcover import Problem, ProblemError, UnfinishedError, split
from exactcover.problem.costs import total_cost
from tests import oracle
from tests.fuzz.cover_tools import Keys, keys

Check = Callable[..., None]
PAIRS: dict[frozenset[str], Check] = {}


def pair(*others: str) -> Callable[[Check], Check]:
    """Register the test of weights with other features."""

    def register(check: Check) -> Check:
        for other in others:
            PAIRS[frozenset(("weights", other))] = check
        return check

    return register


def drawn(problem: Problem, rng: Random) -> list[Any]:
    """Return weights of the options of one of the kinds that there are."""
    kind = rng.choice((int, lambda k: Fraction(k, 3), lambda k: k / 8))
    least = rng.choice((0, -3))
    return [kind(rng.randint(least, 7)) for _ in range(problem.n_options)]


@pair("bounds", "colours", "costs", "multiplicities", "diagram", "sample")
def weighs(problem: Problem, expected: Keys, rng: Random) -> None:
    weights = drawn(problem, rng)
    total, shares = oracle.weighted(expected, list(map(Fraction, weights)))
    diagram = problem.diagram()
    for method in ("auto", "decomposition", "diagram"):
        if method == "decomposition" and problem.has_multiplicities:
            with pytest.raises(ProblemError, match="takes no multiplicities"):
                problem.count(weights=weights, method=method)
            continue
        assert problem.count(weights=weights, method=method) == total
        assert problem.uses(weights=weights, method=method) == shares
        assert problem.uses(method=method) == diagram.uses()
    assert (diagram.count(weights), diagram.uses(weights)) == (total, shares)
    positive = list(map(abs, weights))
    likely = {key for key in expected if all(positive[option] for option in key)}
    if likely:
        assert set(keys(problem.sample(5, weights=positive, seed=1))) <= likely
        assert set(keys(diagram.sample(5, 1, positive))) <= likely


@pair("limits")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    for limits in ({"max_nodes": 0}, {"time_limit": 0}):
        given: Any = limits
        with pytest.raises(UnfinishedError):
            problem.count(weights=[1] * problem.n_options, **given)
        with pytest.raises(UnfinishedError):
            problem.uses(**given)
    for max_nodes in range(1, 9):
        with suppress(UnfinishedError):
            assert problem.count(weights={0: 2}, max_nodes=max_nodes) == problem.diagram().count(
                {0: 2}
            )


@pair("split")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    weights = drawn(problem, rng)
    total, shares = oracle.weighted(expected, list(map(Fraction, weights)))
    tasks = split(problem, 3)
    assert sum(problem.count(weights=weights, chosen=task.chosen) for task in tasks) == total
    parts = [problem.uses(weights=weights, chosen=task.chosen) for task in tasks]
    assert [sum(own) for own in zip(*parts, strict=True)] == (shares if tasks else [])


@pair("reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    reduction = problem.reduce()
    rest = reduction.problem
    found = [reduction.expand(key) for key in keys(rest.solutions())]
    assert rest.count(weights=[1] * rest.n_options) == len(found) == len(expected)


@pair("components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    weights = drawn(problem, rng)
    parts = problem.components()
    factors = [
        part.problem.count(weights=[weights[option] for option in part.options]) for part in parts
    ]
    total, _shares = oracle.weighted(expected, list(map(Fraction, weights)))
    assert math.prod(factors) == total


@pair("estimate")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    weight = problem.count(weights=[1.0] * problem.n_options)
    assert problem.estimate(seed=1).solutions.mean == weight


@pair("explain")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    rows = [[*option.items, "q"] for option in problem.options]
    bad = Problem(rows, ["q", "r"], [*problem.primary, *problem.secondary])
    assert bad.count(weights=drawn(bad, rng)) == 0
    assert bad.uses() == [0] * bad.n_options
    assert list(bad.explain_infeasible().items) == ["r"]


@pair("max_cost")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    most, weights = rng.randint(-2, 9), drawn(problem, rng)
    cheap = [key for key in expected if total_cost(problem.costs, list(key)) <= most]
    total, shares = oracle.weighted(cheap, list(map(Fraction, weights)))
    diagram = problem.diagram().at_most(most)
    assert (diagram.count(weights), diagram.uses(weights)) == (total, shares)
    with pytest.raises(ProblemError, match="weights and max_cost cannot go together"):
        problem.count(weights=weights, max_cost=most)  # type: ignore[call-overload]
