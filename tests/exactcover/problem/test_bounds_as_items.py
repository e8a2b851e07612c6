"""The problem without bounds has the same solutions, one to one."""

import pytest
from hypothesis import given, settings

from exactcover import Problem, ProblemError
from exactcover.problem.bounds_as_items import Own, Step, decided_options, item_numbers
from tests import oracle
from tests.strategies import bounded_problems


@pytest.mark.kernel
@settings(max_examples=300, deadline=None)
@given(bounded_problems())
def test_solutions_correspond_one_to_one(problem: Problem) -> None:
    plain = problem.encoded
    assert not plain.has_bounds
    found = [
        tuple(i for i in solution.indices if i < problem.n_options)
        for solution in plain.solutions(method="dancing_cells")
    ]
    expected = oracle.bounded_solutions(problem)
    assert len(found) == len(expected)
    assert set(found) == expected


def test_a_problem_without_bounds_stays_itself() -> None:
    problem = Problem([["p", "q"], ["q"]])
    assert problem.encoded is problem


def test_what_is_added() -> None:
    problem = Problem(
        {"A": ["p", "q"], "B": ["p"], "C": {"q": None, "x": "red"}},
        secondary=["x"],
        bounds={"p": (1, 1 << 40)},
        costs=[2, 3, 5],
    )
    plain = problem.encoded
    assert plain.primary == (
        "q",
        Own(0, "own"),
        Own(1, "own"),
        Step("p", 0, "step"),
        Step("p", 1, "step"),
    )
    assert plain.secondary == ("x", Own(0, "is"), Own(1, "is"), Step("p", 0, "number"))
    options = [dict(zip(o.items, o.colours, strict=True)) for o in plain]
    yes, no = "chosen", "not chosen"
    assert options[:5] == [
        {"q": None, Own(0, "own"): None, Own(0, "is"): yes},
        {Own(1, "own"): None, Own(1, "is"): yes},
        {"q": None, "x": "red"},
        {Own(0, "own"): None, Own(0, "is"): no},
        {Own(1, "own"): None, Own(1, "is"): no},
    ]
    step, last, number = Step("p", 0, "step"), Step("p", 1, "step"), Step("p", 0, "number")
    assert options[5:] == [
        {step: None, Own(0, "is"): no, number: 0},
        {step: None, Own(0, "is"): yes, number: 1},
        {last: None, Own(1, "is"): yes, number: 0},
        {last: None, Own(1, "is"): no, number: 1},
        {last: None, Own(1, "is"): yes, number: 1},
    ]
    assert plain.costs.tolist() == [2, 3, 5, 0, 0, 0, 0, 0, 0, 0]
    assert decided_options(problem).tolist() == [0, 1]
    assert list(item_numbers(problem, range(plain.n_items - 3))) == [1, 0, 0, 2]


def test_bounds_that_always_hold_need_no_steps() -> None:
    plain = Problem([["p", "q"], ["p"], ["q"]], bounds={"p": (0, 2)}).encoded
    assert plain.primary == ("q", Own(0, "own"), Own(1, "own"))
    assert plain.n_options == 5


def test_an_item_with_too_few_options_has_none() -> None:
    plain = Problem([["p"], ["p"]], bounds={"p": (3, 4)}).encoded
    assert "p" in plain.primary
    assert not any("p" in option.items for option in plain)


def test_many_numbers_of_which_few_are_possible() -> None:
    n = 3000
    problem = Problem([["p", k] for k in range(n)], bounds={"p": (n, n)})
    assert problem.encoded.n_options == 3 * n
    assert problem.encoded.n_nodes < 12 * n
    wide = Problem([["p"]] * 6000, bounds={"p": (3000, 3000)})
    with pytest.raises(
        ProblemError, match=r"the bounds of 1 items need 9006000 steps: the engines"
    ):
        wide.encoded  # noqa: B018


def test_the_size_is_linear_in_the_numbers() -> None:
    problem = Problem([["p"]] * 100, bounds={"p": (2, 3)})
    # Two options for each number (0, 1, 2, 3) in each step, at most.
    assert problem.encoded.n_options <= 100 * (1 + 1 + 2 * 4)
