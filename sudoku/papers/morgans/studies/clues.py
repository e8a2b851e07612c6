"""Time against the number of clues, for classic sudoku, X-sudoku and boxes of 4x4.

The puzzles are made as by Morgans: some cells of a blank grid get random digits that fit,
backtracking fills the rest, and random cells are emptied. Such a puzzle may have many solutions;
the table shows how many have exactly one.

References
----------
T. Morgans, "Automatic puzzle solving" (2020), sections 6 and 8 and appendix B.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import median
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudoku.errors import ClashError
from sudoku.geometry.shape import Shape
from sudoku.papers.study import Chart, Series, Settings, Study, Table, milliseconds
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.diagonal import Diagonal
from sudoku.verbs.formity import formity
from sudoku.verbs.solve import solve

FILL_NODES = 2_000_000
"""The number of placements after which backtracking gives up, and other cells are tried."""
TIME_LIMIT = 10.0
"""The limit in seconds for one puzzle; a search that reaches it counts as that long."""
METHODS = ("backtracking", "exact_cover")
N_PUZZLES = 10


class Variant(NamedTuple):
    """A kind of puzzle, and the numbers of clues for which it is measured."""

    name: str
    shape: Shape
    rules: tuple[Rule, ...]
    n_random: int
    """The number of random cells that are filled first."""
    clues: range
    published: str
    """The result that Morgans reports."""
    marks: tuple[list[int], list[float]] | None = None
    """The clues and seconds of the slowest puzzle in his text; all clues if it names none."""


VARIANTS = (
    Variant(
        "classic", Shape(3, 3), (Classic(),), 10, range(25, 46, 2),
        "Morgans, 25 to 45 clues: most far below a second, the slowest some 0.175 s",
        ([25, 45], [0.175, 0.175]),
    ),
    Variant(
        "X", Shape(3, 3), (Classic(), Diagonal()), 7, range(25, 46, 2),
        "Morgans: like classic, except for one with 29 clues, more than 0.5 s",
        ([29], [0.5]),
    ),
    Variant(
        "X, ten cells", Shape(3, 3), (Classic(), Diagonal()), 10, range(25, 46, 10),
        "Morgans' text fills seven random cells of X first; his program fills ten",
    ),
    Variant(
        "4x4", Shape(4, 4), (Classic(),), 12, range(130, 221, 15),
        "Morgans, four puzzles: even faster than classic ones",
    ),
)  # fmt: skip


class Point(NamedTuple):
    """The measurements at a number of clues: the seconds for each puzzle."""

    clues: int
    making: list[float]
    solving: dict[str, list[float]]
    n_unique: int


def run(settings: Settings) -> Iterator[Table]:
    """Make and solve puzzles of each variant and number of clues."""
    rng = np.random.default_rng(settings.seed)
    for variant in VARIANTS:
        for method in METHODS:  # compiles the kernels before they are timed
            solve(Puzzle(variant.shape, variant.rules), method=method, max_nodes=1)
        points = [_measure(variant, n, settings.n or N_PUZZLES, rng) for n in variant.clues]
        yield _table(variant, points)
    yield _likeness(2 * (settings.n or N_PUZZLES), settings.seed)


def random_puzzle(variant: Variant, n_clues: int, rng: np.random.Generator) -> Puzzle:
    """Return a puzzle made as by Morgans."""
    cells = _filled(variant, rng)
    cells[rng.permutation(len(cells))[n_clues:]] = 0
    return Puzzle(variant.shape, variant.rules, cells)


def _filled(variant: Variant, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a grid that backtracking fills from a random start."""
    while True:
        start = _random_start(variant, rng)
        filled = solve(start, method="backtracking", max_nodes=FILL_NODES).solution
        if filled is not None:
            return np.array(filled.cells, dtype=np.uint8)


def alike(grids: NDArray[np.uint8]) -> float:
    """Return the share of the cells in which two grids agree, in the mean of all pairs.

    Examples
    --------
    >>> alike(np.array([[1, 2, 3, 4], [1, 2, 4, 3], [1, 2, 3, 4]], dtype=np.uint8))
    0.6666666666666666
    """
    pairs = combinations(grids, 2)
    return float(np.mean([np.mean(one == other) for one, other in pairs]))


