"""Ways to remove clues from a filled grid: Warner's three, and the blog's most beneficial first.

References
----------
D. Warner, "Sudoku solver and generator report" (2007), "Generator implementation".
The blog post on generating puzzles with dancing links.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import mean, median
from time import perf_counter, process_time
from typing import NamedTuple

from sudoku.generation.generate import generate
from sudoku.papers.blog.most_beneficial import criteria
from sudoku.papers.study import Chart, Series, Settings, Study, Table, milliseconds, percent
from sudoku.papers.warner.grids import PRINTED
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.warner import Warner

N_PUZZLES, N_ATTEMPTS = 100, 10
HINTS_OF_PAPERS = 28
"""The hints of most puzzles in the newspapers that Warner names."""
METHODS = {
    "deducible": "1: a single tells the value",
    "top_down": "2: one solution, by search",
    "by_logic": "3: logic solves the puzzle",
}
"""The strategies that are Warner's attempts to remove squares."""
HINTS = {"deducible": 35, "top_down": 25}
"""The fewest hints that Warner says his first two attempts reached."""


class Kind(NamedTuple):
    """A kind of puzzle that Warner generated in 2007, and his times in ms."""

    name: str
    clues: int
    symmetry: str
    level: str
    published: tuple[int, ...]


KINDS = (
    Kind("easy", 24, "none", "easy", (168, 139, 1445, 142, 146, 127, 2260, 23741, 107, 114)),
    Kind(
        "hard", 28, "none", "hard",
        (6878, 11422, 25651, 16665, 10757, 17517, 26599, 12683, 24456, 43491),
    ),
    Kind(
        "easy, symmetric", 27, "half_turn", "easy",
        (207, 605451, 200, 68, 78, 72, 47, 53, 66, 53),
    ),
    Kind(
        "hard, symmetric", 29, "half_turn", "hard",
        (3194, 770376, 12229, 17060, 12047, 3430, 14797, 26434, 11047, 16254),
    ),
)  # fmt: skip


def run(settings: Settings) -> Iterator[Table]:
    """Remove clues by each method, make puzzles of each kind, and try the blog's first stage."""
    yield _methods(settings.n or N_PUZZLES, settings.seed)
    yield _kinds(settings.seed)
    yield _symmetry(settings.n or N_PUZZLES, settings.seed)
    yield _printed()
    yield criteria(settings.n or N_PUZZLES, settings.seed)


def _methods(n: int, seed: int) -> Table:
    rows, series, scale = [], [], Warner()
    for name, words in METHODS.items():
        list(generate(1, strategy=name, seed=seed, workers=1))  # compiles the kernels
        start = process_time()
        puzzles = list(generate(n, strategy=name, seed=seed, workers=1))
        seconds = (process_time() - start) / n
        clues = [puzzle.n_clues for puzzle in puzzles]
        levels = [scale.rate(puzzle).level for puzzle in puzzles]
        shares = [percent(levels.count(level), n) for level in ("easy", "hard", None)]
        rows.append((words, name, f"{mean(clues):.1f}", min(clues), *shares, milliseconds(seconds)))
        counts = sorted({(each, clues.count(each)) for each in clues})
        series.append(Series(words, [c for c, _ in counts], [k for _, k in counts], "line"))
    lowest = Series("paper: fewest", list(HINTS.values()), [0.0] * len(HINTS), "marks")
    return Table(
        f"{n} puzzles by each of Warner's methods of removal",
        ("method", "strategy", "mean hints", "least", "easy", "hard", "not solved", "ms a puzzle"),
        rows,
        (
            "easy: naked and hidden singles solve it; hard: it needs more of Warner's logic.",
            'Warner: the first method "worked for hint-counts of about 35 and upwards", and made',
            "only easy puzzles; the second came down to about 25; of the third he gives no counts.",
        ),
        (Chart("Hints that are left", "hints", "puzzles", (*series, lowest)),),
    )


