"""Clues and times of the strategies of generation, before and after redundant clues are removed.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), section 4.2, Figure 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from statistics import mean, median
from time import process_time
from typing import NamedTuple

import numpy as np

from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.generate import generate
from sudoku.generation.strategies.beneficial_first import take_beneficial
from sudoku.geometry.shape import Shape
from sudoku.papers.mychaskiw.studies.races import possible, unique_draft
from sudoku.papers.study import Chart, Series, Settings, Study, Table, interval, milliseconds
from sudoku.rules.classic import Classic

N_PUZZLES, RUNS = 1000, 5
STRATEGIES = ("top_down", "bottom_up", "deduction", "beneficial_first", "large_candidates")
SHARE_OF_DRAFTS = 5
"""One of this many puzzles is also made plainly, to count its clues before removal."""
SHARE_OF_OTHER_SIZES = 10
"""One of this many puzzles is also made of each other size."""
SHAPES = (Shape(2, 2), Shape(3, 2), Shape(4, 2), Shape(4, 3))
PAPER_MS = 50
"""Mychaskiw's time of a bottom-up puzzle: "about 20 sudoku puzzles per second"."""


class Made(NamedTuple):
    """The puzzles of a run: their numbers of clues, and the processor seconds for each."""

    clues: list[int]
    seconds: float


