"""Samples: uniform where it says so, and otherwise solutions all the same."""

import pickle
from collections import Counter
from fractions import Fraction
from importlib import import_module
from math import prod
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import (
    Interrupted,
    NoSolutionError,
    Problem,
    ProblemError,
    Samples,
    UndecidedError,
    sample,
)
from exactcover.verbs import cover_search
from tests import oracle
from tests.exactcover.diagrams.test_diagram import chi_square
from tests.problems import choices, dominoes
from tests.strategies import bounded_problems, problems

pytestmark = pytest.mark.kernel

SET = Event()
SET.set()


def drawn(samples: Samples) -> list[tuple[int, ...]]:
    return [solution.indices for solution in samples]


@settings(max_examples=200, deadline=None)
@given(
    problem=problems() | bounded_problems(),
    n=st.integers(1, 4),
    max_bytes=st.sampled_from([0, 1 << 20]),
)
def test_every_sample_is_a_solution(problem: Problem, n: int, max_bytes: int) -> None:
    expected = oracle.bounded_solutions(problem)
    if not expected:
        with pytest.raises(NoSolutionError):
            problem.sample(n, max_bytes=max_bytes)
        return
    samples = problem.sample(n, seed=n, max_bytes=max_bytes)
    assert len(samples) == n
    assert set(drawn(samples)) <= expected
    assert samples.uniform == (max_bytes > 0)
    assert samples == problem.sample(n, seed=n, max_bytes=max_bytes)


# Problems whose solutions are far from alike in how soon a search finds them, up to 10,000 of them.
LOPSIDED = Problem([["p", "q"], *([["p"]] * 3), *([["q"]] * 4), ["q", "r"], *([["r"]] * 6)])


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (LOPSIDED, 81),
        (dominoes(4, 5), 95),
        (dominoes(6, 6), 6728),
        (choices(13), 8192),
        (Problem([["p"]] * 9, bounds={"p": (2, 4)}), 36 + 84 + 126),
    ],
)
def test_uniform_samples_are_uniform(problem: Problem, count: int) -> None:
    assert problem.count() == count
    samples = problem.sample(5 * count, seed=1)
    assert samples.uniform
    assert samples.why == "drawn from the diagram of all solutions"
    times = Counter(drawn(samples))
    observed = [*times.values(), *[0] * (count - len(times))]
    n_free = count - 1
    # Within five standard deviations: all but one seed in a million keep to that.
    assert abs(chi_square(observed) - n_free) < 5 * (2 * n_free) ** 0.5


def test_random_searches_favour_some_solutions() -> None:
    """The oracle of the test above: it tells that these are not uniform."""
    samples = LOPSIDED.sample(5 * 81, seed=1, max_bytes=0)
    assert not samples.uniform
    times = Counter(drawn(samples))
    assert chi_square([*times.values(), *[0] * (81 - len(times))]) > 80 + 5 * 160**0.5


def test_says_why_it_is_not_uniform() -> None:
    problem = dominoes(8, 8)
    small = sample(problem, 2, seed=1, max_bytes=10_000)
    assert not small.uniform
    assert small.why.startswith("found by 2 random searches: ")
    assert "max_bytes=10000" in small.why
    assert small == sample(problem, 2, seed=1, max_bytes=0)


def test_nodes_end_the_diagram(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("exactcover.weighted.construction"), "DIAGRAM_NODES", 10)
    samples = dominoes(4, 4).sample(seed=1)
    assert samples.uniform
    assert samples.why == "drawn from the tables of all solutions"
    construction = import_module("exactcover.weighted.construction")
    monkeypatch.setattr(construction, "are_many_pairs", lambda _: True)
    samples = dominoes(4, 4).sample(seed=1)
    assert not samples.uniform
    assert "stopped (nodes) after 10 nodes" in samples.why


@pytest.mark.parametrize("max_bytes", [0, 1 << 20])
def test_seeds(max_bytes: int) -> None:
    problem = dominoes(4, 5)
    samples = problem.sample(3, seed=7, max_bytes=max_bytes)
    assert samples == problem.sample(3, seed=np.random.default_rng(7), max_bytes=max_bytes)
    assert samples != problem.sample(3, seed=8, max_bytes=max_bytes)
    rng = np.random.default_rng(7)
    assert problem.sample(3, seed=rng) != problem.sample(3, seed=rng)


def test_seeds_give_the_same_on_every_machine(node_by_node: None) -> None:
    """However fast it is: the figures were written down in a run with longer slices."""
    problem = dominoes(4, 4)
    assert drawn(problem.sample(2, seed=1)) == SEEN
    assert drawn(problem.sample(2, seed=1, max_bytes=0)) == SEEN_BY_SEARCH


