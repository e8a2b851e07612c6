"""The common parts of the checks of exact cover problems: brute force and engines."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from exactcover import Problem
from exactcover.engines.registry import ENGINES
from tests import oracle

Key = tuple[int, ...]
Keys = frozenset[Key]
Check = Callable[[Problem, Keys, Random], None]
"""It gets a problem, its solutions by brute force, and a generator of random numbers."""

COUNTERS = tuple(name for name in ENGINES if ENGINES[name].counts_only)
"""The engines that only count."""


def expected_of(problem: Problem) -> Keys:
    """Return the solutions by brute force."""
    bounded = problem.has_bounds
    return frozenset(oracle.bounded_solutions(problem) if bounded else oracle.solutions(problem))


def methods_of(problem: Problem, *, lists: bool = True) -> list[str]:
    """Return the engines that take a problem."""
    names = [name for name in ENGINES if not (lists and name in COUNTERS)]
    if problem.has_bounds:
        names += ["multicover", "multicover"]
    return ["auto", "auto", *names]


def seed_for(problem: Problem, method: str | None, seed: int | None) -> int | None:
    """Return a seed for a search by a method, or None where a random order would be too slow.

    `first_fit` may need millions of nodes if the items that count under bounds come last.
    """
    return None if problem.has_bounds and method == "first_fit" else seed


def chosen_of(problem: Problem, rng: Random) -> list[int]:
    """Return a few options, which may clash."""
    n = problem.n_options
    return rng.sample(range(n), min(n, rng.choice((0, 0, 1, 2, 3))))


def agree(problem: Problem, chosen: list[int]) -> bool:
    """Return whether options can be chosen together, independent of the others."""
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
