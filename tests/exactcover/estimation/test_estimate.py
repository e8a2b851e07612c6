"""Estimates are right on average, and their intervals hold the truth."""

import json
import math
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from exactcover import Problem, ProblemError, UndecidedError
from exactcover.engines.multicover.engine import MultiCover
from exactcover.estimation.estimate import estimate
from exactcover.estimation.probes import Sampler
from exactcover.runtime.search import limits as watch
from exactcover.runtime.search.protocol import Status, counting
from tests import oracle
from tests.strategies import problems

ROOT = Path(__file__).parents[3]
INSTANCES = ROOT.parent / "shared" / "data" / "exactcover"
KNOWN = json.loads((ROOT / "tests" / "data" / "counts.json").read_text(encoding="utf-8"))


def queens(n: int) -> Problem:
    """Return the problem of n queens."""
    return Problem(
        [[("r", i), ("c", k), ("/", i + k), ("\\", i - k)] for i in range(n) for k in range(n)],
        [(axis, k) for axis in "rc" for k in range(n)],
        [("/", s) for s in range(2 * n - 1)] + [("\\", d) for d in range(1 - n, n)],
    )


def ladder(n: int) -> Problem:
    """Return a problem with a very uneven tree: one of three options continues at each step."""
    options = [[k, ("end", j)] for k in range(n) for j in range(2)]
    options += [[k, ("rung", k)] for k in range(n)]
    return Problem(
        options, range(n), [("end", j) for j in range(2)] + [("rung", k) for k in range(n)]
    )


@pytest.mark.kernel
@settings(max_examples=300, deadline=None)
@given(problems())
def test_wide_tours_see_all(problem: Problem) -> None:
    batches = Sampler(problem.links, np.random.default_rng(1)).batches(2, 10**6)
    assert batches.solutions.tolist() == [len(oracle.solutions(problem))] * 2


@pytest.mark.kernel
@settings(max_examples=300, deadline=None)
@given(problems())
def test_probes_of_width_one_end_in_every_problem(problem: Problem) -> None:
    batches = Sampler(problem.links, np.random.default_rng(1)).batches(3, 1)
    assert (batches.nodes >= 1).all()
    assert bool(batches.n_solutions) <= bool(oracle.solutions(problem))


@pytest.mark.parametrize("problem", [queens(6), queens(8), ladder(7)], ids=["6", "8", "ladder"])
@pytest.mark.parametrize("width", [1, 4])
def test_probes_are_right_on_average(problem: Problem, width: int) -> None:
    truth = problem.count()
    batches = Sampler(problem.links, np.random.default_rng(7)).batches(3000, width)
    for samples, true in ((batches.nodes, truth.statistics.nodes), (batches.solutions, int(truth))):
        error = samples.std() / math.sqrt(len(samples))
        # The order of forced moves changes the tree a little.
        assert abs(samples.mean() - true) < 4 * error + 0.01 * true


@pytest.mark.kernel
def test_small_trees_are_searched() -> None:
    problem = queens(5)
    count = problem.count()
    result = estimate(problem)
    assert result.complete
    assert result.n_probes == 0
    assert (result.solutions.low, result.solutions.high) == (10, 10)
    assert result.nodes.mean == count.statistics.nodes
    assert str(result).startswith(f"exactly {count.statistics.nodes} nodes, 10 solutions, ")


@pytest.mark.kernel
def test_the_seed_decides() -> None:
    problem = queens(8)
    once, again, other = (estimate(problem, n_probes=20, seed=seed) for seed in (1, 1, 2))
    assert not once.complete
    assert (once.nodes, once.solutions) == (again.nodes, again.solutions)
    assert once.nodes != other.nodes
    assert str(once).startswith("about ")


@pytest.mark.kernel
def test_one_probe_is_enough_for_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = queens(9)
    estimate(problem, n_probes=1)  # lays it out, and loads the kernels
    monkeypatch.setattr(watch, "clock", count(step=10).__next__)
    result = estimate(problem, n_probes=50, seed=1, time_limit=5)
    assert result.nodes.mean >= 1
    assert result.nodes.high == math.inf
    assert not result.complete
    with pytest.raises(UndecidedError, match="5 seconds did not suffice for one path"):
        estimate(queens(9), n_probes=50, seed=1, time_limit=5)


