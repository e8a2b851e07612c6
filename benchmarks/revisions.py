"""Compare the speed of this revision with that of another one, in turns.

    git worktree add --detach OLD REVISION
    python -m benchmarks.revisions OLD [--repeats 5] [--only count]

Two processes, one for each revision, do the same jobs alternately (`benchmarks/revision_jobs.py`);
the best processor time of each counts. The other revision needs a folder of its own for compiled
kernels: `OLD/.kernels`. The last line has the median of all ratios.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import click

from benchmarks.instances import DATA

HERE = Path(__file__).resolve().parents[1]
INSTANCES = (
    *("d3x_grid33", "domino10x10", "langford11", "latin5", "pent3x20", "pent8x8c", "queens12"),
    *("qwh30_380", "soma", "sudoku16", "sudoku17", "wordsq700"),
)
MOST_NODES = 20_000
"""The nodes of a search; both revisions visit the same ones."""
SECONDS, MODEL_SECONDS = 20.0, 5.0
"""The limits of time of a search and of a model; what takes longer is not compared."""
LEAST_SECONDS = 0.3
"""A job is repeated more often while all of its repetitions take less."""
SLOWER = 1.05
"""A ratio above this is marked."""
LEAST = 5e-6
"""Differences below so many seconds are not marked."""

PROGRAM = HERE / "benchmarks" / "revision_jobs.py"
"""The program of both processes: the one beside this file, so that both do the same jobs."""
BATCHES = (("clues17.txt", 20_000), ("hardest1905.txt", 4_000), ("magictour.txt", 4_000))
"""Files of puzzles, and how many of them are searched together."""
STRINGS, TOGETHER = 170, 10
"""How many constraint strings are solved, and how many of them are one job."""


class Revision:
    """A process that has a revision of the library loaded."""

    def __init__(self, root: Path, kernels: Path | None) -> None:
        self._root = root
        self._environment = os.environ | {"PYTHONPATH": str(root)}
        if kernels is not None:
            self._environment["NUMBA_CACHE_DIR"] = str(kernels)
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
            env=self._environment,
        )

    def ask(self, *job: Any) -> Any:
        """Let the process do a job; return its answer."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(job), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def import_seconds(self) -> float:
        """Return the processor time of a new process that builds a problem."""
        program = "import time, exactcover; exactcover.Problem([['p']]); print(time.process_time())"
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env=self._environment,
            cwd=self._root,
            capture_output=True,
            text=True,
            check=True,
        )
        return float(ran.stdout)


def jobs(old: Revision, new: Revision) -> Iterator[tuple[Any, ...]]:
    """Yield the jobs that both revisions can do."""
    engines, costs, builds, calls, boards, models = old.ask("methods")
    others = new.ask("methods")[0]
    plain = ["auto", *(name for name in engines if name in others and name not in costs)]
    yield from (("call", name) for name in calls)
    yield from (("build", name) for name in builds)
    limits = MOST_NODES, SECONDS
    paths = [str(DATA / "exactcover" / f"{name}.dlx") for name in INSTANCES]
    yield from (("count", path, method, *limits) for path in paths for method in plain)
    for verb in ("solve", "solutions"):
        yield from ((verb, path, "auto", *limits) for path in paths)
    for method in ("auto", *costs):
        yield "cheapest", str(DATA / "exactcover" / "pent6x10_cost.dlx"), method, *limits
    yield from (("board", name) for name in boards)
    for name, most in BATCHES:
        for verb in ("solve_batch", "count_batch", "formity_batch"):
            yield "batch", str(DATA / "sudoku" / name), verb, most
    path = str(DATA / "variants" / "iss_puzzles.json")
    yield from (("strings", path, k, k + TOGETHER) for k in range(0, STRINGS, TOGETHER))
    yield from (("model", name, MODEL_SECONDS) for name in models)


@click.command()
@click.argument("old", type=Path)
@click.option("--repeats", default=5, show_default=True)
@click.option("--only", multiple=True, help="Only jobs of this kind, such as count or build.")
def main(old: Path, repeats: int, only: tuple[str, ...]) -> None:
    """Print the times of both revisions, and their ratio; those above 1.05 are marked."""
    before, after = Revision(old, old / ".kernels"), Revision(HERE, None)
    print("| job | before | after | ratio |\n|---|---|---|---|", flush=True)
    ratios = []
    for job in jobs(before, after):
        if not only or job[0] in only:
            ratio, line = _row(job, before, after, repeats)
            ratios += [] if ratio is None else [ratio]
            print(line, flush=True)
    if not only or "import" in only:
        times = [[r.import_seconds() for r in (before, after)] for _ in range(2 * repeats)]
        print(_line("import, one problem", *map(min, zip(*times, strict=True))))
    if ratios:
        print(f"Median of {len(ratios)} ratios: {median(ratios):.3f}")


def _row(
    job: tuple[Any, ...], before: Revision, after: Revision, repeats: int
) -> tuple[float | None, str]:
    """Do a job by both revisions in turns; return the ratio of their times, and a line."""
    name = " ".join(Path(part).stem if "/" in str(part) else str(part) for part in job[:3])
    best, n_done, passed = [float("inf")] * 2, 0, 0.0
    while n_done < repeats or (passed < LEAST_SECONDS and n_done < 4 * repeats):
        n_done += 1
        answers = [revision.ask(*job) for revision in (before, after)]
        if any(seconds is None for seconds, _ in answers):
            is_lost = answers[0][0] is not None
            why = "**not finished any more**" if is_lost else "not compared"
            return None, f"| {name} | {answers[0]} | {answers[1]} | {why} |"
        best = [min(a, s) for a, (s, _) in zip(best, answers, strict=True)]
        passed += sum(seconds for seconds, _ in answers)
    first, second = (found for _, found in answers)
    note = "" if first == second else f" ({first} / {second})"
    return best[1] / best[0], _line(name + note, *best)


def _line(name: str, before: float, after: float) -> str:
    is_slower = after > SLOWER * before and after - before > LEAST
    return (
        f"| {name} | {before:.6f} | {after:.6f} | {after / before:.2f}"
        f"{' **slower**' if is_slower else ''} |"
    )


if __name__ == "__main__":
    main()
