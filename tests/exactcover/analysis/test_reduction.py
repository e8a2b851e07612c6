"""Reductions keep every solution, and leave nothing that they promise to remove."""

from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings

from exactcover import Certificate, Option, Problem
from exactcover.analysis.reduction import Log, Reduction, Refutation, reduce
from tests import oracle
from tests.strategies import bounded_problems, costed_problems, problems

INSTANCES = Path(__file__).parents[4] / "shared" / "data" / "exactcover"


def expanded(reduction: Reduction) -> list[tuple[int, ...]]:
    """Return the solutions of what is left, as solutions of the original."""
    return sorted(reduction.expand(s) for s in oracle.solutions(reduction.problem))


@pytest.mark.kernel
@settings(max_examples=1000, deadline=None)
@given(problems())
def test_solutions_stay(problem: Problem) -> None:
    reduction = reduce(problem)
    solutions = oracle.solutions(problem)
    assert expanded(reduction) == sorted(solutions)
    assert not (reduction.infeasible and solutions)
    assert all(set(reduction.forced) <= set(solution) for solution in solutions)


@pytest.mark.kernel
@settings(max_examples=500, deadline=None)
@given(problems())
def test_nothing_is_left_to_do(problem: Problem) -> None:
    reduction = reduce(problem, domain_consistency=True)
    left = reduction.problem
    assert reduction.log.complete
    if isinstance(reduction.infeasible, Certificate):
        assert reduction.infeasible.is_valid
        assert not problem.count()
        return
    if reduction.infeasible:
        assert reduction.infeasible.item in left.primary
        assert not any(reduction.infeasible.item in option.items for option in left)
        return
    options_of = {i: [o for o in left if i in o.items] for i in left.items}
    for item in left.primary:
        assert len(options_of[item]) > 1
        assert all(
            any(oracle.agree(o, own) for own in options_of[item] if own != o)
            for o in left
            if item not in o.items
        )
    for item, other in combinations(left.primary, 2):
        assert options_of[item] != options_of[other]
    for item in left.secondary:
        assert any(clash_only_on(item, *pair) for pair in combinations(options_of[item], 2))
    again = reduce(left)
    assert (again.problem.n_options, again.problem.items) == (left.n_options, left.items)


def clash_only_on(item: object, one: Option, other: Option) -> bool:
    """Return whether two options clash on this item and on no other."""
    others = dict(zip(other.items, other.colours, strict=True))
    return [
        i
        for i, colour in zip(one.items, one.colours, strict=True)
        if i in others and (colour is None or colour != others[i])
    ] == [item]


@settings(max_examples=200, deadline=None)
@given(problems())
def test_unfinished_work_does_no_harm(problem: Problem) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("exactcover.analysis.reduction"), "MOST_WORK", 0)
        reduction = reduce(problem)
    assert expanded(reduction) == sorted(oracle.solutions(problem))


@settings(max_examples=200, deadline=None)
@given(costed_problems())
def test_costs_stay(problem: Problem) -> None:
    reduction = reduce(problem)
    forced = sum(problem.options[i].cost for i in reduction.forced)
    for solution in reduction.problem.solutions():
        cost = sum(option.cost for option in solution)
        whole = sum(problem.options[i].cost for i in reduction.expand(solution))
        assert cost + forced == whole


@pytest.mark.kernel
def test_each_step_is_counted() -> None:
    problem = Problem(
        [
            {"a": None, "x": "red"},  # forced, since nothing else has a
            {"b": None, "c": None, "x": "green"},  # clashes with it
            {"b": None, "c": None, "x": "red"},
            {"b": None, "c": None, "y": None},  # y is free: b is in its other option, too
            {"b": None, "d": None, "y": None},  # leaves c without options
            {"d": None, "z": None},  # z is free, too
            {"d": None, "e": None, "z": None},
            {"e": None},
        ],
        secondary=["x", "y", "z"],
    )
    reduction = reduce(problem)
    assert reduction.log == Log(
        forced=1, clashing=1, unsupported=1, covered=2, equal=1, free=2, complete=True
    )
    assert reduction.forced == (0,)
    assert [option.label for option in reduction.problem] == [2, 3, 5, 6, 7]
    assert reduction.problem.items == ("b", "d", "e")


