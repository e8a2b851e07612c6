"""Brute force in three ways, and logic with brute force, on four grids.

References
----------
D. Warner, "Sudoku solver and generator report" (2007), "Solver implementation: measurements".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from exactcover.search.goal import Goal
from exactcover.search.request import Limits, Request
from exactcover.verbs.cover_search import CoverSearch
from sudoku.encodings.exact_cover import blank_problem, chosen_options
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.solve import solve
from sudoku.studies.grids import EXAMPLE_4X4, WARNER
from sudoku.studies.study import Settings, Study, Table, best_of, milliseconds

__all__ = ["BASIC", "STUDY", "WARNER_EXAMPLE", "WARNER_HYBRID", "WARNER_MS", "hybrid_placements"]

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
    rows = [
        (method, solve(example, method=method).statistics.nodes, theirs or "-")
        for method, theirs in zip(METHODS, WARNER_EXAMPLE, strict=True)
    ]
    yield Table("The 4x4 example: placements", ("method", "ours", "Warner"), rows)
    yield _methods([Puzzle.from_text(text) for text in WARNER][: settings.n])
    yield _hybrid([Puzzle.from_text(text) for text in WARNER][: settings.n])


def _methods(puzzles: list[Puzzle]) -> Table:
    rows = []
    for number, (puzzle, times) in enumerate(zip(puzzles, WARNER_MS, strict=False), 1):
        for method, theirs in zip(METHODS, times, strict=True):
            solve(puzzle, method=method, max_nodes=1)  # compiles the kernels before they are timed
            seconds, result = best_of(TIMES, partial(solve, puzzle, method=method))
            row = (number, method, result.statistics.nodes, milliseconds(seconds), theirs)
            rows.append((*row, f"{theirs / (1000 * seconds):,.0f}"))
    return Table(
        f"Four grids: placements, time in ms (best of {TIMES})",
        ("grid", "method", "placements", "ours, ms", "Warner, ms", "times faster"),
        rows,
        ("Warner gives no numbers of placements for these.",),
    )


def _hybrid(puzzles: list[Puzzle]) -> Table:
    rows = []
    for words, published in WARNER_HYBRID.items():
        techniques = BASIC if words == "singles only" else None
        for number, (puzzle, theirs) in enumerate(zip(puzzles, published, strict=False), 1):
            hybrid_placements(puzzle, techniques)  # compiles the kernels before they are timed
            seconds, ours = best_of(TIMES, partial(hybrid_placements, puzzle, techniques))
            rows.append((words, number, *ours, *theirs, milliseconds(seconds)))
    return Table(
        "Logic, then brute force by method 3: placements of each",
        ("techniques", "grid", "logic", "brute force", "Warner: logic", "brute", "ours, ms"),
        rows,
        ("docs/studies.md explains why the placements of brute force differ.",),
    )


def hybrid_placements(puzzle: Puzzle, techniques: list[str] | None) -> tuple[int, int]:
    """Return the numbers of digits that logic and brute force place, up to the first solution."""
    from sudoku.solvers.hybrid import Hybrid

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
    has_chance=False,
)
