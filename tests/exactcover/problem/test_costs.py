"""Costs: those that a problem accepts, rejects and stores."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.formats.json import from_json, to_json, to_matrix_text
from tests.strategies import costed_problems

numbers = st.integers(-3, 3) | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, width=32)


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ([1], "1 costs for 2 options"),
        ([1, 2, 3], "3 costs for 2 options"),
        ([1, float("nan")], "option 1 costs nan: a cost must be a finite number"),
        ([float("inf"), 1], "option 0 costs inf: a cost must be a finite number"),
        ([1, "2"], "option 1 costs '2': a cost must be a finite number"),
        ([1, True], "option 1 costs True: a cost must be a finite number"),
        ([1, None], "option 1 costs None: a cost must be a finite number"),
        ([10**400, 1], "option 0 costs 10*: a cost must be a finite number"),
        ([-9e307, 1.7e308], r"option 1 .*costs 1.7e\+308: the costs of all options together, .*"),
        ({"A": 1, "C": 2}, "a cost for unknown option 'C'"),
        ({0: 1}, "a cost for unknown option 0"),
        (5, "costs is 5: give a list"),
    ],
)
def test_mistakes(costs: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem({"A": ["p"], "B": ["p"]}, costs=costs)
    with pytest.raises(ProblemError, match=message):
        Problem.from_matrix([[1], [1]], labels=["A", "B"], costs=costs)


def test_are_given_by_list_label_or_index() -> None:
    by_list = Problem({"A": ["p"], "B": ["p"]}, costs=[0, 2])
    assert Problem({"A": ["p"], "B": ["p"]}, costs={"B": 2}) == by_list
    assert Problem([["p"], ["p"]], costs={1: 2}).costs.tolist() == [0, 2]
    shared = Problem([["p"], ["p"], ["p"]], labels="ABA", costs={"A": 3})
    assert [option.cost for option in shared] == [3, 0, 3]


def test_no_costs_are_costs_of_zero() -> None:
    plain = Problem([["p"], ["p"]])
    assert not plain.has_costs
    assert [option.cost for option in plain] == plain.costs.tolist() == [0, 0]
    assert Problem([["p"], ["p"]], costs=[0, -0.0]) == plain
    costly = Problem([["p"], ["p"]], costs=[0, 1])
    assert costly.has_costs
    assert costly != plain
    assert repr(costly) == "<Problem 1 primary items, 2 options with costs>"
    with pytest.raises(ValueError, match="read-only"):
        costly.costs[0] = 1


def test_whole_costs_are_integers_if_all_are() -> None:
    costs_given: list[list[Any]] = [[1.0, np.float32(2)], [np.int8(1), 2.5]]
    whole, mixed = (Problem([["p"], ["p"]], costs=costs) for costs in costs_given)
    assert [repr(option.cost) for option in whole] == ["1", "2"]
    assert whole == Problem([["p"], ["p"]], costs=[1, 2])
    assert [repr(option.cost) for option in mixed] == ["1.0", "2.5"]
    assert mixed.restrict([0]) == Problem([["p"]], labels=[0], costs=[1])


@given(costed_problems(numbers.filter(np.isfinite)))
def test_are_written_and_read_back(problem: Problem) -> None:
    again = Problem.from_text(problem.to_text())
    assert again == problem
    assert again.costs.tolist() == problem.costs.tolist()
    assert from_json(to_json(problem)) == problem
    assert pickle.loads(pickle.dumps(problem)) == problem


def test_text() -> None:
    text = "2|p | x\np x:A |5\n| label: B\np |-2\np x |0.5\np\n"
    problem = Problem.from_text(text)
    assert [option.cost for option in problem] == [5, -2, 0.5, 0]
    assert problem.to_text() == text.replace("|5", "|5.0").replace("|-2", "|-2.0")
    assert Problem.from_text("p\np |+2\np |2.\np |.5e1\n").costs.tolist() == [2, 2, 5]


def test_stay_with_their_options() -> None:
    problem = Problem([["p"], ["q"], ["p", "q"]], costs=[1, 2, 3])
    assert problem.restrict([2, 1]).costs.tolist() == [2, 3]
    assert problem.with_chosen([0]).costs.tolist() == [2]


def test_where_costs_are_shown() -> None:
    problem = Problem([["p"]], costs=[2])
    assert problem.to_graph().nodes["option", 0]["cost"] == 2
    with pytest.raises(ProblemError, match="a matrix cannot express bounds and costs"):
        to_matrix_text(problem)
