"""Workers that race: the same answers as brute force, and what stops a race loses no result."""

import signal
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.csp_models.famous import pigeons_by_bits
from csp import Model, ModelError, all_different
from csp.engines.model_engine import ModelEngine
from csp.parallel import race
from csp.parallel.race import Race, Racer
from csp.parallel.workers import raced
from csp.request import ModelRequest
from exactcover import Interrupted, Progress, Stop, UndecidedError
from exactcover.runtime.search import progress
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.request import Limits, Parallel, Request
from tests.csp import oracle
from tests.csp.engines.learning.test_learning import shop
from tests.csp.strategies import models
from tests.running import compiled

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]


@pytest.fixture
def short_laps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all engines begin at once, and exchange what they know all the time."""
    monkeypatch.setattr(race, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(race, "FIRST_SECONDS", 1e-5)
    monkeypatch.setattr(race, "MOST_SECONDS", 1e-5)


def pigeons(n: int, n_holes: int) -> Model:
    """Return pigeons with a hole each: long to refute if there are not enough holes."""
    model, _ = pigeons_by_bits(n, n_holes)
    return model


@pytest.mark.kernel
@pytest.mark.usefixtures("short_laps")
@settings(deadline=None, max_examples=30, suppress_health_check=SLOW)
@given(
    model=models(),
    method=st.sampled_from(["auto", "learning", "neighbourhoods"]),
    workers=st.integers(2, 4),
    seed=st.sampled_from([None, 0, 5]),
)
def test_races_find_what_brute_force_finds(
    model: Model, method: str, workers: int, seed: int | None
) -> None:
    how: dict[str, Any] = {"method": method, "workers": workers, "seed": seed}
    expected = oracle.solutions(model)
    if method != "neighbourhoods":
        found = model.solve(**how)
        assert found.solution is None or tuple(found.solution[model.unknowns]) in expected
        assert bool(found) == bool(expected)
        two = [tuple(s[model.unknowns]) for s in model.solutions(limit=2, **how)]
        assert len(set(two)) == min(2, len(expected)) and set(two) <= set(expected)
    if method == "learning":
        number = model.count(**how)
        assert (number, number.complete) == (len(expected), True)
    a, b, *_ = model.unknowns
    values = [2 * x - y for x, y, *_ in expected]
    least, most = (verb(2 * a - b, **how) for verb in (model.minimize, model.maximize))
    assert (least.value, most.value) == (min(values, default=None), max(values, default=None))
    assert least.complete and most.complete
    assert least.bound == least.value


@compiled
@pytest.mark.parametrize("method", ["auto", "learning"])
def test_with_a_seed_a_race_is_the_same_again(method: str) -> None:
    model, end = shop(6, 4, 60, seed=3)
    first, again = (model.minimize(end, workers=3, seed=2, method=method) for _ in range(2))
    assert first.complete and first.value == model.minimize(end).value
    assert again.solution == first.solution
    assert again.statistics.nodes == first.statistics.nodes
    assert again.statistics.choice == first.statistics.choice


@pytest.mark.usefixtures("short_laps")
def test_a_race_that_is_stopped_decides_nothing() -> None:
    model = pigeons(12, 10)
    for how in ({"time_limit": 0.0}, {"max_nodes": 40}):
        result = model.solve(method="learning", workers=2, **how)
        assert not result.complete and result.stopped in (Stop.TIME, Stop.NODES)
        with pytest.raises(UndecidedError):
            bool(result)
    flag = threading.Event()

    def report(progress: Progress) -> None:
        if progress.nodes > 40:
            flag.set()

    result = model.solve(method="learning", workers=2, cancel=flag, progress=report)
    assert result.stopped is Stop.CANCELLED and result.solution is None


@pytest.mark.usefixtures("short_laps")
def test_ctrl_c_keeps_the_best_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    model = pigeons(9, 10)
    costs = sum((k + 3) * (5 * k % 11) * v for k, v in enumerate(model.unknowns))

    def report(progress: Progress) -> None:
        if progress.solutions:
            signal.raise_signal(signal.SIGINT)

    try:
        with pytest.raises(Interrupted) as caught:
            model.minimize(costs, method="learning", workers=2, progress=report)
    finally:
        signal.signal(signal.SIGINT, before)
    best: Any = caught.value.result
    assert best.solution is not None and best.solution[costs] == best.value
    assert not best.complete and best.stopped is None


class Finds(ModelEngine):
    """An engine that finds one solution, and then never ends a lap; it sets a flag."""

    name, depth = "finds", 1
    nodes = updates = solutions = 0

    def __init__(self, flag: threading.Event) -> None:
        self._flag = flag
        self.origins = [0]

    def part_done(self) -> float:
        """Return 0."""
        return 0.0

    def snapshot(self) -> dict[str, Any]:
        """Return nothing."""
        return {}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Do nothing."""

    def advance(self, node_budget: int, out: Out) -> Status:
        """Find a solution at first."""
        self.nodes += 1
        self.solutions = 1
        out.rows[0], out.lengths[0] = 7, 1
        if self.nodes > 9:
            self._flag.set()
        return Status.BUDGET_SPENT


