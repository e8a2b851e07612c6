"""Searches in tasks: the same answers, however they are cut and wherever they run."""

import pickle
import signal
from collections import Counter
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactcover import (
    Count,
    Interrupted,
    LostTasksError,
    Problem,
    ProblemError,
    Stop,
    split,
    write_solutions,
)
from exactcover.engines.registry import load
from exactcover.parallel.cover_job import CoverJob
from exactcover.parallel.solution_files import Lines
from exactcover.runtime.parallel import pool, worker
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.search import limits
from exactcover.runtime.search.protocol import Status, counting
from tests.fuzz.keywords import Inline
from tests.oracle import solutions as covers
from tests.problems import choices, dominoes
from tests.running import compiled
from tests.strategies import costed_problems, problems, problems_and_choices

pytestmark = pytest.mark.kernel

ENGINES = ("dancing_cells", "dancing_links", "masks", "dancing_cells_memo", "masks_memo")
PERMUTATIONS = Problem([[row, ("column", column)] for row in range(5) for column in range(5)])


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a task end after a few nodes, so that small problems have many."""
    monkeypatch.setattr(CoverJob, "call_nodes", 3)
    monkeypatch.setattr(CoverJob, "task_updates", 1)


@pytest.mark.parametrize("method", ENGINES)
@settings(max_examples=60)
@given(case=problems_and_choices(), n_nodes=st.integers(0, 12))
def test_what_is_found_and_what_remains_is_all(
    method: str, case: tuple[Problem, list[int]], n_nodes: int
) -> None:
    problem, chosen = case
    make: Any = load(method, problem)
    engine = make(problem.links)
    if not engine.choose(chosen):
        return
    status = engine.advance(n_nodes, counting()) if n_nodes else Status.BUDGET_SPENT
    parts = engine.remaining()
    if status == Status.EXHAUSTED:
        assert parts == []
    rest = [problem.count(chosen=part.chosen) for part in parts]
    assert engine.solutions + sum(rest) == problem.count(chosen=chosen)
    assert all(part.chosen[: len(chosen)] == chosen for part in parts)
    shares = sum(part.share for part in parts)
    assert shares == pytest.approx(1.0 - engine.part_done(), abs=1e-9)


@given(problem=problems(), n_tasks=st.integers(1, 9))
def test_split_covers_everything_once(problem: Problem, n_tasks: int) -> None:
    tasks = split(problem, n_tasks)
    assert tasks == split(problem, n_tasks) == sorted(tasks)
    found = Counter(
        frozenset(solution.indices)
        for task in tasks
        for solution in problem.solutions(chosen=task.chosen)
    )
    assert found == Counter(map(frozenset, covers(problem)))


def test_split_into_as_many_as_asked_for() -> None:
    tasks = split(PERMUTATIONS, 30)
    assert 30 <= len(tasks) <= 34
    assert sum(task.share for task in tasks) == pytest.approx(1.0)
    sizes = [PERMUTATIONS.count(chosen=task.chosen) for task in tasks]
    assert max(sizes) <= 6


LABELLED = Problem({3: ["p", "q"], 2: ["p"], 1: ["q"], 0: ["q"]})


@pytest.mark.parametrize(
    "problem",
    [
        LABELLED,
        LABELLED.restrict([3, 2, 1]),
        LABELLED.with_chosen([2]),
        Problem([["p"], ["p", "q"], ["q"], ["q"], ["r"], ["r"]]).with_chosen([0]),
        Problem([["p"], ["p"], ["q"]], labels="AAA"),
        *(part.problem for part in Problem([["p"], ["q"], ["q"], ["p"]]).components()),
    ],
)
def test_tasks_name_options_whatever_their_labels(problem: Problem) -> None:
    for n_tasks in (1, 2, 9):
        tasks = split(problem, n_tasks)
        found = [s.indices for task in tasks for s in problem.solutions(chosen=task.chosen)]
        assert sorted(found) == sorted(covers(problem))
        assert pickle.loads(pickle.dumps(tasks)) == tasks
    for option in problem:
        having = [s for s in covers(problem) if option.index in s]
        assert sorted(s.indices for s in problem.solutions(chosen=[option])) == sorted(having)


def test_split_with_options_chosen() -> None:
    tasks = split(PERMUTATIONS, 3, chosen=[7])
    assert all(task.chosen[0].index == 7 for task in tasks)
    assert sum(PERMUTATIONS.count(chosen=task.chosen) for task in tasks) == 24


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("workers", [1, 3])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problem=problems())
def test_runs_equal_searches(workers: int, problem: Problem) -> None:
    solutions = problem.solutions(workers=workers)
    assert sorted(s.indices for s in solutions) == sorted(covers(problem))
    assert solutions.complete
    for method in ENGINES:
        number = problem.count(workers=workers, method=method)
        assert number == len(covers(problem))
        assert number.complete
    result = problem.solve(workers=workers)
    assert bool(result) == bool(covers(problem))


@pytest.mark.usefixtures("small_tasks")
def test_with_a_seed_the_order_is_that_of_one_worker() -> None:
    lists = [
        [s.indices for s in PERMUTATIONS.solutions(workers=workers, seed=4)]
        for workers in (1, 2, 5)
    ]
    assert lists[0] == lists[1] == lists[2]
    assert len(set(lists[0])) == 120
    assert lists[0] != [s.indices for s in PERMUTATIONS.solutions(workers=1, seed=5)]


@pytest.mark.usefixtures("small_tasks")
def test_limits() -> None:
    number = PERMUTATIONS.count(workers=2, limit=7)
    assert (number, number.complete, number.stopped) == (7, False, Stop.LIMIT)
    solutions = PERMUTATIONS.solutions(workers=2, limit=7)
    assert len(list(solutions)) == 7
    assert solutions.stopped is Stop.LIMIT
    assert PERMUTATIONS.count(workers=2, limit=120).complete
    assert PERMUTATIONS.count(workers=2, time_limit=0).stopped is Stop.TIME
    assert PERMUTATIONS.count(workers=2, max_nodes=9, method="masks").stopped is Stop.NODES
    flag = Event()
    flag.set()
    assert PERMUTATIONS.count(workers=2, cancel=flag).stopped is Stop.CANCELLED
    solutions = PERMUTATIONS.solutions(workers=2)
    next(solutions)
    solutions.close()
    assert (solutions.complete, solutions.stopped) == (False, Stop.CANCELLED)


@pytest.mark.usefixtures("small_tasks")
def test_progress_ends_at_one() -> None:
    reports: list[float] = []
    PERMUTATIONS.count(workers=2, progress=lambda progress: reports.append(progress.part))
    assert reports[-1] == 1.0
    assert all(0.0 <= part <= 1.0 for part in reports)


@pytest.mark.usefixtures("small_tasks")
def test_ctrl_c_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactcover.runtime.search.progress.SECONDS_BETWEEN", 0.0)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    kept, n_interrupts, total = tmp_path / "run", 0, None
    try:
        while total is None:
            reports: list[object] = []

            def report(progress: object, reports: list[object] = reports) -> None:
                reports.append(progress)
                if len(reports) == 4:
                    signal.raise_signal(signal.SIGINT)

            try:
                total = PERMUTATIONS.count(
                    workers=2, method="masks", checkpoint=kept, progress=report
                )
            except Interrupted as interruption:
                n_interrupts += 1
                result = interruption.result
                assert isinstance(result, Count)
                total = result if result.complete else None
    finally:
        signal.signal(signal.SIGINT, before)
    assert total == 120
    assert total.complete
    assert n_interrupts > 2


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("method", ["cheapest_cells", "cheapest_masks"])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problem=costed_problems(), k=st.integers(1, 4))
def test_the_cheapest_of_all_tasks(method: str, problem: Problem, k: int) -> None:
    best = problem.cheapest(k, workers=2, method=method)
    assert best.complete
    assert best.costs == problem.cheapest(k).costs
    assert len(set(best.solutions)) == len(best.solutions)


@compiled
def test_narrow_problems_are_counted_at_once() -> None:
    number = dominoes(12, 12).count(workers=2)
    assert number == 53060477521960000
    assert number.complete


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({"workers": 0}, "workers is 0"),
        ({"workers": 1.5}, "workers is 1.5: it must be a whole number"),
        ({"executor": 3}, "executor is 3: it must have the methods"),
        ({"workers": 1, "method": "first_fit"}, "a search by first_fit cannot be split"),
        ({"workers": 1, "method": "nonsense"}, "unknown method"),
        ({"workers": 1, "chosen": [0, 1]}, "cannot both be chosen"),
    ],
)
def test_bad_controls(controls: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        PERMUTATIONS.count(**controls)


def test_what_cannot_be_split() -> None:
    with pytest.raises(ProblemError, match="n_tasks is 0"):
        split(PERMUTATIONS, 0)
    with pytest.raises(ProblemError, match="the method dancing_cells_memo only counts"):
        PERMUTATIONS.solve(workers=2, method="dancing_cells_memo")


@pytest.mark.usefixtures("small_tasks")
def test_solutions_go_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "covers.jsonl"
    number = write_solutions(PERMUTATIONS, path, workers=2, seed=1)
    lines = path.read_text().splitlines()
    assert (number, len(lines), len(set(lines))) == (120, 120, 120)
    write_solutions(PERMUTATIONS, path, workers=1, seed=1)
    assert path.read_text().splitlines() == lines


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("name", ["covers.jsonl", "covers.parquet"])
def test_a_file_has_as_many_solutions_as_asked_for(tmp_path: Path, name: str) -> None:
    path, kept = tmp_path / name, tmp_path / "run"
    parquet = pytest.importorskip("pyarrow.parquet")

    def lines() -> list[str]:
        if path.is_file():
            return path.read_text().splitlines()
        return list(map(str, parquet.read_table(path).column("options").to_pylist()))

    for limit in (1, 2, 3, 50):
        number = write_solutions(PERMUTATIONS, path, limit=limit, executor=Inline)
        assert (number, len(lines()), len(set(lines()))) == (limit, limit, limit)
        assert (number.complete, number.stopped) == (False, Stop.LIMIT)
    for limit in (7, 30, 119):  # the run goes on where the one before stopped
        number = write_solutions(PERMUTATIONS, path, limit=limit, executor=Inline, checkpoint=kept)
        assert (number, len(lines()), len(set(lines()))) == (limit, limit, limit)
    number = write_solutions(PERMUTATIONS, path, limit=120, resume=kept, executor=Inline)
    assert (number, len(set(lines())), number.complete) == (120, 120, True)


@pytest.mark.usefixtures("small_tasks")
def test_the_limit_of_time_holds_for_writing_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Solutions that could not be written in time are found again by the next run."""
    now, written = [0.0], []

    def slow(file: Lines, rows: Any, lengths: Any) -> None:
        now[0] += 1
        written.append(len(rows))
        write(file, rows, lengths)

    write = Lines.write
    monkeypatch.setattr(Lines, "write", slow)
    monkeypatch.setattr(limits, "clock", lambda: now[0])
    path, kept = tmp_path / "all.jsonl", tmp_path / "run"
    number = write_solutions(PERMUTATIONS, path, time_limit=3, workers=1, checkpoint=kept)
    assert number.stopped is Stop.TIME
    assert len(written) == 3
    runs = 1
    while not number.complete:
        number = write_solutions(PERMUTATIONS, path, time_limit=3, workers=1, resume=kept)
        runs += 1
    assert 3 * (runs - 1) <= len(written) <= 3 * runs
    assert number == sum(written) == 120
    assert len(set(path.read_text().splitlines())) == 120


