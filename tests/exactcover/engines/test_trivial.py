"""Problems with nothing to cover, or nothing to cover it with: every verb by every method."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactcover import Problem, ProblemError, combine, split, write_solutions
from exactcover.analysis.infeasibility import FeasibleError
from exactcover.diagrams.construction import DIAGRAM_ENGINES
from exactcover.engines.registry import CHEAPEST, ENGINES, load
from exactcover.runtime.errors import NoSolutionError
from exactcover.runtime.search.protocol import Out, Status
from tests import oracle

pytestmark = pytest.mark.kernel

COUNTERS = ["auto", *ENGINES]
COUNTING_ONLY = [name for name in ENGINES if ENGINES[name].counts_only]
LISTERS = [name for name in COUNTERS if name not in COUNTING_ONLY]
PARALLEL = ["auto", "dancing_cells", "masks"]

FORCED = Problem([["p"], ["p", "q"], ["q"], ["r", "q"]], [*"pqr"])
PROBLEMS: dict[str, Callable[[], Problem]] = {
    "nothing at all": lambda: Problem([]),
    "only useless options": lambda: Problem([[], ["x"]], [], ["x"], on_useless="ignore"),
    "all forced": lambda: FORCED.reduce().problem,
    "all chosen": lambda: Problem([["p", "q"], ["p"], ["q"]]).with_chosen([0]),
    "only secondary items": lambda: Problem([["p", "x"], ["p"]], ["p"], [*"xy"]).with_chosen([0]),
    "no options": lambda: Problem([], [*"pq"]),
    "no options, but secondary items": lambda: Problem([], ["p"], ["x"]),
    "an item without options": lambda: Problem([["p"]], [*"pq"]),
}


@pytest.fixture(params=PROBLEMS)
def problem(request: pytest.FixtureRequest) -> Problem:
    """Return a problem that has one solution, to choose nothing, or none."""
    return PROBLEMS[request.param]()


def solutions_of(problem: Problem) -> list[tuple[int, ...]]:
    """Return all solutions, of which there is one or none."""
    found = list(oracle.solutions(problem))
    assert len(found) <= 1
    return found


@pytest.mark.parametrize("method", COUNTERS)
def test_counts(problem: Problem, method: str, tmp_path: Path) -> None:
    number = len(solutions_of(problem))
    count = problem.count(method=method)
    assert (count, count.complete) == (number, True)
    assert problem.estimate(method=method).solutions.mean == number
    assert problem.count(method=method, max_nodes=0).stopped
    if method == "auto" or ENGINES[method].is_splittable:
        assert problem.count(method=method, workers=2) == number
        assert problem.count(method=method, checkpoint=tmp_path / "run") == number
        assert problem.count(method=method, checkpoint=tmp_path / "run") == number


@pytest.mark.parametrize("method", LISTERS)
def test_lists(problem: Problem, method: str) -> None:
    expected = solutions_of(problem)
    assert [s.indices for s in problem.solutions(method=method)] == expected
    assert [s.indices for s in problem.solutions(method=method, seed=1)] == expected
    assert [rows.shape for rows in problem.solutions(method=method).arrays()] == [(1, 0)] * len(
        expected
    )
    result = problem.solve(method=method)
    assert bool(result) == bool(expected)
    if expected:
        with pytest.raises(FeasibleError):
            problem.explain_infeasible(method=method)
    else:
        assert problem.explain_infeasible(method=method).items


@pytest.mark.parametrize("method", PARALLEL)
def test_lists_in_tasks(problem: Problem, method: str, tmp_path: Path) -> None:
    expected = solutions_of(problem)
    assert [s.indices for s in problem.solutions(method=method, workers=2)] == expected
    path = tmp_path / "solutions.jsonl"
    assert write_solutions(problem, path, method=method) == len(expected)
    assert path.read_text() == '{"options": []}\n' * len(expected)


@pytest.mark.parametrize("method", COUNTING_ONLY)
def test_what_only_counts_lists_nothing(problem: Problem, method: str) -> None:
    with pytest.raises(ProblemError, match="only counts"):
        problem.solve(method=method)


@pytest.mark.parametrize("method", ["auto", *CHEAPEST])
@pytest.mark.parametrize("where", [{}, {"workers": 2}])
def test_finds_the_cheapest(problem: Problem, method: str, where: dict[str, Any]) -> None:
    expected = solutions_of(problem)
    if where and method != "auto" and not ENGINES[method].is_splittable:
        with pytest.raises(ProblemError, match="cannot be split; auto, cheapest_masks, cheapest_c"):
            problem.cheapest(3, method=method, **where)
        return
    best = problem.cheapest(3, method=method, **where)
    assert [s.indices for s in best.solutions] == expected
    assert (best.costs, best.complete) == ((0,) * len(expected), True)


@pytest.mark.parametrize("method", ["auto", *DIAGRAM_ENGINES])
def test_makes_the_diagram(problem: Problem, method: str) -> None:
    expected = solutions_of(problem)
    diagram = problem.diagram(method=method)
    assert diagram.count() == len(expected)
    assert [s.indices for s in diagram] == expected
    assert [s.indices for _, s in diagram.cheapest(k=2)] == expected
    assert diagram.uses() == [0] * problem.n_options
    assert diagram.forbid([]).count() == diagram.restrict([]).count() == len(expected)


@pytest.mark.parametrize("max_bytes", [0, 1 << 20])
def test_samples(problem: Problem, max_bytes: int) -> None:
    if solutions_of(problem):
        assert [s.indices for s in problem.sample(2, seed=1, max_bytes=max_bytes)] == [()] * 2
    else:
        with pytest.raises(NoSolutionError):
            problem.sample(2, seed=1, max_bytes=max_bytes)


def test_is_split_reduced_and_parted(problem: Problem) -> None:
    number = len(solutions_of(problem))
    assert sum(problem.count(chosen=task.chosen) for task in split(problem, 3)) == number
    assert problem.reduce().problem.count() == number
    parts = problem.components()
    assert len(list(combine(parts, [part.problem.solutions() for part in parts]))) == number
    assert problem.restrict([]).with_chosen([]).count() == number


@pytest.mark.parametrize("method", ENGINES)
def test_slices_and_snapshots(method: str) -> None:
    problem = FORCED.reduce().problem
    engine, other = (load(method, problem)(problem.links) for _ in range(2))
    n_rows = 2 * (method in LISTERS)
    out = Out(np.empty((n_rows, engine.depth), np.uint32), np.full(2, 9, np.uint32), 1)
    assert engine.choose([])
    assert engine.advance(0, out) == Status.BUDGET_SPENT
    other.restore(engine.snapshot())
    for each in (engine, other):
        assert each.advance(5, out) == Status.OUT_FULL
        assert (each.solutions, each.nodes, each.part_done()) == (1, 1, 1.0)
        assert each.advance(5, out) == Status.EXHAUSTED
        each.check()
    assert out.lengths.tolist() == [0, 9]


def test_no_task_looks_for_a_solution_that_costs_too_much() -> None:
    problem = FORCED.reduce().problem
    make: Callable[..., Any] = load("cheapest_cells", problem)
    engine = make(problem.links, 1)
    engine.lower(0)
    assert engine.advance(9, Out(np.empty((1, 0), np.uint32), np.empty(1, np.uint32), 1)) == (
        Status.EXHAUSTED
    )
    assert engine.solutions == 0
