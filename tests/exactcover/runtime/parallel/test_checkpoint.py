"""Checkpoints: after any fault the count is exact, or the file is refused with a clear error."""

import errno
import os
import signal
import sqlite3
import subprocess
import sys
import time
from functools import partial
from io import FileIO
from pathlib import Path

import numpy as np
import pytest

from exactcover import Problem, write_solutions
from exactcover.parallel.cover_job import CoverJob
from exactcover.parallel.solution_files import output_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.parallel import checkpoint as checkpoints
from exactcover.runtime.parallel.checkpoint import Checkpoint, CheckpointError
from exactcover.runtime.parallel.checkpoint_schema import INSERT_TASK, digest_of
from tests.problems import choices

PERMUTATIONS = Problem([[row, ("column", column)] for row in range(5) for column in range(5)])
OTHER = choices(5)

# A run that others may kill: tasks of 50 nodes, and a transaction for each. It says when it begins.
RUN = """
import sys
from exactcover import Problem
from exactcover.runtime.parallel import checkpoint
from exactcover.runtime.parallel import run
from exactcover.parallel.cover_job import CoverJob
CoverJob.call_nodes, CoverJob.task_updates = 50, 1
checkpoint.SECONDS, run.BATCH_SECONDS = 0.0, 1e-9
rows = Problem([[r, ("column", c)] for r in range(7) for c in range(7)])
kept, executor = sys.argv[1], None
if "pool" in sys.argv:
    from concurrent.futures import ProcessPoolExecutor
    executor = lambda: ProcessPoolExecutor(2)
rows.count(limit=1, method="dancing_cells")
if "full" in sys.argv:  # a limit on the size of files stands for a full disk
    import resource
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
print("begins", flush=True)
number = rows.count(checkpoint=kept, method="dancing_cells", workers=2, executor=executor)
print(int(number), number.complete)
"""
FACTORIAL = 5040


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a task end after a few nodes, and every outcome be saved."""
    monkeypatch.setattr(CoverJob, "call_nodes", 3)
    monkeypatch.setattr(CoverJob, "task_updates", 1)
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)


def half_done(path: Path) -> Path:
    """Make a checkpoint of permutations that was stopped on the way."""
    number = PERMUTATIONS.count(workers=1, method="masks", checkpoint=path, max_nodes=60)
    assert not number.complete
    return path


def resumed(path: Path) -> int:
    """Go on from a checkpoint; return the count of a complete run."""
    number = PERMUTATIONS.count(workers=2, method="masks", resume=path)
    assert number.complete
    return int(number)


@pytest.mark.usefixtures("small_tasks")
def test_a_run_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = half_done(tmp_path / "run")
    with Checkpoint(path) as kept:
        before = kept.sums()
        assert 0 < before.found < 120
        assert len(kept.tasks()) > 1
    assert resumed(path) == 120
    with Checkpoint(path) as kept:
        assert kept.sums().found == 120
        assert kept.sums().nodes > before.nodes
        assert kept.tasks() == []
    assert resumed(path) == 120  # a complete run stays complete


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("seed", [None, 3])
@pytest.mark.parametrize("is_rows", [False, True])
def test_an_iterator_goes_on_behind_what_was_taken(
    tmp_path: Path, seed: int | None, is_rows: bool
) -> None:
    path, found = tmp_path / "run", list[tuple[int, ...]]()
    for limit in (7, 8, 50, 50, None):
        solutions = PERMUTATIONS.solutions(workers=2, seed=seed, checkpoint=path, limit=limit)
        if is_rows:
            found += [tuple(row) for rows in solutions.arrays() for row in rows.tolist()]
        else:
            found += [solution.indices for solution in solutions]
        assert len(found) == len(set(found)) == (limit or 120)
        assert solutions.complete == (limit is None)
    assert list(PERMUTATIONS.solutions(seed=seed, resume=path)) == []


@pytest.mark.usefixtures("small_tasks")
def test_what_was_handed_out_last_comes_again(tmp_path: Path) -> None:
    path = tmp_path / "run"
    first = PERMUTATIONS.solutions(workers=1, checkpoint=path)
    taken = [next(first).indices for _ in range(5)]
    first.close()
    rest = [solution.indices for solution in PERMUTATIONS.solutions(workers=1, checkpoint=path)]
    assert len(rest) == 116
    assert set(taken[:4]).isdisjoint(rest)
    assert set(taken[4:]) < set(rest)


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("labels", [None, [f"option {k % 24}" for k in range(25)]])
def test_one_solution_and_the_cheapest_are_kept(tmp_path: Path, labels: list[str] | None) -> None:
    path = tmp_path / "run"
    for _ in range(2):  # whoever asks again has not taken it
        assert PERMUTATIONS.solve(workers=1, checkpoint=path)
    options = [[row, ("column", column)] for row in range(5) for column in range(5)]
    priced = Problem(options, costs=[k * k % 17 for k in range(25)], labels=labels)
    path = tmp_path / "cheapest"
    best, n_runs = priced.cheapest(3, workers=2, checkpoint=path, max_nodes=20), 1
    while not best.complete:
        n_runs += 1
        best = priced.cheapest(3, workers=2, checkpoint=path, max_nodes=20 * n_runs)
    assert n_runs > 2
    assert best.costs == priced.cheapest(3).costs
    assert priced.cheapest(3, resume=path).costs == best.costs


@pytest.mark.usefixtures("small_tasks")
def test_of_another_problem_or_search(tmp_path: Path) -> None:
    path = half_done(tmp_path / "run")
    with pytest.raises(CheckpointError, match="is of another problem"):
        OTHER.count(workers=1, method="masks", resume=path)
    with pytest.raises(CheckpointError, match="another search: method"):
        PERMUTATIONS.count(workers=1, method="dancing_cells_memo", resume=path)
    with pytest.raises(CheckpointError, match=r"another search: chosen was \[\], now \[0\]"):
        PERMUTATIONS.count(workers=1, method="masks", chosen=[0], resume=path)
    with pytest.raises(CheckpointError, match="is of a count, and this is a search for one"):
        PERMUTATIONS.solve(resume=path)
    listed = tmp_path / "listed"
    assert len(list(choices(1).solutions(checkpoint=listed))) == 2
    with pytest.raises(CheckpointError, match="of a listing of solutions, and this is a count"):
        choices(1).count(resume=listed)
    with pytest.raises(CheckpointError, match="of a listing of solutions, and this is a search"):
        choices(1).solve(resume=listed)
    path = tmp_path / "begun"  # a listing that has returned nothing yet
    assert list(PERMUTATIONS.solutions(workers=1, checkpoint=path, max_nodes=1)) == []
    assert PERMUTATIONS.solve(workers=1, resume=path)
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        PERMUTATIONS.count(resume=tmp_path / "missing")
    with pytest.raises(CheckpointError, match="there is no folder"):
        PERMUTATIONS.count(checkpoint=tmp_path / "missing" / "run")


@pytest.mark.usefixtures("small_tasks")
def test_two_runs_on_one_checkpoint(tmp_path: Path) -> None:
    path = half_done(tmp_path / "run")
    with Checkpoint(path):
        with pytest.raises(CheckpointError, match="is in use by another run"):
            resumed(path)
        with Checkpoint(path, is_read_only=True) as watched:
            assert 0 < watched.sums().found < 120
    assert resumed(path) == 120


@pytest.mark.slow
@pytest.mark.usefixtures("small_tasks")
def test_no_flipped_bit_or_missing_end_is_believed(tmp_path: Path) -> None:
    whole = half_done(tmp_path / "run").read_bytes()
    path = tmp_path / "damaged"
    n_refused = 0
    places = range(0, len(whole), max(1, len(whole) // 60))
    damages: list[bytes] = [
        whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :]
        for place in places
    ]
    damages += [whole[: len(whole) * part // 9] for part in range(9)]
    for damaged in damages:
        path.write_bytes(damaged)
        try:
            assert resumed(path) == 120
        except CheckpointError as error:
            assert "damaged" in str(error) or "cannot be used" in str(error)
            n_refused += 1
    assert n_refused > 10


def start(arguments: list[str]) -> subprocess.Popen[str]:
    """Start a run in a process of its own; return when it begins."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "begins\n"
    return process


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["count", "lines", "iterator", "classes", "representatives"])
def test_killed_at_twenty_moments(goal: str) -> None:
    root = Path(__file__).parents[4]
    command = [sys.executable, "-m", "tests.killing", goal]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    assert "runs that ended" in done.stdout


