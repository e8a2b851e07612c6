"""The fewest clues of a puzzle with one solution: proved for 4x4 boards, searched for on others.

References
----------
T. Morgans, "Automatic puzzle solving" (2020), section 5.2 and "Conclusion": it proposes to look for
the fewest clues of X-sudoku and of boxes of 2x2, 3x3, 3x4 and 4x4.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from sudoku.batches.batch import count_batch
from sudoku.generation.generate import generate
from sudoku.geometry.shape import Shape
from sudoku.papers.study import Chart, Series, Settings, Study, Table
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.diagonal import Diagonal

SECONDS = 8
MOST_PROVED = 5
"""Up to this many clues all puzzles of the 4x4 board are counted."""
RENAMINGS = 24
"""The permutations of four digits."""


class Board(NamedTuple):
    """A kind of puzzle, and the fewest clues that are known."""

    name: str
    shape: Shape
    rules: tuple[Rule, ...]
    known: int | None


BOARDS = (
    Board("4x4 (boxes of 2x2)", Shape(2, 2), (Classic(),), 4),
    Board("4x4, X", Shape(2, 2), (Classic(), Diagonal()), None),
    Board("6x6 (boxes of 3x2)", Shape(3, 2), (Classic(),), None),
    Board("9x9", Shape(3, 3), (Classic(),), 17),
    Board("9x9, X", Shape(3, 3), (Classic(), Diagonal()), 12),
    Board("12x12 (boxes of 4x3)", Shape(4, 3), (Classic(),), None),
    Board("16x16 (boxes of 4x4)", Shape(4, 4), (Classic(),), 55),
)


def run(settings: Settings) -> Iterator[Table]:
    """Count all puzzles of the 4x4 board with few clues; then search on larger boards."""
    yield _proof()
    yield _reached(settings.n or SECONDS, settings.seed)


def _proof() -> Table:
    rows = []
    for n_clues in range(1, MOST_PROVED + 1):
        n_unique, n_all = count_unique(n_clues)
        rows.append((n_clues, n_all, n_unique))
    clues = [str(row[0]) for row in rows]
    series = (Series("puzzles", clues, [float(row[2]) for row in rows]),)
    chart = Chart("4x4 boards", "clues", "puzzles with one solution", series)
    return Table(
        "All choices of clues from all 288 grids of 4x4",
        ("clues", "choices", "with one solution"),
        rows,
        (
            "No puzzle with three clues has one solution. Then none with fewer has: one more clue",
            "of its solution would leave it the only one. So four is the least: this is a proof.",
        ),
        (chart,),
    )


def count_unique(n_clues: int) -> tuple[int, int]:
    """Return how many choices of clues of 4x4 grids have one solution, and how many there are.

    Digits can be renamed, so only the grids with 1 2 3 4 in the first box are examined.

    Examples
    --------
    >>> count_unique(3)
    (0, 161280)
    """
    shape = Shape(2, 2)
    listed = Puzzle.from_text("12..34..........").solutions()
    grids = np.array([grid.cells for grid in listed], dtype=np.uint8)
    chosen = np.array(list(combinations(range(16), n_clues)))
    puzzles = np.zeros((len(grids), len(chosen), 16), dtype=np.uint8)
    np.put_along_axis(
        puzzles, np.broadcast_to(chosen, (len(grids), *chosen.shape)), grids[:, chosen], axis=2
    )
    counts = count_batch(puzzles.reshape(-1, 16), 2, shape=shape, workers=1)
    return RENAMINGS * int((counts == 1).sum()), RENAMINGS * len(counts)


def _reached(seconds: float, seed: int) -> Table:
    rows = []
    for board in BOARDS:
        least, text = _fewest(board, seconds, seed)
        rows.append((board.name, least, board.known or "-", text))
    names = [board.name.split(" (")[0] for board in BOARDS]
    ours = Series("reached", names, [float(row[1]) for row in rows])
    known = [(name, board.known) for name, board in zip(names, BOARDS, strict=True) if board.known]
    marks = Series("known", [name for name, _ in known], [float(k) for _, k in known], "marks")
    return Table(
        f"Fewest clues reached by the strategy few_clues, {seconds} s for each number of clues",
        ("board", "reached", "known", "puzzle"),
        rows,
        (
            "Known: 4 is proved above; 17 by McGuire et al.; 12 and 55 are the fewest of puzzles",
            "that others have found. Ours are not proved to be the fewest.",
        ),
        (Chart("Fewest clues", "board", "clues", (ours, marks)),),
    )


def _fewest(board: Board, seconds: float, seed: int) -> tuple[int, str]:
    """Return the fewest clues reached, and the puzzle."""
    common: Any = {"shape": board.shape, "rules": board.rules, "seed": seed, "workers": 1}
    made = generate(strategy="top_down", time_limit=seconds, **common)
    best = min(made, key=lambda puzzle: puzzle.n_clues)
    while best.n_clues > max(board.shape.n - 1, board.known or 0):
        wanted = best.n_clues - 1
        common |= {"time_limit": seconds, "tries": 10**6}
        puzzle = next(generate(1, strategy="few_clues", clues=wanted, **common), None)
        if puzzle is None:
            break
        best = puzzle
    line = best.grid.to_line()
    return best.n_clues, line if len(line) <= 81 else f"{len(line)} cells"


STUDY = Study(
    "The fewest clues: a proof for 4x4 boards, a search on larger ones (Morgans 2020)",
    f"the seconds for each board and number of clues; {SECONDS} by default",
    run,
)
"""The study."""
