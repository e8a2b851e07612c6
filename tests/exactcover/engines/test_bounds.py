"""Every engine on problems with bounds: brute force, choices, parts, known numbers."""

import random
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError, Without, split
from exactcover.engines.multicover_masks.engine import MultiCoverMasks
from exactcover.engines.multicover_masks.state import LEFT, State
from exactcover.engines.registry import ENGINES, load
from exactcover.parallel.cover_job import CoverJob
from exactcover.problem.choices import choice_numbers, choices_of, clash_of
from exactcover.runtime.search.protocol import Status, counting
from tests import oracle
from tests.running import compiled, count
from tests.strategies import bounded_problems

pytestmark = pytest.mark.kernel

COUNTERS = [name for name in ENGINES if not ENGINES[name].finds_cheapest]
LISTERS = [name for name in COUNTERS if not ENGINES[name].counts_only]
SPLITTABLE = [name for name in COUNTERS if ENGINES[name].is_splittable]
NATIVE = ["multicover", "multicover_memo", "multicover_masks", "multicover_masks_memo"]


@pytest.mark.parametrize("method", COUNTERS)
@settings(max_examples=150, deadline=None)
@given(problem=bounded_problems(), seed=st.none() | st.integers(0, 9))
def test_counts_and_lists(method: str, problem: Problem, seed: int | None) -> None:
    expected = oracle.bounded_solutions(problem)
    assert problem.count(method=method, seed=seed) == len(expected)
    if method in LISTERS:
        found = [solution.indices for solution in problem.solutions(method=method, seed=seed)]
        assert len(found) == len(expected)
        assert set(found) == expected


@pytest.mark.parametrize("method", SPLITTABLE)
@settings(max_examples=100, deadline=None)
@given(problem=bounded_problems(), n_nodes=st.integers(0, 12), data=st.data())
def test_what_is_found_and_what_remains_is_all(
    method: str, problem: Problem, n_nodes: int, data: st.DataObject
) -> None:
    n = problem.n_options
    numbers = st.integers(0, max(0, n - 1))
    chosen = data.draw(st.lists(numbers, max_size=min(2, n), unique=True))
    make: Any = load(method, problem)
    engine = make(problem.links)
    if not engine.choose(chosen):
        return
    expected = sum(set(chosen) <= set(s) for s in oracle.bounded_solutions(problem))
    status = engine.advance(n_nodes, counting()) if n_nodes else Status.BUDGET_SPENT
    engine.check()
    parts = engine.remaining()
    if status == Status.EXHAUSTED:
        assert parts == []
    number = engine.solutions
    for part in parts:
        other = make(problem.links)
        # A part whose options exceed a bound has no solutions.
        exceeds = not other.choose(part.chosen)
        while other.advance(1 << 20, counting()) != Status.EXHAUSTED:
            pass
        assert not (exceeds and other.solutions)
        number += other.solutions
    assert number == expected
    shares = sum(part.share for part in parts)
    assert shares == pytest.approx(1.0 - engine.part_done(), abs=1e-9)


@pytest.mark.parametrize("method", SPLITTABLE)
@pytest.mark.parametrize("most", [0, 1])
def test_an_item_that_no_option_covers(method: str, most: int) -> None:
    problem = Problem([["a"], ["a"]], ["a", "b"], bounds={"b": (0, most)})
    engine: Any = load(method, problem)(problem.links)
    while engine.advance(1, counting()) != Status.EXHAUSTED:
        engine.check()
    assert engine.solutions == 2


@pytest.mark.parametrize("method", [*COUNTERS, "auto"])
@settings(max_examples=60, deadline=None)
@given(problem=bounded_problems(), data=st.data())
def test_options_left_out(method: str, problem: Problem, data: st.DataObject) -> None:
    able = [o for o in problem.options if any(item in problem.bounds for item in o.items)]
    if not able:
        return
    gone = data.draw(st.lists(st.sampled_from(able), max_size=3))
    chosen = data.draw(st.lists(st.sampled_from(problem.options), max_size=1))
    given_choices = [*chosen, *map(Without, gone)]
    if set(chosen) & set(gone):
        with pytest.raises(ProblemError, match="is chosen and left out"):
            problem.count(chosen=given_choices, method=method)
        return
    wanted = {
        s
        for s in oracle.bounded_solutions(problem)
        if {o.index for o in chosen} <= set(s) and {o.index for o in gone}.isdisjoint(s)
    }
    assert problem.count(chosen=given_choices, method=method) == len(wanted)
    numbers = choice_numbers(problem, given_choices)
    assert choices_of(problem, numbers) == tuple(dict.fromkeys(given_choices))
    assert clash_of(problem, numbers) is None


@pytest.mark.parametrize("method", SPLITTABLE)
@pytest.mark.parametrize("ones", [1, 2])
def test_many_small_tasks(method: str, ones: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoverJob, "call_nodes", 2)
    monkeypatch.setattr(CoverJob, "task_updates", 1)
    problem = sums(3, ones)
    assert problem.count(method=method, workers=2) == 6
    assert problem.cheapest(9, workers=2).costs == (0,) * 6