def test_a_killed_worker_of_a_pool(tmp_path: Path) -> None:
    kept = tmp_path / "run"
    process = start([str(kept), "pool"])
    killed: set[int] = set()
    while process.poll() is None and len(killed) < 2:
        for child in children(process.pid) - killed:
            if kept.exists():
                os.kill(child, signal.SIGKILL)
                killed.add(child)
                break
        time.sleep(0.01)
    out, err = process.communicate(timeout=600)
    assert out == f"{FACTORIAL} True\n", err
    assert killed


def children(parent: int) -> set[int]:
    """Return the processes that a process has started."""
    tasks = Path(f"/proc/{parent}/task")
    if not tasks.is_dir():
        pytest.skip("the system does not tell which processes a process has started")
    lists = [path / "children" for path in tasks.iterdir()]
    return {int(pid) for path in lists if path.exists() for pid in path.read_text().split()}


def test_a_full_disk(tmp_path: Path) -> None:
    kept = tmp_path / "run"
    process = start([str(kept), "full"])
    _, err = process.communicate(timeout=600)
    assert process.returncode != 0
    assert "CheckpointError" in err
    assert str(kept) in err
    process = start([str(kept)])
    out, err = process.communicate(timeout=600)
    assert out == f"{FACTORIAL} True\n", err