@pytest.mark.usefixtures("small_tasks")
def test_solutions_go_into_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = tmp_path / "covers.parquet"
    assert write_solutions(PERMUTATIONS, folder, workers=2) == 120
    rows = parquet.read_table(folder).column("options").to_pylist()
    assert sorted(rows) == sorted(map(sorted, covers(PERMUTATIONS)))


MANY = choices(17)
"""131,072 solutions: enough nodes for some tasks in workers that know nothing of this test."""


def test_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoverJob, "task_updates", 1)
    with ProcessPoolExecutor(2) as pool:
        assert MANY.count(executor=pool, method="dancing_cells") == 1 << 17
        assert PERMUTATIONS.count(executor=pool) == 120


class Fragile(Executor):
    """Does everything at once; the tasks with certain options kill it."""

    def __init__(self, deadly: set[int], n_deaths: int = 1 << 30) -> None:
        self._deadly = deadly
        self._left = n_deaths
        self.is_broken = False

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:
        """Do it, or break."""
        future: Future[Any] = Future()
        tasks: list[Task] = arguments[1]
        if self._left and any(self._deadly.intersection(task.chosen) for task in tasks):
            self._left -= 1
            future.set_exception(BrokenExecutor("killed"))
        else:
            future.set_result(function(*arguments, **keywords))
        return future


