"""Weighted counts and uses: numbers that are known, kinds of numbers, limits and mistakes."""

from fractions import Fraction
from threading import Event
from typing import Any

import pytest

from exactcover import Problem, ProblemError, Stop, UnfinishedError, uses
from exactcover.runtime.search.progress import Progress
from tests.problems import choices, dominoes

pytestmark = pytest.mark.kernel


def test_the_kind_of_the_answer_is_that_of_the_weights() -> None:
    problem = Problem([["p"], ["q"], ["p", "q"]])
    cases: list[tuple[Any, Any]] = [
        ((2, 3, 4), 10),
        ((Fraction(1, 2), 3, 4), Fraction(11, 2)),
        ((Fraction(1, 2), 4, 4), 6),
        ((0.5, 3, 4), 5.5),
        ((-0.5, 3, 4), 2.5),
    ]
    for weights, expected in cases:
        found = problem.count(weights=weights)
        assert (found, type(found)) == (expected, type(expected))
    assert problem.uses(weights=(Fraction(1, 2), 3, 4)) == [Fraction(3, 2), Fraction(3, 2), 4]
    assert problem.uses(weights=(0.5, 3, 4)) == [1.5, 1.5, 4.0]
    assert problem.uses() == [1, 1, 1]


def test_tilings_by_the_number_of_upright_dominoes() -> None:
    """A weight of 2 for each upright domino: the coefficients of the polynomial tell the sum."""
    problem = dominoes(6, 6)
    upright = [option.items[0][1] == option.items[1][1] for option in problem.options]
    numbers: dict[int, int] = {}
    for solution in problem.solutions():
        n = sum(upright[k] for k in solution.indices)
        numbers[n] = numbers.get(n, 0) + 1
    for base in (2, Fraction(1, 3), -1):
        weights = [base if is_upright else 1 for is_upright in upright]
        assert problem.count(weights=weights) == sum(m * base**n for n, m in numbers.items())


def test_long_strips_have_exact_marginals() -> None:
    problem = dominoes(4, 100)
    number, found = problem.count(), uses(problem)
    assert number > 10**44
    # Each cell is in one domino of each tiling.
    for cell in problem.primary[::37]:
        own = [k for k, option in enumerate(problem.options) if cell in option.items]
        assert sum(found[k] for k in own) == number


@pytest.mark.parametrize("method", ["auto", "decomposition", "diagram"])
def test_limits(method: str) -> None:
    problem = dominoes(12, 12)
    flag = Event()
    flag.set()
    for control, why in {"time_limit": Stop.TIME, "max_nodes": Stop.NODES}.items():
        with pytest.raises(UnfinishedError) as error:
            problem.uses(method=method, **{control: 0})  # type: ignore[arg-type]
        assert error.value.stopped is why
    with pytest.raises(UnfinishedError) as error:
        problem.count(weights={0: 2}, method=method, cancel=flag)
    assert error.value.stopped is Stop.CANCELLED
    with pytest.raises(UnfinishedError, match="max_bytes=1000") as error:
        problem.uses(method=method, max_bytes=1000)
    assert error.value.stopped is None


def test_progress_is_reported() -> None:
    seen: list[Progress] = []
    choices(10).uses(progress=seen.append)
    assert seen[-1].part == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limit": 3}, "weights and limit cannot go together"),
        ({"seed": 3}, "weights and seed"),
        ({"workers": 1}, "weights and workers, executor, checkpoint and resume"),
        ({"up_to": "all"}, "weights and up_to"),
        ({"order": "best"}, "weights and order"),
        ({"symmetries": "all"}, "weights and symmetries"),
        ({"max_cost": 3}, "weights and max_cost"),
        ({"choose": "input", "profile": True}, "weights and choose, profile"),
        ({"method": "masks"}, "unknown method 'masks'"),
        ({"chosen": [0, 1]}, "cannot both be chosen"),
        ({"max_bytes": -1}, "max_bytes is -1"),
    ],
)
def test_mistakes(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem([["p"], ["p"]]).count(weights=[1, 2], **given)
