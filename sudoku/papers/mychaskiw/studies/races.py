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
from statistics import median
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
from sudoku.papers.study import Chart, Series, Settings, Study, Table, interval
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.solvers.registry import find_method, is_complete

N_PUZZLES, RUNS = 8, 10
SHAPE, RULES = Shape(3, 3), (Classic(),)
FIELDS = {
    "the paper's three solvers": RACERS,
    "without exact cover": ("backtracking", "propagation"),
    "backtracking and exact cover only": ("backtracking", "dancing_cells"),
}
"""The races of the paper, of its prediction, and of its conclusion."""
CONCLUSION = ("the paper's three solvers", "backtracking and exact cover only")
EXACT_COVER = 60
"""About how many of 100 races exact cover wins in the paper's Figure 3, by each strategy."""

Check = Callable[[list[int]], int]
"""Returns the number of solutions of a puzzle: 0, 1, or 2 for more than one."""
PlainStrategy = Callable[[list[int], Judge, Check, np.random.Generator], list[int]]
"""Makes a puzzle, from a filled grid if the strategy starts with one."""


class Outcome(NamedTuple):
    """The outcome of a race."""

    winner: str
    number: int
    """The number of solutions, at most two."""
    seconds: float
    """The time on the clock of the winner: that of the race if each solver has a core."""
    total: float
    """The time on all clocks: that of the race on one core."""
    is_early: bool
    """Whether a loser had not visited its first node: the race was decided by the setting up."""


class Raced(NamedTuple):
    """The races of one strategy in one run."""

    wins: Counter[str]
    checks: float
    """The checks of a puzzle."""
    seconds: float
    total: float
    """The medians of the times of a race."""
    early: Counter[str]
    """The races that each solver won before a loser had visited its first node."""

    def share(self, racer: str) -> float:
        """Return the share of the races that a racer won, in percent."""
        return 100 * self.wins[racer] / self.wins.total()


Results = dict[str, list[Raced]]
"""The runs of each strategy."""


def run(settings: Settings) -> Iterator[Table]:
    """Make puzzles by each strategy, with a race for every check, and count the wins."""
    fields = {"as asked": racers_of(settings.racers)} if settings.racers else FIELDS
    n, runs = settings.n or N_PUZZLES, settings.runs or RUNS
    found: dict[str, Results] = {words: {name: [] for name in STRATEGIES} for words in fields}
    for racers in fields.values():
        race(Puzzle(), racers)  # compiles the kernels before anything is timed
    for seed in range(settings.seed, settings.seed + runs):
        for name, make in STRATEGIES.items():
            for words, racers in fields.items():
                found[words][name].append(_raced(make, racers, n, seed))
    for words, racers in fields.items():
        yield _table(words, racers, found[words], f"{n} puzzles, {runs} runs")
    if not settings.racers:
        yield _conclusion(*(found[words] for words in CONCLUSION))


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
    races: list[Outcome] = []

    def check(cells: list[int]) -> int:
        races.append(race(Puzzle(SHAPE, RULES, cells), racers))
        return races[-1].number

    for grid in filled_grids(judge, rng, n).tolist():
        make(grid, judge, check, rng)
    return Raced(
        Counter(each.winner for each in races),
        len(races) / n,
        median(each.seconds for each in races),
        median(each.total for each in races),
        Counter(each.winner for each in races if each.is_early),
    )


def race(puzzle: Puzzle, racers: tuple[str, ...]) -> Outcome:
    """Return the outcome of a race to count at most two solutions.

    Examples
    --------
    >>> race(Puzzle.from_text("1......2.3.....4"), ("backtracking", "dancing_cells")).number
    1
    """
    from sudoku.papers.mychaskiw.race import Race

    made: list[Race] = []

    def begun() -> Race | None:
        made.append(Race(puzzle, Goal.FEW, racers=racers))
        return made[0] if made[0].choose(clue_options(puzzle) or []) else None

    number = CoverSearch(begun, Request(Goal.COUNT, Limits(limit=2), method="race")).count()
    work = made[0].work
    winner = made[0].name
    return Outcome(
        winner,
        number,
        work[winner][1],
        sum(seconds for _, seconds in work.values()),
        any(nodes == 0 for name, (nodes, _) in work.items() if name != winner),
    )


def _table(
    words: str, racers: tuple[str, ...], results: dict[str, list[Raced]], size: str
) -> Table:
    rows = [
        (
            name,
            interval([each.checks for each in runs], ".0f"),
            *(f"{interval([each.share(racer) for each in runs], '.0f')} %" for racer in racers),
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


def _conclusion(three: Results, two: Results) -> Table:
    """Compare the races without propagation with those of all three, on the same puzzles."""
    rows, ratios = [], {"a core each": list[float](), "one core": list[float]()}
    for name, all_runs in three.items():
        pairs = list(zip(all_runs, two[name], strict=True))
        winners = [some.seconds / every.seconds for every, some in pairs]
        totals = [some.total / every.total for every, some in pairs]
        ratios["a core each"].append(sum(winners) / len(winners))
        ratios["one core"].append(sum(totals) / len(totals))
        early = [
            100 * some.early["backtracking"] / max(1, some.wins["backtracking"])
            for _, some in pairs
        ]
        rows.append(
            (
                name,
                interval([1e6 * every.seconds for every, _ in pairs], ".0f"),
                interval([1e6 * some.seconds for _, some in pairs], ".0f"),
                interval(winners),
                interval(totals),
                f"{interval(early, '.0f')} %",
            )
        )
    series = [Series(words, list(three), y) for words, y in ratios.items()]
    return Table(
        "The same puzzles with three solvers, and with two (without propagation)",
        (
            "strategy", "three: us a check", "two: us a check", "two / three",
            "on one core: two / three", "backtracking's early wins",
        ),
        rows,
        (
            "The median times of a check are those of the winner, as if each solver has a core. On",
            "one core, the times of all solvers count. An early win of backtracking comes before",
            "exact cover has visited its first node. After ± are 95 % confidence intervals.",
        ),
        (Chart("Two solvers instead of three", "strategy", "time / time", tuple(series)),),
    )  # fmt: skip


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
        digits = possible(puzzle, cell, judge)
        if digits:
            puzzle[cell] = int(rng.choice(digits))
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


def possible(puzzle: list[int], cell: int, judge: Judge) -> list[int]:
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
