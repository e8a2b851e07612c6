"""What type checkers know of `exactcover`; see `tests/test_types.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from exactcover import (
    Cheapest,
    Count,
    Diagram,
    Estimate,
    Problem,
    Reduction,
    Result,
    Samples,
    Solution,
    Solutions,
    Statistics,
    Stop,
    Symmetries,
    Task,
    polyforms,
    split,
    tiling,
)
from exactcover.problem.option import Option


def problem() -> Problem:
    return Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"]}, costs=[1, 2, 4])


def test_problems() -> None:
    given = problem()
    assert_type(given.options, tuple[Option, ...])
    assert_type(given.to_text(), str)
    assert_type(given.digest, str)
    assert_type(given.to_matrix(), NDArray[np.bool_])
    assert_type(Problem.from_text("p\np\n"), Problem)
    assert_type(tiling(polyforms(2), [(0, 0), (0, 1)]), Problem)


def test_one_solution() -> None:
    result = problem().solve()
    assert_type(result, Result[Solution])
    assert_type(result.solution, Solution | None)
    assert_type(result.get(), Solution)
    assert_type(result.get().labels, tuple[Any, ...])
    assert_type(result.complete, bool)
    assert_type(result.stopped, Stop | None)
    assert_type(result.statistics, Statistics)
    assert_type(result.engine, str)


def test_all_solutions() -> None:
    found = problem().solutions(limit=1)
    assert_type(found, Solutions[Solution])
    assert_type(next(found), Solution)
    assert_type(list(found), list[Solution])
    assert_type(found.complete, bool)
    assert_type(problem().solutions().arrays(), Iterator[NDArray[Any]])
    count = problem().count()
    assert_type(count, Count)
    assert_type(count.complete, bool)
    number: int = count
    assert number == 2


def test_other_verbs() -> None:
    given = problem()
    assert_type(given.cheapest(), Cheapest)
    assert_type(given.cheapest().solutions, tuple[Solution, ...])
    assert_type(given.sample(2, seed=1), Samples)
    assert_type(given.reduce(), Reduction)
    assert_type(given.diagram(), Diagram)
    assert_type(given.diagram().count(), int)
    assert_type(given.estimate(seed=1), Estimate)
    assert_type(given.symmetries(), Symmetries)
    assert_type(split(given, 2), list[Task])
