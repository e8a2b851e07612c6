"""Properties of dancing cells alone: its order, its invariants and its estimate."""

import os
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.engines.dancing_cells import search as dancing_cells
from exactcover.engines.dancing_cells.cells import COVERED, DEPTH, ONE, SAVED, State
from exactcover.engines.dancing_cells.engine import (
    DancingCells,
)
from exactcover.runtime.search.protocol import Status, counting
from tests import oracle
from tests.strategies import problems

pytestmark = pytest.mark.kernel
numba_is_off = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def test_ties_go_to_the_first_item() -> None:
    problem = Problem([["p"], ["q"], ["p"], ["q"]], primary=["q", "p"])
    assert [s.indices for s in problem.solutions()] == [(0, 1), (1, 2), (0, 3), (2, 3)]


def _swap_two_blocks(state: State) -> None:
    state.block[[0, -1]] = state.block[[-1, 0]]


def _swap_two_blocks_and_places(state: State) -> None:
    _swap_two_blocks(state)
    state.place[state.block] = range(len(state.block))


def _lose_an_option(state: State) -> None:
    state.size[1] -= ONE


def _cover_an_item(state: State) -> None:
    state.size[1] |= COVERED


def _count_a_level(state: State) -> None:
    state.position[SAVED] += ONE


@pytest.mark.parametrize(
    "damage",
    [
        _swap_two_blocks,
        _swap_two_blocks_and_places,
        _lose_an_option,
        _cover_an_item,
        _count_a_level,
    ],
)
def test_check_sees_damage(damage: Callable[[State], None]) -> None:
    engine = DancingCells(Problem([["p", "x"], ["q"], ["q"]], secondary=["x"]).links)
    assert engine.choose([0])
    engine.check()
    damage(engine._state)
    with pytest.raises(AssertionError):
        engine.check()


@pytest.mark.skipif(not numba_is_off, reason="the bound is compiled in; NUMBA_DISABLE_JIT=1")
@settings(deadline=None)
@given(problem=problems(), most=st.integers(1, 5))
def test_a_call_may_end_between_any_two_steps(problem: Problem, most: int) -> None:
    engine = DancingCells(problem.links)
    out = counting(1 << 20)
    parts = [0.0]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(dancing_cells, "MOST_UPDATES", np.uint64(most))
        while engine.advance(1 << 20, out) != Status.EXHAUSTED:
            engine.check()
            parts.append(engine.part_done())
    assert engine.solutions == len(oracle.solutions(problem))
    assert parts == sorted(parts)


@example(path=[(1, 2)], degrees=[7] * 20)  # where a plain sum is rounded up past the next one
@given(
    path=st.lists(st.sampled_from([(i, n) for n in (2, 3, 5, 7) for i in range(n)]), max_size=20),
    degrees=st.lists(st.sampled_from([2, 3, 5, 7]), max_size=40),
)
def test_part_done_never_falls_however_deep(
    path: list[tuple[int, int]], degrees: list[int]
) -> None:
    engine = DancingCells(Problem([[item] for item in range(61)]).links)
    # The last position below one option, and the first one below the next option.
    before = _part(engine, [*path, (0, 3), *[(degree - 1, degree) for degree in degrees]])
    after = _part(engine, [*path, (1, 3)])
    assert before <= after <= 1.0


def _part(engine: DancingCells, path: list[tuple[int, int]]) -> float:
    """Return the part done at a position: on every level, options done and options."""
    for level, (cursor, degree) in enumerate(path):
        engine._state.levels[level, :3] = 0, cursor, degree
    engine._state.position[DEPTH] = len(path)
    return engine.part_done()
