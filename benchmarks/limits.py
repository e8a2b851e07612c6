"""By how much each verb overruns its time limit, on problems that are large for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from benchmarks.report import Goal, Section, seconds
from exactcover import Problem, UndecidedError, UnfinishedError

MOST_OVERRUN = 0.2
"""The most seconds for which a verb may continue after its limit."""
LIMIT = 0.5
Verb = Callable[[float], object]


class Case(NamedTuple):
    """A verb on a new instance, for which no arrays were built before."""

    instance: str
    verb: str
    begin: Callable[[], Verb]


class Overrun(NamedTuple):
    """The seconds that a verb took, and the part of them that was spent on loading kernels."""

    case: Case
    limit: float
    wall: float
    processor: float
    loading: float

    @property
    def worst(self) -> float:
        """The processor time minus the limit."""
        return self.processor - self.limit


def measure(limit: float = LIMIT) -> Section:
    """Run each verb twice, the first time to load its kernels; show the worst first."""
    section = Section(
        "Time limits",
        ("verb", "instance", "limit", "wall", "processor", "overrun (wall)", "overrun (processor)"),
        notes=[
            "Seconds; the time in which kernels were compiled or loaded is not counted. What the "
            "processor spent is the measure: beside other work the clock on the wall runs on."
        ],
    )
    runs = sorted((_run(case, limit) for case in cases()), key=lambda run: -run.worst)
    for run in runs:
        wall = run.wall - run.limit
        times = (run.limit, run.wall, run.processor, max(0.0, wall), max(0.0, run.worst))
        section.rows.append((run.case.verb, run.case.instance, *map(seconds, times)))
        section.records.append(
            {"verb": run.case.verb, "instance": run.case.instance, **run._asdict() | {"case": ""}}
        )
    most = runs[0]
    section.goals.append(
        Goal(
            "work after a time limit",
            f"at most {MOST_OVERRUN} s",
            f"{seconds(max(0.0, most.worst))} s ({most.case.verb}, {most.case.instance})",
            most.worst <= MOST_OVERRUN,
        )
    )
    return section


def _run(case: Case, limit: float) -> Overrun:
    """Measure the second of two runs, by the clocks of this thread."""
    from exactcover.runtime.search import limits as watch

    for _ in range(2):
        verb = case.begin()
        loaded, wall, processor = watch.seconds_loading(), time.perf_counter(), time.thread_time()
        with suppress(UndecidedError, UnfinishedError):  # stopped before it could tell
            verb(limit)
        loading = watch.seconds_loading() - loaded
        wall, processor = time.perf_counter() - wall, time.thread_time() - processor
    return Overrun(case, limit, wall - loading, max(0.0, processor - loading), loading)


def cases() -> Iterator[Case]:
    """Yield all verbs and instances."""
    large = _random_options(100_000, 10_000)
    for verb in (
        "count",
        "solve",
        "estimate",
        "diagram",
        "sample",
        "cheapest",
        "explain_infeasible",
    ):
        yield _cover("100k options, 10k items", verb, large)
    yield _cover("100k options, 10k items", "count", large, workers=2)
    yield _cover("100k options, 10k items", "count", large, method="frontier")
    huge = _random_options(1_000_000, 100_000)
    for verb in ("count", "solve", "estimate"):
        yield _cover("1M options, 100k items", verb, huge)
    dominoes = _dominoes(30, 34)
    yield _cover("dominoes 30x34", "count", dominoes)
    yield _cover("dominoes 30x34", "count", dominoes, method="frontier")
    yield _cover("dominoes 30x34", "diagram", dominoes)
    yield _cover("dominoes 200x200", "solve", _dominoes(200, 200))
    yield _cover("10k parts", "count", _parts(10_000))
    yield from _models()
    yield from _puzzles()


def _cover(instance: str, verb: str, stated: Callable[[], Problem], **controls: Any) -> Case:
    name = " ".join([verb, *(f"{key}={value}" for key, value in controls.items())])

    def begin() -> Verb:
        ask = getattr(stated(), verb)
        return lambda limit: ask(time_limit=limit, **controls)

    return Case(instance, name, begin)


def _random_options(n_options: int, n_items: int) -> Callable[[], Problem]:
    """Return a function that makes a problem of random options with five items each."""
    import scipy.sparse

    items = np.sort(np.random.default_rng(0).integers(n_items, size=(n_options, 5)), axis=1)
    items = items[(np.diff(items, axis=1) > 0).all(axis=1)]
    rows = np.repeat(np.arange(len(items)), 5)
    ones = np.ones(len(rows), dtype=np.int8)
    matrix = scipy.sparse.csr_matrix((ones, (rows, items.ravel())), shape=(len(items), n_items))
    costs = np.random.default_rng(1).integers(1000, size=len(items))
    return lambda: Problem.from_matrix(matrix, costs=costs)


def _dominoes(height: int, width: int) -> Callable[[], Problem]:
    squares = [(row, column) for row in range(height) for column in range(width)]
    options = [[(r, c), (r, c + 1)] for r, c in squares if c + 1 < width]
    options += [[(r, c), (r + 1, c)] for r, c in squares if r + 1 < height]
    return lambda: Problem(options)


def _parts(number: int) -> Callable[[], Problem]:
    """Return a function that makes a problem of several components with some options each."""
    part = [[k, (k + 1) % 6] for k in range(6)] + [[k, (k + 3) % 6] for k in range(3)]
    options = [[(p, item) for item in option] for p in range(number) for option in part]
    return lambda: Problem(options)


def _models() -> Iterator[Case]:
    from csp import Model, all_different, satisfies

    def queens(n: int) -> Verb:
        model = Model()
        x = model.variables(n, range(n))
        diagonals = [[x[k] + sign * k for k in range(n)] for sign in (1, -1)]
        model.post(all_different(x), *map(all_different, diagonals))
        return lambda limit: model.count(time_limit=limit)

    def pairs(n: int) -> Verb:
        model = Model()
        x = model.variables(n, range(n))
        for one, other in pairwise(x):
            model.post(satisfies([one, other], lambda a, b: (a * a + b) % 7 != 3))
        return lambda limit: model.solve(time_limit=limit)

    yield Case("300 queens, csp", "count", lambda: queens(300))
    yield Case("200 predicates of 40k pairs, csp", "solve", lambda: pairs(200))


def _puzzles() -> Iterator[Case]:
    from sudoku import Puzzle, Shape, generate

    def solve(puzzle: Puzzle, **controls: Any) -> Verb:
        from sudoku.encodings.exact_cover import encoding

        encoding.cache_clear()
        return lambda limit: puzzle.solve(time_limit=limit, **controls)

    def make(shape: Shape) -> Verb:
        return lambda limit: list(generate(5, shape=shape, seed=1, time_limit=limit, workers=1))

    blank = Puzzle(Shape(6, 6))
    yield Case(
        "blank 36x36", "solve method=dancing_cells", lambda: solve(blank, method="dancing_cells")
    )
    yield Case("blank 36x36", "solve method=csp", lambda: solve(blank, method="csp"))
    yield Case("5 puzzles 25x25", "generate", lambda: make(Shape(5, 5)))
