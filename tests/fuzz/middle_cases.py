"""The area `middle`: problems too large for brute force, solved by engines that share no code.

The reference is dancing links, which searches linked lists; under bounds it searches the equivalent
problem without them. All other engines, with and without steering, must find the same.
"""

from __future__ import annotations

import math
from contextlib import suppress
from random import Random
from typing import Any

from exactcover import Problem, UnfinishedError
from exactcover.diagrams.construction import DIAGRAM_ENGINES
from tests.fuzz.cover_steering import drawn_steering
from tests.fuzz.cover_tools import Keys, keys, methods_of, same
from tests.fuzz.finding import Finding
from tests.fuzz.short_slices import short_slices

REFERENCE = "dancing_links"
MOST_SOLUTIONS = 300
MOST_NODES = 20_000
"""A problem whose reference takes more is not used: another one is drawn."""
MOST_SECONDS = 20.0
"""An engine that takes longer, or more nodes, is not compared: bounds can be hard for some."""
BOUNDS = ((0, 1), (0, 2), (1, 2), (2, 2), (1, 3))


def draw(rng: Random) -> tuple[Problem, Keys]:
    """Return a random problem of 8 to 30 primary items, and its solutions by the reference."""
    while True:
        problem = _drawn(rng)
        found = problem.solutions(method=REFERENCE, limit=MOST_SOLUTIONS, max_nodes=MOST_NODES)
        listed = keys(found)
        if found.complete:
            return problem, frozenset(listed)


def _drawn(rng: Random) -> Problem:
    """Return a random problem, with planted solutions so that it has some."""
    n_primary, n_secondary = rng.randint(8, 30), rng.choice((0, 0, 3, 8))
    primary = [f"p{k}" for k in range(n_primary)]
    secondary = [f"s{k}" for k in range(n_secondary)]
    colours = rng.choice(((None,), (None, "A", "B"), ("A", "B", "C")))
    rows: list[dict[str, Any]] = []
    for _ in range(rng.randint(1, 5)):
        rest, hues = rng.sample(primary, n_primary), {s: rng.choice(colours) for s in secondary}
        while rest:
            size = rng.randint(1, 4)
            rows.append(dict.fromkeys(rest[:size]))
            rest = rest[size:]
            # A secondary item with a colour may be in several of them, one without in one only.
            for item in secondary:
                if hues[item] is not None and rng.random() < 0.2:
                    rows[-1][item] = hues[item]
    for _ in range(rng.randint(0, 40)):
        row = dict.fromkeys(rng.sample(primary, rng.randint(1, 4)))
        row |= {item: rng.choice(colours) for item in secondary if rng.random() < 0.2}
        rows.append(row)
    rng.shuffle(rows)
    has_bounds = rng.random() < 0.25
    few = rng.sample(primary, rng.randint(1, 4)) if has_bounds else []
    costs = None
    if rng.random() < 0.5:
        costs = [rng.choice((0, 1, 2, 5, -3, 0.5)) for _ in rows]
    bounds = {item: rng.choice(BOUNDS) for item in few}
    return Problem(rows, primary, secondary, bounds=bounds, costs=costs)


def run(seed: int) -> None:
    """Compare the engines on a problem; raise `Finding` if one differs."""
    rng = Random(seed)
    problem, expected = draw(rng)
    try:
        with short_slices(rng):
            examine(problem, expected, rng)
    except Exception as error:
        where = f"python -m tests.fuzz --case middle:{seed}, {problem}"
        raise Finding(f"{where}\n{type(error).__name__}: {error}") from error


def examine(problem: Problem, expected: Keys, rng: Random) -> None:
    """Compare all engines and the other ways to the solutions with the reference."""
    slow = set[str]()
    for method in dict.fromkeys(methods_of(problem, lists=False)):
        number = problem.count(method=method, max_nodes=MOST_NODES, time_limit=MOST_SECONDS)
        assert number == len(expected) if number.complete else number <= len(expected), method
        if not number.complete:
            slow.add(method)
    for method in rng.sample(sorted(set(methods_of(problem)) - slow), 4):
        same(keys(problem.solutions(method=method, seed=rng.choice((None, 1)))), expected)
    assert bool(problem.solve()) == bool(expected)
    if not problem.has_bounds:
        for _ in range(3):
            given = drawn_steering(problem, rng)
            same(keys(problem.solutions(**given, seed=rng.choice((None, 1)))), expected)
    method = rng.choice(("multicover",) if problem.has_bounds else tuple(DIAGRAM_ENGINES))
    with suppress(UnfinishedError):  # some have too many states for its memory
        assert problem.diagram(method=method).count() == len(expected)
    reduction = problem.reduce()
    assert reduction.infeasible is None or not expected
    same([reduction.expand(key) for key in keys(reduction.problem.solutions())], expected)
    costs = sorted(math.fsum(problem.costs[list(key)].tolist()) for key in expected)
    best = problem.cheapest(3, method=rng.choice(("auto", "cheapest_cells", "cheapest_masks")))
    assert best.complete
    assert all(abs(one - other) < 1e-6 for one, other in zip(best.costs, costs[:3], strict=True)), (
        best.costs,
        costs[:3],
    )
