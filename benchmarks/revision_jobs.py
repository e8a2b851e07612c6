"""Do the jobs whose times `benchmarks.revisions` compares, with the packages of one revision.

This program reads jobs as lines of JSON. For each it prints the processor seconds and the answer,
with None in place of the seconds if the job cannot be compared. It runs with the packages of old
revisions, too, and so imports only what all of them have.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from exactcover import Problem
from exactcover.engines.registry import CHEAPEST, ENGINES

Timed = tuple[float | None, Any]

TINY = [["p", "q"], ["q", "r"], ["r"], ["p"], ["q"]]
CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@cache
def problem(path: str) -> Problem:
    """Return the problem of a file, which is read once."""
    return Problem.read(path)


@cache
def rows(kind: str) -> Any:
    """Return a large random problem in one of the forms from which problems are built."""
    n, width, n_items = 100_000, 5, 10_000
    rng = np.random.default_rng(1)
    permuted = rng.permuted(np.tile(np.arange(n_items), (n // 100, 1)), axis=1)[:, :500]
    items = np.sort(permuted.reshape(-1, width), axis=1)[:n]
    if kind == "lists":
        return [[f"i{k}" for k in row] for row in items.tolist()], [f"i{k}" for k in range(n_items)]
    if kind == "colours":
        return (
            [
                {**{f"i{k}": None for k in row}, f"s{row[0] % 99}": str(row[1] % 3)}
                for row in items.tolist()
            ],
            [f"i{k}" for k in range(n_items)],
            [f"s{k}" for k in range(99)],
        )
    if kind == "text":
        return Problem(*rows("lists")).to_text()
    from scipy.sparse import csr_matrix

    starts = np.arange(0, items.size + 1, width)
    ones = np.ones(items.size, np.int8)
    matrix = csr_matrix((ones, items.ravel(), starts), (len(items), n_items))
    return matrix if kind == "sparse" else matrix[:2000].toarray()


def many(call: Callable[[], object], n: int = 200) -> float:
    """Return the processor seconds of a call, on average."""
    start = time.process_time()
    for _ in range(n):
        call()
    return (time.process_time() - start) / n


def tiny(call: Callable[[Problem], object]) -> float:
    """Return the processor seconds of a call with a tiny problem."""
    given = Problem(TINY)
    return many(lambda: call(given))


BUILDS: dict[str, Callable[[], object]] = {
    "lists": lambda: Problem(*rows("lists")),
    "colours": lambda: Problem(*rows("colours")),
    "text": lambda: Problem.from_text(rows("text")),
    "sparse": lambda: Problem.from_matrix(rows("sparse")),
    "dense": lambda: Problem.from_matrix(rows("dense")),
    "links": lambda: Problem.from_matrix(rows("sparse")).links,
}
CALLS: dict[str, Callable[[], float]] = {
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
BOARDS: dict[str, tuple[int, Callable[[Any], object]]] = {
    "parse": (200, lambda sudoku: sudoku.parse(CLUES)),
    "Puzzle.from_text": (200, lambda sudoku: sudoku.Puzzle.from_text(CLUES)),
    "solve": (200, lambda sudoku: sudoku.solve(HARD)),
    "count": (200, lambda sudoku: sudoku.count(HARD)),
    "count, grids of 4x4": (50, lambda sudoku: sudoku.count("." * 16)),
    "solve, 16x16": (20, lambda sudoku: sudoku.solve("." * 256)),
    "encode": (20, lambda sudoku: sudoku.encode(CLUES)),
    "hint": (20, lambda sudoku: sudoku.hint(HARD)),
    "explain": (5, lambda sudoku: sudoku.explain(CLUES)),
    "rate": (5, lambda sudoku: sudoku.rate(CLUES)),
    "canonical": (5, lambda sudoku: sudoku.canonical(CLUES)),
    "is_minimal": (20, lambda sudoku: sudoku.is_minimal(HARD)),
    "generate": (1, lambda sudoku: list(sudoku.generate(20, seed=1))),
}
"""Name -> how often it is done, and a call of the package."""


def search(verb: str, path: str, method: str, most_nodes: int, seconds: float) -> Timed:
    """Search an exact cover problem."""
    given = problem(path)
    assert given.links is not None
    assert given.options is not None
    limits: Any = {"max_nodes": most_nodes, "time_limit": seconds}
    start = time.process_time()
    answer: Any = None
    if verb == "solutions":
        found: Any = given.solutions(method=method, limit=20_000, **limits)
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


def model(name: str, seconds: float) -> Timed:
    """State and search one of the models of `benchmarks.csp_models`."""
    from benchmarks.csp_models import CASES
    from benchmarks.csp_models.worker import report

    found = report(CASES[name], "default", seconds)
    if "error" in found or not found["proved"]:
        return None, found.get("error", "not finished")
    return found["stated"] + found["seconds"], found["answer"]


def batch(path: str, verb: str, most: int) -> Timed:
    """Search the puzzles of a file together."""
    import sudoku

    lines = Path(path).read_text().splitlines()
    texts = [line[:81] for line in lines if len(line) >= 81 and line[0] in ".0123456789"][:most]
    cells = np.array([[int(x) if x in "123456789" else 0 for x in text] for text in texts])
    call: Any = getattr(sudoku, verb)
    call(cells[:1].astype(np.uint8))
    start = time.process_time()
    call(cells.astype(np.uint8))
    return time.process_time() - start, len(texts)


def strings(path: str, first: int, last: int) -> Timed:
    """Read and solve constraint strings."""
    import sudoku

    known = [entry["input"] for entry in json.loads(Path(path).read_text())[first:last]]
    start = time.process_time()
    answers: list[Any] = []
    for text in known:
        try:
            found = sudoku.from_iss(text).solutions(limit=1, time_limit=5.0)
        except sudoku.SudokuError:
            answers.append("refused")
        else:
            answers.append(len(list(found)))
    return time.process_time() - start, answers


def answer(kind: str, *given: Any) -> Any:
    """Do a job; return its seconds and its answer."""
    if kind == "methods":
        from benchmarks.csp_models import CASES

        return [list(known) for known in (ENGINES, CHEAPEST, BUILDS, CALLS, BOARDS, CASES)]
    if kind == "build":
        rows("sparse" if given[0] == "links" else given[0])
        return many(BUILDS[given[0]], 1), None
    if kind == "call":
        return CALLS[given[0]](), None
    if kind == "board":
        import sudoku

        n, call = BOARDS[given[0]]
        call(sudoku)
        return many(lambda: call(sudoku), n), None
    do: Any = {"model": model, "batch": batch, "strings": strings}.get(kind)
    return do(*given) if do else search(kind, *given)


if __name__ == "__main__":
    for line in sys.stdin:
        try:
            done = answer(*json.loads(line))
        except Exception as error:
            done = None, repr(error)[:80]
        print(json.dumps(done), flush=True)
