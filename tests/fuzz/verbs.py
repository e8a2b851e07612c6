"""Every verb of an exact cover problem: how it is called, and what it must return."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

import exactcover
from exactcover import (
    NoSolutionError,
    Problem,
    ProblemError,
    UndecidedError,
    UnfinishedError,
    Without,
    combine,
)
from exactcover.analysis.infeasibility import FeasibleError
from exactcover.problem.costs import exact_cost
from exactcover.verbs.cover_search import NO_OPTION
from tests import oracle
from tests.fuzz.cover_tools import Key, Keys, keys, same
from tests.fuzz.explanations import are_coverable
from tests.fuzz.keywords import Given, Known, admitted, may_stop

Check = Callable[[Known, Given, Random], None]
VERBS: dict[str, Check] = {}
"""The name in `exactcover` -> the check of a call with some arguments."""


def verb(check: Check) -> Check:
    """Register the check of the verb of the same name."""
    VERBS[check.__name__] = check
    return check


def call(name: str, known: Known, given: Given) -> Any:
    """Call a verb; to resume a run, begin it first."""
    function = getattr(exactcover, name)
    if "resume" in given:
        path = given["resume"]
        first = {key: value for key, value in given.items() if key != "resume"}
        begun = function(known.problem, **first, checkpoint=path, max_nodes=2)
        if name == "solutions":
            found = list(islice(begun, 1))
            begun.close()
            return found, function(known.problem, **given)
    return function(known.problem, **given)


def number_of(known: Known, given: Given) -> int:
    """Return the number of solutions, or of classes of them, that arguments leave."""
    wanted = admitted(known, given)
    return len({known.class_of[key] for key in wanted} if "up_to" in given else wanted)


def agrees(number: int, complete: bool, wanted: int, given: Given) -> None:
    """Assert that a number of solutions is that wanted, or less if the search was stopped."""
    assert complete or may_stop(given)
    assert number == wanted if complete else number <= wanted
    others = {"max_nodes", "cancel", "time_limit"} & given.keys()
    if not others and given.get("limit") is not None:
        assert number == min(wanted, given["limit"])


def expected_weights(known: Known, given: Given) -> tuple[Fraction, list[Fraction]]:
    """Return how much the solutions weigh that arguments leave, and the part of each option."""
    weights = given.get("weights") or [1] * known.problem.n_options
    return oracle.weighted(admitted(known, given), list(map(Fraction, weights)))


def is_excused(error: UnfinishedError, given: Given) -> bool:
    """Return whether arguments may stop what a circuit answers."""
    return may_stop(given) or given.get("max_bytes", 1 << 29) < 1 << 20


@verb
def uses(known: Known, given: Given, rng: Random) -> None:
    try:
        found = call("uses", known, given)
    except UnfinishedError as error:
        assert is_excused(error, given)
    else:
        assert found == expected_weights(known, given)[1]


@verb
def count(known: Known, given: Given, rng: Random) -> None:
    if "weights" in given:
        try:
            weight = call("count", known, given)
        except UnfinishedError as error:
            assert is_excused(error, given)
        else:
            assert weight == expected_weights(known, given)[0]
        return
    number = call("count", known, given)
    agrees(number, number.complete, number_of(known, given), given)
    if "profile" in given and not {"up_to", "max_cost"} & given.keys() and number.complete:
        levels = number.statistics.profile
        assert sum(level.solutions for level in levels) == number
        assert sum(level.nodes for level in levels) == number.statistics.nodes


@verb
def solutions(known: Known, given: Given, rng: Random) -> None:
    wanted = admitted(known, given)
    iterator = call("solutions", known, given)
    first: list[Any] = []
    if isinstance(iterator, tuple):
        first, iterator = iterator
    if rng.random() < 0.3 and "up_to" not in given:
        rows = [row[row != NO_OPTION].tolist() for some in iterator.arrays() for row in some]
        found = [tuple(row) for row in rows]
    else:
        listed = list(iterator)
        found = keys(listed)
        if "up_to" in given and "prune" not in given and iterator.complete:
            assert sum(s.class_size for s in [*first, *listed]) in (
                len(wanted),
                *(len(wanted) + s.class_size for s in first),
            )
    begun = keys(first)
    if set(begun) <= set(found):  # what was being taken may come again
        begun = []
    found = begun + found
    agrees(len(found), iterator.complete, number_of(known, given), given)
    assert set(found) <= wanted
    assert len({known.class_of[key] for key in found} if "up_to" in given else set(found)) == len(
        found
    )


@verb
def solve(known: Known, given: Given, rng: Random) -> None:
    wanted = admitted(known, given)
    result = call("solve", known, given)
    if result.solution is not None:
        assert result.solution.indices in wanted
    else:
        assert may_stop(given) or not wanted
        assert not (result.complete and wanted)


@verb
def write_solutions(known: Known, given: Given, rng: Random) -> None:
    try:
        number = call("write_solutions", known, given)
    except TypeError:
        assert any(not isinstance(item, str | int) for item in known.problem.items)
        return
    agrees(number, number.complete, number_of(known, given), given)
    lines = [json.loads(line) for line in given["path"].read_text(encoding="utf-8").splitlines()]
    assert len(lines) == number
    sizes = sorted(len(key) for key in admitted(known, given))
    if number == len(sizes):
        assert sorted(len(line["options"]) for line in lines) == sizes


@verb
def cheapest(known: Known, given: Given, rng: Random) -> None:
    wanted = admitted(known, given)
    best = call("cheapest", known, given)
    found, k = keys(best.solutions), given.get("k", 1)
    assert set(found) <= wanted
    assert best.complete or may_stop(given)
    assert len(set(found)) == len(found) <= k
    then = given.get("then", [])
    costs = [cost[0] for cost in best.costs] if then else list(best.costs)
    assert costs == [known.costs[key] for key in found] == sorted(costs)
    exact = {
        key: (exact_cost(known.problem.costs, key), *(sum(own[k] for k in key) for own in then))
        for key in wanted
    }
    if best.complete:
        assert [exact[key] for key in found] == sorted(exact.values())[:k]
    if wanted:
        assert best.bound <= min(known.costs[key] for key in wanted)


@verb
def improving_solutions(known: Known, given: Given, rng: Random) -> None:
    wanted = admitted(known, given)
    iterator = call("improving_solutions", known, given)
    found = list(iterator)
    assert set(keys(found)) <= wanted
    costs = [exact_cost(known.problem.costs, key) for key in keys(found)]
    assert costs == sorted(set(costs), reverse=True)
    assert iterator.complete or may_stop(given)
    if iterator.complete:
        assert bool(found) == bool(wanted)
        assert not found or found[-1].cost == min(known.costs[key] for key in wanted)


@verb
def trace(known: Known, given: Given, rng: Random) -> None:
    wanted = admitted(known, given)
    steps = list(call("trace", known, given))
    found = [step.solution.indices for step in steps if step.solution is not None]
    if given.get("limit") is None:
        same(found, wanted)
    else:
        assert len(steps) <= given["limit"]
        assert set(found) <= wanted


@verb
def diagram_of(known: Known, given: Given, rng: Random) -> None:
    wanted = admitted(known, given)
    try:
        diagram = call("diagram_of", known, given)
    except UnfinishedError:
        assert may_stop(given) or given.get("max_bytes", 1 << 29) < 1 << 20
        return
    found = keys(diagram)
    assert diagram.count() == len(found) == number_of(known, given)
    assert set(found) <= wanted
    if "up_to" in given:
        assert len({known.class_of[key] for key in found}) == len(found)


@verb
def sample(known: Known, given: Given, rng: Random) -> None:
    wanted = admitted(known, given)
    weights = given.get("weights")
    if weights is not None:
        wanted = frozenset(key for key in wanted if all(weights[option] for option in key))
    try:
        drawn = call("sample", known, given)
    except NoSolutionError:
        assert not wanted
        return
    except UndecidedError:
        is_small = weights is not None and given.get("max_bytes", 1 << 29) < 1 << 20
        assert may_stop(given) or is_small
        return
    assert len(drawn) == given.get("n", 1)
    assert set(keys(drawn)) <= wanted


@verb
def estimate(known: Known, given: Given, rng: Random) -> None:
    result = call("estimate", known, given)
    assert str(result)
    assert math.isfinite(result.solutions.mean)
    if result.complete:
        assert result.solutions.mean == len(known.solutions)
    elif not known.solutions:
        assert result.solutions.mean == 0


@verb
def explain_infeasible(known: Known, given: Given, rng: Random) -> None:
    wanted = admitted(known, given)
    try:
        why = call("explain_infeasible", known, given)
    except FeasibleError:
        assert wanted
        return
    except UndecidedError:
        assert may_stop(given)
        return
    assert not wanted
    assert str(why)
    assert why.is_irreducible or may_stop(given)
    chosen = given.get("chosen", ())
    needed = set(why.items) - set(why.unproved)
    assert not are_coverable(known.problem, set(why.items), chosen)
    for item in needed:
        assert are_coverable(known.problem, set(why.items) - {item}, chosen)


@verb
def refute(known: Known, given: Given, rng: Random) -> None:
    certificate = call("refute", known, given)
    if certificate is not None:
        assert not known.solutions
        assert str(certificate)
        assert certificate.is_valid


@verb
def reduce(known: Known, given: Given, rng: Random) -> None:
    reduction = call("reduce", known, given)
    assert str(reduction)
    assert not (reduction.infeasible and known.solutions)
    found = [reduction.expand(key) for key in keys(reduction.problem.solutions())]
    same(found, known.solutions)


@verb
def components(known: Known, given: Given, rng: Random) -> None:
    parts = call("components", known, given)
    found: list[Key] = list(combine(parts, [keys(part.problem.solutions()) for part in parts]))
    same(found, known.solutions)


@verb
def split(known: Known, given: Given, rng: Random) -> None:
    wanted, found = admitted(known, given), list[Key]()
    for task in call("split", known, given):
        of_task = admitted(known, {"chosen": _options(known.problem, task.chosen)})
        assert known.problem.count(chosen=task.chosen) == len(of_task)
        found += of_task
    same(found, wanted)


def _options(problem: Problem, chosen: Any) -> list[Any]:
    """Return what a task chooses as options, where it has their labels."""
    found = list[Any]()
    for one in chosen:
        if isinstance(one, Without):
            found.append(one)
        else:
            [number] = problem.find_options([one])
            found.append(problem.options[number])
    return found


@verb
def symmetries(known: Known, given: Given, rng: Random) -> None:
    group = call("symmetries", known, given)
    elements = list(group.options)
    assert len(elements) == group.options.order
    for element in rng.sample(elements, min(3, len(elements))):
        assert sorted(element.tolist()) == list(range(known.problem.n_options))
        assert _images(element, known.solutions) == known.solutions


def _images(element: Any, solutions: Keys) -> Keys:
    return frozenset(tuple(np.sort(element[list(key)]).tolist()) for key in solutions)


@verb
def search_tree(known: Known, given: Given, rng: Random) -> None:
    if given.get("limit", 1) in (None, 0):
        with pytest.raises(ProblemError):
            call("search_tree", known, given)
        return
    tree = call("search_tree", known, given)
    found = [node for node in tree.nodes if node.outcome.value == "solution"]
    assert len(found) == len(known.solutions) if tree.is_complete else "limit" in given
