"""The results of a search."""

import copy
import json
import pickle
from collections.abc import Callable

import pytest

from exactcover import (
    Count,
    NoSolutionError,
    Option,
    Problem,
    Solution,
    Stop,
    UndecidedError,
    count,
    solutions,
    solve,
)

THREE = Problem({"A": ["p"], "B": ["p"], "C": ["p"]})
NONE = Problem([["p", "q"], ["q", "r"]])


def test_a_result_is_true_false_or_undecided() -> None:
    assert THREE.solve()
    assert THREE.solve().get() == (THREE.options[0],)
    none = NONE.solve()
    assert not none
    with pytest.raises(NoSolutionError):
        none.get()
    assert (none.solution, none.complete, none.stopped) == (None, True, None)
    for controls, why in [({"max_nodes": 0}, "node limit"), ({"limit": 0}, "asked for none")]:
        with pytest.raises(UndecidedError, match=why):
            bool(THREE.solve(**controls))  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [1, 2, 5, None])
def test_one_solution_is_not_the_whole_search(limit: int | None) -> None:
    result = THREE.solve(limit=limit)
    assert result.solution == (THREE.options[0],)
    if not result.complete:
        assert result.stopped == Stop.LIMIT


def test_a_count_is_a_number_that_knows_what_it_is_worth() -> None:
    whole, part = THREE.count(), THREE.count(limit=2)
    assert (whole, part) == (3, 2)
    assert (whole + part, json.dumps(part), f"{part:d}") == (5, "2", "2")
    assert (repr(whole), repr(part)) == ("3", "<Count: at least 2, as many as asked for>")
    for same in (copy.copy(part), pickle.loads(pickle.dumps(part))):
        assert isinstance(same, Count)
        assert (same, same.complete, same.stopped) == (2, False, Stop.LIMIT)
        assert same.statistics == part.statistics


def test_an_undecided_count_is_neither_true_nor_false() -> None:
    assert THREE.count()
    assert THREE.count(limit=2)
    assert not NONE.count()
    for controls, why in [({"max_nodes": 0}, "node limit"), ({"limit": 0}, "asked for none")]:
        undecided = THREE.count(**controls)  # type: ignore[call-overload]
        assert undecided == 0
        with pytest.raises(UndecidedError, match=why):
            bool(undecided)
    with pytest.raises(UndecidedError, match="interrupted"):
        bool(Count(0, False, None, THREE.count().statistics))


def test_what_was_asked_for_is_no_failure() -> None:
    assert repr(THREE.solve()) == "<Result: ('A',)>"
    assert repr(NONE.solve()) == "<Result: there is no solution>"
    assert repr(THREE.solve(max_nodes=0)) == "<Result: undecided, stopped by the node limit>"
    assert repr(THREE.count(max_nodes=0)) == "<Count: at least 0, stopped by the node limit>"
    found = THREE.solutions(limit=2)
    assert repr(found) == "<Solutions: 0 found so far, going on>"
    list(found)
    assert repr(found) == "<Solutions: 2 found, as many as asked for>"
    every, cut = THREE.solutions(), THREE.solutions(max_nodes=0)
    assert (len(list(every)), list(cut)) == (3, [])
    assert repr(every) == "<Solutions: 3 found, all there are>"
    assert repr(cut) == "<Solutions: 0 found so far, stopped by the node limit>"
    assert all(why.words for why in Stop)


def test_options_without_labels_are_shown_as_they_are_given() -> None:
    problem = Problem([["p q", "r"], ["p", 1], {"p": None, "x": "A"}], secondary=["x"])
    assert repr(problem.options) == "(['p q', 'r'], ['p', 1], {'p': None, 'x': 'A'})"
    solution = Problem([["p q", "r"], ["s"]]).solve().get()
    assert repr(solution) == "(['p q', 'r'], ['s'])"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_search_under_way_cannot_be_copied(copied: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="a search is under way"):
        copied(THREE.solutions())
    with pytest.raises(TypeError, match="a search is under way"):
        copied(THREE.trace())


def test_a_solution_is_a_tuple_of_options() -> None:
    solution = Problem({"A": ["p"], "B": ["q", "r"], "C": ["q"]}).solve().solution
    assert isinstance(solution, Solution)
    assert all(isinstance(option, Option) for option in solution)
    assert (solution.labels, solution.indices) == (("A", "B"), (0, 1))
    again = pickle.loads(pickle.dumps(solution))
    assert isinstance(again, Solution)
    assert again == solution


def test_functions_and_methods_are_the_same() -> None:
    assert count(THREE) == THREE.count()
    assert list(solutions(THREE, limit=2)) == list(THREE.solutions(limit=2))
    assert solve(THREE).solution == THREE.solve().solution


def test_statistics() -> None:
    statistics = THREE.count().statistics
    assert (statistics.solutions, statistics.engine) == (3, "dancing_cells")
    assert statistics.nodes >= 4  # the root and one for each solution
    assert statistics.seconds >= 0
    assert NONE.count().statistics.nodes == 1


def test_an_iterator_says_when_it_is_complete() -> None:
    found = THREE.solutions()
    for _ in range(3):
        assert not found.complete
        assert found.stopped is None
        next(found)
    assert list(found) == []
    assert (found.complete, found.stopped) == (True, None)
