"""How often generation reaches a requested difficulty: the method of Bergman et al., and ours.

References
----------
I. Bergman, B. Lamkin, C. Ring, J. Zickrick, "Generating Sudoku puzzles" (2023), Figure 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

import numpy as np

from sudoku.generation.fill import filled_grids
from sudoku.generation.judge import Judge
from sudoku.generation.strategies.registry import strategy
from sudoku.generation.strategies.strategy import PuzzleRequest
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.bergman import CLASSES, Bergman
from sudoku.ratings.goals import goal_of
from sudoku.rules.classic import Classic
from sudoku.studies.study import Settings, Study, Table, milliseconds

__all__ = ["STUDY", "remove_until"]

N_TRIES = 100
PUBLISHED = (
    "Bergman et al. (2023): Figure 3 is a chart without numbers; the authors call failing",
    "an issue that predominantly affects the hard and expert difficulties",
)


def run(settings: Settings) -> Iterator[Table]:
    """Try to generate a puzzle of each class by each method, and count the successes."""
    n = settings.n or N_TRIES
    methods = {"removal (Bergman et al.)": _by_removal, "graded (ours)": _by_variation}
    rows = []
    for level, _, _ in CLASSES:
        for name, method in methods.items():
            method(level, 1, settings.seed)  # compiles the kernels before they are timed
            start = perf_counter()
            n_found = method(level, n, settings.seed)
            seconds = perf_counter() - start
            share = f"{100 * n_found / n:.1f} %"
            each = milliseconds(seconds / n_found) if n_found else "-"
            rows.append((level, name, share, milliseconds(seconds / n), each))
    yield Table(
        f"{n:,} tries to reach a class, one core",
        ("class", "method", "found", "ms per try", "ms per puzzle"),
        rows,
        PUBLISHED,
    )


def _by_removal(level: str, n: int, seed: int) -> int:
    rng = np.random.default_rng(seed)
    grids = filled_grids(Judge(Shape(3, 3), (Classic(),)), rng, n)
    tries: list[Callable[[], Puzzle | None]] = [
        partial(remove_until, tuple(cells), level, rng) for cells in grids.tolist()
    ]
    return sum(attempt() is not None for attempt in tries)


def _by_variation(level: str, n: int, seed: int) -> int:
    judge, request = Judge(Shape(3, 3), (Classic(),)), PuzzleRequest(goal=goal_of(level))
    made = strategy("graded").make(judge, request, np.random.default_rng(seed), n)
    return len(made.puzzles)


def remove_until(cells: tuple[int, ...], level: str, rng: np.random.Generator) -> Puzzle | None:
    """Remove clues of a filled grid in random order until the puzzle is in a class; None if never.

    A clue stays if the techniques do not solve the puzzle without it. This is the algorithm of
    Bergman et al. with the techniques of this library.

    Examples
    --------
    >>> grid = tuple((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
    >>> puzzle = remove_until(grid, "easy", np.random.default_rng(1))
    >>> 43 <= puzzle.n_clues <= 68
    True
    """
    shape, rules, scale = Shape(3, 3), (Classic(),), Bergman()
    judge, left = Judge(shape, rules), np.array(cells, dtype=np.uint8)
    for cell in rng.permutation(len(left)):
        digit, left[cell] = left[cell], 0
        puzzle = Puzzle.unchecked(Grid.unchecked(shape, tuple(left.tolist())), rules)
        # Techniques cannot solve a puzzle with two solutions, so it need not be rated.
        rating = scale.rate(puzzle) if judge.are_unique(left[None])[0] else None
        if rating is None or not rating.solved:
            left[cell] = digit
        elif rating.level == level:
            return puzzle
    return None


STUDY = Study(
    "Success and time of generation to a difficulty, by class (Bergman et al. 2023, Figure 3)",
    f"tries of each class and method; {N_TRIES} by default",
    run,
)
