"""What is checked of each random exact cover problem: every verb, and every engine in slices.

A check gets a problem, its solutions by brute force and a generator of random numbers.
"""

from __future__ import annotations

import json
import math
import pickle
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from csp import Model, ModelError
from exactcover import (
    Diagram,
    NoSolutionError,
    Problem,
    ProblemError,
    combine,
    diagram_of,
    split,
    write_solutions,
)
from exactcover.engine import Out, Status
from exactcover.engines import ENGINES, load
from exactcover.explain import FeasibleError
from exactcover.interchange import from_json, from_matrix_text, to_json, to_matrix_text
from exactcover.plan import Goal
from exactcover.weaving import WEAVERS
from tests import oracle

Key = tuple[int, ...]
Keys = frozenset[Key]
Check = Callable[[Problem, Keys, Random], None]

COUNTERS = ("frontier", "memo", "masks_memo")
"""The engines that only count."""


def expected_of(problem: Problem) -> Keys:
    """Return the solutions by brute force."""
    bounded = problem.has_bounds
    return frozenset(oracle.bounded_solutions(problem) if bounded else oracle.solutions(problem))


def methods_of(problem: Problem, *, lists: bool = True) -> list[str]:
    """Return the engines that take a problem."""
    names = [name for name in ENGINES if not (lists and name in COUNTERS)]
    if problem.has_bounds:
        return ["auto", "multicover"]
    return ["auto", "auto", *names]


def chosen_of(problem: Problem, rng: Random) -> list[int]:
    """Return a few options, which may clash."""
    n = problem.n_options
    return rng.sample(range(n), min(n, rng.choice((0, 0, 1, 2, 3))))


def agree(problem: Problem, chosen: list[int]) -> bool:
    """Tell whether options can be chosen together, whatever the others are."""
    rows = tuple(problem.options[i] for i in chosen)
    if problem.has_bounds:
        return oracle.exceeds_nothing(problem, rows)
    return all(oracle.agree(a, b) for k, a in enumerate(rows) for b in rows[:k])


def keys(solutions: Any) -> list[Key]:
    """Return the indices of solutions."""
    return [solution.indices for solution in solutions]


def same(found: list[Key], expected: Keys) -> None:
    """Assert that every solution was found, and found once."""
    assert len(found) == len(expected), (sorted(found), sorted(expected))
    assert set(found) == expected


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
    seed = rng.choice((None, rng.randrange(99)))
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

    machine, found, parts = engine(), list[Key](), [0.0]
    while True:
        n_rows = room = rng.choice((1, 2, 7))
        if goal is Goal.COUNT:
            n_rows = 0
        rows = np.zeros((n_rows, machine.depth), np.uint32)
        lengths = np.zeros(n_rows, np.uint32)
        if hasattr(machine, "prepare"):
            machine.prepare()
        before = machine.solutions
        status = machine.advance(rng.choice((0, 1, 2, 3, 20)), Out(rows, lengths, room))
        machine.check()
        n_found = machine.solutions - before
        if n_rows:
            pairs = list(zip(rows.tolist(), lengths.tolist(), strict=True))[:n_found]
            found += [tuple(sorted(row[:n])) for row, n in pairs]
        parts.append(machine.part_done())
        if status == Status.EXHAUSTED:
            break
        if rng.random() < 0.5:
            other = engine()
            other.restore(machine.snapshot())
            machine = other
    assert parts == sorted(parts), method
    assert machine.solutions == len(wanted), method
    if goal is not Goal.COUNT:
        same(found, frozenset(wanted))


def cheapest(problem: Problem, expected: Keys, rng: Random) -> None:
    if problem.has_bounds:
        return
    cost = {key: math.fsum(problem.costs[list(key)].tolist()) for key in expected}
    k, method = rng.randint(1, 5), rng.choice(("auto", "cheapest", "cheapest_masks"))
    spread: dict[str, Any] = rng.choice(({}, {}, {"workers": 2}))
    best = problem.cheapest(k, method=method, **spread)
    found = keys(best.solutions)
    assert set(found) <= expected
    assert len(set(found)) == len(found) == min(k, len(expected))
    assert best.complete
    right = sorted(cost.values())[:k]
    # Large costs, and those that are not whole, are rounded: see `exactcover.cheapest`. The most
    # that a solution could cost is taken to be the largest cost for every item, and one more.
    most = float(abs(problem.costs).max(initial=0)) * (problem.n_primary + 1)
    slack = 0.0 if most < 1 << 52 and problem.costs.dtype.kind == "i" else most * 2.0**-40
    for one, other, key in zip(best.costs, right, found, strict=True):
        assert one == cost[key]
        assert abs(one - other) <= slack, (best.costs, right)


def diagrams(problem: Problem, expected: Keys, rng: Random) -> None:
    if problem.has_bounds:
        return
    chosen = chosen_of(problem, rng)
    if not agree(problem, chosen):
        chosen = []
    wanted = frozenset(key for key in expected if set(chosen) <= set(key))
    method = rng.choice(("auto", *WEAVERS))
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
    if problem.has_bounds:
        return
    method = rng.choice(methods_of(problem, lists=False))
    figures = problem.estimate(n_dives=rng.choice((1, 3, 30)), seed=rng.randrange(9), method=method)
    assert str(figures)
    assert math.isfinite(figures.solutions.mean)
    if figures.complete:
        assert figures.solutions.mean == len(expected)
    elif not expected:
        assert figures.solutions.mean == 0


