"""How often each solver wins the race to check formity during generation, by strategy.

The three strategies are implemented here once more, with one check after the other as Mychaskiw
describes them, so that the number of checks and the checked puzzles are comparable.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), section 4.1.2, Figure 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from sudoku.generation.fill import filled_grids
from sudoku.generation.judge import Judge
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.solvers.registry import RACERS
from sudoku.solvers.solve import count
from sudoku.studies.study import Settings, Study, Table

__all__ = ["STUDY", "PlainStrategy", "bottom_up", "deduction", "top_down"]

N_PUZZLES = 20
SHAPE, RULES = Shape(3, 3), (Classic(),)

Check = Callable[[list[int]], int]
"""Returns the number of solutions of a puzzle: 0, 1, or 2 for more than one."""
PlainStrategy = Callable[[list[int], Judge, Check, np.random.Generator], list[int]]
"""Makes a puzzle, from a filled grid if the strategy starts with one."""


def run(settings: Settings) -> Iterator[Table]:
    """Make puzzles by each strategy, with a race for every check, and count the wins."""
    judge, rng = Judge(SHAPE, RULES), np.random.default_rng(settings.seed)
    n = settings.n or N_PUZZLES
    rows = []
    for name, make in (("top_down", top_down), ("bottom_up", bottom_up), ("deduction", deduction)):
        wins: Counter[str] = Counter()
        for grid in filled_grids(judge, rng, n).tolist():
            make(grid, judge, _racing(wins), rng)
        total = wins.total()
        shares = (f"{wins[racer] / total:.0%}" for racer in RACERS)
        rows.append((name, f"{total / n:.0f}", *shares))
    yield Table(
        f"Races to check formity on the way to {n} puzzles: checks per puzzle, shares of the wins",
        ("strategy", "checks", *RACERS),
        rows,
        (
            "Mychaskiw: exact cover wins some 60 % throughout, backtracking nearly all others,",
            "propagation so few that the figure does not show them; bottom up checks three times",
            "as often as the others.",
        ),
    )


def _racing(wins: Counter[str]) -> Check:
    """Return a check by a race that counts the winners."""

    def check(cells: list[int]) -> int:
        answer = count(Puzzle(SHAPE, RULES, cells), limit=2, method="race")
        wins[answer.engine] += 1
        return int(answer)

    return check


def top_down(grid: list[int], judge: Judge, check: Check, rng: np.random.Generator) -> list[int]:
    """Remove every redundant clue of a grid, in random order: algorithm 3.1."""
    puzzle = list(grid)
    for cell in rng.permutation(len(puzzle)).tolist():
        digit, puzzle[cell] = puzzle[cell], 0
        if digit and check(puzzle) != 1:
            puzzle[cell] = digit
    return puzzle


def bottom_up(grid: list[int], judge: Judge, check: Check, rng: np.random.Generator) -> list[int]:
    """Add possible clues to a blank grid until its solution is the only one: algorithm 3.2."""
    puzzle = [0] * len(grid)
    formity = 2
    while formity != 1:
        cell = int(rng.choice([cell for cell, digit in enumerate(puzzle) if not digit]))
        possible = _possible(puzzle, cell, judge)
        if possible:
            puzzle[cell] = int(rng.choice(possible))
            formity = check(puzzle)
            if formity == 0:
                puzzle[cell] = 0
    return top_down(puzzle, judge, check, rng)


def deduction(grid: list[int], judge: Judge, check: Check, rng: np.random.Generator) -> list[int]:
    """Copy the clues that propagation does not deduce: algorithm 3.3."""
    from sudoku.generation.strategies.undeduced import copy_undeduced  # its kernel imports Numba

    order = rng.permutation(len(grid)).astype(np.uint32)
    puzzles = copy_undeduced(judge, np.array([grid], dtype=np.uint8), order[None])
    return top_down(puzzles[0].tolist(), judge, check, rng)


def _possible(puzzle: list[int], cell: int, judge: Judge) -> list[int]:
    """Return the digits that no peer of a cell holds."""
    held = {puzzle[peer] for peer in np.flatnonzero(judge.peers[cell]).tolist()}
    return [digit for digit in range(1, judge.n + 1) if digit not in held]


STUDY = Study(
    "Winners of the race to check formity, by strategy of generation (Mychaskiw 2014, Figure 3)",
    f"puzzles of each strategy; {N_PUZZLES} by default",
    run,
)
