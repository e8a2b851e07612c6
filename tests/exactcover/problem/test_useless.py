"""Options without primary items: refused, or left out with a note; and nothing to cover."""

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.formats.json import from_json, from_matrix_text, to_json
from exactcover.problem.useless import LeftOut
from tests import oracle
from tests.strategies import problems


@given(problems(), st.data())
def test_they_change_no_solution(problem: Problem, data: st.DataObject) -> None:
    """Rows are put in at random places; by its labels, a solution is what it was without them."""
    rows: list[tuple[int | None, dict[Any, Any]]]
    rows = [(o.index, dict(zip(o.items, o.colours, strict=True))) for o in problem.options]
    for _ in range(data.draw(st.integers(0, 3))):
        some = (
            data.draw(st.lists(st.sampled_from(problem.secondary), unique=True))
            if (problem.secondary)
            else []
        )
        place = data.draw(st.integers(0, len(rows)))
        rows.insert(place, (None, dict.fromkeys(some)))
    lenient = Problem(
        [row for _, row in rows], problem.primary, problem.secondary, on_useless="ignore"
    )
    assert [note.index for note in lenient.left_out] == [
        k for k, (index, _) in enumerate(rows) if index is None
    ]
    found = {tuple(rows[place][0] for place in solution.labels) for solution in lenient.solutions()}
    assert found == oracle.solutions(problem)


def test_labels_costs_and_bounds_stay_with_their_options() -> None:
    problem = Problem(
        {"A": ["x"], "B": ["p"], "C": [], "D": ["p", "q"]},
        ["p", "q"],
        ["x"],
        bounds={"p": (1, 2)},
        costs={"A": 9, "D": 4},
        on_useless="ignore",
    )
    assert (problem.labels, problem.costs.tolist()) == (("B", "D"), [0, 4])
    assert dict(problem.bounds) == {"p": (1, 2)}
    assert problem.left_out == (LeftOut(0, ("x",), "A"), LeftOut(2, (), "C"))
    assert list(map(str, problem.left_out)) == [
        "option 'A' (x) has no primary item",
        "option 'C' is empty",
    ]


def test_options_get_their_place_as_label_in_any_case() -> None:
    assert Problem([["p"], ["p"]], on_useless="ignore").labels == (0, 1)
    assert Problem([["p"], ["p"]], on_useless="ignore").left_out == ()


@pytest.mark.parametrize("kind", [np.array, sp.csr_array, lambda rows: rows])
def test_rows_of_a_matrix(kind: Any) -> None:
    rows = kind([[0, 0, 0], [1, 0, 1], [0, 0, 1], [0, 1, 0]])
    problem = Problem.from_matrix(rows, n_primary=2, on_useless="ignore")
    assert [solution.labels for solution in problem.solutions()] == [(1, 3)]
    assert [note.index for note in problem.left_out] == [0, 2]


def test_a_matrix_without_columns_has_one_cover() -> None:
    problem = Problem.from_matrix(np.zeros((2, 0), dtype=int), on_useless="ignore")
    assert [solution.indices for solution in problem.solutions()] == [()]
    assert len(problem.left_out) == 2


def test_arrays_and_texts() -> None:
    arrays = Problem.from_arrays([0, 0, 1, 2], [0, 1], n_primary=1, on_useless="ignore")
    assert (arrays.labels, len(arrays.left_out)) == ((1,), 2)
    assert from_matrix_text("11\n00\n", on_useless="ignore").labels == (0,)
    text = to_json(Problem([["p"]], secondary=["x"])).replace('"p": null', '"x": null')
    assert from_json(text, on_useless="ignore").n_options == 0
    empty = Problem({"A": []}, ["p"], on_useless="ignore")
    assert from_json(to_json(empty)) == empty
    with pytest.raises(ProblemError, match="has no primary item"):
        from_json(text)


@pytest.mark.parametrize("mistake", [["p", "p"], ["x", "x"], ["z"]])
def test_other_mistakes_are_errors_all_the_same(mistake: list[str]) -> None:
    with pytest.raises(ProblemError):
        Problem([[], mistake], ["p"], ["x"], on_useless="ignore")


def test_a_problem_that_someone_made_by_hand_may_be_empty() -> None:
    for problem in (Problem([]), Problem([], secondary=["x"]), Problem([[]], on_useless="ignore")):
        assert [solution.indices for solution in problem.solutions()] == [()]
        assert problem.count() == problem.diagram().count() == 1
        assert problem.cheapest().solutions[0].indices == ()


def test_options_with_unknown_items_are_left_out_if_asked() -> None:
    """Such as pieces that stick out of a board: an option, its label and its cost go together."""
    rows: dict[str, Any] = {
        "A": ["p", "q"],
        "B": {"p": None, "off": "red"},
        "C": ["q", "x"],
        "D": ["off", "out"],
        "E": ["p"],
    }
    given: dict[str, Any] = {"primary": ["p", "q"], "secondary": ["x"], "costs": {"C": 5, "B": 1}}
    with pytest.raises(ProblemError, match="option 1: unknown item 'off'"):
        Problem(rows, **given)
    problem = Problem(rows, **given, on_unknown="ignore")
    assert (problem.items, problem.labels) == (("p", "q", "x"), ("A", "C", "E"))
    assert problem.costs.tolist() == [0, 5, 0]
    assert [solution.labels for solution in problem.solutions()] == [("A",), ("C", "E")]
    assert list(map(str, problem.left_out)) == [
        "option 'B' (p, off) has the unknown item 'off'",
        "option 'D' (off, out) has the unknown item 'off'",
    ]
    with pytest.raises(ProblemError, match=r"option 1 \('x'\) has no primary item"):
        Problem([["p", "z"], ["x"]], ["p"], ["x"], on_unknown="ignore")
    both = Problem([["p", "z"], ["x"]], ["p"], ["x"], on_unknown="ignore", on_useless="ignore")
    assert [note.index for note in both.left_out] == [0, 1]
    assert Problem([["p"]], on_unknown="ignore").labels == (0,)
