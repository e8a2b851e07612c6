"""Time to solve, and to check formity, of Norvig's 95 by solver.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), Table 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from exactcover import Count, Result
from sudoku.grid import Grid
from sudoku.puzzle import Puzzle
from sudoku.solve import count, solve
from sudoku.solvers.race import tally
from sudoku.studies.grids import top95
from sudoku.studies.study import Settings, Study, Table, best_of, milliseconds

__all__ = ["PAPER", "STUDY"]

PAPER = {
    "backtracking": (6000, 14200),
    "propagation": (2.45, 3.55),
    "exact_cover": (1.67, 1),
}
"""Times to solve and to check, over the least of them, which was 99 ms."""
SLOW = {"backtracking"}
"""Run once; all others five times, of which the best counts."""
METHODS = ("backtracking", "propagation", "exact_cover", "dancing_cells", "race")
"""Ours are more; `exact_cover` is several engines that may take turns, `dancing_cells` one."""

Answers = list[Result[Grid]] | list[Count]


def run(settings: Settings) -> Iterator[Table]:
    """Solve the puzzles, and check their formity, by every method."""
    puzzles = top95()[: settings.n]
    measured = {method: _measure(method, puzzles) for method in METHODS}
    least = min(time for times in measured.values() for time in times[:2])
    rows = [
        (
            method,
            *map(milliseconds, times[:2]),
            *(f"{time / least:,.2f}" for time in times[:2]),
            *(f"{time:,}" for time in PAPER.get(method, ())),
        )
        for method, times in measured.items()
    ]
    yield Table(
        f"{len(puzzles)} puzzles of Norvig's: time in ms, and over the least time",
        ("solver", "solve", "check", "solve / least", "check / least", "paper", "paper, check"),
        [(*row, *("-",) * (7 - len(row))) for row in rows],
        (
            "The paper's least time was 99 ms.",
            "Who won the races: " + _wins(measured["race"][2]),
        ),
    )


def _measure(method: str, puzzles: list[Puzzle]) -> tuple[float, float, Answers]:
    """Return the seconds to solve and to check all puzzles, and the checks' answers."""
    times = 1 if method in SLOW else 5
    count(puzzles[0], limit=2, method=method, max_nodes=1)  # lets kernels be compiled before
    solving: Callable[[], Answers] = lambda: [solve(each, method=method) for each in puzzles]  # noqa: E731
    checking: Callable[[], Answers] = lambda: [  # noqa: E731
        count(each, limit=2, method=method) for each in puzzles
    ]
    solved, _ = best_of(times, solving)
    checked, answers = best_of(times, checking)
    return solved, checked, answers


def _wins(answers: Answers) -> str:
    wins = tally(answers)
    return ", ".join(f"{name} {number}" for name, number in wins.most_common())


STUDY = Study(
    "Time to solve and to check formity of Norvig's 95, by solver (Mychaskiw 2014, Table 2)",
    "puzzles, the first of the 95; all of them by default, which takes two minutes",
    run,
)
