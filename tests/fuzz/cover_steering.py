"""The checks of steered searches on random exact cover problems."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from exactcover import Hook, Problem, ProblemError
from exactcover.engines.steered.engine import steered
from exactcover.problem.links import build
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.steering import CONSISTENCIES, ORDERS, Steering
from tests.fuzz.cover_tools import Check, Keys, agree, chosen_of, keys, same

WEIGHTS = (0.1, 1, 2.5, 1000)


def drawn_steering(problem: Problem, rng: Random) -> dict[str, Any]:
    """Return random arguments that steer a search, not all of them left to the default."""
    primary = problem.primary
    given: dict[str, Any] = {
        "choose": rng.choice((None, *ORDERS)),
        "consistency": rng.choice((None, *CONSISTENCIES)),
    }
    if rng.random() < 0.3:
        given["decide"] = rng.sample(primary, rng.randint(0, len(primary)))
    if rng.random() < 0.3:
        given["item_weights"] = {
            item: rng.choice(WEIGHTS) for item in primary if rng.random() < 0.5
        }
    return given


def unless_units(check: Check) -> Check:
    """Return a check of steering that expects an error where options have multiplicities."""

    def checked(problem: Problem, expected: Keys, rng: Random) -> None:
        if not problem.has_multiplicities:
            check(problem, expected, rng)
            return
        with pytest.raises(ProblemError, match="cannot be steered or traced"):
            problem.count(choose="input")

    return checked


def steers(problem: Problem, expected: Keys, rng: Random) -> None:
    given = drawn_steering(problem, rng) | {"profile": True}
    seed = rng.choice((None, rng.randrange(99)))
    number = problem.count(seed=seed, **given)
    assert (number, number.complete) == (len(expected), True)
    levels = number.statistics.profile
    assert sum(level.solutions for level in levels) == len(expected)
    assert sum(level.nodes for level in levels) == number.statistics.nodes
    same(keys(problem.solutions(seed=seed, **given)), expected)
    assert bool(problem.solve(seed=seed, **given)) == bool(expected)
    chosen = chosen_of(problem, rng)
    if agree(problem, chosen):
        options = [problem.options[i] for i in chosen]
        found = keys(problem.solutions(chosen=options, seed=seed, **given))
        same(found, frozenset(key for key in expected if set(chosen) <= set(key)))
    del given["profile"]
    _in_slices(problem, Steering(**given), expected, rng)


def _in_slices(problem: Problem, steering: Steering, expected: Keys, rng: Random) -> None:
    """Run an engine a few nodes at a time, each time in another one restored from a snapshot."""
    links = problem.links
    if rng.random() < 0.3:
        links = build(problem, np.random.default_rng(rng.randrange(9)))
    make = steered(problem, steering)
    running, found = make(links), []
    while True:
        rows, lengths = np.zeros((3, running.depth), np.uint32), np.zeros(3, np.uint32)
        before = running.solutions
        status = running.advance(rng.choice((0, 1, 2, 9)), Out(rows, lengths, 3))
        running.check()
        pairs = list(zip(rows.tolist(), lengths.tolist(), strict=True))
        found += [tuple(sorted(row[:n])) for row, n in pairs[: running.solutions - before]]
        if status == Status.EXHAUSTED:
            break
        if rng.random() < 0.5:
            other = make(links)
            other.restore(running.snapshot())
            running = other
    same(found, expected)


def has_kind_twice(state: Any, option: int) -> bool:
    """Return whether an option of the same kind was chosen before."""
    kind = state.data[option]
    state.cells[kind] += 1
    return bool(state.cells[kind] > 1)


def prunes(problem: Problem, expected: Keys, rng: Random) -> None:
    kinds = [rng.randrange(6) for _ in range(problem.n_options)]
    hook = Hook(has_kind_twice, data=kinds, cells=[0] * 6)
    wanted = frozenset(key for key in expected if len({kinds[i] for i in key}) == len(key))
    given = drawn_steering(problem, rng)
    same(keys(problem.solutions(prune=hook, **given)), wanted)
    chosen = chosen_of(problem, rng)
    if agree(problem, chosen):
        options = [problem.options[i] for i in chosen]
        found = problem.count(prune=hook, chosen=options, **given)
        assert found == sum(set(chosen) <= set(key) for key in wanted)


def traces(problem: Problem, expected: Keys, rng: Random) -> None:
    given = drawn_steering(problem, rng) | {"seed": rng.choice((None, 1, 2))}
    path: list[int | None] = []
    found = []
    for step in problem.trace(**given):
        assert str(step)
        assert step.level == len(path) or step.kind == "back up"
        if step.kind == "choose" and step.option is not None:
            path.append(step.option.index)
        elif step.kind == "leave out":
            assert problem.has_bounds
            path.append(None)
        elif step.kind == "back up":
            assert step.level < len(path) + 1
            del path[step.level :]
        elif step.solution is not None:
            assert sorted(i for i in path if i is not None) == list(step.solution.indices)
            found.append(step.solution.indices)
    same(found, expected)
