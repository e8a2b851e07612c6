"""Time to solve, and to check formity, of Norvig's 95 by solver.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), Table 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from exactcover import Count
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.race import tally
from sudoku.solvers.solve import count, solve
from sudoku.studies.grids import top95
from sudoku.studies.study import Settings, Study, Table, best_of, milliseconds

__all__ = ["PAPER", "STUDY"]

PAPER = {
    "backtracking": (6000, 14200),
    "propagation": (2.45, 3.55),
    "dancing_cells": (1.67, 1),
}
"""Times to solve and to check, over the least of them, which was 99 ms."""
SLOW = {"backtracking"}
"""Run once; all others five times, of which the best counts."""
METHODS = ("backtracking", "propagation", "dancing_cells", "exact_cover", "race")
"""The paper's three, and more: `exact_cover` is several engines that may take turns."""


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
            *(f"{ratio:,}" if ratio else "-" for ratio in PAPER.get(method, (None, None))),
            *each.nodes,
        )
        for method, each in measured.items()
    ]
    wins = tally(measured["race"].answers).most_common()
    yield Table(
        f"The first {len(puzzles)} of Norvig's 95: ms in all, over the least of them, and nodes",
        ("solver", "solve", "check", "/ least", "/ least", "paper", "paper", "nodes", "nodes"),
        rows,
        (
            "The columns come in pairs: to solve, and to check formity.",
            "The paper's least time was 99 ms, for exact cover to check.",
            "Who won the races to check: " + ", ".join(f"{name} {n}" for name, n in wins),
        ),
    )


def _measure(method: str, puzzles: list[Puzzle]) -> Measured:
    times = 1 if method in SLOW else 5
    count(puzzles[0], limit=2, method=method, max_nodes=1)  # lets kernels be compiled before
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
    has_chance=False,
)
