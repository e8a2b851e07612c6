"""The run of a count: limits, Ctrl-C, checkpoints, kills."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactcover import CheckpointError, Interrupted, Progress, Stop
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import Limits
from sudoku.counting import run as module
from sudoku.counting.checkpoint import Checkpoint
from sudoku.counting.run import Run
from sudoku.counting.stage import Counting, Stage

N = 40
FACTS = {"shape": "none"}
TOTAL = sum(k * k for k in range(N)) + N


class Halting:
    """A count whose task number `last` does something else first, once."""

    def __init__(self, last: int = -1, action: object = None) -> None:
        self.last, self.action = last, action
        self.n_done = 0

    def work(self, task: int, due: Flag) -> int | None:
        if task == self.last and self.action is not None:
            action, self.action = self.action, None
            action()  # type: ignore[operator]
            while not due.is_set():
                threading.Event().wait(0.001)
            return None
        self.n_done += 1
        return task

    def counting(self) -> Counting:
        numbers = yield Stage("numbers", [1.0] * N, self.work, 0.5)
        assert numbers == list(range(N))

        def square(task: int, due: Flag) -> int | None:
            found = self.work(N + task, due)
            return None if found is None else numbers[task] ** 2

        (total,) = yield Stage(
            "squares", [1.0] * N, square, 1.0, lambda found: found[0], adds_up=True
        )
        return total + N


def checkpoint(path: Path) -> Checkpoint:
    return Checkpoint(path, FACTS)


@pytest.mark.parametrize("workers", [1, 3])
def test_a_count_to_its_end(workers: int) -> None:
    seen: list[Progress] = []
    run = Run(Halting().counting(), Limits(progress=seen.append), workers, None, "squares")
    number = run.count()
    assert number == TOTAL
    assert number.complete
    assert (number.part, number.left, number.stopped) == (1.0, None, None)
    assert (number.statistics.nodes, number.engine) == (2 * N, "squares")
    assert seen[-1].part == 1.0


@pytest.mark.parametrize("last", [0, 5, N - 1, N, N + 17, 2 * N - 1])
@pytest.mark.parametrize("workers", [1, 3])
def test_a_cancelled_count_goes_on_from_its_checkpoint(
    tmp_path: Path, last: int, workers: int
) -> None:
    path, flag = tmp_path / "kept.json", threading.Event()
    halting = Halting(last, flag.set)
    limits = Limits(cancel=flag)
    number = Run(halting.counting(), limits, workers, checkpoint(path), "squares").count()
    assert (number.complete, number.stopped) == (False, Stop.CANCELLED)
    assert number.part is not None
    n_done = round(number.part * 2 * N)
    assert n_done <= last
    assert number <= sum(k * k for k in range(last - N))
    if workers == 1:  # other threads may still be busy with tasks before the last one
        assert (n_done, number) == (last, sum(k * k for k in range(last - N)))
    other = Halting()
    again = Run(other.counting(), Limits(), workers, checkpoint(path), "squares").count()
    assert again == TOTAL
    assert again.complete
    assert other.n_done == 2 * N - n_done
    # The file now has all, so nothing is done again.
    third = Halting()
    assert Run(third.counting(), Limits(), workers, checkpoint(path), "squares").count() == TOTAL
    assert third.n_done == 0


def test_no_time_at_all() -> None:
    number = Run(Halting().counting(), Limits(time_limit=0), None, None, "squares").count()
    assert (int(number), number.complete, number.stopped) == (0, False, Stop.TIME)
    assert "at least 0, stopped by the time limit" in repr(number)


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    main = threading.main_thread().ident
    assert main is not None
    halting = Halting(N + 4, lambda: signal.pthread_kill(main, signal.SIGINT))
    with pytest.raises(Interrupted) as raised:
        Run(halting.counting(), Limits(), 2, checkpoint(path), "squares").count()
    assert raised.value.result == sum(k * k for k in range(4))
    other = Halting()
    assert Run(other.counting(), Limits(), 2, checkpoint(path), "squares").count() == TOTAL
    assert other.n_done == N - 4


def test_an_error_in_a_task_is_raised_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"

    def fail() -> None:
        raise MemoryError("too large")

    with pytest.raises(MemoryError, match="too large"):
        Run(Halting(N + 9, fail).counting(), Limits(), 2, checkpoint(path), "squares").count()
    other = Halting()
    assert Run(other.counting(), Limits(), 2, checkpoint(path), "squares").count() == TOTAL
    assert other.n_done <= N - 9 + 1


def versions(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield all that is ever written to the checkpoint of a count, the states after a kill."""
    monkeypatch.setattr(module, "SECONDS_TO_SAVE", 0.0)
    written = []
    own = checkpoint(path)
    save = own.save

    def saving(stage: str, done: int, found: list[int]) -> None:
        save(stage, done, found)
        written.append(path.read_text())

    monkeypatch.setattr(own, "save", saving)
    assert Run(Halting().counting(), Limits(), 2, own, "squares").count() == TOTAL
    yield from written


