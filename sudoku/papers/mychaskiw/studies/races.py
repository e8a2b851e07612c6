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
from typing import NamedTuple

import numpy as np

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Limits, Request
from exactcover.verbs.cover_search import CoverSearch
from sudoku.encodings.exact_cover import clue_options
from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import filled_grids
from sudoku.geometry.shape import Shape
from sudoku.papers.mychaskiw.race import RACERS
from sudoku.papers.study import Chart, Series, Settings, Study, Table, spread
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.solvers.registry import find_method, is_complete

__all__ = ["STUDY", "PlainStrategy", "bottom_up", "deduction", "race", "top_down"]

N_PUZZLES, RUNS = 8, 3
SHAPE, RULES = Shape(3, 3), (Classic(),)
FIELDS = {
    "the paper's three solvers": RACERS,
    "without exact cover": ("backtracking", "propagation"),
    "backtracking and exact cover only": ("backtracking", "dancing_cells"),
}
"""The races of the paper, of its prediction, and of its conclusion."""
EXACT_COVER = 60
"""About how many of 100 races exact cover wins in the paper's Figure 3, by each strategy."""

Check = Callable[[list[int]], int]
"""Returns the number of solutions of a puzzle: 0, 1, or 2 for more than one."""
PlainStrategy = Callable[[list[int], Judge, Check, np.random.Generator], list[int]]
"""Makes a puzzle, from a filled grid if the strategy starts with one."""


class Raced(NamedTuple):
    """The races of one strategy in one run: their winners, and the checks for each puzzle."""

    wins: Counter[str]
    checks: float

    def share(self, racer: str) -> float:
        """Return the share of the races that a racer won, in percent."""
        return 100 * self.wins[racer] / self.wins.total()


def run(settings: Settings) -> Iterator[Table]:
    """Make puzzles by each strategy, with a race for every check, and count the wins."""
    fields = {"as asked": racers_of(settings.racers)} if settings.racers else FIELDS
    n, runs = settings.n or N_PUZZLES, settings.runs or RUNS
    seeds = range(settings.seed, settings.seed + runs)
    for words, racers in fields.items():
        race(Puzzle(), racers)  # compiles the kernels before anything is timed
        results = {
            name: [_raced(make, racers, n, seed) for seed in seeds]
            for name, make in STRATEGIES.items()
        }
        yield _table(words, racers, results, f"{n} puzzles, {runs} runs")


def racers_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the racers of these names.

    Raises
    ------
    ProblemError
        For an unknown solver, one that is named twice, a single one, or one that proves nothing.

    Examples
    --------
    >>> racers_of(("Dancing cells", "backtracking"))
    ('dancing_cells', 'backtracking')
    """
    racers = tuple(map(find_method, names))
    if len(set(racers)) < 2 or len(set(racers)) < len(racers):
        raise ProblemError(f"a race needs two different solvers or more: {', '.join(names)}")
    if unfit := [name for name in racers if name == "csp" or not is_complete(name)]:
        raise ProblemError(f"{unfit[0]} cannot race: it does not check formity as an engine")
    return racers


def _raced(make: PlainStrategy, racers: tuple[str, ...], n: int, seed: int) -> Raced:
    judge, rng = Judge(SHAPE, RULES), np.random.default_rng(seed)
    wins: Counter[str] = Counter()

    def check(cells: list[int]) -> int:
        winner, number = race(Puzzle(SHAPE, RULES, cells), racers)
        wins[winner] += 1
        return number

    for grid in filled_grids(judge, rng, n).tolist():
        make(grid, judge, check, rng)
    return Raced(wins, wins.total() / n)


def race(puzzle: Puzzle, racers: tuple[str, ...]) -> tuple[str, int]:
    """Return the winner of a race to count at most two solutions, and their number.

    Examples
    --------
    >>> race(Puzzle.from_text("1......2.3.....4"), ("backtracking", "dancing_cells"))[1]
    1
    """
    from sudoku.papers.mychaskiw.race import Race

    made: list[Race] = []

    def begun() -> Race | None:
        made.append(Race(puzzle, Goal.FEW, racers=racers))
        return made[0] if made[0].choose(clue_options(puzzle) or []) else None

    number = CoverSearch(begun, Request(Goal.COUNT, Limits(limit=2), method="race")).count()
    return made[0].name, number


def _table(
    words: str, racers: tuple[str, ...], results: dict[str, list[Raced]], size: str
) -> Table:
    rows = [
        (
            name,
            spread([each.checks for each in runs], ".0f"),
            *(f"{spread([each.share(racer) for each in runs], '.0f')} %" for racer in racers),
        )
        for name, runs in results.items()
    ]
    series = [
        Series(racer, list(results), [_mean(runs, racer) for runs in results.values()])
        for racer in racers
    ]
    notes: tuple[str, ...] = ()
    if racers == RACERS:
        paper = Series("paper: exact cover", list(results), [EXACT_COVER] * 3, "marks")
        series.append(paper)
        notes = (
            "Mychaskiw: exact cover wins some 60 % throughout, backtracking nearly all others,",
            "propagation so few that the figure does not show them; bottom up checks three times",
            "as often as the others.",
        )
    elif words == "without exact cover":
        notes = ("Mychaskiw's estimate: propagation would win most races against backtracking.",)
    elif words == "backtracking and exact cover only":
        notes = ("Mychaskiw's conclusion: run only these two.",)
    chart = Chart(f"Winners: {words}", "strategy", "share of the races, %", tuple(series))
    title = f"Races to check formity, {words} ({size}): checks a puzzle, shares of the wins"
    return Table(title, ("strategy", "checks", *racers), rows, notes, (chart,))


def _mean(runs: list[Raced], racer: str) -> float:
    return sum(each.share(racer) for each in runs) / len(runs)


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
    puzzle = unique_draft(len(grid), judge, check, rng)
    return top_down(puzzle, judge, check, rng)


def unique_draft(n_cells: int, judge: Judge, check: Check, rng: np.random.Generator) -> list[int]:
    """Add random possible clues to a blank grid until its solution is the only one."""
    puzzle = [0] * n_cells
    formity = 2
    while formity != 1:
        cell = int(rng.choice([cell for cell, digit in enumerate(puzzle) if not digit]))
        possible = _possible(puzzle, cell, judge)
        if possible:
            puzzle[cell] = int(rng.choice(possible))
            formity = check(puzzle)
            if formity == 0:
                puzzle[cell] = 0
    return puzzle


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


STRATEGIES: dict[str, PlainStrategy] = {
    "top_down": top_down,
    "bottom_up": bottom_up,
    "deduction": deduction,
}

STUDY = Study(
    "Winners of the race to check formity, by strategy of generation (Mychaskiw 2014, Figure 3)",
    f"puzzles of each strategy in each run; {N_PUZZLES} by default, in {RUNS} runs",
    run,
    frozenset({"seed", "runs", "racers"}),
)
"""The study."""