SEEN = [(0, 4, 7, 11, 15, 17, 18, 23), (1, 3, 4, 12, 13, 15, 17, 23)]
SEEN_BY_SEARCH = [(1, 2, 6, 9, 15, 17, 19, 20), (0, 5, 6, 8, 10, 19, 20, 21)]


def test_chosen_options_are_in_every_sample() -> None:
    for max_bytes in (0, 1 << 20):
        samples = dominoes(4, 4).sample(20, seed=1, chosen=iter([3]), max_bytes=max_bytes)
        assert all(3 in indices for indices in drawn(samples))


@pytest.mark.parametrize("max_bytes", [0, 1 << 20])
@pytest.mark.parametrize(
    ("control", "why"), [("time_limit", "time"), ("max_nodes", "nodes"), ("cancel", "cancelled")]
)
def test_a_stopped_search_is_undecided(control: str, why: str, max_bytes: int) -> None:
    controls: dict[str, Any] = {control: SET if control == "cancel" else 0}
    with pytest.raises(UndecidedError, match=rf"\({why}\) after 0 of 2"):
        sample(dominoes(8, 8), 2, max_bytes=max_bytes, **controls)


def test_ctrl_c_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    collect, calls = cover_search.CoverSearch.collect, []

    def interrupted(search: cover_search.CoverSearch) -> list[list[int]]:
        calls.append(search)
        search.interrupted = len(calls) == 3
        return [] if search.interrupted else collect(search)

    monkeypatch.setattr(cover_search.CoverSearch, "collect", interrupted)
    with pytest.raises(Interrupted) as interruption:
        sample(dominoes(4, 4), 5, max_bytes=0)
    assert isinstance(interruption.value.result, Samples)
    assert len(interruption.value.result) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n is 0: it must be a whole number, and at least 1"),
        ({"n": True}, "n is True"),
        ({"n": 1.5}, "n is 1.5"),
        ({"seed": -1}, "seed is -1"),
        ({"max_bytes": -1}, "max_bytes is -1: it must not be negative"),
        ({"max_nodes": -1}, "max_nodes is -1"),
        ({"time_limit": -1}, "time_limit is -1"),
        ({"chosen": [5]}, "unknown option 5"),
    ],
)
def test_mistakes(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem([["p"]]).sample(**arguments)


def test_samples_are_kept() -> None:
    samples = LOPSIDED.sample(2, seed=1)
    again = pickle.loads(pickle.dumps(samples))
    assert (again, again.uniform, again.why) == (samples, samples.uniform, samples.why)


@pytest.mark.parametrize("nodes", [1 << 12, 10])
def test_samples_by_weight_have_the_right_frequencies(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the diagram, and from tables."""
    monkeypatch.setattr(import_module("exactcover.weighted.construction"), "FEW_NODES", nodes)
    monkeypatch.setattr(import_module("exactcover.weighted.construction"), "DIAGRAM_NODES", nodes)
    problem = dominoes(4, 4)
    weights = {0: Fraction(5, 2), 7: Fraction(3), 20: Fraction(1, 7), 11: Fraction(0)}
    solutions = sorted(oracle.solutions(problem))
    chances = [prod(weights.get(k, Fraction(1)) for k in each) for each in solutions]
    n = 10_000
    samples = problem.sample(n, weights=weights, seed=3)
    assert not samples.uniform
    source = "diagram" if nodes > 10 else "tables"
    assert samples.why == f"drawn by weight from the {source} of all solutions"
    times = Counter(drawn(samples))
    likely = [(each, chance) for each, chance in zip(solutions, chances, strict=True) if chance]
    assert set(times) <= {each for each, _ in likely}
    expected = [float(n * chance / sum(chances)) for _, chance in likely]
    n_free = len(likely) - 1
    assert n_free > 20
    statistic = sum(
        (times[each] - e) ** 2 / e for (each, _), e in zip(likely, expected, strict=True)
    )
    assert abs(statistic - n_free) < 5 * (2 * n_free) ** 0.5


def test_without_primary_items_nothing_is_chosen() -> None:
    for problem in (Problem([]), Problem([], secondary=["s"])):
        weights: list[int] | None
        for weights in (None, []):
            samples = problem.sample(2, weights=weights)
            assert drawn(samples) == [(), ()]
            assert samples.uniform == (weights is None)
        assert (problem.count(weights=[]), problem.uses()) == (1, [])


def test_what_cannot_be_drawn_by_weight() -> None:
    problem = dominoes(4, 4)
    with pytest.raises(NoSolutionError, match="no solution whose weight is above 0"):
        problem.sample(weights=[0] * 24)
    with pytest.raises(ProblemError, match="option 3 has a negative weight"):
        problem.sample(weights={3: -1})
    with pytest.raises(UndecidedError, match="no solution can be drawn by weight"):
        problem.sample(weights={3: 2}, max_bytes=0)