def run(settings: Settings) -> Iterator[Table]:
    """Make puzzles by every strategy, several times, and count the clues before removal."""
    n, runs = settings.n or N_PUZZLES, settings.runs or RUNS
    seeds = range(settings.seed, settings.seed + runs)
    made = {name: [_made(name, n, seed) for seed in seeds] for name in STRATEGIES}
    rows = [_row(name, results) for name, results in made.items()]
    yield Table(
        f"{n:,} puzzles of each strategy, {runs} runs, one core",
        ("strategy", "mean clues", "least", "most", "ms a puzzle", "puzzles per second"),
        rows,
        (
            "Mychaskiw: bottom up has the fewest clues and takes longest, some 50 ms a puzzle.",
            "After ± are 95 % confidence intervals.",
        ),
        _charts(made),
    )
    yield _drafts(max(1, n * runs // SHARE_OF_DRAFTS), settings.seed)
    yield _sizes(max(1, n // SHARE_OF_OTHER_SIZES), settings.seed)


def _made(name: str, n: int, seed: int) -> Made:
    puzzles = generate(n + 1, strategy=name, seed=seed, workers=1)
    next(puzzles)  # compiles the kernels before they are timed
    start = process_time()
    cells = np.concatenate(list(puzzles.arrays()))
    return Made(np.count_nonzero(cells, axis=1).tolist(), (process_time() - start) / n)


def _row(name: str, results: list[Made]) -> tuple[str, str, int, int, str, str]:
    clues = [number for each in results for number in each.clues]
    seconds = mean(each.seconds for each in results)
    means = interval([mean(each.clues) for each in results])
    return name, means, min(clues), max(clues), milliseconds(seconds), f"{1 / seconds:,.0f}"


def _charts(made: dict[str, list[Made]]) -> tuple[Chart, ...]:
    counts = []
    for name, results in made.items():
        numbers = sorted(Counter(c for each in results for c in each.clues).items())
        total = sum(number for _, number in numbers)
        shares = [100 * number / total for _, number in numbers]
        counts.append(Series(name, [clues for clues, _ in numbers], shares, "line"))
    names = list(made)
    clues = [mean(mean(each.clues) for each in results) for results in made.values()]
    times = [1000 * mean(each.seconds for each in results) for results in made.values()]
    paper = Series("paper: 20 a second", ["bottom_up"], [PAPER_MS], "marks")
    return (
        Chart(
            "Puzzles by their number of clues", "clues", "share of the puzzles, %", tuple(counts)
        ),
        Chart("Mean clues", "strategy", "clues", (Series("ours", names, clues, "dots"),)),
        Chart("Time", "strategy", "ms a puzzle", (Series("ours", names, times), paper), True),
    )


def _drafts(n: int, seed: int) -> Table:
    """Count the clues before redundant ones are removed."""
    judge, rng = Judge(Shape(3, 3), (Classic(),)), np.random.default_rng(seed)
    checks: list[int] = []

    def check(cells: list[int]) -> int:
        checks[-1] += 1
        return int(judge.surely_count(np.array([cells], dtype=np.uint8))[0])

    def bottom_up() -> list[int]:
        checks.append(0)
        draft = unique_draft(judge.n_cells, judge, check, rng)
        return [digit for digit in draft if digit]

    clues = {
        "bottom_up": ("about 30", [len(bottom_up()) for _ in range(n)]),
        "deduction": ("30 to 40", _counted(_deduced, judge, rng, n)),
        "deduction, by peers": ("30 to 40", _counted(_unlike_peers, judge, rng, n)),
        "deduction, by search": ("30 to 40", _counted(_searched, judge, rng, max(1, n // 10))),
        "beneficial_first": ("35 to 40 (blog)", _counted(take_beneficial, judge, rng, n)),
    }
    rows = [
        (
            name,
            f"{mean(numbers):.1f}",
            f"{median(numbers):.0f}",
            min(numbers),
            max(numbers),
            f"{100 * sum(number >= 60 for number in numbers) / len(numbers):.1f} %",
            paper,
        )
        for name, (paper, numbers) in clues.items()
    ]
    series = []
    for name, (_, numbers) in clues.items():
        counted = sorted(Counter(numbers).items())
        shares = [100 * number / len(numbers) for _, number in counted]
        series.append(Series(name, [each for each, _ in counted], shares, "line"))
    chart = Chart("Before removal", "clues", "share of the drafts, %", tuple(series))
    return Table(
        f"Clues of {n:,} drafts, before redundant clues are removed",
        ("strategy", "mean", "median", "least", "most", "60 and more", "paper"),
        rows,
        (
            f"Bottom up checks {mean(checks):.0f} drafts a puzzle, at most {max(checks)}.",
            "Mychaskiw's outliers: 0.1 % of the puzzles, with twice the clues of the others.",
        ),
        (chart,),
    )


def _sizes(n: int, seed: int) -> Table:
    """Count the clues of the paper's strategies on other sizes."""
    names, rows = STRATEGIES[:3], []
    for shape in SHAPES:
        means = [
            mean(p.n_clues for p in generate(n, shape=shape, strategy=name, seed=seed, workers=1))
            for name in names
        ]
        rows.append((f"{shape.n}x{shape.n}", *(f"{each:.1f}" for each in means)))
    series = [
        Series(name, [row[0] for row in rows], [float(row[k + 1]) for row in rows])
        for k, name in enumerate(names)
    ]
    return Table(
        f"Mean clues on other sizes, {n:,} puzzles of each",
        ("board", *names),
        rows,
        ("Mychaskiw presumes the same results for any size.",),
        (Chart("Mean clues on other sizes", "board", "clues", tuple(series)),),
    )


def _counted(
    make: Callable[[Judge, np.ndarray, np.random.Generator], np.ndarray],
    judge: Judge,
    rng: np.random.Generator,
    n: int,
) -> list[int]:
    drafts = make(judge, filled_grids(judge, rng, n), rng)
    return [int(number) for number in np.count_nonzero(drafts, axis=1)]


def _deduced(judge: Judge, grids: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    from sudoku.generation.strategies.undeduced import copy_undeduced  # its kernel imports Numba

    cells = np.arange(judge.n_cells, dtype=np.uint32)
    order = rng.permuted(np.broadcast_to(cells, grids.shape), axis=1)
    return copy_undeduced(judge, grids, order)


def _unlike_peers(judge: Judge, grids: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Copy a digit if the peers of its cell do not hold all others."""
    return _copied(judge, grids, rng, lambda puzzle, cell, others: bool(others))


def _searched(judge: Judge, grids: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Copy a digit if some solution of the clues so far has another one in its cell."""

    def is_open(puzzle: list[int], cell: int, others: list[int]) -> bool:
        trials = np.tile(np.array(puzzle, dtype=np.uint8), (len(others), 1))
        trials[:, cell] = others
        return bool(others) and bool(judge.surely_count(trials).any())

    return _copied(judge, grids, rng, is_open)


def _copied(
    judge: Judge,
    grids: np.ndarray,
    rng: np.random.Generator,
    is_open: Callable[[list[int], int, list[int]], bool],
) -> np.ndarray:
    """Return the clues of grids, in random order, that are copied where a cell is open."""
    puzzles = []
    for grid in grids.tolist():
        puzzle = [0] * judge.n_cells
        for cell in rng.permutation(judge.n_cells).tolist():
            others = [digit for digit in possible(puzzle, cell, judge) if digit != grid[cell]]
            if is_open(puzzle, cell, others):
                puzzle[cell] = grid[cell]
        puzzles.append(puzzle)
    return np.array(puzzles, dtype=np.uint8)


STUDY = Study(
    "Clues and times of the strategies of generation (Mychaskiw 2014, Figure 4)",
    f"puzzles of each strategy in each run; {N_PUZZLES:,} by default, in {RUNS} runs",
    run,
    frozenset({"seed", "runs"}),
)
"""The study."""
