"""Problems that change, and a search that goes on: after each change the same as brute force."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from exactcover import LiveSearch, Problem, ProblemError, Stop, UndecidedError, Without
from tests.fuzz.cover_tools import expected_of


def row(rng: Random, items: list[str]) -> dict[str, Any]:
    """Return a random option."""
    own: dict[str, Any] = dict.fromkeys(
        rng.sample(items, min(len(items), rng.choice((1, 2, 2, 3))))
    )
    return own | {x: rng.choice(("red", None)) for x in "xy" if rng.random() < 0.3}


def problem_of(rng: Random) -> Problem:
    """Return a random problem with bounds and multiplicities."""
    rows = {f"o{k}": row(rng, list("abcd")) for k in range(8)}
    several = {
        (k, i): 2 for k, own in rows.items() for i in own if i in "ab" and rng.random() < 0.2
    }
    bounds = {item: rng.choice(((1, 1), (1, 2), (0, 2))) for item in "abcd"}
    return Problem(rows, list("abcd"), ["x", "y"], bounds=bounds, multiplicities=several)


def meets(problem: Problem, key: tuple[int, ...], assumptions: list[Any]) -> bool:
    """Return whether assumptions hold in a cover."""
    labels = {problem.options[k].label for k in key}
    return all(
        one.option not in labels if isinstance(one, Without) else one in labels
        for one in assumptions
    )


def is_possible(problem: Problem, assumptions: list[Any]) -> bool:
    """Return whether a cover meets assumptions, by brute force."""
    return any(meets(problem, key, assumptions) for key in expected_of(problem))


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(12))
def test_after_each_change_the_same_as_brute_force(seed: int) -> None:
    rng = Random(seed)
    live = LiveSearch(problem_of(rng))
    for step in range(8):
        problem = live.problem
        labels = [option.label for option in problem]
        assumptions: list[Any] = [
            label if rng.random() < 0.5 else Without(label)
            for label in rng.sample(labels, min(len(labels), rng.choice((0, 0, 1, 3))))
        ]
        found = live.solve(assumptions)
        assert found.complete
        assert bool(found) == is_possible(problem, assumptions)
        if found.solution is not None:
            assert found.solution.indices in expected_of(problem)
            assert meets(problem, found.solution.indices, assumptions)
        else:
            core = list(found.core or ())
            assert not is_possible(problem, core)
            for fewer in combinations(core, max(0, len(core) - 1)):
                assert not core or is_possible(problem, list(fewer))
        gone = rng.sample(labels, min(len(labels), rng.randint(0, 2)))
        new = [item for item in "ef" if item not in problem.items and rng.random() < 0.2]
        out = [item for item in problem.primary if rng.random() < 0.08]
        items = [item for item in problem.primary if item not in out] + new
        if not items:
            break
        live.problem = problem.changed(
            {f"n{step}.{k}": row(rng, items) for k in range(rng.randint(0, 2))},
            gone,
            primary=new,
            remove_items=out,
        )


@pytest.mark.kernel
def test_what_did_not_change_is_not_searched_again() -> None:
    dominoes = {
        (r, c, d): [(r, c), (r + d, c + 1 - d)]
        for r in range(6)
        for c in range(6)
        for d in (0, 1)
        if r + d < 6 and c + 1 - d < 6
    }
    live = LiveSearch(Problem(dominoes))
    first = live.solve()
    assert first.nodes
    assert live.solve().nodes == 0
    assert first.solution is not None
    one, other = first.solution.labels[0], first.solution.labels[-1]
    assert live.solve([one, other]).nodes == 0
    live.problem = live.problem.changed(remove=[one])
    again = live.solve()
    assert again.solution is not None
    assert len(set(again.solution.labels) - set(first.solution.labels)) <= 8


@pytest.mark.kernel
def test_limits() -> None:
    queens = {(r, c): [("r", r), ("c", c)] for r in range(6) for c in range(6)}
    live = LiveSearch(Problem(queens))
    stopped = live.solve(max_nodes=0)
    assert (stopped.complete, stopped.stopped) == (False, Stop.NODES)
    with pytest.raises(UndecidedError):
        bool(stopped)
    assert live.solve(time_limit=60)


@pytest.mark.kernel
def test_changes_of_bounds_multiplicities_and_costs() -> None:
    problem = Problem({"A": ["p"], "B": ["p"]}, costs=[1, 2]).changed(
        {"C": ["p"]}, bounds={"p": (4, 5)}, multiplicities={("C", "p"): 3}, costs={"C": 5}
    )
    found = {solution.labels for solution in problem.solutions()}
    assert found == {("A", "B", "C"), ("A", "C"), ("B", "C")}
    assert problem.cheapest().cost == 6
    assert Problem([["p"], ["p", "q"]]).changed(remove=[0]).labels == (1,)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"add": [["p"]]}, "a mapping from label to option"),
        ({"add": {"A": ["p"]}}, "the label 'A' of another option"),
        ({"remove": ["Z"]}, "unknown option 'Z'"),
        ({"remove_items": ["z"]}, "unknown item 'z'"),
        ({"costs": {"A": 1}}, "unknown new option 'A'"),
        ({"multiplicities": {("A", "p"): 2}}, "new option, item"),
        ({"primary": ["p"]}, "listed twice"),
        ({"add": {"B": ["z"]}}, "unknown item 'z'"),
    ],
)
def test_mistakes(given: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem({"A": ["p"]}).changed(**given)
