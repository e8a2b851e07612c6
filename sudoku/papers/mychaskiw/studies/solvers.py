"""The times of several solvers to solve Norvig's 95 puzzles, and to check their formity.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), Table 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from exactcover import Count
from sudoku.papers.mychaskiw.race import tally
from sudoku.papers.norvig import top95
from sudoku.papers.study import Chart, Series, Settings, Study, Table, best_of, milliseconds
from sudoku.puzzle.puzzle import Puzzle
from sudoku.verbs.solve import count, solve

PUBLISHED = {"backtracking": (6000, 14200), "propagation": (2.45, 3.55), "dancing_cells": (1.67, 1)}
"""Mychaskiw's times to solve and to check, divided by the least of them, which was 99 ms."""
SLOW = {"backtracking"}
"""Solvers that are run once; the others are run five times, and the best time counts."""
PAIR = ("paper: solve", "paper: check")
METHODS = ("backtracking", "propagation", "dancing_cells", "exact_cover", "race")
"""Mychaskiw's three solvers, and more: `exact_cover` is a portfolio of several engines."""


class Measured(NamedTuple):
    """Seconds and nodes to solve and to check all puzzles, and the answers of the checks."""

    seconds: tuple[float, float]
    nodes: tuple[int, int]
    answers: list[Count]


def run(settings: Settings) -> Iterator[Table]:
    """Solve the puzzles, and check their formity, by every method."""
    puzzles = top95()[: settings.n]
    measured = {method: _measure(method, puzzles) for method in METHODS}
    least = min(seconds for each in measured.values() for seconds in each.seconds)
    rows = [
        (
            method,
            *map(milliseconds, each.seconds),
            *(f"{seconds / least:,.2f}" for seconds in each.seconds),
            *(f"{ratio:,}" if ratio else "-" for ratio in PUBLISHED.get(method, (None, None))),
            *each.nodes,
        )
        for method, each in measured.items()
    ]
    wins = tally(measured["race"].answers).most_common()
    notes = (
        "The columns come in pairs: to solve, and to check formity.",
        "Mychaskiw's least time was 99 ms, for exact cover to check.",
        "Winners of the races to check: " + ", ".join(f"{name} {n}" for name, n in wins) + ".",
    )
    columns = ("solve, ms", "check, ms", "/ least", "/ least", *PAIR, "nodes", "nodes")
    title = f"The first {len(puzzles)} of Norvig's 95: total ms, ratio to the least, nodes"
    charts = tuple(_chart(word, k, measured, least) for k, word in enumerate(("solve", "check")))
    yield Table(title, ("solver", *columns), rows, notes, charts)


def _chart(word: str, k: int, measured: dict[str, Measured], least: float) -> Chart:
    """Draw the times to solve (k = 0) or to check (k = 1), beside those of the paper."""
    ours = [each.seconds[k] / least for each in measured.values()]
    known = [name for name in measured if name in PUBLISHED]
    theirs = [PUBLISHED[name][k] for name in known]
    series = (Series("ours", list(measured), ours), Series("paper", known, theirs, "marks"))
    label = f"time to {word}, relative to the least"
    return Chart(f"Norvig's 95: {word}", "solver", label, series, is_log=True)


def _measure(method: str, puzzles: list[Puzzle]) -> Measured:
    times = 1 if method in SLOW else 5
    count(
        puzzles[0], limit=2, method=method, max_nodes=1
    )  # compiles the kernels before they are timed
    solving, solved = best_of(times, lambda: [solve(each, method=method) for each in puzzles])
    checking, checked = best_of(
        times, lambda: [count(each, limit=2, method=method) for each in puzzles]
    )
    nodes = [sum(answer.statistics.nodes for answer in each) for each in (solved, checked)]
    return Measured((solving, checking), (nodes[0], nodes[1]), checked)


STUDY = Study(
    "Time to solve and to check formity of Norvig's 95, by solver (Mychaskiw 2014, Table 2)",
    "puzzles, the first of the 95; all of them by default, which takes a few minutes",
    run,
    frozenset(),
)
"""The study."""
