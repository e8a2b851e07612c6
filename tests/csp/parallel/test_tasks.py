"""Models searched in tasks: the same answers, however they are cut and wherever they run."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Constraint, Model, ModelError, Variable, all_different, satisfies
from csp.kernels.decisions import bound_decision, decision
from csp.kernels.propagate import DONE
from csp.model.builder import Builder
from csp.model.constraint import ValueOf
from csp.parallel.tasks import Assignments, parallel_search
from csp.request import ORDERS
from exactcover import ProblemError, Stop
from exactcover.runtime.parallel.checkpoint import CheckpointError
from exactcover.runtime.search.protocol import Status, counting
from tests.csp import oracle
from tests.csp.requests import request_of
from tests.csp.strategies import models

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a task end after a few nodes, so that small models have many."""
    monkeypatch.setattr(Assignments, "call_nodes", 3)
    monkeypatch.setattr(Assignments, "task_updates", 1)


def permutations(n: int) -> Model:
    """Return the permutations of n numbers."""
    model = Model()
    model.post(all_different(model.variables(n, range(n), name="x")))
    return model


def job_of(model: Model, **keywords: Any) -> Assignments:
    """Return the job of a parallel search of a model."""
    run, job = parallel_search(model, request_of(**keywords))
    run.end(Stop.CANCELLED)
    return job


@pytest.mark.kernel
@settings(deadline=None, max_examples=80, suppress_health_check=SLOW)
@given(model=models(), n_nodes=st.integers(0, 9), order=st.sampled_from(ORDERS))
def test_what_is_found_and_what_remains_is_all(model: Model, n_nodes: int, order: str) -> None:
    job = job_of(model, order=order)
    engine = job.engine((), None)
    status = engine.advance(n_nodes, counting()) if n_nodes else Status.BUDGET_SPENT
    parts = engine.remaining()
    if status == Status.EXHAUSTED:
        assert parts == []
    rest = 0
    for part in parts:
        other = job.engine(part.chosen, None)
        other.advance(1 << 20, counting())
        assert other.remaining() == []
        rest += other.solutions
    assert engine.solutions + rest == len(oracle.solutions(model))
    shares = sum(part.share for part in parts)
    assert shares <= 1.0 - engine.part_done() + 1e-9


@pytest.mark.kernel
@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("workers", [1, 3])
@settings(deadline=None, max_examples=40, suppress_health_check=SLOW)
@given(model=models())
def test_runs_find_what_brute_force_finds(workers: int, model: Model) -> None:
    expected = oracle.solutions(model)
    number = model.count(workers=workers)
    assert (number, number.complete) == (len(expected), True)
    found = model.solutions(workers=workers)
    assert Counter(tuple(s[model.unknowns]) for s in found) == Counter(expected)
    assert found.complete
    assert bool(model.solve(workers=workers, method="propagation")) == bool(expected)
    total = sum(model.unknowns[1:], start=2 * model.unknowns[0])
    values = [2 * first + sum(rest) for first, *rest in expected]
    least, most = (
        verb(total, workers=workers, method="propagation")
        for verb in (model.minimize, model.maximize)
    )
    assert (least.value, most.value) == (min(values, default=None), max(values, default=None))
    assert least.complete
    if least.solution is not None:
        assert least.solution[total] == least.value


@pytest.mark.usefixtures("small_tasks")
def test_with_a_seed_the_order_is_that_of_one_worker() -> None:
    model = permutations(5)
    lists = [[tuple(s.values()) for s in model.solutions(workers=n, seed=4)] for n in (1, 2, 5)]
    assert lists[0] == lists[1] == lists[2]
    assert len(set(lists[0])) == 120
    assert lists[0] != [tuple(s.values()) for s in model.solutions(workers=1, seed=5)]


@pytest.mark.usefixtures("small_tasks")
def test_limits() -> None:
    model = permutations(5)
    number = model.count(workers=2, limit=7)
    assert (number, number.complete, number.stopped) == (7, False, Stop.LIMIT)
    assert len(list(model.solutions(workers=2, limit=7))) == 7
    assert model.count(workers=2, max_nodes=9).stopped is Stop.NODES
    rows = [row for some in model.solutions(workers=2).arrays() for row in some.tolist()]
    assert len(set(map(tuple, rows))) == 120


@pytest.mark.kernel
def test_wide_domains_with_holes() -> None:
    model = Model()
    x, y = model.variables(2, [-70, -1, 0, 64, 65, 200, 300], name="x")
    model.post(x < y)
    job = job_of(model)
    state = job.engine((), None)._state
    barred = [~decision(state, 0, value) for value in (-70, 0, 300)]
    for chosen, expected in (
        ([decision(state, 0, 64)], 3),
        ([decision(state, 1, 65)], 4),
        (barred, 5 + 3 + 2 + 1),
        ([*barred, ~decision(state, 0, 64), decision(state, 1, 65)], 1),
    ):
        engine = job.engine(chosen, None)
        engine.advance(1000, counting())
        engine.check()
        assert engine.solutions == expected, job.describe(chosen)


