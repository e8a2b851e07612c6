"""The checks of features beside each other: steering, costs, classes, layers, workers, limits.

Each goes through all engines or all ways of a feature, on one small problem and without processes.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from exactcover import Hook, Problem, ProblemError, Symmetries
from exactcover.engines.registry import CHEAPEST, ENGINES
from exactcover.orders.order import BEST
from exactcover.orders.registry import ORDERS as ITEM_ORDERS
from exactcover.problem.costs import total_cost
from exactcover.search.steering import CONSISTENCIES, ORDERS
from tests.fuzz.cover_steering import drawn_steering, has_kind_twice
from tests.fuzz.cover_tools import Key, Keys, agree, chosen_of, keys, same

LISTERS = tuple(name for name in ENGINES if not ENGINES[name].counts_only)
LIMITED = ("cheapest_masks", "cheapest_cells")
"""The engines for costs that can be split."""


def is_slow(problem: Problem, method: str) -> bool:
    """Return whether a random order may need millions of nodes: see `cover_checks.lists`."""
    return problem.has_bounds and method == "first_fit"


def parallel_of(rng: Random, method: str) -> dict[str, Any]:
    """Return the keywords of a run in tasks, mostly, if an engine can be split."""
    can_split = method == "auto" or ENGINES[method].is_splittable
    return {"workers": 1} if can_split and rng.random() < 0.3 else {}


def every_engine(problem: Problem, expected: Keys, rng: Random) -> None:
    """Count, list and solve by every engine, with options chosen and limits of a few nodes."""
    chosen = chosen_of(problem, rng)
    if not agree(problem, chosen):
        chosen = []
    options = [problem.options[k] for k in chosen]
    wanted = frozenset(key for key in expected if set(chosen) <= set(key))
    for method in ("auto", *ENGINES):
        seed = None if is_slow(problem, method) else rng.choice((None, rng.randrange(99)))
        given: dict[str, Any] = {"method": method, "seed": seed, "chosen": options}
        given |= parallel_of(rng, method)
        assert problem.count(**given) == len(wanted), given
        few = problem.count(**given, max_nodes=rng.randrange(6))
        assert few <= len(wanted), given
        assert few == len(wanted) or not few.complete, given
        if method != "auto" and ENGINES[method].counts_only:
            continue
        same(keys(problem.solutions(**given)), wanted)
        some = problem.solutions(**given, limit=rng.randrange(4), max_nodes=rng.randrange(9))
        found = keys(some)
        assert set(found) <= wanted, given
        assert len(set(found)) == len(found), given
        assert not some.complete or len(found) == len(wanted), given
        assert bool(problem.solve(**given)) == bool(wanted), given


def costs_of(problem: Problem, expected: Keys) -> dict[Key, float]:
    """Return the cost of each solution, rounded once."""
    return {key: total_cost(problem.costs, list(key)) for key in expected}


def drawn_limit(costs: dict[Key, float], rng: Random) -> tuple[float, Keys]:
    """Return a greatest cost, and the solutions that cost at most that."""
    most = rng.choice(sorted({*costs.values(), 0}))
    return most, frozenset(key for key, cost in costs.items() if cost <= most)


def every_cost(problem: Problem, expected: Keys, rng: Random) -> None:
    """Limit the costs of solutions, and look for cheaper and cheaper ones, by every engine."""
    costs = costs_of(problem, expected)
    for method in ("auto", *CHEAPEST):
        most, cheap = drawn_limit(costs, rng)
        given: dict[str, Any] = {"method": method, "max_cost": most} | parallel_of(rng, method)
        same(keys(problem.solutions(**given)), cheap)
        assert problem.count(**given) == len(cheap), given
        assert bool(problem.solve(**given)) == bool(cheap), given
        few = problem.count(**given, max_nodes=rng.randrange(6), limit=rng.randrange(3))
        assert few <= len(cheap), given
        improved = [s.cost for s in problem.improving_solutions(method=method)]
        assert improved == sorted(set(improved), reverse=True)
        assert bool(improved) == bool(expected)


def every_order(problem: Problem, expected: Keys, rng: Random) -> None:
    """Steer by every order and consistency, beside limits, tasks and a greatest cost."""
    costs = costs_of(problem, expected)
    chosen = chosen_of(problem, rng)
    if not agree(problem, chosen):
        chosen = []
    options = [problem.options[k] for k in chosen]
    for order, consistency in product(ORDERS, CONSISTENCIES):
        given = drawn_steering(problem, rng) | {"choose": order, "consistency": consistency}
        given |= {"seed": rng.choice((None, rng.randrange(99))), "profile": rng.random() < 0.5}
        given |= parallel_of(rng, "steered")
        most, cheap = drawn_limit(costs, rng)
        same(keys(problem.solutions(max_cost=most, **given)), cheap)
        wanted = sum(set(chosen) <= set(key) for key in expected)
        number = problem.count(chosen=options, **given)
        assert number == wanted, given
        if given["profile"]:
            levels = number.statistics.profile
            assert sum(level.solutions for level in levels) == wanted, given
            assert sum(level.nodes for level in levels) == number.statistics.nodes, given
        few = problem.count(**given, max_nodes=rng.randrange(9))
        assert few <= len(expected)
        assert few == len(expected) or not few.complete, given


def every_class(problem: Problem, expected: Keys, rng: Random) -> None:
    """Count and list up to symmetry by every engine, beside costs and steering."""
    group = problem.symmetries()
    costs = costs_of(problem, expected)
    number = len(set(classes(group, expected).values()))
    for method in ("auto", *LISTERS):
        if is_slow(problem, method):
            continue
        given: dict[str, Any] = {"method": method, "up_to": group} | parallel_of(rng, method)
        _are_classes(problem, group, expected, given)
        assert problem.count(**given) == number, given
        assert problem.count(**given, limit=1) == min(1, number), given
    for method in ("auto", *LIMITED):
        most, cheap = drawn_limit(costs, rng)
        given = {"method": method, "max_cost": most, "up_to": group} | parallel_of(rng, method)
        _are_classes(problem, group, cheap, given)
    for _ in range(2):
        most, cheap = drawn_limit(costs, rng)
        given = drawn_steering(problem, rng) | {"profile": True}
        given |= {"max_cost": most, "up_to": group} | parallel_of(rng, "steered")
        _are_classes(problem, group, cheap, given)
    kinds = [rng.randrange(4) for _ in range(problem.n_options)]
    hook = Hook(has_kind_twice, data=kinds, cells=[0] * 4)
    admitted = frozenset(key for key in expected if len({kinds[i] for i in key}) == len(key))
    _are_classes(problem, group, admitted, {"prune": hook, "up_to": group}, is_closed=False)


def _are_classes(
    problem: Problem,
    group: Symmetries,
    expected: Keys,
    given: dict[str, Any],
    *,
    is_closed: bool = True,
) -> None:
    """Assert that solutions up to symmetry are one of each class of those expected."""
    found = list(problem.solutions(**given))
    class_of = classes(group, expected)
    assert set(keys(found)) <= expected, given
    assert sorted(class_of[key] for key in keys(found)) == sorted(set(class_of.values())), given
    if is_closed:
        assert sum(solution.class_size for solution in found) == len(expected), given
    assert problem.count(**given) == len(found), given


def classes(group: Symmetries, solutions: Keys) -> dict[Key, Key]:
    """Return for each solution the least of those to which the group takes it."""
    elements = [element.tolist() for element in group.options]
    return {key: min(tuple(sorted(e[i] for i in key)) for e in elements) for key in solutions}


def every_layer(problem: Problem, expected: Keys, rng: Random) -> None:
    """Count layer by layer in every order, beside costs, workers and symmetries."""
    costs = costs_of(problem, expected)
    most, cheap = drawn_limit(costs, rng)
    ways: list[dict[str, Any]] = [{"order": order} for order in (BEST, *ITEM_ORDERS)]
    ways += [{"symmetries": "all"}, {"max_bytes": 1 << 12, "workers": 2}]
    for given in ways:
        if problem.has_bounds:
            with pytest.raises(ProblemError, match="without bounds"):
                problem.count(**given)
            continue
        assert problem.count(**given) == len(expected), given
        try:
            assert problem.count(max_cost=most, **given) == len(cheap), given
        except ProblemError as error:
            assert "sums are exact" in str(error)
            assert problem.costs.dtype.kind == "f" or abs(problem.costs).max() > 1 << 40
