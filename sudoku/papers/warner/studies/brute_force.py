"""Brute force in three ways, and logic with brute force, on four grids.

References
----------
D. Warner, "Sudoku solver and generator report" (2007), "Solver implementation: measurements".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median

from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Limits, Request
from exactcover.verbs.cover_search import CoverSearch
from sudoku.encodings.exact_cover import blank_problem, chosen_options
from sudoku.papers.study import Chart, Series, Settings, Study, Table, best_of, milliseconds
from sudoku.papers.warner.grids import EXAMPLE_4X4, WARNER
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.warner import LOGIC
from sudoku.techniques.climb import Climber
from sudoku.techniques.finders import pick
from sudoku.verbs.solve import solve

METHODS = ("brute_force_1", "brute_force_2", "brute_force_3")
WARNER_EXAMPLE = (37, 11, None)
"""Warner's numbers of placements on the 4x4 example."""
WARNER_MS = ((457, 268, 147), (170, 131, 12), (6375, 5187, 882), (959, 582, 267))
"""Warner's times in milliseconds, by grid and method."""
WARNER_HYBRID = {
    "all techniques": ((53, 0), (53, 146), (55, 0), (10, 5279)),
    "singles only": ((53, 0), (4, 146), (55, 0), (10, 5279)),
}
"""Warner's numbers of placements by logic and by brute force, by grid."""
BASIC = ["naked_single", "hidden_single"]
"""The techniques that Warner calls singleton domains and unique domains."""
TIMES = 5


def run(settings: Settings) -> Iterator[Table]:
    """Solve the example and the four grids."""
    example = Puzzle.from_text(EXAMPLE_4X4)
    ours = [solve(example, method=method).statistics.nodes for method in METHODS]
    theirs = [number or "-" for number in WARNER_EXAMPLE]
    rows = list(zip(METHODS, ours, theirs, strict=True))
    marks = Series("paper", METHODS[:2], [number for number in WARNER_EXAMPLE if number], "marks")
    chart = Chart("The 4x4 example", "method", "placements", (Series("ours", METHODS, ours), marks))
    columns = ("method", "ours", "Warner")
    yield Table("The 4x4 example: placements", columns, rows, charts=(chart,))
    puzzles = [Puzzle.from_text(text) for text in WARNER][: settings.n]
    yield _methods(puzzles)
    yield _techniques(puzzles)
    yield _hybrid(puzzles)


def _methods(puzzles: list[Puzzle]) -> Table:
    rows, ours, theirs = [], {method: list[float]() for method in METHODS}, list[Series]()
    for number, (puzzle, times) in enumerate(zip(puzzles, WARNER_MS, strict=False), 1):
        for method, published in zip(METHODS, times, strict=True):
            solve(puzzle, method=method, max_nodes=1)  # compiles the kernels before they are timed
            seconds, result = best_of(TIMES, partial(solve, puzzle, method=method))
            row = (number, method, result.statistics.nodes, milliseconds(seconds), published)
            rows.append((*row, f"{published / (1000 * seconds):,.0f}"))
            ours[method].append(1000 * seconds)
    grids = [f"grid {k + 1}" for k in range(len(puzzles))]
    for k, method in enumerate(METHODS):
        published_times = [each[k] for each in WARNER_MS[: len(puzzles)]]
        theirs.append(Series(f"paper, {method}", grids, published_times, "line"))
    bars = [Series(method, grids, milli) for method, milli in ours.items()]
    title = "Brute force on four grids"
    return Table(
        f"Four grids: placements, time in ms (best of {TIMES})",
        ("grid", "method", "placements", "ours, ms", "Warner, ms", "times faster"),
        rows,
        ("Warner gives no numbers of placements for these.",),
        (Chart(title, "grid", "time, ms", (*bars, *theirs), is_log=True),),
    )


def _techniques(puzzles: list[Puzzle]) -> Table:
    """Time the search for each technique at every position on the way to the solutions."""
    times = {name: list[float]() for name in LOGIC}
    for _ in range(2):  # the first round compiles the kernels
        times = {name: [] for name in LOGIC}
        for puzzle in puzzles:
            probe = Climber(puzzle)
            for step in Climber(puzzle).climb(pick(LOGIC)):
                for each in pick(LOGIC):
                    seconds, _ = best_of(1, partial(next, probe.steps(each), None))
                    times[each.name].append(seconds)
                probe.take(step)
    theirs = {name: "0" if name in BASIC else "10" for name in LOGIC}
    rows = [
        (name, len(seconds), milliseconds(median(seconds)), theirs[name])
        for name, seconds in times.items()
    ]
    ours = Series("ours", LOGIC, [1000 * median(seconds) for seconds in times.values()])
    slow = [name for name in LOGIC if name not in BASIC]
    marks = Series("paper (singles: 0 ms)", slow, [10.0] * len(slow), "marks")
    chart = Chart("One search for a technique", "technique", "time, ms", (ours, marks), is_log=True)
    columns = ("technique", "searches", "median, ms", "Warner, ms")
    notes = (
        "Warner measured whole milliseconds: 0 for singles, about 10 for each other technique.",
    )
    return Table("Time of one search for a technique", columns, rows, notes, (chart,))


def _hybrid(puzzles: list[Puzzle]) -> Table:
    rows, series = [], []
    grids = [f"grid {k + 1}" for k in range(len(puzzles))]
    for words, published in WARNER_HYBRID.items():
        techniques = BASIC if words == "singles only" else None
        times = []
        for number, (puzzle, theirs) in enumerate(zip(puzzles, published, strict=False), 1):
            hybrid_placements(puzzle, techniques)  # compiles the kernels before they are timed
            seconds, ours = best_of(TIMES, partial(hybrid_placements, puzzle, techniques))
            rows.append((words, number, *ours, *theirs, milliseconds(seconds)))
            times.append(1000 * seconds)
        series.append(Series(words, grids, times))
    return Table(
        "Logic, then brute force by method 3: placements of each",
        ("techniques", "grid", "logic", "brute force", "Warner: logic", "brute", "ours, ms"),
        rows,
        ("Warner's two graphs of these times are without numbers in the text that we have.",),
        (Chart("Hybrid: logic, then brute force", "grid", "time, ms", tuple(series)),),
    )


def hybrid_placements(puzzle: Puzzle, techniques: list[str] | None) -> tuple[int, int]:
    """Return the numbers of digits that logic and brute force place, up to the first solution."""
    from sudoku.papers.warner.hybrid import Hybrid

    engines: list[Hybrid] = []

    def make(_: object) -> Hybrid:
        engines.append(Hybrid(puzzle, techniques=techniques))
        return engines[0]

    problem = blank_problem(puzzle.shape, puzzle.rules)
    request = Request(Goal.FEW, Limits(limit=1), chosen=chosen_options(puzzle))
    CoverSearch(problem, request, make).collect()
    logic = engines[0].logic_placements
    return logic, engines[0].nodes - logic


STUDY = Study(
    "Brute force in three ways, and logic with brute force, on four grids (Warner 2007)",
    "grids, the first of the four; all of them by default",
    run,
    frozenset(),
)
"""The study."""
