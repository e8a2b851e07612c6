"""Multiplicities: those that a problem accepts, rejects and stores."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.formats.json import from_json, to_json, to_matrix_text
from tests import oracle
from tests.strategies import bounded_problems, rows_of


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"p": (3, 2)}, r"the bounds of item 'p' are \(3, 2\): the first is the lower one"),
        ({"p": (-1, 2)}, r"the bounds of item 'p' are \(-1, 2\): none may be negative"),
        ({"p": 2.0}, r"the bounds of item 'p' are 2.0: give a pair"),
        ({"p": -1}, r"the bounds of item 'p' are -1: none may be negative"),
        ({"p": (None, 1)}, r"the bounds of item 'p' are \(None, 1\): give whole numbers"),
        ({"p": (0, -float("inf"))}, r"the bounds of item 'p' are \(0, -inf\): give whole numbers"),
        ({"p": (1, 2, 3)}, r"the bounds of item 'p' are \(1, 2, 3\): give a pair"),
        ({"p": (1, 2.0)}, r"the bounds of item 'p' are \(1, 2.0\): give whole numbers"),
        ({"p": (True, 2)}, r"the bounds of item 'p' are \(True, 2\): give whole numbers"),
        ({"x": (1, 2)}, "bounds on secondary item 'x'"),
        ({"q": (1, 2)}, "bounds on unknown item 'q'"),
        ([1, 2], r"bounds is \[1, 2\]: give a mapping"),
    ],
)
def test_mistakes(bounds: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem([["p", "x"]], secondary=["x"], bounds=bounds)
    with pytest.raises(ProblemError, match=message):
        Problem.from_matrix([[1, 1]], names=["p", "x"], n_primary=1, bounds=bounds)


def test_exactly_once_is_no_bound() -> None:
    plain = Problem([["p", "q"]])
    assert Problem([["p", "q"]], bounds={"q": (1, 1)}) == plain
    assert not plain.has_bounds
    bounded = Problem([["p", "q"]], bounds={"q": (0, 2), "p": (1, 1)})
    assert bounded.has_bounds
    assert dict(bounded.bounds) == {"q": (0, 2)}
    assert repr(bounded) == "<Problem 2 primary items (1 with bounds), 1 options>"
    assert bounded != plain


@pytest.mark.parametrize("many", [None, float("inf"), np.inf])
def test_bounds_without_an_upper_end_are_the_number_of_options(many: Any) -> None:
    rows = [["p", "q"], ["p"], ["q"]]
    problem = Problem(rows, bounds={"p": (1, many), "q": (0, many)})
    assert dict(problem.bounds) == {"p": (1, 2), "q": (0, 2)}
    assert problem.count() == 6  # a cover has option 0 or option 1
    matrix = Problem.from_matrix([[1, 1], [1, 0], [0, 1]], bounds={0: (1, many), 1: (0, many)})
    assert matrix.count() == 6
    assert dict(Problem([["p"]], bounds={"p": (3, many)}).bounds) == {"p": (3, 3)}


def test_one_number_is_both_bounds() -> None:
    rows = [["p"], ["p"], ["p"]]
    assert dict(Problem(rows, bounds={"p": 2}).bounds) == {"p": (2, 2)}
    pair: Any = np.array([0, 2])
    assert dict(Problem(rows, bounds={"p": pair}).bounds) == {"p": (0, 2)}
    number: Any = np.int64(2)
    assert Problem(rows, bounds={"p": number}).count() == 3


@given(bounded_problems(), st.data())
def test_items_that_may_not_be_covered(problem: Problem, data: st.DataObject) -> None:
    """An option with an item of bounds (0, 0) is in no cover, and is left out with a note."""
    barred = data.draw(st.sets(st.sampled_from(problem.primary or ("none",))))
    barred &= set(problem.primary)
    bounds = dict(problem.bounds) | dict.fromkeys(barred, (0, 0))
    made = Problem(rows_of(problem), problem.primary, problem.secondary, bounds=bounds)
    kept = [k for k, option in enumerate(problem.options) if barred.isdisjoint(option.items)]
    assert [note.index for note in made.left_out] == sorted(
        set(range(problem.n_options)) - set(kept)
    )
    assert all("whose bounds are (0, 0)" in str(note) for note in made.left_out)
    loose = dict(problem.bounds) | dict.fromkeys(barred, (0, 1))
    others = Problem(rows_of(problem), problem.primary, problem.secondary, bounds=loose)
    assert made.count() == sum(set(kept).issuperset(s) for s in oracle.bounded_solutions(others))
    if made.n_primary:
        assert Problem.from_text(made.to_text()).digest == made.digest


def test_digest_tells_bounds() -> None:
    pairs = [None, (0, 1), (1, 2), (2, 2)]
    problems = [Problem([["p"]], bounds={"p": pair} if pair else None) for pair in pairs]
    assert len({problem.digest for problem in problems}) == len(pairs)


@given(bounded_problems())
def test_is_written_and_read_back(problem: Problem) -> None:
    again = Problem.from_text(problem.to_text())
    assert again == problem
    assert again.bounds == problem.bounds
    assert from_json(to_json(problem)) == problem
    assert pickle.loads(pickle.dumps(problem)) == problem


def test_text() -> None:
    text = "0:2|p q 3|r 2:3|s | x\np x:A\n"
    problem = Problem.from_text(text)
    assert dict(problem.bounds) == {"p": (0, 2), "r": (3, 3), "s": (2, 3)}
    assert problem.to_text() == text
    assert Problem.from_text("1:1|p 1|q\np q\n").to_text() == "p q\np q\n"


def test_a_matrix_cannot_show_bounds() -> None:
    with pytest.raises(ProblemError, match="a matrix cannot express bounds"):
        to_matrix_text(Problem([["p"]], bounds={"p": (0, 1)}))


def test_graph_shows_bounds() -> None:
    graph = Problem([["p", "q", "x"]], secondary=["x"], bounds={"p": (0, 1)}).to_graph()
    shown = {
        item: data.get("bounds") for (kind, item), data in graph.nodes.items() if kind == "item"
    }
    assert shown == {"p": (0, 1), "q": (1, 1), "x": None}


@settings(max_examples=300, deadline=None)
@given(problem=bounded_problems(), data=st.data())
def test_with_chosen_has_the_rest_of_the_solutions(problem: Problem, data: st.DataObject) -> None:
    indices = st.integers(0, max(0, problem.n_options - 1))
    options = data.draw(st.lists(indices, max_size=min(3, problem.n_options)))
    expected = {s for s in oracle.bounded_solutions(problem) if set(options) <= set(s)}
    try:
        rest = problem.with_chosen(options)
    except ProblemError:
        assert len(set(options)) < len(options) or not expected
        return
    labels: list[Any] = [option.label for option in rest.options]
    found = [{labels[i] for i in s} | set(options) for s in oracle.bounded_solutions(rest)]
    assert len(found) == len(expected)
    assert {tuple(sorted(s)) for s in found} == expected
    if rest.primary:
        again = Problem(rows_of(rest), rest.primary, rest.secondary, bounds=rest.bounds)
        assert again.digest == rest.digest


def test_restrict_keeps_bounds() -> None:
    problem = Problem([["p"], ["p"], ["q"]], bounds={"p": (1, 2)})
    assert problem.restrict([0, 2]) == Problem([["p"], ["q"]], labels=[0, 2], bounds={"p": (1, 2)})


def test_too_many_covers_are_named() -> None:
    problem = Problem({"A": ["p"], "B": ["p"], "C": ["p"]}, bounds={"p": (0, 2)})
    message = "options 'A', 'B' and 'C' cannot all be chosen: all cover item 'p', which may be"
    with pytest.raises(ProblemError, match=message):
        problem.with_chosen([*"ABC"])
    with pytest.raises(ProblemError, match="option 'A' is chosen twice"):
        problem.with_chosen([*"AA"])