def test_equal_options_stay() -> None:
    problem = Problem([["a", "b"], ["a", "b"], ["a"], ["b"]])
    assert reduce(problem).problem.n_options == 4


@pytest.mark.kernel
def test_refutation_says_why() -> None:
    problem = Problem(
        {"A": ["p", "q"], "B": ["q", "r"], "C": ["r", "s"], "D": ["s"], "E": ["t", "s"]},
        primary=["p", "q", "r", "s", "t"],
    )
    assert str(reduce(problem).infeasible) == (
        "item 'p' is left without options:\n  'A' clashes with 'B', the only option left for 'r'"
    )
    nothing = reduce(Problem([["p"]], primary=["p", "q"]))
    assert str(nothing.infeasible) == "no option has item 'q'"
    assert nothing.problem.count() == 0


@pytest.mark.kernel
def test_an_item_that_dies_without_forced_options() -> None:
    # Whatever covers a leaves b or c without options: a triangle cannot be cut into edges.
    reduction = reduce(Problem([["a", "b"], ["b", "c"], ["c", "a"]]))
    assert "would leave item" in str(reduction.infeasible)


def test_text() -> None:
    problem = Problem([["a", "b"], ["a", "b"]])
    assert str(reduce(problem)) == "2 options, 2 items -> 2 options, 1 item: 1 item equal"
    assert str(reduce(problem.restrict([0]))) == (
        "1 option, 2 items -> nothing: 1 option forced, 2 items covered"
    )


@pytest.mark.kernel
@settings(max_examples=500, deadline=None)
@given(bounded_problems())
def test_solutions_stay_under_bounds(problem: Problem) -> None:
    reduction = reduce(problem)
    expected = oracle.bounded_solutions(problem)
    left = oracle.bounded_solutions(reduction.problem)
    assert sorted(map(reduction.expand, left)) == sorted(expected)
    assert not (reduction.infeasible and expected)
    assert all(set(reduction.forced) <= set(solution) for solution in expected)


def test_bounds() -> None:
    problem = Problem(
        {"A": ["p", "q"], "B": ["p", "s"], "C": ["q", "t"], "D": ["t", "u", "v"], "E": ["u", "v"]},
        bounds={"p": (2, 3), "q": (1, 1), "s": (0, 2), "u": (1, 9), "v": (1, 2)},
    )
    reduction = reduce(problem)
    # A and B are forced; C would cover q again; then t needs D; u and v are covered, E may be.
    assert reduction.forced == (0, 1, 3)
    assert [option.label for option in reduction.problem] == ["E"]
    assert reduction.problem.items == ("v",)
    assert dict(reduction.problem.bounds) == {"v": (0, 1)}
    assert str(reduction.log) == "3 options forced, 1 clashing, 2 items covered, 3 free"
    assert [reduction.expand(s) for s in reduction.problem.solutions()] == [(0, 1, 3, 4), (0, 1, 3)]


def test_a_refutation_names_bounds() -> None:
    problem = Problem({"A": ["p", "q"], "B": ["p", "q"]}, bounds={"p": (2, 2)})
    reduction = reduce(problem)
    assert isinstance(reduction.infeasible, Refutation)
    assert reduction.problem.count() == 0
    assert reduction.infeasible.item in ("p", "q")


@pytest.mark.parametrize(
    ("name", "count", "n_options"),
    [("sudoku17", 1, 0), ("pent3x20", 8, 1086), ("sts9", 840, 84), ("wordsq700", 0, 6199)],
)
def test_instances(name: str, count: int, n_options: int) -> None:
    path = INSTANCES / f"{name}.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    reduction = reduce(Problem.read(path))
    assert reduction.problem.count() == count
    assert reduction.problem.n_options == n_options


def test_reductions_are_compared_by_value() -> None:
    problem = Problem([["p", "q"], ["q", "r"], ["r", "s"], ["r", "s"], ["p", "r"]])
    assert problem.reduce() == problem.reduce()
    assert hash(problem.reduce()) == hash(problem.reduce())
    assert problem.reduce() != problem.restrict([0, 2]).reduce()
