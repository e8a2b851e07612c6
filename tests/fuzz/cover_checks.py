"""The checks of random exact cover problems: every verb, and every engine in slices.

A check gets a problem, its solutions by brute force and a generator of random numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from exactcover import (
    Diagram,
    NoSolutionError,
    Problem,
    ProblemError,
    Without,
    combine,
    diagram_of,
    split,
)
from exactcover.analysis.infeasibility import FeasibleError
from exactcover.diagrams.construction import DIAGRAM_ENGINES
from exactcover.engines.registry import CHEAPEST, ENGINES
from exactcover.portfolio.portfolio import load
from exactcover.problem.costs import exact_cost, total_cost
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from tests.fuzz import cover_forms as forms
from tests.fuzz import cover_steering as steering
from tests.fuzz.cover_tools import (
    Check,
    Key,
    Keys,
    agree,
    chosen_of,
    expected_of,
    keys,
    methods_of,
    same,
    seed_for,
)
from tests.fuzz.every_checks import some_calls
from tests.fuzz.explanations import are_coverable


def counts(problem: Problem, expected: Keys, rng: Random) -> None:
    method = rng.choice(methods_of(problem, lists=False))
    number = problem.count(method=method)
    assert (number, number.complete) == (len(expected), True), method
    limit, max_nodes = rng.randrange(4), rng.randrange(9)
    some = problem.count(method=method, limit=limit)
    assert some == min(limit, len(expected)), method
    few = problem.count(method=method, max_nodes=max_nodes)
    assert few <= len(expected)
    assert few == len(expected) or not few.complete


def lists(problem: Problem, expected: Keys, rng: Random) -> None:
    method = rng.choice(methods_of(problem))
    seed = seed_for(problem, method, rng.choice((None, rng.randrange(99))))
    found = problem.solutions(method=method, seed=seed)
    first = keys(islice(found, rng.randrange(3)))
    if rng.random() < 0.5:
        rows = [row for some in found.arrays() for row in some.tolist()]
        same(first + [tuple(i for i in row if i < problem.n_options) for row in rows], expected)
    else:
        same(first + keys(found), expected)
    assert found.complete
    some = problem.solutions(method=method, max_nodes=rng.randrange(20), limit=rng.randrange(5))
    part = keys(some)
    assert set(part) <= expected
    assert len(set(part)) == len(part)
    assert not some.complete or len(part) == len(expected)


def solves(problem: Problem, expected: Keys, rng: Random) -> None:
    method = rng.choice(methods_of(problem))
    result = problem.solve(method=method, seed=rng.choice((None, rng.randrange(99))))
    assert bool(result) == bool(expected), method
    assert result.solution is None or result.solution.indices in expected
    few = problem.solve(method=method, max_nodes=rng.randrange(9))
    assert few.solution is None or few.solution.indices in expected
    assert not (few.complete and few.solution is None and expected)


def chooses(problem: Problem, expected: Keys, rng: Random) -> None:
    method, chosen = rng.choice(methods_of(problem)), chosen_of(problem, rng)
    given = [problem.options[i] for i in chosen]
    wanted = frozenset(key for key in expected if set(chosen) <= set(key))
    if not agree(problem, chosen):
        for ask in (problem.solve, problem.count):
            with pytest.raises(ProblemError):
                ask(chosen=given, method=method)
        return
    same(keys(problem.solutions(chosen=given, method=method)), wanted)
    assert problem.count(chosen=given, method=method) == len(wanted)
    rest = problem.with_chosen(given)
    names = sorted(set(range(problem.n_options)) - set(chosen))
    assert len(expected_of(rest)) == len(wanted)
    assert rest.count() == len(wanted)
    assert rest.n_options <= len(names)


def restricts(problem: Problem, expected: Keys, rng: Random) -> None:
    kept = sorted(rng.sample(range(problem.n_options), rng.randint(0, problem.n_options)))
    rest = problem.restrict([problem.options[i] for i in kept])
    found = {tuple(kept[i] for i in key) for key in keys(rest.solutions())}
    assert found == {key for key in expected if set(key) <= set(kept)}
    assert rest.items == problem.items


def slices(problem: Problem, expected: Keys, rng: Random) -> None:
    """Run an engine a few nodes at a time, each time in another one restored from a snapshot."""
    goal = rng.choice(list(Goal))
    method = rng.choice(methods_of(problem, lists=goal is not Goal.COUNT))
    chosen = chosen_of(problem, rng)
    if not agree(problem, chosen):
        chosen = []
    wanted = {key for key in expected if set(chosen) <= set(key)}

    def engine() -> Any:
        made = load(method, problem, goal)(problem.links)
        assert made.choose(chosen)
        return made

    running, found, parts = engine(), list[Key](), [0.0]
    while True:
        n_rows = room = rng.choice((1, 2, 7))
        if goal is Goal.COUNT:
            n_rows = 0
        rows = np.zeros((n_rows, running.depth), np.uint32)
        lengths = np.zeros(n_rows, np.uint32)
        running.prepare()
        before = running.solutions
        status = running.advance(rng.choice((0, 1, 2, 3, 20)), Out(rows, lengths, room))
        running.check()
        n_found = running.solutions - before
        if n_rows:
            pairs = list(zip(rows.tolist(), lengths.tolist(), strict=True))[:n_found]
            found += [tuple(sorted(row[:n])) for row, n in pairs]
        parts.append(running.part_done())
        if status == Status.EXHAUSTED:
            break
        if rng.random() < 0.5:
            other = engine()
            other.restore(running.snapshot())
            running = other
    assert parts == sorted(parts), method
    assert running.solutions == len(wanted), method
    if goal is not Goal.COUNT:
        same(found, frozenset(wanted))


def cheapest(problem: Problem, expected: Keys, rng: Random) -> None:
    cost = {key: exact_cost(problem.costs, key) for key in expected}
    k, method = rng.randint(1, 5), rng.choice(("auto", *CHEAPEST))
    parallel: dict[str, Any] = rng.choice(({}, {}, {"workers": 2}))
    if method != "auto" and not ENGINES[method].is_splittable:
        parallel = {}
    best = problem.cheapest(k, method=method, **parallel)
    found = keys(best.solutions)
    assert set(found) <= expected
    assert len(set(found)) == len(found) == min(k, len(expected))
    assert best.complete
    assert [cost[key] for key in found] == sorted(cost.values())[:k]
    assert list(best.costs) == [total_cost(problem.costs, key) for key in found]


def diagrams(problem: Problem, expected: Keys, rng: Random) -> None:
    chosen = chosen_of(problem, rng)
    if not agree(problem, chosen):
        chosen = []
    wanted = frozenset(key for key in expected if set(chosen) <= set(key))
    methods = ("auto", "multicover", "units") if problem.has_bounds else ("auto", *DIAGRAM_ENGINES)
    methods = ("auto", "units") if problem.has_multiplicities else methods
    method = rng.choice(methods)
    diagram = diagram_of(problem, method=method, chosen=[problem.options[i] for i in chosen])
    listed = keys(diagram)
    same(listed, wanted)
    assert (diagram.count(), bool(diagram)) == (len(wanted), bool(wanted))
    assert [keys([diagram[k]])[0] for k in range(len(wanted))] == listed
    options = problem.options
    assert [diagram.rank([options[i] for i in key]) for key in listed] == [*range(len(listed))]
    uses = Counter(i for key in wanted for i in key)
    assert diagram.uses() == [uses[i] for i in range(problem.n_options)]
    some = rng.sample(range(problem.n_options), min(2, problem.n_options))
    given, marked = [options[i] for i in some], set(some)
    same(keys(diagram.forbid(given)), frozenset(k for k in wanted if not marked & set(k)))
    same(keys(diagram.require(given)), frozenset(k for k in wanted if marked <= set(k)))
    same(keys(diagram.restrict(given)), frozenset(k for k in wanted if set(k) <= marked))
    best = diagram.cheapest(k=2)
    assert len(best) == min(2, len(wanted))
    assert {key.indices for _, key in best} <= wanted
    if wanted:
        assert set(keys(diagram.sample(3, seed=rng.randrange(9)))) <= wanted
    assert diagram.to_graph().number_of_nodes() <= diagram.size + 1
    assert diagram.to_dot().startswith("digraph")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "diagram.npz"
        diagram.save(path)
        assert keys(Diagram.load(path, problem)) == listed


def samples(problem: Problem, expected: Keys, rng: Random) -> None:
    seed = rng.randrange(99)
    max_bytes = rng.choice((0, 1 << 29))
    if not expected:
        with pytest.raises(NoSolutionError):
            problem.sample(2, seed=seed, max_bytes=max_bytes)
        return
    one, other = (problem.sample(3, seed=seed, max_bytes=max_bytes) for _ in range(2))
    assert keys(one) == keys(other)
    assert len(one) == 3
    assert set(keys(one)) <= expected


def estimates(problem: Problem, expected: Keys, rng: Random) -> None:
    method = rng.choice(methods_of(problem, lists=False))
    result = problem.estimate(n_probes=rng.choice((1, 3, 30)), seed=rng.randrange(9), method=method)
    assert str(result)
    assert math.isfinite(result.solutions.mean)
    if result.complete:
        assert result.solutions.mean == len(expected)
    elif not expected:
        assert result.solutions.mean == 0


def reduces(problem: Problem, expected: Keys, rng: Random) -> None:
    reduction = problem.reduce(domain_consistency=rng.random() < 0.5)
    assert str(reduction)
    found = [reduction.expand(key) for key in keys(reduction.problem.solutions())]
    if reduction.infeasible:
        assert not expected
    same(found, expected)
    again = reduction.problem.reduce()
    assert len(expected_of(again.problem)) == len(expected)


def falls_apart(problem: Problem, expected: Keys, rng: Random) -> None:
    parts = problem.components()
    same(list(combine(parts, [keys(part.problem.solutions()) for part in parts])), expected)


def explains(problem: Problem, expected: Keys, rng: Random) -> None:
    if expected:
        with pytest.raises(FeasibleError):
            problem.explain_infeasible()
        return
    why = problem.explain_infeasible(method=rng.choice(("auto", "dancing_cells", "learning")))
    assert str(why)
    assert why.is_irreducible
    assert not are_coverable(problem, set(why.items))
    for item in why.items:
        assert are_coverable(problem, set(why.items) - {item})


def splits(problem: Problem, expected: Keys, rng: Random) -> None:
    tasks = split(problem, rng.randint(1, 6))
    options = problem.options
    given = [[options[i] if isinstance(i, int) else i for i in task.chosen] for task in tasks]
    with_all = [{one.index for one in some if not isinstance(one, Without)} for some in given]
    without = [{one.option.index for one in some if isinstance(one, Without)} for some in given]
    for key in expected:
        marked = [
            w <= set(key) and o.isdisjoint(key) for w, o in zip(with_all, without, strict=True)
        ]
        assert sum(marked) == 1
    method = rng.choice(methods_of(problem, lists=False))
    assert sum(problem.count(chosen=some, method=method) for some in given) == len(expected)


def parallel_verbs(problem: Problem, expected: Keys, rng: Random) -> None:
    parallel: dict[str, Any] = {"workers": 2, "seed": rng.choice((None, 1))}
    if rng.random() < 0.5:
        parallel["method"] = rng.choice(("auto", "dancing_cells", "masks"))
    assert problem.count(**parallel) == len(expected)
    same(keys(problem.solutions(**parallel)), expected)
    assert bool(problem.solve(**parallel)) == bool(expected)


def resumes(problem: Problem, expected: Keys, rng: Random) -> None:
    """Stop a run with a checkpoint after a few nodes, again and again, until it is complete."""
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "run"
        if rng.random() < 0.5:
            number = problem.count(checkpoint=kept, workers=1, max_nodes=2)
            number = problem.count(checkpoint=kept, workers=2)
            assert (number, number.complete) == (len(expected), True)
            return
        first = problem.solutions(checkpoint=kept, workers=1)
        found = keys(islice(first, rng.randrange(3)))
        first.close()
        found += keys(problem.solutions(checkpoint=kept, workers=2))
        assert set(found) == expected
        assert len(found) <= len(expected) + 1  # the one that was being taken may come again


CHECKS: dict[str, tuple[Check, int]] = {
    "counts": (counts, 4),
    "lists": (lists, 4),
    "solves": (solves, 3),
    "chooses": (chooses, 2),
    "restricts": (restricts, 1),
    "slices": (slices, 4),
    "cheapest": (cheapest, 2),
    "diagrams": (diagrams, 2),
    "samples": (samples, 1),
    "estimates": (estimates, 1),
    "reduces": (reduces, 2),
    "falls_apart": (falls_apart, 1),
    "explains": (explains, 2),
    "splits": (splits, 1),
    "parallel_verbs": (parallel_verbs, 1),
    "resumes": (resumes, 1),
    "steers": (steering.unless_units(steering.steers), 3),
    "prunes": (steering.unless_units(steering.prunes), 1),
    "traces": (steering.unless_units(steering.traces), 1),
    "calls": (some_calls, 4),
    "writes": (forms.writes, 1),
    "is_copied": (forms.is_copied, 1),
    "is_text": (forms.is_text, 1),
    "is_json": (forms.is_json, 1),
    "is_matrix": (forms.is_matrix, 1),
    "is_model": (forms.is_model, 1),
}
"""Name -> the check, and how often it is drawn."""
