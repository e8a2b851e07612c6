"""Requests: what they check, and what they make of the arguments."""

from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Limits, Parallel, Request
from exactcover.runtime.search.steering import Steering


def test_what_is_not_given_is_no_limit() -> None:
    limits = Limits()
    assert (limits.limit, limits.time_limit, limits.max_nodes) == (UNLIMITED, float("inf"), 1 << 62)
    assert replace(limits, limit=3) == Limits(limit=3)


@pytest.mark.parametrize(("limit", "goal"), [(0, Goal.FEW), (2, Goal.FEW), (3, Goal.COUNT)])
def test_a_low_limit_changes_the_goal_of_engines_alone(limit: int, goal: Goal) -> None:
    request = Request(Goal.COUNT, Limits(limit))
    assert (request.goal, request.engine_goal) == (Goal.COUNT, goal)


def test_requests_cannot_be_changed() -> None:
    request = Request(chosen=iter("ab"))
    assert request.chosen == ("a", "b")
    with pytest.raises(FrozenInstanceError):
        request.method = "masks"  # type: ignore[misc]


def test_a_seed_gives_the_same_numbers_each_time() -> None:
    for seed in (7, np.int64(7)):
        request = Request(seed=seed)  # type: ignore[arg-type]
        drawn = [one.integers(1 << 62) for _ in range(2) if (one := request.generator())]
        assert drawn == [np.random.default_rng(7).integers(1 << 62)] * 2
    own = np.random.default_rng(1)
    assert Request(seed=own).generator() is own
    assert Request().generator() is None


def test_a_search_has_one_file() -> None:
    with pytest.raises(ProblemError, match="checkpoint is 'a' and resume is 'b': give one of"):
        Parallel(checkpoint="a", resume="b")
    other = Parallel(resume="b")
    assert (other.kept, other.must_exist) == (Path("b"), True)
    one = Parallel(checkpoint="a")
    assert (one.kept, one.must_exist) == (Path("a"), False)
    assert Parallel.of() is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Limits(limit=True), "limit is True: it must be a whole number"),
        (lambda: Limits(time_limit=-1), "time_limit is -1: it must not be negative"),
        (lambda: Limits(cancel=3), "cancel is 3: it must have a method is_set"),  # type: ignore[arg-type]
        (lambda: Limits(progress=1), "progress is 1: give True"),  # type: ignore[arg-type]
        (lambda: Request(seed=True), "seed is True: it must be a whole number or a generator"),
        (lambda: Request(chosen="A"), "chosen is 'A': give a list, also of one"),
        (lambda: Parallel(workers=-1), "workers is -1: it must not be negative"),
        (lambda: Parallel(resume=5), "resume is 5: it must be a path"),  # type: ignore[arg-type]
        (lambda: Parallel(executor=5), "executor is 5: it must have the methods"),  # type: ignore[arg-type]
    ],
)
def test_mistakes(make: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


@pytest.mark.parametrize("limit", [None, 0, 1, 7, np.int64(3), 1 << 70])
@pytest.mark.parametrize("method", ["auto", "masks"])
@pytest.mark.parametrize(
    "others",
    [{}, {"seed": 3}, {"max_nodes": 9}, {"chosen": ["A"]}, {"profile": True}, {"workers": 2}],
)
def test_the_request_of_a_verb_is_that_of_its_parts(limit: Any, method: str, others: Any) -> None:
    made = Request.of(Goal.COUNT, {"limit": limit, "method": method} | others)
    assert made == Request(
        Goal.COUNT,
        Limits(limit, max_nodes=others.get("max_nodes")),
        others.get("seed"),
        others.get("chosen", ()),
        method,
        Parallel.of(others.get("workers")),
        steering=Steering(profile=True) if "profile" in others else None,
    )


@pytest.mark.parametrize("given", [{"limit": True}, {"limit": -1}, {"limit": []}, {"seed": -1}])
def test_mistakes_are_found_after_the_same_request_without_them(given: Any) -> None:
    Request.of(Goal.FEW, {"limit": 1})
    for _ in range(2):
        with pytest.raises(ProblemError):
            Request.of(Goal.FEW, {"limit": 1} | given)
