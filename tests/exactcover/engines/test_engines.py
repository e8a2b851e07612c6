"""Every engine against brute force, and against itself cut into slices."""

from collections.abc import Callable, Iterator
from itertools import combinations, cycle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import CHEAPEST, ENGINES, load
from exactcover.runtime.search.protocol import Out, Status, counting
from tests import oracle
from tests.strategies import problems, problems_and_choices

pytestmark = pytest.mark.kernel


def lists(method: str) -> bool:
    """Return whether an engine can list solutions; some only count them."""
    return not ENGINES[method].counts_only


every_engine = pytest.mark.parametrize("method", ENGINES)
every_lister = pytest.mark.parametrize("method", [name for name in ENGINES if lists(name)])

Slice = tuple[int, int]
WHOLE = (1 << 40, 1 << 10)
# Any mixture of node budgets and rooms; a lone budget of 0 would never get anywhere.
slicings = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=8).map(
    lambda slices: [*slices, (1, 1)]
)


def run(
    engine: CoverEngine, slices: list[Slice], watch: Callable[[], None]
) -> list[tuple[int, ...]]:
    """Run an engine to its end in these slices, over and over; return its solutions as found.

    Of an engine that only counts, empty ones.
    """
    return [solution for found in _slices(engine, slices, watch) for solution in found]


def _slices(
    engine: CoverEngine, slices: list[Slice], watch: Callable[[], None]
) -> Iterator[list[tuple[int, ...]]]:
    for budget, room in cycle(slices):
        n_rows = room if lists(engine.name) else 0
        rows = np.empty((n_rows, engine.depth), dtype=np.uint32)
        lengths = np.zeros(room, dtype=np.uint32)
        nodes, solutions = engine.nodes, engine.solutions
        status = engine.advance(budget, Out(rows, lengths, room))
        found = engine.solutions - solutions
        assert engine.nodes - nodes <= budget
        assert (found == room) == (status == Status.OUT_FULL)
        if n_rows:
            yield [tuple(row[:n].tolist()) for row, n in zip(rows[:found], lengths, strict=False)]
        else:
            yield [()] * found
        watch()
        if status == Status.EXHAUSTED:
            return


@every_engine
@settings(max_examples=500, deadline=None)
@given(problem=problems())
def test_equals_brute_force(method: str, problem: Problem) -> None:
    expected = oracle.solutions(problem)
    assert problem.count(method=method) == len(expected)
    if lists(method):
        found = [solution.indices for solution in problem.solutions(method=method)]
        assert len(found) == len(expected)
        assert set(found) == expected


@every_engine
@settings(max_examples=300, deadline=None)
@given(chosen=problems_and_choices(), slices=slicings)
def test_slices_change_nothing(
    method: str, chosen: tuple[Problem, list[int]], slices: list[Slice]
) -> None:
    problem, options = chosen
    engines = [load(method, problem)(problem.links) for _ in range(2)]
    agreed = [engine.choose(options) for engine in engines]
    assert agreed[0] == agreed[1]
    if not agreed[0]:
        return
    parts = [0.0]

    def watch() -> None:
        engines[1].check()
        parts.append(engines[1].part_done())

    whole, sliced = run(engines[0], [WHOLE], engines[0].check), run(engines[1], slices, watch)
    assert sliced == whole
    # A count that is looked up as a whole may exceed a small `room`, and is then searched again.
    if lists(method):
        assert engines[1].nodes == engines[0].nodes
        assert engines[1].updates == engines[0].updates
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


@every_engine
@settings(max_examples=200, deadline=None)
@given(problem=problems(), budget=st.integers(0, 9))
def test_a_restored_engine_goes_on(method: str, problem: Problem, budget: int) -> None:
    engine, other = (load(method, problem)(problem.links) for _ in range(2))
    engine.advance(budget, counting(1))
    snapshot = engine.snapshot()
    rest = run(engine, [WHOLE], engine.check)
    other.restore(snapshot)
    assert run(other, [WHOLE], other.check) == rest
    assert (other.nodes, other.solutions) == (engine.nodes, engine.solutions)


@every_engine
@settings(max_examples=100, deadline=None)
@given(problem=problems())
def test_ends_only_once(method: str, problem: Problem) -> None:
    engine = load(method, problem)(problem.links)
    run(engine, [WHOLE], engine.check)
    nodes = engine.nodes
    assert run(engine, [WHOLE], engine.check) == []
    assert engine.nodes == nodes


@every_engine
@settings(max_examples=300, deadline=None)
@given(chosen=problems_and_choices())
def test_chosen_options_filter_the_solutions(
    method: str, chosen: tuple[Problem, list[int]]
) -> None:
    problem, options = chosen
    rows = [problem.options[i] for i in options]
    engine = load(method, problem)(problem.links)
    agreed = engine.choose(options)
    assert agreed == all(oracle.agree(one, other) for one, other in combinations(rows, 2))
    if agreed:
        expected = {s for s in oracle.solutions(problem) if set(options) <= set(s)}
        found = [tuple(sorted(s)) for s in run(engine, [WHOLE], engine.check)]
        assert len(found) == len(expected)
        if lists(method):
            assert set(found) == expected


@every_lister
@settings(max_examples=100, deadline=None)
@given(problem=problems(), seed=st.integers(0, 2**32))
def test_a_seed_changes_only_the_order(method: str, problem: Problem, seed: int) -> None:
    once, again = (
        [s.indices for s in problem.solutions(method=method, seed=seed)] for _ in range(2)
    )
    assert once == again
    assert sorted(once) == sorted(oracle.solutions(problem))


@every_lister
def test_seeds_give_many_orders(method: str) -> None:
    problem = Problem([[row, ("column", column)] for row in range(4) for column in range(4)])
    orders = {tuple(problem.solutions(method=method, seed=seed)) for seed in range(10)}
    assert len(orders) > 5
    assert {len(order) for order in orders} == {24}


@pytest.mark.parametrize("method", ENGINES)
def test_engines_have_what_they_declare(method: str) -> None:
    engine = ENGINES[method]
    assert str(engine.name) == method
    assert engine.is_splittable == hasattr(engine, "remaining")
    assert engine.finds_cheapest == hasattr(engine, "lower") == (method in CHEAPEST)