def test_huge_trees() -> None:
    n = 200
    rooks = Problem([[("r", i), ("c", k)] for i in range(n) for k in range(n)])
    solutions = estimate(rooks, n_probes=20, seed=1, time_limit=3600).solutions
    assert solutions.low >= 1e290
    assert math.isfinite(solutions.mean)


def instances() -> list[str]:
    return [name for name in KNOWN if (INSTANCES / f"{name}.dlx").exists()]


def test_intervals_hold_the_known_counts() -> None:
    if not instances():
        pytest.skip("there are no instances in ../shared/data/exactcover")
    misses = []
    for name in instances():
        solutions = estimate(
            Problem.read(INSTANCES / f"{name}.dlx"), n_probes=300, seed=1
        ).solutions
        if not solutions.low <= KNOWN[name]["count"] <= solutions.high:
            misses.append((name, solutions))
    assert len(misses) <= len(instances()) // 10, misses


@pytest.mark.parametrize("problem", [queens(n) for n in range(8, 12)], ids=str)
def test_intervals_hold_the_number_of_nodes(problem: Problem) -> None:
    true = problem.count(method="dancing_cells").statistics.nodes
    intervals = [estimate(problem, n_probes=100, seed=seed).nodes for seed in range(20)]
    assert sum(each.low <= true <= each.high for each in intervals) >= 18
    assert all(each.high < 3 * each.low for each in intervals)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_probes": 0}, "n_probes is 0"),
        ({"n_probes": 2.5}, "n_probes is 2.5"),
        ({"n_probes": True}, "n_probes is True"),
        ({"method": "guess"}, "unknown method 'guess'"),
        ({"seed": -1}, "seed is -1"),
        ({"time_limit": -1}, "time_limit is -1"),
    ],
)
def test_mistakes(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        estimate(queens(4), **arguments)  # type: ignore[arg-type]


def sums(n: int, ones: int) -> Problem:
    """Return the 0-1 matrices whose rows and columns have a given sum."""
    entries = [[("row", i), ("column", j)] for i in range(n) for j in range(n)]
    return Problem(entries, bounds=dict.fromkeys({i for row in entries for i in row}, (ones, ones)))


def test_bounds() -> None:
    exact = estimate(Problem([["a"], ["a"], ["a"]], bounds={"a": (1, 2)}))
    assert (exact.solutions.mean, exact.complete) == (6, True)
    # 67,950 matrices (OEIS A001499).
    result = estimate(sums(6, 2), n_probes=300, seed=3)
    assert not result.complete
    assert result.solutions.low < 67_950 < result.solutions.high
    nodes = sums(6, 2).count(method="multicover").statistics.nodes
    assert result.nodes.low < nodes < result.nodes.high


def test_probes_of_bounds_are_unbiased() -> None:
    """The mean of many small batches comes close to the truth, for every kind of branch."""
    problem = Problem(
        [["p", "q"], ["p"], ["q"], ["q", "r"], ["r"], ["p", "r"], ["s", "p"], ["s"]],
        bounds={"p": (1, 2), "q": (0, 2), "r": (2, 3)},
    )
    engine = MultiCover(problem.links)
    while engine.advance(1000, counting()) != Status.EXHAUSTED:
        pass
    rng = np.random.default_rng(1)
    runs = [Sampler(problem.links, rng).batches(4, 3) for _ in range(150)]
    nodes = [number for some in runs for number in some.nodes]
    found = [number for some in runs for number in some.solutions]
    assert np.mean(nodes) == pytest.approx(engine.nodes, rel=0.06)
    assert np.mean(found) == pytest.approx(engine.solutions, rel=0.1)
    assert np.std(found) > 0


def test_choices_that_fail_are_a_tree_of_one_node() -> None:
    problem = Problem([["p"], ["p", "q"], ["q"]], bounds={"p": (2, 2)})
    left_out = 3 + 0
    batches = Sampler(problem.links, np.random.default_rng(1), [left_out]).batches(2, 4)
    assert batches.nodes.tolist() == [1, 1]
    assert batches.solutions.tolist() == [0, 0]
