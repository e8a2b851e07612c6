"""Runs with checkpoints that are killed at random moments until they end: in a process of its own.

``python -m tests.killing GOAL [KILLS]`` raises unless each run that ended found all there is.
"""

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from csp import Model, all_different
from csp.parallel.tasks import Assignments
from exactcover import Problem, write_solutions
from exactcover.parallel.cover_job import CoverJob
from exactcover.runtime.parallel import checkpoint, run

N_KILLS = 20
SECONDS = 0.3
"""The longest that a run lives at first; each time a little longer, so that it ends one day."""
N = 6
FACTORIAL = 720

problem = Problem([[r, ("column", c)] for r in range(N) for c in range(N)])
turns = problem.symmetries(
    [
        lambda item: N - 1 - item if isinstance(item, int) else item,
        lambda item: item if isinstance(item, int) else ("column", N - 1 - item[1]),
    ]
)
N_CLASSES = 192
"""The mean of what the four turns leave as it is: all covers, none, none, and 48."""
model = Model()
x = model.variables(N, range(N), name="x")
model.post(all_different(x))
cost = sum((k * k % 5) * v for k, v in enumerate(x)) - 3 * x[0]


def count(folder: Path) -> None:
    """Count covers."""
    number = problem.count(checkpoint=folder / "run", method="dancing_cells", workers=2)
    assert (number, number.complete) == (FACTORIAL, True)


def lines(folder: Path) -> None:
    """Write covers to a file."""
    path = folder / "covers.jsonl"
    write_solutions(problem, path, checkpoint=folder / "run", method="dancing_cells", workers=2)
    found = path.read_text().splitlines()
    assert len(found) == len(set(found)) == FACTORIAL


def iterator(folder: Path) -> None:
    """Go through covers, and write each down at once: some come again after a kill, all come."""
    path = folder / "covers"
    with path.open("a", buffering=1) as file:
        for solution in problem.solutions(
            checkpoint=folder / "run", method="dancing_cells", workers=2
        ):
            file.write(f"\n{list(solution.indices)}")
    whole = [line for line in path.read_text().splitlines() if line.endswith("]")]
    assert len(set(whole)) == FACTORIAL


def classes(folder: Path) -> None:
    """Count classes of covers."""
    number = problem.count(up_to=turns, checkpoint=folder / "run", workers=2)
    assert (number, number.complete) == (N_CLASSES, True)


def representatives(folder: Path) -> None:
    """Go through one cover of each class, as `iterator` goes through all covers."""
    path = folder / "covers"
    with path.open("a", buffering=1) as file:
        for solution in problem.solutions(up_to=turns, checkpoint=folder / "run", workers=2):
            file.write(f"\n{list(solution.indices)}")
    whole = [line for line in path.read_text().splitlines() if line.endswith("]")]
    assert len(set(whole)) == N_CLASSES


def model_count(folder: Path) -> None:
    """Count the solutions of a model."""
    number = model.count(checkpoint=folder / "run", workers=2)
    assert (number, number.complete) == (FACTORIAL, True)


def model_minimum(folder: Path) -> None:
    """Minimise."""
    best = model.minimize(cost, checkpoint=folder / "run", workers=2)
    assert best.complete
    assert best.solution is not None
    assert best.value == best.solution[cost] == LEAST


GOALS: dict[str, Callable[[Path], None]] = {
    each.__name__: each
    for each in (count, lines, iterator, classes, representatives, model_count, model_minimum)
}


def kills_until_end(act: Callable[[Path], None], folder: Path, rng: random.Random) -> int:
    """Let a run be killed again and again until one comes to its end; return how often it was."""
    n_kills = 0
    while True:
        pid = os.fork()
        if not pid:
            try:
                act(folder)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        if has_ended(pid, rng.uniform(0.0, SECONDS * 1.1**n_kills)):
            return n_kills
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        n_kills += 1


def has_ended(pid: int, seconds: float) -> bool:
    """Wait for a process for so long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            assert not status, "a run did not end well"
            return True
        time.sleep(0.002)
    return False


if __name__ == "__main__":
    CoverJob.call_nodes, CoverJob.task_updates = 20, 1
    Assignments.call_nodes, Assignments.task_updates = 20, 1
    checkpoint.SECONDS, run.BATCH_SECONDS = 0.01, 1e-9
    act = GOALS[sys.argv[1]]
    problem.count(limit=1, method="dancing_cells")
    LEAST = model.minimize(cost).value if act is model_minimum else None
    if act is model_count:
        model.count(limit=1, method="propagation")
    rng, n_kills, n_runs = random.Random(1), 0, 0
    most = int(sys.argv[2]) if len(sys.argv) > 2 else N_KILLS
    while n_kills < most:
        with TemporaryDirectory() as folder:
            n_kills += kills_until_end(act, Path(folder), rng)
            n_runs += 1
    print(f"{n_kills} kills, {n_runs} runs that ended")