@pytest.mark.usefixtures("small_tasks")
def test_a_worker_that_dies_once_costs_nothing() -> None:
    pool = Fragile({3}, n_deaths=2)
    assert PERMUTATIONS.count(executor=lambda: pool, method="masks", workers=2) == 120


@pytest.mark.usefixtures("small_tasks")
def test_a_deadly_task_is_named_and_the_rest_is_done() -> None:
    pool = Fragile({3})
    with pytest.raises(LostTasksError, match="killed their worker again and again") as caught:
        PERMUTATIONS.count(executor=lambda: pool, method="masks", workers=2)
    assert caught.value.prefixes
    deadly = PERMUTATIONS.options[3]
    assert all(deadly in prefix for prefix in caught.value.prefixes)
    assert repr(deadly) in str(caught.value)
    lost = sum(PERMUTATIONS.count(chosen=prefix) for prefix in caught.value.prefixes)
    assert caught.value.found + lost == 120


@pytest.mark.usefixtures("small_tasks")
def test_an_executor_that_cannot_be_made_anew() -> None:
    with pytest.raises(ProblemError, match="give a function that creates one"):
        PERMUTATIONS.count(executor=Fragile(set(range(25))), method="masks", workers=1)


def test_a_worker_asks_for_a_problem_that_it_does_not_know() -> None:
    settings = worker.TaskSettings("unknown", False, 1, 1)
    assert worker.run_batch(settings, [Task((), ())]) is None


def test_a_crash_counts_for_a_task_that_was_alone() -> None:
    job = CoverJob(PERMUTATIONS, "masks", "asked for")
    settings = worker.TaskSettings(job.key, False, 1, 1)
    workers = pool.WorkerPool(job, lambda: Fragile({0}), 2)
    tasks = [Task((k,), (k,)) for k in range(3)]
    workers.submit(settings, tasks[:2])
    workers.submit(settings, tasks[2:])
    done: list[pool.BatchResult] = []
    while not workers.is_idle:
        done.append(workers.wait(1.0))
    workers.close()
    assert [task for one in done for task in one.lost] == [tasks[0]]
    assert {o.task for one in done for o in one.outcomes} == set(tasks[1:])
