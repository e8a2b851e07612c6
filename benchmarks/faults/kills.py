"""Kill processes while they write or search, and the workers of parallel searches."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.faults.attempts import DONE, Outcome, Tally, in_child, start
from benchmarks.faults.clusters import clusters
from benchmarks.faults.verbs import FACTORIAL, PUZZLE, ROOKS, make_tasks_small
from exactcover import Problem
from exactcover.parallel.cover_job import CoverJob
from sudoku import Puzzle
from sudoku.pictures.picture import picture

ROOT = Path(__file__).parents[2]
GOALS = {
    "count": "`count(checkpoint=)`",
    "lines": "`write_solutions(checkpoint=)`",
    "iterator": "`solutions(checkpoint=)`",
    "model_count": "`csp.Model.count(checkpoint=)`",
    "model_minimum": "`csp.Model.minimize(checkpoint=)`",
}
GROW = 7
"""The number of rooks in parallel searches, which then take long enough to kill workers."""
N_WORKERS = 2
"""The number of workers that are killed in a search, unless it ends before."""


def searches(n_kills: int) -> list[Tally]:
    """Kill searches with checkpoints at random moments, and resume them until they end."""
    rows = []
    for goal, name in GOALS.items():
        command = [sys.executable, "-m", "tests.killing", goal, str(n_kills)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        found = re.search(r"(\d+) kills", done.stdout)
        row = Tally("SIGKILL at a random moment, and the same call again", name)
        row.times = int(found[1]) if found else 0
        row.seen[DONE if found else done.stderr.strip().rpartition("\n")[2]] = row.times or 1
        row.lost += not found
        rows.append(row)
    return rows


def writers(n_kills: int, rng: random.Random) -> list[Tally]:
    """Kill processes that write the same file again and again: it is always whole."""
    diagrams = [ROOKS.diagram(), Problem([["p"]]).diagram()]
    problems = [ROOKS, Problem([["p"]])]
    drawings = [picture(Puzzle.from_text(text)) for text in (PUZZLE, "1" + 80 * ".")]
    kinds: dict[str, list[Callable[[Path], object]]] = {
        "`Diagram.save`": [each.save for each in diagrams],
        "`Problem.write`": [each.write for each in problems],
        "`Picture.save`": [each.save for each in drawings],
    }
    return [_writer(name, acts, n_kills, rng) for name, acts in kinds.items()]


def _writer(
    name: str, acts: list[Callable[[Path], object]], n_kills: int, rng: random.Random
) -> Tally:
    row = Tally("SIGKILL while a file is written over another", name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file.svg"
        wholes = []
        for act in acts:
            act(path)
            wholes.append(path.read_bytes())

        def write() -> None:
            while True:
                for act in acts:
                    act(path)

        for _ in range(n_kills):
            pid, reading = start(write)
            time.sleep(rng.uniform(0.0, 0.03))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(reading)
            is_whole = path.read_bytes() in wholes
            row.lost += not is_whole
            row.note(Outcome("the old file or the new one", is_whole))
    return row


def pools(times: int, rng: random.Random) -> Tally:
    """Kill worker processes of a pool while they search."""
    row = Tally("SIGKILL of a worker process", "`count(executor=)`, a process pool")
    problem = Problem([[r, ("c", c)] for r in range(GROW + 1) for c in range(GROW + 1)])

    def search() -> None:
        pools: list[ProcessPoolExecutor] = []

        def make() -> ProcessPoolExecutor:
            pools.append(ProcessPoolExecutor(2, get_context("fork")))
            return pools[-1]

        killed: list[int] = []

        def kill() -> None:
            while len(killed) < N_WORKERS:
                time.sleep(rng.uniform(0.0, 0.05))
                for pid in list(pools[-1]._processes or ())[:1] if pools else ():
                    if pid not in killed:
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)

        threading.Thread(target=kill, daemon=True).start()
        number = problem.count(executor=make, workers=2, method="dancing_cells")
        assert (int(number), number.complete) == (56 * FACTORIAL, True)
        assert killed, "the search ended before a worker was killed"

    for _ in range(times):
        rng.random()  # each child process kills at other moments
        row.note(in_child(search))
    return row


def threads(times: int, rng: random.Random) -> Tally:
    """Let a worker raise an error, and resume from the checkpoint."""
    row = Tally("an error in a worker thread, and the same call again", "`count(checkpoint=)`")
    for _ in range(times):
        last = rng.randrange(2, 60)
        with TemporaryDirectory() as folder:
            kept = Path(folder) / "run"
            row.note(in_child(partial(_failing, kept, last)))
            again = in_child(partial(_count, kept))
        row.lost += not again.is_done
    return row


def _failing(kept: Path, last: int) -> None:
    make: Any = CoverJob.engine
    calls = []

    def engine(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) > last:
            raise MemoryError("no memory for a worker")
        return make(*arguments)

    CoverJob.engine = engine  # type: ignore[method-assign, assignment]
    _count(kept)


def _count(kept: Path) -> None:
    number = ROOKS.count(checkpoint=kept, workers=2, method="dancing_cells")
    assert (int(number), number.complete) == (FACTORIAL, True)


def measure(*, is_quick: bool = False) -> list[Tally]:
    """Kill searches, writers and workers, and return the rows of the table."""
    make_tasks_small()
    rng = random.Random(5)
    if is_quick:
        return [*writers(5, rng), threads(2, rng)]
    own = [*writers(100, rng), threads(20, rng), pools(10, rng), clusters(10)]
    return [*searches(100), *own]
