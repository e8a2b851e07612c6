"""Searches up to symmetry in parallel, with checkpoints, with progress, and stopped."""

import pickle
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from exactcover import (
    CheckpointError,
    Count,
    Interrupted,
    Problem,
    ProblemError,
    Progress,
    Stop,
    write_solutions,
)
from exactcover.cli.main import main
from exactcover.parallel.class_job import ClassJob
from exactcover.parallel.cover_job import CoverJob
from exactcover.problem.choices import Without
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.request import Request
from exactcover.symmetry.action import Action
from exactcover.symmetry.branch import Branch
from exactcover.symmetry.search import ClassSearch

pytestmark = pytest.mark.kernel

N = 6
ROOKS = Problem([[("row", r), ("column", c)] for r in range(N) for c in range(N)])
TURNS = ROOKS.symmetries(
    [
        lambda item: (item[0], N - 1 - item[1]) if item[0] == "row" else item,
        lambda item: (item[0], N - 1 - item[1]) if item[0] == "column" else item,
    ]
)
HALF = ROOKS.symmetries(lambda item: (item[0], N - 1 - item[1]) if item[0] == "row" else item)
GROUPS = {"four": (TURNS, 192), "two": (HALF, 360)}
GROUP = pytest.mark.parametrize(("group", "number"), GROUPS.values(), ids=GROUPS)


@pytest.fixture
def _small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoverJob, "call_nodes", 20)
    monkeypatch.setattr(CoverJob, "task_updates", 1)


small_tasks = pytest.mark.usefixtures("_small_tasks")


@small_tasks
@GROUP
@pytest.mark.parametrize("method", ["auto", "dancing_cells", "masks"])
@pytest.mark.parametrize("seed", [None, 1])
def test_workers_find_the_same_classes(group: Any, number: int, method: str, seed: Any) -> None:
    options: dict[str, Any] = {"up_to": group, "method": method, "seed": seed}
    alone, together = (
        sorted(one.indices for one in ROOKS.solutions(**options, workers=workers))
        for workers in (None, 2)
    )
    assert alone == together
    assert len(alone) == number
    count = ROOKS.count(**options, workers=2)
    assert (count, count.complete) == (number, True)


def test_workers_in_other_processes() -> None:
    with ProcessPoolExecutor(2) as executor:
        assert ROOKS.count(up_to=TURNS, executor=executor) == 192
        found = list(ROOKS.solutions(up_to=TURNS, executor=executor))
    assert sum(one.class_size for one in found) == 720


@small_tasks
@GROUP
def test_a_count_is_resumed(tmp_path: Path, group: Any, number: int) -> None:
    kept, before = tmp_path / "run", 0
    wanted: dict[str, Any] = {"up_to": group, "method": "dancing_cells"}
    for max_nodes in range(50, 400, 50):
        part = ROOKS.count(**wanted, checkpoint=kept, max_nodes=max_nodes, workers=1)
        assert before <= part <= number
        assert part.stopped is Stop.NODES
        before = int(part)
    assert before
    whole = ROOKS.count(**wanted, resume=kept, workers=2)
    assert (whole, whole.complete) == (number, True)
    shown = CliRunner().invoke(main, ["status", str(kept), "--json"])
    assert f'"found": {number}, "part done": 1.0' in shown.stdout


@small_tasks
@GROUP
def test_a_list_is_resumed(tmp_path: Path, group: Any, number: int) -> None:
    kept = tmp_path / "run"
    found: list[Any] = []
    for _ in range(4):
        some = ROOKS.solutions(up_to=group, checkpoint=kept, workers=1)
        found += islice(some, 30)
        some.close()
    found += ROOKS.solutions(up_to=group, checkpoint=kept, workers=2)
    indices = {one.indices for one in found}
    assert len(indices) == number
    assert indices == {one.indices for one in ROOKS.solutions(up_to=group)}
    assert len(found) <= number + 4  # the one that was being taken may come again


def test_checkpoints_are_of_one_search(tmp_path: Path) -> None:
    kept = tmp_path / "run"
    ROOKS.count(up_to=TURNS, checkpoint=kept, method="dancing_cells")
    with pytest.raises(CheckpointError, match="of another search: method was"):
        ROOKS.count(checkpoint=kept, method="dancing_cells")
    with pytest.raises(CheckpointError, match="of another search: branches was"):
        ROOKS.count(checkpoint=kept, method="dancing_cells", up_to=HALF)
    with pytest.raises(CheckpointError, match="of a count, and this is a listing"):
        list(ROOKS.solutions(up_to=TURNS, checkpoint=kept, method="dancing_cells"))


def test_a_checkpoint_is_of_one_group_also_with_a_greatest_cost(tmp_path: Path) -> None:
    kept = tmp_path / "run"
    rows = [["a", "x"], ["a", "y"], *(["z", f"s{k}"] for k in range(1, 7))]
    problem = Problem(rows, ["a", "z"], ["x", "y", *(f"s{k}" for k in range(1, 7))], costs=[1] * 8)
    one, other = (
        problem.symmetries([{"x": "y", "y": "x"}, {first: second, second: first}])
        for first, second in (("s1", "s2"), ("s5", "s6"))
    )
    wanted: dict[str, Any] = {"max_cost": 5, "checkpoint": kept}
    assert len(list(problem.solutions(up_to=one, **wanted))) == 5
    with pytest.raises(CheckpointError, match="of another search: branches was"):
        list(problem.solutions(up_to=other, **wanted))


