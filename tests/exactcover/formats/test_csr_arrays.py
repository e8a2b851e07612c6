"""Problems from arrays."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from exactcover import Problem, ProblemError
from tests.strategies import problems


@given(problem=problems())
def test_the_arrays_of_a_problem_make_it_again(problem: Problem) -> None:
    starts, members, colours = problem.incidence
    again = Problem.from_arrays(
        starts,
        members,
        colours=colours,
        names=problem.items,
        n_primary=problem.n_primary,
    )
    assert [o.items for o in again.options] == [o.items for o in problem.options]
    assert (again.primary, again.secondary) == (problem.primary, problem.secondary)
    assert again.incidence.colours.tolist() == colours.tolist()
    assert again.count() == problem.count()


def test_all_arguments() -> None:
    problem = Problem.from_arrays(
        [0, 2, 4, 5],
        [0, 2, 1, 2, 0],
        colours=[0, 7, 0, 7, 0],
        n_items=4,
        n_primary=2,
        labels="ABC",
        bounds=np.array([(1, 2), (1, 1)]),
        costs=[1, 2, 3],
    )
    assert (problem.primary, problem.secondary) == ((0, 1), (2, 3))
    assert problem.bounds == {0: (1, 2)}
    assert problem.options[1].items == (1, 2)
    assert problem.options[1].colours == (None, 7)
    assert sorted(s.labels for s in problem.solutions()) == [
        ("A", "B"),
        ("A", "B", "C"),
        ("B", "C"),
    ]


def test_options_without_members() -> None:
    assert Problem.from_arrays([0], [], n_items=1).count() == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"starts": []}, "starts must rise from 0 to the length of members, 3"),
        ({"starts": [1, 3]}, "starts must rise"),
        ({"starts": [0, 2]}, "starts must rise"),
        ({"starts": [0, 3, 2, 3]}, "starts must rise"),
        ({"starts": [0, 1.5, 3]}, "starts must be an array of whole numbers"),
        ({"members": [[0, 1, 0]]}, "members must be an array of whole numbers with one dimension"),
        ({"members": [0, -1, 0]}, r"members\[1\] is -1: it must lie between 0 and"),
        ({"members": [0, 1 << 40, 0]}, r"members\[1\] is 1099511627776"),
        ({"members": [0, 2, 0], "n_items": 2}, r"members\[1\] is 2, but the problem has 2 items"),
        ({"members": [0, 0, 1]}, "option 0 has item 0 twice"),
        ({"starts": [0, 2, 2, 3]}, "option 1 is empty"),
        ({"n_primary": 0}, r"option 0 \(0, 1\) has no primary item"),
        ({"n_primary": 3}, "n_primary is 3: it must lie between 0 and 2"),
        ({"members": [0, 1, 1], "n_primary": 1}, r"option 1 \(1\) has no primary item"),
        ({"colours": [0, 0]}, "2 colours for 3 members"),
        ({"colours": [1, 0, 0]}, "option 0: colour 1 on primary item 0"),
        ({"names": "ab", "n_items": 3}, "2 names for 3 items"),
        ({"names": "aa"}, "item 'a' is listed twice"),
        ({"bounds": np.ones((1, 2))}, r"bounds must be a mapping, or an array .* shape \(2, 2\)"),
        ({"labels": "abc"}, "3 labels for 2 options"),
        ({"costs": [1]}, "1 costs for 2 options"),
    ],
)
def test_mistakes(arguments: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"starts": [0, 2, 3], "members": [0, 1, 0]} | arguments
    with pytest.raises(ProblemError, match=message):
        Problem.from_arrays(**given)
