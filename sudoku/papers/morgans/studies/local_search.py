"""Local search beside complete solvers: how many puzzles it solves, and how fast.

References
----------
T. Morgans, "Automatic puzzle solving" (2020), section 3.2 and "Conclusion".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median

from sudoku.papers.norvig import top95
from sudoku.papers.study import Chart, Series, Settings, Study, Table, best_of, milliseconds
from sudoku.papers.warner.grids import WARNER
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.registry import SOLVERS, is_complete
from sudoku.verbs.solve import solve

N_PUZZLES = 10
TIME_LIMIT = 2.0
"""The seconds after which a search is given up."""
COMPLETE = ("backtracking", "propagation")
UNSOLVABLE = "4.....1.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""A puzzle without solution, in which the clues alone show no contradiction."""


def run(settings: Settings) -> Iterator[Table]:
    """Solve puzzles by local search and by backtracking, and ask for a solution where is none."""
    hard = top95()[: settings.n or N_PUZZLES]
    kinds = {"Warner's four grids": [Puzzle.from_text(text) for text in WARNER]}
    kinds[f"the first {len(hard)} of Norvig's 95"] = hard
    methods = [*(name for name in SOLVERS if not is_complete(name)), *COMPLETE]
    for words, puzzles in kinds.items():
        yield _solved(words, puzzles, methods, settings.seed)
    yield _unsolvable(methods, settings.seed)


def _solved(words: str, puzzles: list[Puzzle], methods: list[str], seed: int) -> Table:
    rows, series, marks = [], [], list(range(1, len(puzzles) + 1))
    for method in methods:
        ask = partial(solve, method=method, time_limit=TIME_LIMIT, seed=seed)
        ask(puzzles[0])  # compiles the kernels before they are timed
        measured = [best_of(1, partial(ask, puzzle)) for puzzle in puzzles]
        n_solved = sum(result.solution is not None for _, result in measured)
        seconds = sorted(each for each, _ in measured)
        nodes = median(result.statistics.nodes for _, result in measured)
        can_prove = "yes" if is_complete(method) else "no"
        rows.append(
            (
                method,
                can_prove,
                f"{n_solved}/{len(puzzles)}",
                f"{nodes:,.0f}",
                milliseconds(median(seconds)),
                milliseconds(seconds[-1]),
            )
        )
        series.append(Series(method, marks, [1000 * each for each in seconds], "line"))
    title = f"Local search, {words}"
    chart = Chart(title, "puzzles, by their times", "ms to solve", tuple(series), is_log=True)
    return Table(
        f"{title}: at most {TIME_LIMIT:.0f} s for each puzzle",
        ("solver", "proves", "solved", "nodes, median", "ms, median", "ms, most"),
        rows,
        ("A node is a change of the grid, a decision, a placement, or a value tried.",),
        (chart,),
    )


def _unsolvable(methods: list[str], seed: int) -> Table:
    puzzle, rows = Puzzle.from_text(UNSOLVABLE), []
    for method in methods:
        result = solve(puzzle, method=method, time_limit=TIME_LIMIT, seed=seed)
        verdict = "no solution" if result.complete else "stopped by the time limit: not known"
        rows.append((method, verdict, result.statistics.nodes))
    nodes = [float(row[2]) for row in rows]
    series = (Series("nodes", [row[0] for row in rows], nodes),)
    chart = Chart("A puzzle without solution", "solver", "nodes until the end", series, is_log=True)
    return Table("A puzzle without solution", ("solver", "verdict", "nodes"), rows, (), (chart,))


STUDY = Study(
    "Local search and its hybrid with propagation, beside complete solvers (Morgans 2020)",
    f"puzzles, the first of Norvig's 95; {N_PUZZLES} by default",
    run,
)
"""The study."""