def reduces(problem: Problem, expected: Keys, rng: Random) -> None:
    if problem.has_bounds:
        return
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
    if problem.has_bounds:
        return
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


def are_coverable(problem: Problem, items: set[Any]) -> bool:
    """Tell whether some items can be covered together, by trying all sets of options that agree."""
    sets: list[tuple[Any, ...]] = [()]
    for new in problem.options:
        if items & set(new.items):
            sets += [(*old, new) for old in sets if all(oracle.agree(new, one) for one in old)]
    return any(items <= {item for option in some for item in option.items} for some in sets)


def splits(problem: Problem, expected: Keys, rng: Random) -> None:
    if problem.has_bounds:
        return
    tasks = split(problem, rng.randint(1, 6))
    options = problem.options
    given = [[options[i] if isinstance(i, int) else i for i in task.chosen] for task in tasks]
    prefixes = [{option.index for option in some} for some in given]
    for key in expected:
        assert sum(prefix <= set(key) for prefix in prefixes) == 1
    assert sum(problem.count(chosen=some) for some in given) == len(expected)


def spreads(problem: Problem, expected: Keys, rng: Random) -> None:
    if problem.has_bounds:
        return
    spread: dict[str, Any] = {"workers": 2, "seed": rng.choice((None, 1))}
    if rng.random() < 0.5:
        spread["method"] = rng.choice(("auto", "dancing_cells", "masks"))
    assert problem.count(**spread) == len(expected)
    same(keys(problem.solutions(**spread)), expected)
    assert bool(problem.solve(**spread)) == bool(expected)


def resumes(problem: Problem, expected: Keys, rng: Random) -> None:
    """Stop a run with a checkpoint after a few nodes, again and again, until it is complete."""
    if problem.has_bounds:
        return
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


def writes(problem: Problem, expected: Keys, rng: Random) -> None:
    if problem.has_bounds:
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "covers.jsonl"
        try:
            assert write_solutions(problem, path, workers=rng.choice((1, 2))) == len(expected)
        except TypeError:
            assert any(not isinstance(item, str | int) for item in problem.items)
            return
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        assert len(lines) == len(expected)


def is_copied(problem: Problem, expected: Keys, rng: Random) -> None:
    copy = pickle.loads(pickle.dumps(problem))
    assert copy == problem
    assert copy.digest == problem.digest
    assert hash(copy) == hash(problem)
    assert copy.costs.tolist() == problem.costs.tolist()
    assert copy.count() == len(expected)


def is_text(problem: Problem, expected: Keys, rng: Random) -> None:
    try:
        text = problem.to_text()
    except ProblemError:
        return
    read = Problem.from_text(text)
    assert read.to_text() == text
    assert read.costs.tolist() == problem.costs.tolist()
    assert read.items == tuple(map(str, problem.items))
    same(keys(read.solutions()), expected)


def is_json(problem: Problem, expected: Keys, rng: Random) -> None:
    if len(set(map(str, problem.items))) < problem.n_items or not problem.n_primary:
        return
    try:
        read = from_json(to_json(problem))
    except ProblemError as error:
        assert "labels" in str(error)
        return
    assert read.costs.tolist() == problem.costs.tolist()
    assert list(read.bounds.values()) == list(problem.bounds.values())
    assert len(expected_of(read)) == len(expected)


def is_matrix(problem: Problem, expected: Keys, rng: Random) -> None:
    has_colours = any(any(c is not None for c in o.colours) for o in problem.options)
    if has_colours or not problem.n_primary:
        return
    read = Problem.from_matrix(
        problem.to_matrix(), n_primary=problem.n_primary, bounds=None, names=problem.items
    )
    if not problem.has_bounds:
        same(keys(read.solutions()), expected)
    try:
        text = to_matrix_text(problem)
    except ProblemError:
        return
    if problem.n_options:
        same(keys(from_matrix_text(text).solutions()), expected)


def is_model(problem: Problem, expected: Keys, rng: Random) -> None:
    try:
        model: Model = problem.to_csp()
    except ModelError:  # it contradicts itself
        assert not expected
        return
    if not model.unknowns:
        assert problem.n_options == 0
        return
    chosen = model.unknowns[: problem.n_options]
    found = [tuple(np.flatnonzero(s[chosen]).tolist()) for s in model.solutions()]
    same(found, expected)
    assert model.count() == len(expected)


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
    "spreads": (spreads, 1),
    "resumes": (resumes, 1),
    "writes": (writes, 1),
    "is_copied": (is_copied, 1),
    "is_text": (is_text, 1),
    "is_json": (is_json, 1),
    "is_matrix": (is_matrix, 1),
    "is_model": (is_model, 1),
}
"""Name -> the check, and how often it is drawn."""
