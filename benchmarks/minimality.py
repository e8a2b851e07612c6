"""Whether the puzzles that `generate` says to be minimal are: each is judged by a second solver.

Generation asks the bit masks, and clause learning where these give up. The second solver is neither
of them. It counts the solutions of each puzzle, and of the puzzle without each of its clues.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any, NamedTuple

from benchmarks.report import Goal, Section
from sudoku import Puzzle, Shape, count
from sudoku.errors import NotFoundError
from sudoku.generation.generate import generate
from sudoku.generation.strategies.registry import STRATEGIES

PUZZLES = 20_000
SHARES = {
    "2x2": 0.30,
    "3x2": 0.25,
    "4x2": 0.15,
    "3x3": 0.28,
    "5x2": 0.012,
    "4x3": 0.005,
    "4x4": 0.0025,
    "5x4": 0.0002,
    "5x5": 0.0001,
}
"""The share of the puzzles that have boxes of each shape. Large boards take longer to judge."""
DANCING_CELLS_DIGITS = 16
"""The most digits of a board that is judged by dancing cells; larger ones by the solver csp."""

ARGUMENTS: dict[str, dict[str, Any]] = {
    "symmetric": {"symmetry": "half_turn", "minimal": True},
    "graded": {"without": "nishio", "minimal": True},
}
"""The arguments of strategies besides `strategy`. All others promise minimal puzzles anyway."""
SMALL = ("symmetric", "graded", "grown", "few_clues")
"""The strategies that are only asked for boards of at most 9 digits: they take long on others."""
FEW_CLUES = {"2x2": 5, "3x2": 10, "4x2": 17, "3x3": 24}
"""The most clues of puzzles of the strategy "few_clues"."""
LEFT_OUT = {
    "to_clues": "has a number of clues, and drops what is not minimal with it",
    "pattern": "has given cells with clues",
    "deducible": "keeps clues that singles do not tell at once",
    "by_logic": "keeps clues that techniques need",
    "by_techniques": "stops removing when a difficulty is reached",
}
"""The strategies that promise no minimal puzzles, and why."""


class Judged(NamedTuple):
    """The findings of the second solver about the puzzles of a strategy and a shape."""

    strategy: str
    shape: str
    made: int
    minimal: int
    undecided: int
    wrong: list[str]
    seconds: float
    longest: float


def measure(n_puzzles: int = PUZZLES, seed: int = 0) -> Section:
    """Generate puzzles with each strategy and shape, and judge each of them again."""
    section = Section(
        f"{n_puzzles:,} generated puzzles, judged by a second solver",
        (
            "strategy", "shape of boxes", "puzzles", "proved minimal", "said to be undecided",
            "wrong", "s to generate one, mean", "longest",
        ),
        notes=[
            "A puzzle is proved minimal if the second solver (dancing cells up to 16 digits, then "
            "csp) finds one solution, and at least two without each clue. Undecided: `generate` "
            "says of the puzzle that clues were kept because a search gave up.",
        ],
    )  # fmt: skip
    n_made = n_minimal = n_undecided = 0
    for judged in all_judged(n_puzzles, seed):
        n_made, n_minimal = n_made + judged.made, n_minimal + judged.minimal
        n_undecided += judged.undecided
        section.wrong += judged.wrong
        numbers = (judged.made, judged.minimal, judged.undecided, len(judged.wrong))
        times = f"{judged.seconds / max(1, judged.made):.2g}", f"{judged.longest:.2g}"
        row = (judged.strategy, judged.shape, *map(str, numbers), *times)
        section.rows.append(row)
        print(*row, f"{n_made} of {n_puzzles}", sep=" | ", flush=True)
        section.records.append(judged._asdict())
    section.goals.append(
        Goal(
            "puzzles proved minimal, or said to be undecided",
            f"all of {n_made}",
            f"{n_minimal} and {n_undecided}",
            n_made == n_minimal + n_undecided,
        )
    )
    return section


def all_judged(n_puzzles: int, seed: int) -> Iterator[Judged]:
    """Yield the results of each shape and strategy, small shapes first."""
    for name, share in SHARES.items():
        shape = Shape.parse(name)
        strategies = [
            each
            for each in STRATEGIES
            if each not in LEFT_OUT and (shape.n <= 9 or each not in SMALL)
        ]
        n_of_shape = max(1, round(n_puzzles * share))
        for k, strategy in enumerate(strategies):
            n = (n_of_shape + k) // len(strategies)
            if n:
                yield judged_of(strategy, name, n, seed)


def judged_of(strategy: str, name: str, n: int, seed: int) -> Judged:
    """Generate puzzles of a strategy and shape, and judge them."""
    arguments = dict(ARGUMENTS.get(strategy, {}))
    if strategy == "few_clues":
        arguments["clues"] = FEW_CLUES[name]
    made = generate(
        n, shape=Shape.parse(name), strategy=strategy, seed=seed, workers=1, **arguments
    )
    wrong, n_made, n_minimal, seconds, longest = list[str](), 0, 0, 0.0, 0.0
    while n_made < n:
        start = process_time()
        try:
            puzzle = next(made)
        except NotFoundError as error:
            wrong.append(f"{strategy} {name}: {error}")
            break
        took = process_time() - start
        seconds, longest, n_made = seconds + took, max(longest, took), n_made + 1
        n_redundant = redundant(puzzle)
        n_minimal += n_redundant == 0
        if n_redundant > made.undecided.get(n_made - 1, 0):
            wrong.append(f"{strategy} {name}: {puzzle.grid.to_line()}")
    n_undecided = n_made - n_minimal - len(wrong)
    return Judged(strategy, name, n_made, n_minimal, n_undecided, wrong, seconds, longest)


def redundant(puzzle: Puzzle) -> int:
    """Return the number of redundant clues of a puzzle; all, if it has not one solution."""
    n = puzzle.shape.n
    method = "dancing_cells" if n <= DANCING_CELLS_DIGITS else "csp"
    if count(puzzle, limit=2, method=method) != 1:
        return n * n
    clues = [divmod(cell, n) for cell, digit in enumerate(puzzle.grid.cells) if digit]
    return sum(
        int(count(puzzle.without_clue(*place), limit=2, method=method)) < 2 for place in clues
    )
