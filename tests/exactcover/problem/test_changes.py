"""`Problem.changed` gives the problem that the changed statement gives, stated anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from exactcover import Problem, Uncovered
from tests.fuzz.cover_tools import expected_of

BOUNDS = ((1, 1), (1, None), (0, None), (0, 0), (1, 2), (2, 3))


def covers(problem: Problem) -> set[frozenset[Any]]:
    """Return the solutions as sets of labels, by brute force."""
    return {frozenset(problem.options[k].label for k in key) for key in expected_of(problem)}


def stated(rows: dict[str, list[str]], bounds: dict[str, Any], soft: dict[str, int]) -> Problem:
    """Return the problem of a statement; useless options are left out for good."""
    return Problem(rows, list("pqrs"), bounds=bounds, soft=soft or None, on_useless="ignore")


@pytest.mark.parametrize("seed", range(40))
def test_changed_is_as_stated_anew(seed: int) -> None:
    rng = Random(seed)
    rows = {f"a{k}": rng.sample("pqrs", rng.randint(1, 3)) for k in range(4)}
    bounds: dict[str, Any] = {item: rng.choice(BOUNDS) for item in "pqrs"}
    soft = {i: rng.randint(0, 3) for i in "pqrs" if bounds[i][0] and rng.random() < 0.3}
    problem = stated(rows, bounds, soft)
    for step in range(3):
        rows = {option.label: rows[option.label] for option in problem if option.label in rows}
        assert covers(problem) == covers(stated(rows, bounds, soft))
        gone = rng.sample(sorted(rows), min(1, len(rows)))
        new = {f"b{step}{k}": rng.sample("pqrs", rng.randint(1, 2)) for k in range(2)}
        other = {item: rng.choice(BOUNDS) for item in rng.sample("pqrs", 1) if item not in soft}
        if soft and rng.random() < 0.3:
            item = rng.choice(sorted(soft))
            del soft[item]
            problem = problem.changed({}, [Uncovered(item)])
        rows = {label: own for label, own in rows.items() if label not in gone} | new
        bounds |= other
        problem = problem.changed(new, gone, bounds=other)


def test_any_number_of_covers_stays_any_number() -> None:
    problem = Problem({"a": ["p"]}, ["p", "q"], bounds={"p": (1, None), "q": (0, None)})
    assert (dict(problem.bounds), problem.n_options) == ({"q": (0, 0)}, 1)
    grown = problem.changed({"b": ["p"], "c": ["q"]})
    assert (dict(grown.bounds), grown.count()) == ({"p": (1, 2), "q": (0, 1)}, 6)
    rest = grown.with_chosen(["a"]).changed({"d": ["p"], "e": ["p"]})
    assert (dict(rest.stated_bounds), rest.count()) == ({"p": (0, None), "q": (0, None)}, 16)


def test_an_item_whose_only_option_was_chosen_is_still_there() -> None:
    rest = Problem({"a": ["p"]}, bounds={"p": (1, None)}).with_chosen(["a"])
    assert (rest.count(), rest.changed({"d": ["p"]}).count()) == (1, 2)


def test_soft_items_stay_soft() -> None:
    problem = Problem({"b": ["q"], "a": ["p"]}, soft={"p": 3}, bounds={"p": (1, 3)})
    grown = problem.changed({"d": ["p"]})
    uncovered = frozenset(["b", Uncovered("p")])
    assert covers(grown) == {uncovered, *map(frozenset, ("ab", "bd", "abd"))}
    assert not covers(grown.changed({}, ["a", "d", Uncovered("p")]))