@pytest.mark.parametrize("alone", [0.0, 1.0])
def test_what_was_found_in_a_lap_that_is_stopped_is_reported(
    alone: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race, "ALONE_SECONDS", alone)
    flag = threading.Event()
    first, other = (Racer(Finds(flag), "", 1 << 20) for _ in range(2))
    engine = Race(first, lambda: [other], is_for_best=False, is_timed=False)
    search = Search(engine, Limits(limit=2, cancel=flag))
    assert search.collect() == [[7]]
    assert search.collect() == [] and search.stopped is Stop.CANCELLED


class Improves(Finds):
    """An engine that finds better and better solutions."""

    @property
    def bound(self) -> int:
        """Return the value of the last solution, less one."""
        return 99 - self.nodes

    def advance(self, node_budget: int, out: Out) -> Status:
        """Find a better solution than before."""
        super().advance(node_budget, out)
        out.rows[0] = 100 - self.nodes
        self.solutions = self.nodes
        return Status.BUDGET_SPENT


def test_the_best_of_many_improvements_is_reported_first() -> None:
    flag = threading.Event()
    engine = Race(Racer(Improves(flag), "", 1 << 20), list, is_for_best=True, is_timed=False)
    search = Search(engine, Limits(limit=3, cancel=flag))
    assert search.collect() == [[92], [91], [90]]
    assert search.collect() == [] and engine.bound == 89


def test_an_error_in_a_thread_ends_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "ALONE_SECONDS", 0.0)
    main, run = threading.current_thread(), Racer._advance

    def fail(racer: Racer) -> None:
        if threading.current_thread() is not main and racer.why == "asked for":
            raise MemoryError("no memory")
        run(racer)

    monkeypatch.setattr(Racer, "_advance", fail)
    with pytest.raises(MemoryError, match="no memory"):
        pigeons(12, 10).solve(method="learning", workers=2)


@pytest.mark.kernel
@pytest.mark.usefixtures("short_laps")
@pytest.mark.parametrize("method", ["auto", "learning"])
def test_a_race_goes_on_from_a_snapshot(method: str) -> None:
    model = Model()
    x = model.variables(5, range(7), name="x")
    model.post(all_different(x), x.sum() >= 14)
    cost = sum((3 * k % 5 - 1) * v for k, v in enumerate(x))
    search = Request(limits=Limits(), seed=1, method=method, parallel=Parallel(workers=2))
    request = ModelRequest(search, objective=cost)
    out = Out(np.empty((1, 5), np.uint32), np.empty(1, np.uint32), 1)
    one, _ = raced(model, request)
    other, _ = raced(model, request)
    status, n_calls = Status.BUDGET_SPENT, 0
    while status != Status.EXHAUSTED:
        status, n_calls = one.advance(1, out), n_calls + 1
        one.check()
        if n_calls == 4:
            other.restore(one.snapshot())
    while other.advance(1, out) != Status.EXHAUSTED:
        pass
    assert (other.nodes, other.solutions, other.bound) == (one.nodes, one.solutions, one.bound)


def test_workers_share_bounds_and_learn_as_one_thread_does(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    x = model.variables(9, range(9), name="x")
    model.post(all_different(x), x.sum() >= 30)
    cost = sum((k % 4 + 1) * (v >= 3) for k, v in enumerate(x))
    search = Request(limits=Limits(), seed=1, parallel=Parallel(workers=2))
    race, _ = raced(model, ModelRequest(search, objective=cost))
    assert isinstance(race, Race)
    race._begin_all()
    portfolio, learner = race._racers
    assert learner.engine.name == "cores"
    learner.engine.advance(1, Out(np.empty((1, 9), np.uint32), np.empty(1, np.uint32), 1))
    known = learner.engine.least_goal() or 0
    monkeypatch.setattr(portfolio.engine, "least_goal", lambda: known + 2)
    race._begin_lap()
    learner.engine.advance(1, Out(np.empty((1, 9), np.uint32), np.empty(1, np.uint32), 1))
    assert (learner.engine.least_goal() or 0) >= known + 2


def test_the_learner_of_the_portfolio_is_the_first_in_turns() -> None:
    model = Model()
    x = model.variables(5, range(5), name="x")
    model.post(all_different(x))
    for objective, names in (
        (x[0] - x[1], ["cores", "learning", "neighbourhoods", "learning"]),
        (None, ["learning", "learning", "propagation", "learning"]),
    ):
        search = Request(limits=Limits(1), parallel=Parallel(workers=5))
        race, _ = raced(model, ModelRequest(search, objective=objective, is_for_one=True))
        assert isinstance(race, Race)
        race._begin_all()
        assert [each.engine.name for each in race._racers[1:]] == names


def test_what_a_race_cannot_do_says_what_to_do() -> None:
    model = pigeons(3, 3)
    for controls, message in (
        ({"checkpoint": "run"}, r"kept in memory only; leave checkpoint= .*propagation"),
        ({"executor": print, "workers": 2}, r"threads that share .*leave executor= .*propagation"),
        ({"workers": 2, "order": "input"}, "order is a control of propagation"),
    ):
        with pytest.raises(ModelError, match=message):
            model.solve(method="learning", **controls)
    with pytest.raises(ModelError, match="needs an objective"):
        model.solve(method="neighbourhoods", workers=2)


def test_one_worker_searches_alone() -> None:
    result = pigeons(3, 3).solve(method="learning", workers=1)
    assert result.solution is not None and result.statistics.choice == ("learning: asked for",)