def test_every_state_of_a_checkpoint_leads_to_the_same_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    for text in versions(path, monkeypatch):
        path.write_text(text)
        assert Run(Halting().counting(), Limits(), 2, checkpoint(path), "squares").count() == TOTAL


KILLED = """
import os, signal, sys
from pathlib import Path
from exactcover.runtime.search.request import Limits
from sudoku.counting import run
from sudoku.counting.checkpoint import Checkpoint
from tests.sudoku.counting.test_run import FACTS, Halting

run.SECONDS_TO_SAVE = 0.0
kill = lambda: os.kill(os.getpid(), signal.SIGKILL)
kept = Checkpoint(Path(sys.argv[1]), FACTS)
run.Run(Halting(57, kill).counting(), Limits(), 1, kept, "squares").count()
"""


def test_a_killed_count_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    other = Halting()
    assert Run(other.counting(), Limits(), 1, checkpoint(path), "squares").count() == TOTAL
    assert other.n_done < N


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[: len(text) // 2], "is damaged"),
        (lambda text: text.replace('"done": 40', '"done": 39'), "its digest does not fit"),
        (lambda text: "[]", "is no checkpoint of a count of grids"),
        (lambda text: text.replace("sudoku grids 1", "sudoku grids 0"), "another version"),
        (lambda text: "not JSON", "is damaged"),
    ],
)
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, change: object, message: str) -> None:
    path = tmp_path / "kept.json"
    Run(Halting().counting(), Limits(), 1, checkpoint(path), "squares").count()
    path.write_text(change(path.read_text()))  # type: ignore[operator]
    with pytest.raises(CheckpointError, match=message):
        checkpoint(path)


def test_a_checkpoint_of_another_count_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    Run(Halting().counting(), Limits(), 1, checkpoint(path), "squares").count()
    with pytest.raises(CheckpointError, match="is of another count"):
        Checkpoint(path, {"shape": "3x3"})
    with pytest.raises(CheckpointError, match="there is no folder"):
        Checkpoint(tmp_path / "none" / "kept.json", FACTS)


@pytest.mark.parametrize("n_tasks", [N - 1, N + 1])
def test_stages_of_other_sizes_are_refused(tmp_path: Path, n_tasks: int) -> None:
    path = tmp_path / "kept.json"
    Run(Halting().counting(), Limits(), 1, checkpoint(path), "squares").count()
    with checkpoint(path) as kept:
        assert kept.found("numbers", N, adds_up=False) == (N, list(range(N)))
        assert kept.found("others", N, adds_up=True) == (0, [0])
        with pytest.raises(CheckpointError, match="it has other tasks"):
            kept.found("numbers", n_tasks, adds_up=n_tasks > N)
    assert json.loads(path.read_text())["facts"] == FACTS


def test_two_runs_cannot_use_one_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"

    def begin_another() -> None:
        with pytest.raises(CheckpointError, match=r"kept\.json.* is in use by another run"):
            checkpoint(path)
        cancelled.set()

    cancelled = threading.Event()
    halting = Halting(N + 3, begin_another)
    limits = Limits(cancel=cancelled)
    first = Run(halting.counting(), limits, 1, checkpoint(path), "squares").count()
    assert first.stopped is Stop.CANCELLED
    kept = path.read_text()
    command = "import sys; from pathlib import Path; from tests.sudoku.counting.test_run import *\n"
    command += "checkpoint(Path(sys.argv[1]))"
    with checkpoint(path):
        ended = subprocess.run(
            [sys.executable, "-c", command, str(path)], capture_output=True, text=True, check=False
        )
    assert "is in use by another run" in ended.stderr
    assert path.read_text() == kept
    assert Run(Halting().counting(), Limits(), 1, checkpoint(path), "squares").count() == TOTAL


def test_a_refused_checkpoint_is_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text("not JSON")
    with pytest.raises(CheckpointError, match="is damaged"):
        checkpoint(path)
    path.unlink()
    assert Run(Halting().counting(), Limits(), 1, checkpoint(path), "squares").count() == TOTAL