def _kinds(seed: int) -> Table:
    rows, attempts = [], list(range(1, N_ATTEMPTS + 1))
    series = []
    for strategy in ("by_logic", "to_clues"):
        _time(KINDS[0], strategy, seed)  # compiles the kernels before they are timed
    for kind in KINDS:
        logic = sorted(_time(kind, "by_logic", seed + k) for k in range(N_ATTEMPTS))
        search = sorted(_time(kind, "to_clues", seed + k) for k in range(N_ATTEMPTS))
        times = [(each[len(each) // 2], each[-1]) for each in (logic, search)]
        theirs = sorted(kind.published)
        middle, longest = median(theirs), theirs[-1]
        ours = [milliseconds(value / 1000) for pair in times for value in pair]
        rows.append((kind.name, kind.clues, *ours, f"{middle:,.0f}", f"{longest:,}"))
        series.append(
            Chart(
                f"{kind.name}, {kind.clues} hints: the times in order",
                "attempt",
                "time, ms",
                (
                    Series("his method (by_logic)", attempts, logic, "line"),
                    Series("by search (to_clues)", attempts, search, "line"),
                    Series("paper", attempts, theirs, "marks"),
                ),
                is_log=True,
            )
        )
    return Table(
        f"ms to a puzzle of each kind, {N_ATTEMPTS} attempts, one core",
        (
            "kind", "hints", "by_logic, median", "longest", "to_clues, median", "longest",
            "Warner: median", "longest",
        ),
        rows,
        (
            "by_logic is Warner's third method; to_clues checks the solution by search, and takes",
            "the first puzzle that is of the kind.",
        ),
        tuple(series),
    )  # fmt: skip


def _time(kind: Kind, strategy: str, seed: int) -> float:
    """Return the time to generate a puzzle of a kind, in ms."""
    start, scale = perf_counter(), Warner()
    made = generate(
        strategy=strategy,
        clues=kind.clues,
        symmetry=kind.symmetry,
        seed=seed,
        workers=1,
        tries=10**7,
    )
    next(islice((p for p in made if scale.rate(p).level == kind.level), 1))
    return 1000 * (perf_counter() - start)


def _symmetry(n: int, seed: int) -> Table:
    """Time the removal to a number of hints, without and with symmetry."""
    rows, series = [], []
    for strategy in ("by_logic", "to_clues"):
        row = list[float]()
        for symmetry in ("none", "half_turn"):
            for k in range(2):  # the first round compiles the kernels
                start = process_time()
                made = generate(
                    n if k else 1, strategy=strategy, clues=HINTS_OF_PAPERS, symmetry=symmetry,
                    seed=seed, workers=1,
                )  # fmt: skip
                assert all(puzzle.n_clues == HINTS_OF_PAPERS for puzzle in made)
                seconds = (process_time() - start) / (n if k else 1)
            row.append(seconds)
        rows.append((strategy, *map(milliseconds, row), f"{row[1] / row[0]:.1f}"))
        series.append(Series(strategy, ["none", "half turn"], [1000 * each for each in row]))
    return Table(
        f"ms to a puzzle of {HINTS_OF_PAPERS} hints, without and with symmetry; {n} puzzles",
        ("strategy", "no symmetry", "half turn", "ratio"),
        rows,
        ("Warner: symmetry can slow down generation, because fewer puzzles are possible.",),
        (Chart("Symmetry", "symmetry", "ms a puzzle", tuple(series)),),
    )


def _printed() -> Table:
    scale = Warner()
    rows = []
    for name, text in PRINTED.items():
        puzzle = Puzzle.from_text(text)
        rating = scale.rate(puzzle)
        rows.append((name, puzzle.n_clues, rating.level or "-", text))
    chart = Chart(
        "The four printed puzzles",
        "puzzle",
        "hints",
        (Series("hints", [row[0] for row in rows], [float(row[1]) for row in rows]),),
    )
    return Table(
        "The four puzzles that Warner prints: hints are no measure of difficulty",
        ("printed as", "hints", "class", "puzzle"),
        rows,
        ("Row 9 of the last one lost a column in the print; the solution beside it tells which.",),
        (chart,),
    )


STUDY = Study(
    "Removing clues: Warner's three methods, his kinds of puzzles, the blog's first stage "
    "(Warner 2007; blog)",
    f"puzzles of each method and criterion; {N_PUZZLES} by default",
    run,
)
"""The study."""
