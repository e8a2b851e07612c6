"""Problems for which dancing cells save only the sizes that change: the search is the same."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.diagrams.dancing_cells import DiagramCells
from exactcover.engines.cheapest.cells import CheapestCells
from exactcover.engines.dancing_cells import engine as cells
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.engines.dancing_cells.memo import DancingCellsMemo
from exactcover.problem.links import Links
from exactcover.runtime.search.protocol import UNLIMITED, Status, counting
from tests.exactcover.engines.test_memo import repeating_problems
from tests.problems import choices, dominoes
from tests.running import compiled

pytestmark = pytest.mark.kernel

Make = Callable[[Links], DancingCells]
ENGINES: dict[str, Make] = {
    "dancing_cells": DancingCells,
    "dancing_cells_memo": lambda links: DancingCellsMemo(links, least_saved=0, window=5),
    "cheapest": lambda links: CheapestCells(links, 3),
    "diagram": lambda links: DiagramCells(links, 1 << 20),
}


@contextmanager
def saving_changes_only() -> Iterator[None]:
    """Treat every problem as a large one."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cells, "MOST_SAVED", 0)
        yield


def run(make: Make, links: Links, budget: int) -> list[tuple[int, int, int]]:
    """Run an engine, each slice from a snapshot of the one before; return its counters."""
    engine = make(links)
    counters = []
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        status = engine.advance(budget, counting(UNLIMITED))
        engine.check()
        counters.append((engine.nodes, engine.updates, engine.solutions))
        snapshot = engine.snapshot()
        engine = make(links)
        engine.restore(snapshot)
    return counters


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=60, deadline=None)
@given(problem=repeating_problems(), budget=st.integers(1, 60))
def test_the_search_is_the_same(name: str, problem: Problem, budget: int) -> None:
    expected = run(ENGINES[name], problem.links, budget)
    with saving_changes_only():
        assert run(ENGINES[name], problem.links, budget) == expected
    assert all(before <= after for before, after in pairwise(expected))


@settings(max_examples=40, deadline=None)
@given(problem=repeating_problems(), seed=st.integers(0, 9))
def test_estimates_are_the_same(problem: Problem, seed: int) -> None:
    expected = problem.estimate(n_probes=20, seed=seed)
    with saving_changes_only():
        found = problem.estimate(n_probes=20, seed=seed)
    assert (found.solutions, found.nodes) == (expected.solutions, expected.nodes)


def test_memory_is_linear() -> None:
    n = 20_000
    state = cells.initial_state(choices(n).links)
    assert sum(array.nbytes for array in state if isinstance(array, np.ndarray)) < 200 * n


@compiled
def test_large_problems_are_solved() -> None:
    assert len(choices(50_000).solve().get()) == 50_000
    assert len(dominoes(200, 200).solve().get()) == 20_000