def test_what_is_no_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("text " * 999)
    with pytest.raises(CheckpointError, match="is damaged, or is none"):
        choices(3).count(checkpoint=path)
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE other (number INTEGER)")
    with pytest.raises(CheckpointError, match="its tables are not those of a checkpoint"):
        choices(3).count(checkpoint=path)


def test_solutions_into_a_folder_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError.__mro__[1], match="there is no folder"):
        write_solutions(PERMUTATIONS, tmp_path / "missing" / "covers.jsonl")


@pytest.mark.usefixtures("small_tasks")
def test_of_another_version(tmp_path: Path) -> None:
    path = half_done(tmp_path / "run")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE facts SET value = 'exactcover checkpoint 1' WHERE name = 'format'")
    database.close()
    with pytest.raises(CheckpointError, match=r"by another version.*checkpoint 1'"):
        resumed(path)


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("name", ["covers.jsonl", "covers.parquet"])
def test_solutions_that_are_gone_are_missed(tmp_path: Path, name: str) -> None:
    path, kept = tmp_path / name, tmp_path / "run"
    write = partial(write_solutions, PERMUTATIONS, path, method="masks", checkpoint=kept)
    write(workers=1, max_nodes=60)
    whole = path if path.is_file() else next(path.iterdir())
    whole.rename(tmp_path / "moved")
    with pytest.raises(ProblemError, match="solutions are missing"):
        write(workers=1)
    (tmp_path / "moved").rename(whole)
    content = whole.read_bytes()
    whole.write_bytes(b"x" * len(content))
    with pytest.raises(ProblemError, match=r"are not the|is damaged"):
        write(workers=1)
    whole.write_bytes(content)
    assert write(workers=1) == 120


def test_on_a_disk_that_is_full_there_are_only_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = output_of(tmp_path / "covers.jsonl", PERMUTATIONS)
    output.go_to(None)
    row, length = np.arange(5, dtype=np.uint32), np.uint32(5)
    output.write(np.array([row]), np.array([length]))
    line = (tmp_path / "covers.jsonl").read_bytes()
    file = FullFile(output._file)  # type: ignore[attr-defined]
    output._file = file  # type: ignore[attr-defined]
    with pytest.raises(OSError, match=r"No space left on device: .*covers\.jsonl"):
        output.write(np.array([row, row]), np.array([length, length]))
    output.close()
    assert file.n_written > 0
    assert (tmp_path / "covers.jsonl").read_bytes() == line


class FullFile:
    """A file on a disk with ten free bytes."""

    def __init__(self, file: FileIO) -> None:
        self._file, self.n_written = file, 0
        self.truncate, self.close = file.truncate, file.close

    def write(self, data: bytes) -> int:
        """Write as many bytes as are free."""
        if self.n_written == 10:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.n_written += self._file.write(data[: 10 - self.n_written])
        return self.n_written


@pytest.mark.skipif(sys.platform == "win32", reason="everyone may write everywhere")
def test_where_nothing_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "run-lock").mkdir()  # as on a read-only disk, it cannot be opened
    with pytest.raises(CheckpointError, match="cannot be opened or made"):
        PERMUTATIONS.count(checkpoint=tmp_path / "run")


def test_values_that_cannot_be_read_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "run"
    choices(3).count(checkpoint=path, workers=1)
    with sqlite3.connect(path) as database:
        row = list(database.execute("SELECT * FROM tasks WHERE n_left IS NOT NULL").fetchone())
        row[5] = "[]"  # where a number of nodes stands; the digest of the row is right
        database.execute(INSERT_TASK, (*row[:-1], digest_of(*row[:-1])))
    database.close()
    with pytest.raises(CheckpointError, match="is damaged"):
        choices(3).count(checkpoint=path)
