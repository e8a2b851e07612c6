"""Clues and time of the strategies of generation, and the time to puzzles of a requested kind.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), section 4.2, Figure 4.
D. Warner, "Sudoku solver and generator report" (2007), "Measurements" of the generator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

import numpy as np

from exactcover.files import replacing
from sudoku.generation.generate import generate
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.hybrid import TECHNIQUES
from sudoku.studies.study import Settings, Study, Table, milliseconds, pyplot
from sudoku.techniques.climb import climb

__all__ = ["KINDS", "STUDY", "Kind", "is_easy"]

N_PUZZLES = 10_000
N_ATTEMPTS = 10
STRATEGIES = ("top_down", "bottom_up", "deduction", "beneficial_first")
EASY = ["naked_single", "hidden_single"]
PUBLISHED = (
    "Mychaskiw: bottom up has the fewest clues and takes longest, some 50 ms a puzzle (20 a second)"
)


class Kind(NamedTuple):
    """A kind of puzzle that Warner generated in 2007, and his times in ms."""

    name: str
    clues: int
    symmetry: str
    easy: bool
    published: tuple[int, ...]


KINDS = (
    Kind("easy", 24, "none", True, (168, 139, 1445, 142, 146, 127, 2260, 23741, 107, 114)),
    Kind(
        "hard", 28, "none", False,
        (6878, 11422, 25651, 16665, 10757, 17517, 26599, 12683, 24456, 43491),
    ),
    Kind("easy, symmetric", 27, "half_turn", True, (207, 605451, 200, 68, 78, 72, 47, 53, 66, 53)),
    Kind(
        "hard, symmetric", 29, "half_turn", False,
        (3194, 770376, 12229, 17060, 12047, 3430, 14797, 26434, 11047, 16254),
    ),
)  # fmt: skip


def run(settings: Settings) -> Iterator[Table]:
    """Make puzzles by every strategy, then puzzles of every kind."""
    n = settings.n or N_PUZZLES
    clues: dict[str, list[int]] = {}
    rows = []
    for name in STRATEGIES:
        made = generate(n + 1, strategy=name, seed=settings.seed, workers=1)
        next(made)  # compiles the kernels before they are timed
        start = perf_counter()
        puzzles = np.concatenate(list(made.arrays()))
        seconds = (perf_counter() - start) / n
        clues[name] = np.count_nonzero(puzzles, axis=1).tolist()
        rows.append((name, *_range_of(clues[name]), milliseconds(seconds), f"{1 / seconds:,.0f}"))
    notes = [PUBLISHED]
    if settings.plot:
        notes.append(f"plotted in {_plot(clues, settings.plot)}")
    yield Table(
        f"{n:,} puzzles of each strategy, one core",
        ("strategy", "mean clues", "least", "most", "ms per puzzle", "puzzles per second"),
        rows,
        tuple(notes),
    )
    yield _kinds(settings)


def _range_of(clues: list[int]) -> tuple[str, int, int]:
    return f"{mean(clues):.2f}", min(clues), max(clues)


def _kinds(settings: Settings) -> Table:
    rows = []
    _time(KINDS[0], settings.seed)  # compiles the kernels before they are timed
    for kind in KINDS:
        times = [_time(kind, settings.seed + k) for k in range(N_ATTEMPTS)]
        rows.append((kind.name, kind.clues, *_times(times), *_times(kind.published)))
    return Table(
        f"ms to a puzzle of each kind, {N_ATTEMPTS} attempts, one core",
        ("kind", "clues", "median", "longest", "Warner: median", "Warner: longest"),
        rows,
        (
            "easy: naked and hidden singles solve it; hard: it needs more of Warner's logic,",
            "which solves it. Symmetric: by a half turn.",
        ),
    )


def _times(times: list[float] | tuple[int, ...]) -> tuple[str, str]:
    return milliseconds(median(times) / 1000), milliseconds(max(times) / 1000)


def _time(kind: Kind, seed: int) -> float:
    """Return the time to generate a puzzle of a kind, in ms."""
    start = perf_counter()
    made = generate(clues=kind.clues, symmetry=kind.symmetry, seed=seed, workers=1, tries=10**7)
    next(puzzle for puzzle in made if _is_solved_by_logic(puzzle) and is_easy(puzzle) == kind.easy)
    return 1000 * (perf_counter() - start)


def is_easy(puzzle: Puzzle) -> bool:
    """Return whether naked and hidden singles solve a puzzle.

    Examples
    --------
    >>> is_easy(Puzzle.from_text("1234341221434..."))
    True
    """
    return _n_placed(puzzle, EASY) == puzzle.grid.cells.count(0)


def _is_solved_by_logic(puzzle: Puzzle) -> bool:
    return _n_placed(puzzle, TECHNIQUES) == puzzle.grid.cells.count(0)


def _n_placed(puzzle: Puzzle, techniques: Iterable[str]) -> int:
    return sum(len(step.placements) for step in climb(puzzle, techniques))


def _plot(clues: dict[str, list[int]], folder: Path) -> Path:
    """Plot the number of puzzles by their number of clues, for each strategy."""
    plt = pyplot()
    figure, axes = plt.subplots()
    for name, numbers in clues.items():
        counts = sorted(Counter(numbers).items())
        axes.plot(*zip(*counts, strict=True), marker="o", label=name)
    axes.set_xlabel("clues")
    axes.set_ylabel("puzzles")
    axes.legend()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "generators.png"
    with replacing(path) as file:
        figure.savefig(file, format="png")
    plt.close(figure)
    return path


STUDY = Study(
    "Clues and times of the strategies of generation, and times to kinds of puzzles "
    "(Mychaskiw 2014, Figure 4; Warner 2007)",
    f"puzzles of each strategy; {N_PUZZLES:,} by default",
    run,
    
)