def test_the_prefix_of_a_task_has_only_its_own_options() -> None:
    problem = Problem([["p", "q"], ["q", "r"], ["r", "s"], ["p", "s"]])
    action = Action.of(problem, problem.symmetries(lambda item: item).options)
    job = ClassJob(problem, "dancing_cells", "asked", [Branch(action)], Goal.LIST)
    assert job.prefix((0,)) == ()
    assert job.prefix((0, 2, 5)) == (problem.options[2], Without(problem.options[1]))
    turned = Branch(action, element=np.array([2, 3, 0, 1]))
    assert ClassJob(problem, "dancing_cells", "asked", [turned], Goal.COUNT).prefix((0, 1)) == ()


@small_tasks
@GROUP
@pytest.mark.parametrize("parallel", [{}, {"workers": 2}])
def test_progress_grows(
    monkeypatch: pytest.MonkeyPatch, group: Any, number: int, parallel: Any
) -> None:
    monkeypatch.setattr("exactcover.runtime.search.progress.SECONDS_BETWEEN", 0.0)
    reports: list[Progress] = []
    assert ROOKS.count(up_to=group, progress=reports.append, **parallel) == number
    parts = [report.part for report in reports]
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    counts = [report.solutions for report in reports]
    assert counts == sorted(counts)
    assert counts[-1] == number


@pytest.mark.parametrize("parallel", [{}, {"workers": 1}])
def test_limits_stop_the_preparation(parallel: Any) -> None:
    late = ROOKS.count(up_to=TURNS, time_limit=0, **parallel)
    assert (late, late.stopped) == (0, Stop.TIME)
    flag = threading.Event()
    flag.set()
    cancelled = ROOKS.solutions(up_to=TURNS, cancel=flag, **parallel)
    assert list(cancelled) == []
    assert cancelled.stopped is Stop.CANCELLED


@pytest.mark.parametrize("name", ["covers.jsonl", "covers.parquet"])
def test_a_file_is_begun_even_if_the_preparation_is_stopped(tmp_path: Path, name: str) -> None:
    kept, path, flag = tmp_path / "checkpoint", tmp_path / name, threading.Event()
    if path.suffix == ".parquet":
        pytest.importorskip("pyarrow")

    def write(**more: Any) -> Count:
        return write_solutions(ROOKS, path, up_to="all", workers=1, **more)

    def content() -> dict[Path, bytes]:
        files = path.iterdir() if path.is_dir() else [path]
        return {each: each.read_bytes() for each in files}

    assert write(checkpoint=kept) == 1
    written = content()
    flag.set()
    assert write(checkpoint=kept, cancel=flag).stopped is Stop.CANCELLED
    assert content() == written
    assert write(checkpoint=tmp_path / "new", cancel=flag).stopped is Stop.CANCELLED
    assert not b"".join(content().values())


def test_what_is_not_possible() -> None:
    with pytest.raises(ProblemError, match="cannot be split"):
        ROOKS.count(up_to=TURNS, workers=2, method="frontier")


@small_tasks
@GROUP
@pytest.mark.parametrize("parallel", [{}, {"workers": 2}])
def test_ctrl_c_loses_no_class(
    monkeypatch: pytest.MonkeyPatch, group: Any, number: int, parallel: Any
) -> None:
    """Each class comes once, though Ctrl-C is pressed again and again."""
    monkeypatch.setattr("exactcover.runtime.search.progress.SECONDS_BETWEEN", 0.0)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    pressed = iter(range(10))

    def press(report: Progress) -> None:
        if next(pressed, None) is not None:
            signal.raise_signal(signal.SIGINT)

    found: list[Any] = []
    n_interrupts = 0
    try:
        search = ROOKS.solutions(up_to=group, method="dancing_cells", progress=press, **parallel)
        while search.stopped is None and not search.complete:
            try:
                found += search
            except Interrupted:
                n_interrupts += 1
    finally:
        signal.signal(signal.SIGINT, before)
    assert n_interrupts > 1
    assert len({one.indices for one in found}) == len(found) == number


def test_representatives_are_pickled() -> None:
    one = next(ROOKS.solutions(up_to=TURNS))
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert again.class_size == TURNS.class_size(one)


@small_tasks
@GROUP
@pytest.mark.parametrize("workers", [None, 2])
def test_a_limit_on_classes(group: Any, number: int, workers: Any) -> None:
    for limit in (1, 7, number, number + 1):
        count = ROOKS.count(up_to=group, limit=limit, workers=workers)
        assert count == min(limit, number)
        assert count.complete or limit <= number
        assert not count.complete or limit >= number
        found = list(ROOKS.solutions(up_to=group, limit=limit, workers=workers))
        assert len({one.indices for one in found}) == len(found) == min(limit, number)


@GROUP
@pytest.mark.parametrize("method", ["auto", "dancing_cells"])
@pytest.mark.parametrize("lists", [False, True])
def test_every_slice_goes_on_from_a_snapshot(
    group: Any, number: int, method: str, lists: bool
) -> None:
    def engine() -> Any:
        goal = Goal.LIST if lists else Goal.COUNT
        return ClassSearch(ROOKS, Request(goal, method=method, up_to=group)).engine

    running, found = engine(), list[Any]()
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        rows = np.zeros((3 * lists, running.depth), np.uint32)
        lengths = np.zeros(len(rows), np.uint32)
        before = running.solutions
        running.prepare()
        status = running.advance(7, Out(rows, lengths, 3 if lists else 1 << 62))
        running.check()
        n_found = running.solutions - before
        found += [tuple(sorted(row[:n])) for row, n in zip(rows.tolist(), lengths, strict=True)][
            : n_found if lists else 0
        ]
        other = engine()
        other.restore(running.snapshot())
        running = other
    assert running.solutions == number
    assert len(set(found)) == (number if lists else 0)
