"""Compare the speed of this revision of `exactcover` with that of another one, in turns.

    git worktree add --detach OLD REVISION
    python -m benchmarks.revisions OLD [--repeats 5] [--only count]

Two processes, one for each revision, do the same small jobs alternately; the best processor time of
each counts. The other revision needs a folder of its own for compiled kernels: `OLD/.kernels`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
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
SECONDS = 20.0
"""The limit of time of a search; one that takes longer is not compared."""
LEAST_SECONDS = 0.3
"""A job is repeated more often while all of its repetitions take less."""
SLOWER = 1.05
"""A ratio above this is marked."""
LEAST = 5e-6
"""Differences below so many seconds are not marked."""

SERVER = r"""
import json, sys, time
from functools import cache
import numpy as np
from exactcover import Problem
from exactcover.engines.registry import CHEAPEST, ENGINES

@cache
def problem(path):
    return Problem.read(path)

@cache
def rows(kind):
    n, width, n_items = 100_000, 5, 10_000
    rng = np.random.default_rng(1)
    items = np.sort(rng.permuted(np.tile(np.arange(n_items), (n // 100, 1)), axis=1)[:, :500]
                    .reshape(-1, width), axis=1)[:n]
    if kind == "lists":
        return [[f"i{k}" for k in row] for row in items.tolist()], [f"i{k}" for k in range(n_items)]
    if kind == "colours":
        return ([{**{f"i{k}": None for k in row}, f"s{row[0] % 99}": str(row[1] % 3)}
                 for row in items.tolist()],
                [f"i{k}" for k in range(n_items)], [f"s{k}" for k in range(99)])
    if kind == "text":
        return Problem(*rows("lists")).to_text()
    from scipy.sparse import csr_matrix
    starts = np.arange(0, items.size + 1, width)
    ones = np.ones(items.size, np.int8)
    matrix = csr_matrix((ones, items.ravel(), starts), (len(items), n_items))
    return matrix if kind == "sparse" else matrix[:2000].toarray()

TINY = [["p", "q"], ["q", "r"], ["r"], ["p"], ["q"]]

def many(call, n=200):
    start = time.process_time()
    for _ in range(n):
        call()
    return (time.process_time() - start) / n

def tiny(call):
    given = Problem(TINY)
    return many(lambda: call(given))

BUILDS = {
    "lists": lambda: Problem(*rows("lists")),
    "colours": lambda: Problem(*rows("colours")),
    "text": lambda: Problem.from_text(rows("text")),
    "sparse": lambda: Problem.from_matrix(rows("sparse")),
    "dense": lambda: Problem.from_matrix(rows("dense")),
    "links": lambda: Problem.from_matrix(rows("sparse")).links,
}
CALLS = {
    "Problem": lambda: many(lambda: Problem(TINY)),
    "solve": lambda: tiny(lambda p: p.solve()),
    "count": lambda: tiny(lambda p: p.count()),
    "solutions": lambda: tiny(lambda p: list(p.solutions())),
    "count, dancing_cells": lambda: tiny(lambda p: p.count(method="dancing_cells")),
    "cheapest": lambda: tiny(lambda p: p.cheapest()),
    "diagram": lambda: tiny(lambda p: p.diagram()),
    "reduce": lambda: tiny(lambda p: p.reduce()),
    "new Problem, solve": lambda: many(lambda: Problem(TINY).solve()),
}

def search(verb, path, method, most_nodes, seconds):
    given = problem(path)
    given.links, given.options
    limits = {"max_nodes": most_nodes, "time_limit": seconds}
    start = time.process_time()
    if verb == "solutions":
        found = given.solutions(method=method, limit=20_000, **limits)
        answer = sum(1 for _ in found)
    elif verb == "cheapest":
        found = given.cheapest(method=method, **limits)
        answer = found.cost
    else:
        found = getattr(given, verb)(method=method, **limits)
        answer = int(found) if verb == "count" else None
    passed = time.process_time() - start
    late = found.stopped is not None and found.stopped.value == "time"
    return None if late else passed, [answer, found.complete, found.statistics.nodes]

def answer(kind, *given):
    if kind == "methods":
        return list(ENGINES), list(CHEAPEST), list(BUILDS), list(CALLS)
    if kind == "build":
        call = BUILDS[given[0]]
        if given[0] != "links":
            rows("sparse" if given[0] == "links" else given[0])
        return many(call, 1), None
    if kind == "call":
        return CALLS[given[0]](), None
    try:
        return search(kind, *given)
    except Exception as error:
        return None, repr(error)[:80]

for line in sys.stdin:
    print(json.dumps(answer(*json.loads(line))), flush=True)
"""


class Revision:
    """A process that has a revision of the library loaded."""

    def __init__(self, root: Path, kernels: Path | None) -> None:
        self._root = root
        self._environment = os.environ | {"PYTHONPATH": str(root)}
        if kernels is not None:
            self._environment["NUMBA_CACHE_DIR"] = str(kernels)
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVER],
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
    engines, costs, builds, calls = old.ask("methods")
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


@click.command()
@click.argument("old", type=Path)
@click.option("--repeats", default=5, show_default=True)
@click.option("--only", help="Only the jobs of this kind, such as count or build.")
def main(old: Path, repeats: int, only: str | None) -> None:
    """Print the times of both revisions, and their ratio; those above 1.05 are marked."""
    before, after = Revision(old, old / ".kernels"), Revision(HERE, None)
    print("| job | before | after | ratio |\n|---|---|---|---|", flush=True)
    for job in jobs(before, after):
        if only in (None, job[0]):
            print(_row(job, before, after, repeats), flush=True)
    if only in (None, "import"):
        times = [[r.import_seconds() for r in (before, after)] for _ in range(2 * repeats)]
        print(_line("import, one problem", *map(min, zip(*times, strict=True))))


def _row(job: tuple[Any, ...], before: Revision, after: Revision, repeats: int) -> str:
    """Do a job by both revisions in turns; return a line of the table."""
    name = " ".join(Path(part).stem if "/" in str(part) else str(part) for part in job[:3])
    best, n_done, passed = [float("inf")] * 2, 0, 0.0
    while n_done < repeats or (passed < LEAST_SECONDS and n_done < 4 * repeats):
        n_done += 1
        answers = [revision.ask(*job) for revision in (before, after)]
        if any(seconds is None for seconds, _ in answers):
            return f"| {name} | {answers[0]} | {answers[1]} | not compared |"
        best = [min(a, s) for a, (s, _) in zip(best, answers, strict=True)]
        passed += sum(seconds for seconds, _ in answers)
    first, second = (found for _, found in answers)
    note = "" if first == second else f" ({first} / {second})"
    return _line(name + note, *best)


def _line(name: str, before: float, after: float) -> str:
    is_slower = after > SLOWER * before and after - before > LEAST
    return (
        f"| {name} | {before:.6f} | {after:.6f} | {after / before:.2f}"
        f"{' **slower**' if is_slower else ''} |"
    )


if __name__ == "__main__":
    main()
