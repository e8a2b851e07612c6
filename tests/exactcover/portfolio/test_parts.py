"""Independent parts, searched one by one and combined."""

from itertools import cycle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.analysis.components import components
from exactcover.portfolio.parts import Parts
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status, counting
from tests import oracle
from tests.strategies import problems

pytestmark = pytest.mark.kernel

Key = tuple[int, ...]


@st.composite
def scattered(draw: st.DrawFn) -> Problem:
    """Draw problems that are made of two or three others."""
    parts = draw(st.lists(problems(), min_size=2, max_size=3))
    options, primary, secondary = [], list[object](), list[object]()
    for k, part in enumerate(parts):
        primary += [(k, item) for item in part.primary]
        secondary += [(k, item) for item in part.secondary]
        for option in part.options:
            colours = dict(zip(option.items, option.colours, strict=True))
            options.append({(k, item): colour for item, colour in colours.items()})
    order = draw(st.permutations(range(len(options))))
    return Problem([options[k] for k in order], primary, secondary)


def engine_of(problem: Problem, goal: Goal) -> Parts:
    return Parts(components(problem), goal)


def listed(engine: Parts, budgets: list[int], room: int) -> list[Key]:
    """List all solutions in slices."""
    found: list[Key] = []
    for budget in cycle(budgets):
        out = Out(np.zeros((room, engine.depth), np.uint32), np.zeros(room, np.uint32), room)
        before = engine.solutions
        status = engine.advance(budget, out)
        n = engine.solutions - before
        assert (n == room) == (status == Status.OUT_FULL)
        found += [
            tuple(sorted(row[:length].tolist()))
            for row, length in zip(out.rows[:n], out.lengths[:n], strict=True)
        ]
        if status == Status.EXHAUSTED:
            return found
    raise AssertionError


def counted(engine: Parts, budget: int = 1 << 40, room: int = UNLIMITED) -> int:
    """Count until the end, or until there is no more room."""
    status = Status.BUDGET_SPENT
    while status == Status.BUDGET_SPENT:
        left = room if room == UNLIMITED else room - engine.solutions
        status = engine.advance(budget, counting(left))
    return engine.solutions


@settings(max_examples=200, deadline=None)
@given(
    problem=scattered(),
    budgets=st.lists(st.integers(0, 20), max_size=4),
    room=st.integers(1, 9),
)
def test_equals_brute_force(problem: Problem, budgets: list[int], room: int) -> None:
    expected = oracle.solutions(problem)
    found = listed(engine_of(problem, Goal.LIST), [*budgets, 5], room)
    assert len(found) == len(expected)
    assert set(found) == expected
    assert counted(engine_of(problem, Goal.COUNT), 7) == len(expected)


@settings(max_examples=100, deadline=None)
@given(problem=scattered(), room=st.integers(1, 5))
def test_counts_no_further_than_there_is_room(problem: Problem, room: int) -> None:
    n = len(oracle.solutions(problem))
    assert counted(engine_of(problem, Goal.FEW), 3, room) == min(room, n)


@settings(max_examples=100, deadline=None)
@given(problem=scattered(), budget=st.integers(0, 30), data=st.data())
def test_a_restored_engine_goes_on(problem: Problem, budget: int, data: st.DataObject) -> None:
    engine, other = (engine_of(problem, Goal.LIST) for _ in range(2))
    room = data.draw(st.integers(1, 9))
    engine.advance(
        budget, Out(np.zeros((9, engine.depth), np.uint32), np.zeros(9, np.uint32), room)
    )
    other.restore(engine.snapshot())
    assert listed(other, [9], 4) == listed(engine, [9], 4)
    assert (other.nodes, other.solutions) == (engine.nodes, engine.solutions)


@settings(max_examples=100, deadline=None)
@given(problem=scattered(), data=st.data())
def test_chosen_options_are_in_every_solution(problem: Problem, data: st.DataObject) -> None:
    if not problem.n_options:
        return
    option = data.draw(st.integers(0, problem.n_options - 1))
    engine = engine_of(problem, Goal.LIST)
    if engine.choose([option]):
        expected = {s for s in oracle.solutions(problem) if option in s}
        assert set(listed(engine, [50], 3)) == expected


def test_numbers_multiply_without_bound() -> None:
    coins = Problem([[(k, "coin")] for k in range(100) for _ in range(2)])
    assert counted(engine_of(coins, Goal.COUNT)) == 2**100


def test_parts_do_not_wait_for_each_other() -> None:
    """The second part has no solution; the first has 14! and would be counted for ever."""
    rooks = [[("row", r), ("column", c)] for r in range(14) for c in range(14)]
    odd = [["u", "v"], ["v", "w"], ["u", "w"]]
    engine = engine_of(Problem([*rooks, *odd]), Goal.COUNT)
    assert counted(engine) == 0
    assert engine.nodes < 100