def test_prefixes_in_words() -> None:
    model = permutations(3)
    state = job_of(model).engine((), None)._state
    chosen = [decision(state, 0, 2), ~decision(state, 2, 1)]
    assert job_of(model).describe(chosen) == "x[0] == 2, x[2] != 1"
    assert job_of(model).describe([]) == "nothing decided"


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({"workers": 0}, "workers is 0"),
        ({"workers": 1, "method": "exact_cover"}, "method is 'exact_cover': only propagation"),
        ({"workers": 1, "solver": "sat"}, "solver is 'sat': only propagation"),
        ({"workers": 1, "restart": 10}, "does not restart"),
        ({"workers": 1, "order": "none"}, "unknown order"),
    ],
)
def test_bad_controls(controls: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        permutations(3).count(**controls)


def test_what_cannot_be_cut() -> None:
    model = Model()
    x, y = model.variables(2, range(1 << 20), name="xy")
    model.post(x != y)
    with pytest.raises(ModelError, match=r"objective has more than 4294967296 values.*leave"):
        model.minimize((1 << 20) * x + y, method="propagation", workers=1)
    with pytest.raises(ModelError, match="no variables"):
        Model().count(workers=1)


@pytest.mark.kernel
@pytest.mark.usefixtures("small_tasks")
@settings(deadline=None, max_examples=20, suppress_health_check=SLOW)
@given(
    least=st.integers(-(1 << 31), 0),
    part=st.sampled_from([3, 7, 40]),
    order=st.sampled_from(ORDERS),
    values=st.sampled_from(["least", "greatest", "random"]),
)
def test_wide_variables_are_cut_into_tasks(least: int, part: int, order: str, values: str) -> None:
    model = Model()
    x = model.variable(range(least, least + (1 << 32)), "x")
    y = model.variable(range(1 << 24), "y")
    z = model.variable([0, 1, 4], "z")
    model.post(x - least == part * y + z, x - least < 4 * part + 2, x - least >= part)
    expected = [
        (least + part * a + b, a, b)
        for a in range(6)
        for b in (0, 1, 4)
        if part <= part * a + b < 4 * part + 2
    ]
    how: dict[str, Any] = {"workers": 2, "order": order, "values": values}
    assert model.count(**how) == len(expected)
    found = model.solutions(**how)
    assert sorted(tuple(s[model.unknowns]) for s in found) == sorted(expected)
    best = model.maximize(3 * z - y, **how)
    assert best.complete and best.value == max(3 * c - b for _, b, c in expected)


def test_decisions_about_bounds() -> None:
    model = Model()
    model.variable(range(-5, 1 << 31), "x")
    model.variable(range(9), "y")
    job = job_of(model)
    state = job.engine((), None)._state
    chosen = [~bound_decision(state, 0, 99), bound_decision(state, 0, 10**9), decision(state, 1, 3)]
    assert job.describe(chosen) == "x > 99, x <= 1000000000, y == 3"
    engine = job.engine([~bound_decision(state, 0, 7), bound_decision(state, 0, 9)], None)
    engine.advance(1000, counting())
    assert engine.solutions == 2 * 9
    empty = job.engine([bound_decision(state, 0, 7), ~bound_decision(state, 0, 7)], None)
    assert empty.advance(1, counting()) == Status.EXHAUSTED


def test_values_that_are_tried_in_order_make_one_bound() -> None:
    model = Model()
    model.post(model.variable(range(1000), "x") >= 0)
    job = job_of(model, order="input", values="least")
    engine = job.engine((), None)
    engine.advance(200, counting())
    (part,) = engine.remaining()
    assert job.describe(part.chosen) == f"x > {engine.solutions - 1}"
    other = job.engine(part.chosen, None)
    other.advance(5000, counting())
    assert engine.solutions + other.solutions == 1000


def odd_sums() -> Model:
    """Return a model with a predicate that cannot be pickled."""
    model = Model()
    x = model.variables(6, range(6), name="x")
    model.post(all_different(x), satisfies([x[0], x[1]], lambda a, b: (a + b) % 2 == 1))
    return model


class Vacuous(Constraint):
    """A constraint that always holds, by a propagator that no other process can find."""

    def __init__(self, x: Variable) -> None:
        self.x = x

    def variables(self) -> Iterator[Variable]:
        yield self.x

    def holds(self, value_of: ValueOf) -> bool:
        return True

    def build(self, builder: Builder) -> None:
        def vacuous(handle: Any, p: Any) -> int:
            return DONE

        builder.propagator(vacuous, [builder.variable_of(self.x)])


def test_processes() -> None:
    expected = odd_sums().count()
    with ProcessPoolExecutor(2) as pool:
        assert odd_sums().count(executor=pool, workers=2) == expected == 432
        model = permutations(4)
        model.post(Vacuous(model.unknowns[0]))
        model.count()
        monkeypatched = Assignments.call_nodes, Assignments.task_updates
        Assignments.call_nodes, Assignments.task_updates = 3, 1
        try:
            assert odd_sums().count(executor=pool, workers=2) == expected
            assert model.count(workers=2) == 24
            with pytest.raises(ProblemError, match="search in threads, by workers="):
                model.count(executor=pool)
        finally:
            Assignments.call_nodes, Assignments.task_updates = monkeypatched


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["model_count", "model_minimum"])
def test_killed_at_twenty_moments(goal: str) -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "tests.killing", goal]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    assert "runs that ended" in done.stdout


@pytest.mark.usefixtures("small_tasks")
def test_a_checkpoint_of_another_model(tmp_path: Path) -> None:
    path = tmp_path / "run"
    assert not permutations(5).count(checkpoint=path, max_nodes=30).complete
    with pytest.raises(CheckpointError, match="is of another problem"):
        permutations(6).count(resume=path)
    with pytest.raises(CheckpointError, match="another search: order"):
        permutations(5).count(resume=path, order="input")
    with pytest.raises(CheckpointError, match="of a count, and this is a listing of solutions"):
        permutations(5).solutions(resume=path)
    assert permutations(5).count(resume=path) == 120


def test_the_digest_is_the_same_in_any_process() -> None:
    script = (
        "from tests.csp.parallel.test_tasks import odd_sums, job_of; print(job_of(odd_sums()).key)"
    )
    root = Path(__file__).parents[3]
    keys = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=root,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert keys == {job_of(odd_sums()).key + "\n"}