def test_tasks_share_the_bound_of_their_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Costs that are not whole are rounded as the engine does, which knows no bounds."""
    monkeypatch.setattr(CoverJob, "call_nodes", 2)
    monkeypatch.setattr(CoverJob, "task_updates", 1)
    costs = [0.1 * (7 * k % 11) - 0.3 for k in range(9)]
    problem = Problem([list(o.items) for o in sums(3, 2)], bounds=sums(3, 2).bounds, costs=costs)
    right = sorted(sum(costs[i] for i in s) for s in oracle.bounded_solutions(problem))
    assert problem.cheapest(2, workers=2).costs == pytest.approx(right[:2])


def test_only_options_with_bounds_can_be_left_out() -> None:
    problem = Problem([["p", "q"], ["p"], ["q"]], bounds={"p": (0, 2)})
    assert problem.count(chosen=[Without(1)]) == 2
    with pytest.raises(ProblemError, match="only options with an item that has bounds"):
        problem.count(chosen=[Without(2)])
    with pytest.raises(ProblemError, match="unknown option 7"):
        problem.count(chosen=[Without(7)])


def sums(n: int, ones: int) -> Problem:
    """Return the 0-1 matrices whose rows and columns have a given sum."""
    entries = [[("row", i), ("column", j)] for i, j in product(range(n), repeat=2)]
    return Problem(entries, bounds=dict.fromkeys({i for row in entries for i in row}, (ones, ones)))


def rectangles(height: int, width: int) -> Problem:
    """Dissect a rectangle into rectangles so that every inner line has an edge on it."""
    options = []
    for (top, bottom), (left, right) in product(
        combinations(range(height + 1), 2), combinations(range(width + 1), 2)
    ):
        cells: list[Any] = list(product(range(top, bottom), range(left, right)))
        lines: list[Any] = [("row", top)] * (top > 0) + [("column", left)] * (left > 0)
        options.append(cells + lines)
    lines = [("row", k) for k in range(1, height)] + [("column", k) for k in range(1, width)]
    return Problem(options, bounds=dict.fromkeys(lines, (1, height * width)))


def queens(n: int, number: int) -> Problem:
    """Place queens so that every square is attacked or occupied."""
    squares = list(product(range(n), repeat=2))
    options: dict[Any, list[Any]] = {
        (r, c): [
            "queens",
            *((i, j) for i, j in squares if i == r or j == c or abs(i - r) == abs(j - c)),
        ]
        for r, c in squares
    }
    return Problem(
        options, bounds={**dict.fromkeys(squares, (1, number)), "queens": (number, number)}
    )


@compiled
@pytest.mark.parametrize("method", [*NATIVE, "auto"])
@pytest.mark.parametrize(
    ("problem", "number"),
    [
        # 0-1 matrices (OEIS A001499, A001501), minimum dominating sets of queens (A002563).
        (sums(5, 2), 2040),
        (sums(5, 3), 2040),
        (queens(4, 2), 12),
        (queens(5, 3), 186),
    ],
)
def test_known_numbers(method: str, problem: Problem, number: int) -> None:
    assert problem.count(method=method) == number


@compiled
@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 3), (3, 3)])
def test_dissections_against_brute_force(height: int, width: int) -> None:
    """Count tilings without bounds, and those in which all lines are met."""
    problem = rectangles(height, width)
    lines = set(problem.bounds)
    rows = [[item for item in option.items if item not in lines] for option in problem.options]
    met = [lines & set(option.items) for option in problem.options]
    tilings = Problem(rows).solutions()
    number = sum(set().union(*(met[i] for i in tiling.indices)) == lines for tiling in tilings)
    for method in [*NATIVE, "auto"]:
        assert problem.count(method=method) == number


@compiled
@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "number"),
    # Five queens that dominate a chessboard: 4,860 (TAOCP 7.2.2.1).
    [(queens(8, 5), 4860), (sums(7, 3), 68_938_800), (sums(8, 2), 187_530_840)],
)
def test_large_numbers(problem: Problem, number: int) -> None:
    assert problem.count() == number


def test_tasks_name_options_that_are_left_out() -> None:
    problem = Problem({"A": ["p"], "B": ["p"], "C": ["p"]}, bounds={"p": (0, 2)})
    tasks = split(problem, 3)
    assert len(tasks) >= 3
    assert any(isinstance(choice, Without) for task in tasks for choice in task.chosen)
    found = [s.labels for task in tasks for s in problem.solutions(chosen=task.chosen)]
    assert sorted(found) == [(), ("A",), ("A", "B"), ("A", "C"), ("B",), ("B", "C"), ("C",)]


@pytest.mark.parametrize("place", range(3))
def test_check_sees_damage(place: int) -> None:
    problem = Problem([["p"], ["p"], ["p", "q"], ["q"]], bounds={"p": (1, 2)})
    engine = MultiCoverMasks(problem.links)
    engine.advance(2, counting())
    engine.check()
    state: State = engine._state
    if place == 0:
        state.rows[0] = 0
    elif place == 1:
        state.bounds[0] += 1
    else:
        state.levels[0, LEFT] = 0
    with pytest.raises(AssertionError):
        engine.check()


@pytest.mark.parametrize("method", ["multicover_memo", "multicover_masks_memo"])
def test_optional_covers_are_decided_where_keys_repeat(method: str) -> None:
    """With all of them behind the covers that are needed, masks visited 2,347 nodes."""
    rng = random.Random(1)
    rows = [rng.sample(range(10), rng.randrange(2, 5)) for _ in range(14)]
    rows += [[k] for k in range(10)]
    problem = Problem(rows, range(10), bounds=dict.fromkeys(range(10), (1, 2)))
    engine = load(method, problem)(problem.links)
    assert count(engine) == 30_662
    assert engine.nodes < 1000
