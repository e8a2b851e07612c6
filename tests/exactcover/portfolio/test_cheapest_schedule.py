"""The turns of the engines for costs."""

from types import SimpleNamespace
from typing import Any, cast

from exactcover import Problem
from exactcover.portfolio.cheapest import RELAXED_UPDATES, SLICE_UPDATES, cheapest_schedule
from exactcover.portfolio.schedule import Task
from exactcover.runtime.portfolio.schedule import TimeSlice
from exactcover.runtime.search.goal import Goal


def test_quick_bound_has_longer_turns_unless_only_other_engines_find_covers() -> None:
    problem = Problem([["p"], ["p"]], costs=[1, 2])
    state = SimpleNamespace(solutions=0, gave_up=False, chosen=[])
    task = Task(problem, problem.links, Goal.FEW, cast(Any, state))
    schedule = cheapest_schedule(task, problem, 1)
    before = [cast(Any, next(schedule)).engine for _ in range(3)]
    assert before == ["cheapest_masks", "cheapest_linear", "cheapest_masks"]
    question = next(schedule)
    assert not isinstance(question, TimeSlice)
    assert question() is None
    lengths: dict[str, list[int]] = {}
    # How many covers the Lagrangian engine finds in a round, and the one with a quick bound.
    for better, other in [(0, 0), (3, 0), (2, 1), (0, 1), (1, 0), (0, 0)]:
        for n_found in (0, better, other):
            turn = next(schedule)
            assert isinstance(turn, TimeSlice)
            first = RELAXED_UPDATES if turn.engine == "cheapest_linear" else SLICE_UPDATES
            lengths.setdefault(turn.engine, []).append(turn.updates // first)
            state.solutions += n_found
    assert lengths == {
        "cheapest_lagrangian": [1, 2, 4, 8, 16, 32],
        "cheapest_linear": [1, 2, 4, 8, 16, 32],
        "cheapest_masks": [1, 2, 2, 4, 8, 8],
    }