def _random_start(variant: Variant, rng: np.random.Generator) -> Puzzle:
    """Return a puzzle with random clues that do not clash; it may have no solution."""
    puzzle = Puzzle(variant.shape, variant.rules)
    for cell in rng.permutation(variant.shape.n_cells)[: variant.n_random].tolist():
        for digit in (rng.permutation(variant.shape.n) + 1).tolist():
            try:
                puzzle = puzzle.with_clue(*variant.shape.position(cell), digit)
                break
            except ClashError:
                continue
    return puzzle


def _measure(variant: Variant, n_clues: int, n: int, rng: np.random.Generator) -> Point:
    making, solving, n_unique = [], {method: list[float]() for method in METHODS}, 0
    for _ in range(n):
        start = perf_counter()
        puzzle = random_puzzle(variant, n_clues, rng)
        making.append(perf_counter() - start)
        for method, times in solving.items():
            start = perf_counter()
            solve(puzzle, method=method, time_limit=TIME_LIMIT)
            times.append(perf_counter() - start)
        n_unique += formity(puzzle) == "one"
    return Point(n_clues, making, solving, n_unique)


def _table(variant: Variant, points: list[Point]) -> Table:
    rows = [
        (
            point.clues,
            *(
                milliseconds(summary(times))
                for times in point.solving.values()
                for summary in (median, max)
            ),
            milliseconds(median(point.making)),
            f"{point.n_unique}/{len(point.making)}",
        )
        for point in points
    ]
    headings = [f"{method}, {word}" for method in METHODS for word in ("median", "most")]
    making = [seconds for point in points for seconds in point.making]
    solving = [seconds for point in points for seconds in point.solving["backtracking"]]
    return Table(
        f"{variant.name}: ms to solve, by number of clues",
        ("clues", *headings, "making, median", "unique"),
        rows,
        (
            f"{variant.published}.",
            "Correlation of the times to make and to solve a puzzle (of their ranks): "
            f"{rank_correlation(making, solving):+.2f}, n = {len(making)}. Morgans: none.",
        ),
        tuple(_charts(variant, points)),
    )


def _likeness(n: int, seed: int) -> Table:
    """Compare the grids that backtracking fills with each other."""
    rng, rows = np.random.default_rng(seed), []
    for variant in VARIANTS:
        grids = np.array([_filled(variant, rng) for _ in range(n)])
        chance = f"{100 / variant.shape.n:.0f} %"
        rows.append((variant.name, variant.n_random, f"{100 * alike(grids):.0f} %", chance))
    return Table(
        f"Likeness of {n} filled grids: the cells in which two of them agree",
        ("variant", "random cells", "agree", "by chance"),
        rows,
        ("Morgans: many of the solutions are similar, since backtracking fills the grids.",),
    )


def rank_correlation(first: list[float], second: list[float]) -> float:
    """Return Spearman's correlation of two lists of different numbers; 0 for fewer than two.

    Examples
    --------
    >>> round(rank_correlation([1, 2, 30], [4, 5, 6]), 6)
    1.0
    """
    if len(first) < 2:
        return 0.0
    ranks = np.argsort(np.argsort(np.array([first, second]), axis=1), axis=1)
    return float(np.corrcoef(ranks[0].astype(np.float64), ranks[1].astype(np.float64))[0, 1])


def _charts(variant: Variant, points: list[Point]) -> Iterator[Chart]:
    """Scatter the times against the clues, as Morgans does, with the medians as lines."""
    times = {method: [point.solving[method] for point in points] for method in METHODS}
    for word, each in (("solve", times), ("make", {"making": [p.making for p in points]})):
        series = []
        for name, seconds in each.items():
            clues = [p.clues for p, of_point in zip(points, seconds, strict=True) for _ in of_point]
            dots = [second for of_point in seconds for second in of_point]
            series.append(Series(name, clues, dots, "dots"))
            medians = [median(of_point) for of_point in seconds]
            series.append(Series(f"{name}, median", [p.clues for p in points], medians, "line"))
        if word == "solve" and variant.marks:
            style = "marks" if len(variant.marks[0]) == 1 else "line"
            series.append(Series("paper: slowest", *variant.marks, style))
        title = f"{variant.name}: time to {word} a puzzle"
        yield Chart(title, "clues", f"seconds to {word}", tuple(series), is_log=True)


STUDY = Study(
    "Time against the number of clues: classic, X and 4x4 (Morgans 2020)",
    f"puzzles for each number of clues; {N_PUZZLES} by default",
    run,
)
"""The study."""
