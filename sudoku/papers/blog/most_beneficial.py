"""What the blog may mean by the "most beneficial" values, which it takes from a filled grid first.

It says that 35 to 40 values remain, but not what makes one beneficial. Six criteria are tried here;
the strategy `beneficial_first` (`sudoku.generation.strategies`) uses the last one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sudoku.generation.batch_counts import Digits, Flags, Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.strategies.beneficial_first import boxes_of, is_shown, take_beneficial
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.geometry.shape import Shape
from sudoku.papers.study import Chart, Series, Table
from sudoku.rules.classic import Classic

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


def criteria(n: int, seed: int) -> Table:
    """Return how many values are left after the first stage, by each criterion."""
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
