"""Ways to remove clues from a filled grid: Warner's three, and the blog's most beneficial first.

References
----------
D. Warner, "Sudoku solver and generator report" (2007), "Generator implementation".
The blog post on generating puzzles with dancing links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

import numpy as np

from sudoku.generation.fill import filled_grids
from sudoku.generation.generate import generate
from sudoku.generation.judge import Digits, Flags, Judge
from sudoku.generation.strategies.beneficial_first import boxes_of, is_shown, take_beneficial
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.warner import Warner
from sudoku.rules.classic import Classic
from sudoku.studies.grids import PRINTED
from sudoku.studies.study import Chart, Series, Settings, Study, Table, milliseconds, percent

__all__ = ["KINDS", "STUDY", "Kind"]

N_PUZZLES, N_ATTEMPTS = 100, 10
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
    yield _printed()
    yield _criteria(settings.n or N_PUZZLES, settings.seed)


def _methods(n: int, seed: int) -> Table:
    rows, series, scale = [], [], Warner()
    for name, words in METHODS.items():
        list(generate(1, strategy=name, seed=seed, workers=1))  # compiles the kernels
        start = perf_counter()
        puzzles = list(generate(n, strategy=name, seed=seed, workers=1))
        seconds = (perf_counter() - start) / n
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


Shows = Callable[[Judge, Digits, np.ndarray], Flags]
"""Returns which clues may go next, from the number of peers of each cell that hold each digit."""


def _only_candidate(judge: Judge, puzzles: Digits, held: np.ndarray) -> Flags:
    return np.asarray(((held > 0).sum(axis=2) == judge.n - 1) & (puzzles != 0))


def _only_place(judge: Judge, puzzles: Digits, held: np.ndarray) -> Flags:
    return is_shown(puzzles, held, boxes_of(judge))


CRITERIA: dict[str, tuple[Shows, str]] = {
    "only candidate, most filled peers": (_only_candidate, "most"),
    "only candidate, at random": (_only_candidate, "random"),
    "only candidate, fewest filled peers": (_only_candidate, "fewest"),
    "only candidate, the digit with most clues": (_only_candidate, "digit"),
    "only place in the box, at random": (_only_place, "random"),
    "only place in the box, most filled peers (ours)": (_only_place, "most"),
}
"""What a value that is taken away must be, and which of them goes first."""


def _criteria(n: int, seed: int) -> Table:
    judge = Judge(Shape(3, 3), (Classic(),))
    rows, series = [], []
    for name, (shows, first) in CRITERIA.items():
        rng = np.random.default_rng(seed)
        grids = filled_grids(judge, rng, n)
        is_ours = name.endswith("(ours)")
        left = take_beneficial(judge, grids, rng) if is_ours else _take(judge, grids, shows, first)
        middle, low, high = _summary(left)
        final = np.count_nonzero(remove_at_random(judge, left, rng).puzzles, axis=1).mean()
        rows.append((name, f"{middle:.1f}", f"{low:.0f} to {high:.0f}", f"{final:.1f}"))
        series.append(middle)
    names = [str(k + 1) for k in range(len(CRITERIA))]
    ours = Series("ours", names, series, "bars")
    marks = [Series("paper: 35 to 40", names * 2, [35.0] * 6 + [40.0] * 6, "marks")]
    chart = Chart("The blog's first stage", "criterion", "values left", (ours, *marks))
    return Table(
        f"Values left by the blog's first stage, by criterion; {n} grids",
        ("criterion", "left, mean", "nine of ten", "after removal"),
        rows,
        ("The blog: most beneficial first leaves 35 to 40; removal of all others, around 25.",),
        (chart,),
    )


def _take(judge: Judge, grids: Digits, shows: Shows, first: str) -> Digits:
    """Remove clues that a criterion shows, one from each puzzle at a time, until none is shown."""
    puzzles, rows = grids.copy(), np.arange(len(grids))
    luck = np.random.default_rng(0).random(puzzles.shape) / 2
    while len(rows):
        left = puzzles[rows]
        held = judge.held(left)
        shown = shows(judge, left, held)
        filled = held.sum(axis=2)
        totals = np.stack([(left == digit).sum(axis=1) for digit in range(judge.n + 1)], axis=1)
        of_digit = np.take_along_axis(totals, left.astype(np.intp), axis=1)
        worth = {"most": filled, "fewest": -filled, "random": 0 * filled, "digit": of_digit}[first]
        cells = np.where(shown, worth + luck[rows], -np.inf).argmax(axis=1)
        some = shown[np.arange(len(rows)), cells]
        rows, cells = rows[some], cells[some]
        puzzles[rows, cells] = 0
    return puzzles


def _summary(puzzles: Digits) -> tuple[float, float, float]:
    n_left = np.count_nonzero(puzzles, axis=1)
    low, high = np.percentile(n_left, [5, 95])
    return float(n_left.mean()), float(low), float(high)


STUDY = Study(
    "Removing clues: Warner's three methods, his kinds of puzzles, the blog's first stage "
    "(Warner 2007; blog)",
    f"puzzles of each method and criterion; {N_PUZZLES} by default",
    run,
)
"""The study."""
