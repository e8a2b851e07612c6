"""Rows of energy: each holds in all solutions, and they bound the makespan of flexible shops."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, cumulative, maximum, no_overlap
from csp.engines.linear.columns import Affine
from csp.engines.linear.energy_cuts import Energy
from csp.model.expressions import Expression
from csp.presolve.machines import Machine, Task, open_machines, post_energy
from csp.presolve.search_parts import built
from tests.csp import oracle

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@st.composite
def shops(draw: Any) -> tuple[Model, Expression, Any]:
    """Return a model with tasks that are optional or of open duration, its end, and a machine."""
    model = Model()
    n = draw(st.integers(2, 3))
    starts = model.variables(n, range(4), name="s")
    present: list[Any] = [
        model.bool_var() if draw(st.booleans()) else draw(st.sampled_from([1, 1 - starts[0] // 3]))
        for _ in range(n)
    ]
    lengths: list[Any] = [
        model.variable(draw(st.sampled_from([[1, 3], [0, 2], [2, 3]])))
        if draw(st.integers(0, 3)) == 0
        else draw(st.integers(1, 3))
        for _ in range(n)
    ]
    demands = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    machine = draw(
        st.sampled_from(
            [
                no_overlap(starts, lengths, present),
                cumulative(starts, lengths, demands, 2, present),
            ]
        )
    )
    model.post(machine)
    ends = [s + d for s, d in zip(starts, lengths, strict=True)]
    end: Any
    if draw(st.booleans()):
        end = model.variable(range(8), "end")
        for p, each in zip(present, ends, strict=True):
            tail = draw(st.integers(-1, 2))
            model.post((p == 0) | (each + tail <= end) if draw(st.booleans()) else each <= end)
    else:
        end = maximum([*ends, draw(st.integers(0, 3))])
    for k in range(1, n):
        kind = draw(st.integers(0, 3))
        if kind == 1:
            model.post(ends[k - 1] <= starts[k])
        elif kind == 2:
            model.post((present[k] == 0) | (starts[k] >= draw(st.integers(0, 2))))
    return model, end, machine


@settings(deadline=None, suppress_health_check=SLOW, max_examples=100)
@given(made=shops())
def test_all_rows_hold_in_all_solutions(made: tuple[Model, Any, Any]) -> None:
    model, end, machine = made
    builder = built(model)
    goal = builder.variable_of(end)
    durations: dict[int, list[Expression]] = {}
    for each in machine.durations:
        durations.setdefault(builder.variable_of(each), []).append(each)
    found = open_machines(builder, goal)
    solutions = oracle.solutions(model)
    for own in found:
        assert own.end in (None, goal)
        least = 0 if own.end is None else builder.bounds(own.end)[0]
        for row in solutions:
            values = dict(zip(model.unknowns, row, strict=True)).__getitem__
            last = 0 if own.end is None else end.value(values)
            energies = [
                task.demand * durations[task.duration][0].value(values) for task in own.tasks
            ]
            for h in {task.before for task in own.tasks}:
                for q in {task.after for task in own.tasks}:
                    energy = sum(
                        each
                        for each, task in zip(energies, own.tasks, strict=True)
                        if task.before >= h and task.after >= q
                    )
                    assert energy <= own.capacity * (last - min(h + q, least))


@settings(deadline=None, suppress_health_check=SLOW, max_examples=30)
@given(made=shops())
def test_the_best_is_that_of_brute_force(made: tuple[Model, Any, Any]) -> None:
    model, end, _ = made
    values = [
        end.value(dict(zip(model.unknowns, row, strict=True)).__getitem__)
        for row in oracle.solutions(model)
    ]
    for method in ("linear", "learning", None):
        best = model.minimize(end, method=method)
        assert (best.value, best.complete) == (min(values, default=None), True)


def flexible_shop() -> tuple[Model, Any]:
    """Return six tasks of length 5 on one of two machines each, a job of length 2 after each."""
    model = Model()
    starts, on = model.variables(6, range(30)), model.variables(6, range(2))
    for k in range(2):
        model.post(no_overlap(starts, [5] * 6, [v == k for v in on]))
    return model, maximum(starts + 7)


def test_the_relaxation_bounds_the_makespan_of_a_flexible_shop() -> None:
    model, end = flexible_shop()
    builder = built(model)
    goal = builder.variable_of(end)
    machines = post_energy(builder, goal)
    assert [(each.end, len(each.tasks)) for each in machines] == [(None, 6), (goal, 6)] * 2
    assert {(task.before, task.after) for task in machines[1].tasks} == {(0, 2)}
    best = model.minimize(end, method="linear")
    assert (best.value, best.complete) == (17, True)
    assert best.statistics.nodes < 100


@pytest.mark.parametrize(
    ("solution", "expected"), [([1.0, 1.0, 9.0], None), ([1.0, 1.0, 8.5], {0: 4, 1: 2, 2: -1})]
)
def test_a_cut_is_the_row_that_is_violated_most(
    solution: list[float], expected: dict[int, int] | None
) -> None:
    tasks = [Task(7, 1, before=1, after=2), Task(8, 1, before=3, after=3)]
    machine = Machine(1, 9, tasks)
    energy = Energy(machine, [Affine({0: 4}, 0), Affine({1: 2}, 0)], Affine({2: 1}, 0), least=3)
    cut = energy.cut(np.array(solution))
    assert (cut and cut.terms) == expected
    assert cut is None or cut.total == -3


def test_a_task_may_start_at_its_duration() -> None:
    model = Model()
    x, y = model.variable([1, 2]), model.variable(range(4))
    model.post(cumulative([x, y], [x, 1], [1, 1], 1), 2 * x <= y + 1)
    for method in ("linear", "learning", "auto"):
        assert model.minimize(y - x, method=method).value == 1
