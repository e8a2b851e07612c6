"""The area `every` reaches every verb, keyword and engine, and their pairs; it finds mistakes."""

from collections.abc import Callable
from functools import wraps
from inspect import isfunction, signature
from random import Random
from typing import Any

import pytest

import exactcover
from exactcover import Count, Problem
from exactcover.diagrams.construction import DIAGRAM_ENGINES
from exactcover.engines.registry import ENGINES
from exactcover.weighted.construction import METHODS as WAYS
from tests.fuzz import every_cases
from tests.fuzz.every_calls import KINDS, is_refused, kinds_of, methods, pairs, parameters
from tests.fuzz.finding import Finding
from tests.fuzz.keywords import KEYWORDS
from tests.fuzz.verbs import VERBS

COUNT, SOLUTIONS = Problem.count, Problem.solutions
"""These methods become the functions of the package at their first use: here, before any test
replaces the functions."""
METHODS = {
    "diagram": "the verb diagram_of",
    "find_options": "the keyword chosen",
    "from_arrays": "tests/exactcover/problem",
    "from_matrix": "the check is_matrix",
    "from_parts": "the steps of a drawn problem",
    "from_text": "the check is_text",
    "on_lattice": "tests/exactcover/shapes",
    "read": "tests/exactcover/formats",
    "restrict": "the check restricts",
    "to_dimacs": "tests/exactcover/formats",
    "to_graph": "tests/exactcover/formats",
    "changed": "tests/exactcover/test_live.py",
    "to_lp": "tests/exactcover/formats",
    "to_matrix": "the check is_matrix",
    "to_milp": "tests/exactcover/formats",
    "to_mps": "tests/exactcover/formats",
    "to_opb": "tests/exactcover/formats",
    "to_text": "the check is_text",
    "with_chosen": "the check chooses",
    "write": "tests/exactcover/formats",
}
"""The methods of a problem that are no verbs, and where they are checked."""
FUNCTIONS = {"board_moves": "tests/exactcover/shapes"}
"""The same of functions of a problem."""


def test_every_verb_has_a_check() -> None:
    functions = {name: getattr(exactcover, name) for name in exactcover.__all__}
    verbs = {
        name
        for name, function in functions.items()
        if isfunction(function) and next(iter(signature(function).parameters)) == "problem"
    }
    assert verbs - set(VERBS) == set(FUNCTIONS)
    assert set(VERBS) <= verbs
    problem = Problem([["p"]])
    names = {n for n in dir(problem) if n[0] != "_" and callable(getattr(problem, n))}
    assert names - set(VERBS) == set(METHODS)


def test_every_keyword_and_engine_is_drawn() -> None:
    for verb in VERBS:
        assert set(parameters(verb)) <= set(KEYWORDS)
        if "method" in signature(getattr(exactcover, verb)).parameters:
            names = {"diagram_of": DIAGRAM_ENGINES, "uses": WAYS}.get(verb, ENGINES)
            assert set(methods(verb)) == {"auto", *names}


def test_pairs_are_complete() -> None:
    of_count = set(pairs("count"))
    assert ("max_cost", "choose") in of_count
    assert ("method learning", "bounds") in of_count
    assert ("max_bytes", "derived") in of_count
    assert ("method masks_memo", "up_to") in of_count
    used = {name for pair in of_count for name in pair}
    engines = {f"method {name}" for name in methods("count")}
    assert used == {*parameters("count"), *engines, *KINDS}


def test_every_case_has_its_pair_and_every_engine() -> None:
    n_refused = n_calls = 0
    for seed in range(0, len(every_cases.pairs()), 97):
        verb, *features = every_cases.pairs()[seed]
        rng = Random(seed)
        drawn = every_cases.problem_with(rng, set(features))
        first, *others = every_cases.calls(rng, kinds_of(drawn), verb, features)
        has = {*first.names, *kinds_of(drawn), f"method {first.method}"}
        assert (first.verb, {*features} - has) == (verb, set())
        assert {call.method for call in others} == {"auto", *ENGINES}
        n_calls += 1
        n_refused += is_refused(first, kinds_of(drawn))
    assert 0 < n_refused < n_calls / 2


@wraps(COUNT)  # with the same keywords
def too_many(problem: Problem, **given: Any) -> Count:
    """Count, and one too many."""
    found = COUNT(problem, **given)
    return Count(found + 1, found.complete, found.stopped, found.statistics)


@wraps(SOLUTIONS)
def the_first_twice(problem: Problem, **given: Any) -> Any:
    """List the solutions; the first one comes twice."""
    found = SOLUTIONS(problem, **given)
    found._found.extend(2 * found._search.collect()[:1])
    return found


@wraps(COUNT)
def accepts_all(problem: Problem, **given: Any) -> Count:
    """Count without the keywords that are refused."""
    return COUNT(problem, limit=given.get("limit"), max_nodes=given.get("max_nodes"))


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("name", "wrong"),
    [("count", too_many), ("solutions", the_first_twice), ("count", accepts_all)],
)
def test_a_wrong_verb_is_found(
    name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exactcover, name, wrong)
    with pytest.raises(Finding, match=f"check {name}"):
        for seed in range(60):
            every_cases.run(seed)
