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

__all__ = ["BASIC", "PAPER_EXAMPLE", "PAPER_HYBRID", "PAPER_MS", "STUDY", "hybrid_placements"]

METHODS = ("brute_force_1", "brute_force_2", "brute_force_3")
PAPER_EXAMPLE = (37, 11, None)
"""Placements on the 4x4 example."""
PAPER_MS = ((457, 268, 147), (170, 131, 12), (6375, 5187, 882), (959, 582, 267))
"""Milliseconds, by grid and method."""
PAPER_HYBRID = {
    "all techniques": ((53, 0), (53, 146), (55, 0), (10, 5279)),
    "singles only": ((53, 0), (4, 146), (55, 0), (10, 5279)),
}
"""Placements by logic and by brute force, by grid."""
BASIC = ["naked_single", "hidden_single"]
"""The techniques that the paper calls singleton domains and unique domains."""
TIMES = 5


def run(settings: Settings) -> Iterator[Table]:
    """Solve the example and the four grids."""
    example = Puzzle.from_text(EXAMPLE_4X4)
    rows = [
        (method, solve(example, method=method).statistics.nodes, paper or "-")
        for method, paper in zip(METHODS, PAPER_EXAMPLE, strict=True)
    ]
    yield Table("The 4x4 example: placements", ("method", "ours", "paper"), rows)
    yield _methods([Puzzle.from_text(text) for text in WARNER][: settings.n])
    yield _hybrid([Puzzle.from_text(text) for text in WARNER][: settings.n])


def _methods(puzzles: list[Puzzle]) -> Table:
    rows = []
    for number, (puzzle, paper) in enumerate(zip(puzzles, PAPER_MS, strict=False), 1):
        for method, theirs in zip(METHODS, paper, strict=True):
            solve(puzzle, method=method, max_nodes=1)  # lets kernels be compiled before
            seconds, result = best_of(TIMES, partial(solve, puzzle, method=method))
            row = (number, method, result.statistics.nodes, milliseconds(seconds), theirs)
            rows.append((*row, f"{theirs / (1000 * seconds):,.0f}"))
    return Table(
        f"Four grids: placements, time in ms (best of {TIMES})",
        ("grid", "method", "placements", "ours, ms", "paper, ms", "times faster"),
        rows,
        ("The paper gives no placements for these.",),
    )


def _hybrid(puzzles: list[Puzzle]) -> Table:
    rows = []
    for words, figures in PAPER_HYBRID.items():
        techniques = BASIC if words == "singles only" else None
        for number, (puzzle, paper) in enumerate(zip(puzzles, figures, strict=False), 1):
            hybrid_placements(puzzle, techniques)  # lets kernels be compiled before
            seconds, ours = best_of(TIMES, partial(hybrid_placements, puzzle, techniques))
            rows.append((words, number, *ours, *paper, milliseconds(seconds)))
    return Table(
        "Logic, then brute force by method 3: placements of each",
        ("techniques", "grid", "logic", "brute force", "paper, logic", "paper, brute", "ours, ms"),
        rows,
        ("Why the placements of brute force differ: see docs/studies.md.",),
    )


def hybrid_placements(puzzle: Puzzle, techniques: list[str] | None) -> tuple[int, int]:
    """Return how many digits logic places, and how many brute force, to the first solution."""
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
