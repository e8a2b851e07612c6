"""Problems with fewer options, or with some chosen."""

import pickle
from typing import Any

import pytest
from hypothesis import given, settings

from exactcover import Problem, ProblemError
from exactcover.problem.derived import is_cover
from tests import oracle
from tests.strategies import problems_and_choices

Chosen = tuple[Problem, list[int]]
# Options without a label take their index in the first problem as label in the second.


@settings(max_examples=300, deadline=None)
@given(problems_and_choices())
def test_with_chosen_has_the_rest_of_the_solutions(chosen: Chosen) -> None:
    problem, options = chosen
    expected = {s for s in oracle.solutions(problem) if set(options) <= set(s)}
    try:
        rest = problem.with_chosen(options)
    except ProblemError:
        assert len(set(options)) < len(options) or not expected
        return
    labels: list[Any] = [option.label for option in rest.options]
    found = [{labels[i] for i in s} | set(options) for s in oracle.solutions(rest)]
    assert len(found) == len(expected)
    assert {tuple(sorted(s)) for s in found} == expected
    _check_is_as_if_new(rest)


@settings(max_examples=300, deadline=None)
@given(problems_and_choices())
def test_restrict_has_the_solutions_of_these_options(chosen: Chosen) -> None:
    problem, options = chosen
    fewer = problem.restrict(options)
    assert fewer.items == problem.items
    labels = [option.label for option in fewer.options]
    assert labels == sorted(set(options))
    found = {tuple(labels[i] for i in s) for s in oracle.solutions(fewer)}
    assert found == {s for s in oracle.solutions(problem) if set(s) <= set(options)}
    _check_is_as_if_new(fewer)


def _check_is_as_if_new(problem: Problem) -> None:
    if problem.primary:
        rows = {o.label: dict(zip(o.items, o.colours, strict=True)) for o in problem.options}
        new = Problem(rows or [], problem.primary, problem.secondary)
        assert new.digest == problem.digest
        assert new.options == problem.options


def test_labels_stay() -> None:
    problem = Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"]})
    assert [o.label for o in problem.restrict(["C", "A"])] == ["A", "C"]
    assert [o.label for o in problem.with_chosen(["A"])] == ["B"]
    assert [o.label for o in problem.restrict(["B", "C"]).with_chosen(["B"])] == []


@pytest.mark.parametrize("bounds", [(0, None), (0, 0)])
def test_an_item_that_cannot_be_covered_need_not_be(bounds: tuple[int, int | None]) -> None:
    problem = Problem({"a": ["p"]}, primary=["p", "z"], bounds={"z": bounds})
    assert problem.with_chosen([]).count() == problem.with_chosen(["a"]).count() == 1
    assert problem.reduce().problem.count() == problem.count() == 1
    assert is_cover(problem, [0])
    barred = Problem({"a": ["p", "q"], "b": ["p"]}, bounds={"q": (0, 0)}, on_useless="ignore")
    assert [o.label for o in barred.with_chosen([]).options] == ["b"]


def test_choosing_all_leaves_one_empty_solution() -> None:
    rest = Problem([["p", "x"], ["q"]], secondary=["x", "y"]).with_chosen([0, 1])
    assert (rest.items, rest.n_primary, rest.n_options) == (("y",), 0, 0)
    assert list(rest.solutions()) == [()]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["A", "B"], "options 'A' and 'B' cannot both be chosen: both cover item 'p'"),
        (["C", "D"], "options 'C' and 'D' cannot both be chosen: both cover item 'x'"),
        (["D", "E"], "options 'D' and 'E' cannot both be chosen: both cover item 'x'"),
        (["A", "A"], "option 'A' is chosen twice"),
        (["A", "F"], "unknown option 'F'"),
    ],
)
def test_mistakes(options: list[str], message: str) -> None:
    problem = Problem(
        {
            "A": ["p"],
            "B": ["p", "q"],
            "C": {"q": None, "x": "red"},
            "D": {"r": None, "x": "green"},
            "E": {"s": None, "x": None},
        },
        secondary=["x"],
    )
    with pytest.raises(ProblemError, match=message):
        problem.with_chosen(options)
    with pytest.raises(ProblemError, match=message):
        problem.count(chosen=options)


def test_derived_problems_can_be_sent_to_other_processes() -> None:
    for bounds in ({}, {"p": (0, None)}):
        problem = Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"]}, bounds=bounds)
        derived = (
            problem.restrict(["A", "B"]),
            problem.with_chosen(["A"]),
            problem.reduce().problem,
        )
        for rest in derived:
            copy = pickle.loads(pickle.dumps(rest))
            assert (copy, dict(copy.stated_bounds)) == (rest, dict(rest.stated_bounds))
