"""Whether the puzzles that `generate` says to be minimal are: each is judged by other means.

Generation asks the bit masks, and the clause learning of exact cover where these give up. Boards of
at most 12 digits are judged by dancing cells, which count the solutions of the puzzle, and of the
puzzle without each of its clues. On larger boards that takes too long. There lazy clause generation
on the constraint model proves that there is one solution, and each clue has a certificate: another
grid that obeys the rules and all other clues. A certificate is checked without any search.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks.report import RESULTS, Goal, Section
from sudoku import Grid, Puzzle, Shape, count
from sudoku.encodings.csp_model import model
from sudoku.errors import NotFoundError
from sudoku.generation.generate import generate
from sudoku.generation.strategies.registry import STRATEGIES
from sudoku.generation.uniqueness import OtherSolutions

LEDGER = RESULTS / "minimality.jsonl"
"""The findings so far, one part in each line; a run makes only what is missing."""

PUZZLES = 20_000
PER_STRATEGY = {
    "2x2": 600, "3x2": 500, "4x2": 300, "3x3": 577, "5x2": 10, "4x3": 3, "4x4": 1, "5x4": 1,
    "5x5": 1, "6x6": 1,
}  # fmt: skip
"""The puzzles of each strategy by the shape of boxes, of 20,000. Large boards take longer."""
PARTS = {4: 100, 6: 100, 8: 20, 9: 20}
"""The puzzles that are made and judged together, by the number of digits; 1 of larger boards."""
COUNTED_DIGITS = 12
"""The most digits of a board that is judged by counting with dancing cells."""
NODES = 10_000_000
"""The most nodes of a search on a larger board."""

ARGUMENTS: dict[str, dict[str, Any]] = {
    "symmetric": {"symmetry": "half_turn", "minimal": True},
    "graded": {"without": "nishio", "minimal": True},
}
"""The arguments of strategies besides `strategy`. All others promise minimal puzzles anyway."""
SMALL = {
    "graded": 9, "grown": 9, "few_clues": 9, "symmetric": 12, "permuted": 12, "bottom_up": 20,
    "large_candidates": 12, "deduction": 25, "beneficial_first": 25,
}  # fmt: skip
"""The most digits of the boards that strategies are asked for, where they take long on others."""
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
    """The findings about some puzzles of a strategy and a shape: a line of the ledger."""

    strategy: str
    shape: str
    seed: list[int]
    made: int
    minimal: int
    undecided: int
    wrong: list[str]
    seconds: float | None
    longest: float | None


def measure(n_puzzles: int = PUZZLES, seed: int = 0, ledger: Path = LEDGER) -> Section:
    """Generate the puzzles that the ledger lacks, judge each of them again, and sum up."""
    complete(n_puzzles, seed, ledger)
    found = read(ledger)
    shapes = [name for name in PER_STRATEGY if any(each.shape == name for each in found)]
    n_made, n_minimal = sum(each.made for each in found), sum(each.minimal for each in found)
    n_undecided = sum(each.undecided for each in found)
    section = Section(
        f"{n_made:,} generated puzzles: proved minimal of those made",
        ("strategy", *shapes),
        rows=[*table(found, shapes)],
        notes=[
            "A puzzle is proved minimal if other means than those of generation show that it has "
            "one solution, and at least two without each clue: dancing cells up to 12 digits, "
            "above that lazy clause generation and a certificate for each clue.",
        ],
        wrong=[line for each in found for line in each.wrong],
        records=[each._asdict() for each in found],
    )
    section.goals.append(
        Goal(
            "puzzles proved minimal, or said to be undecided",
            f"all of {n_made}",
            f"{n_minimal} and {n_undecided}",
            n_made == n_minimal + n_undecided,
        )
    )
    return section


def complete(n_puzzles: int, seed: int, ledger: Path) -> None:
    """Generate and judge what a ledger lacks, part by part, and write each part down at once."""
    for strategy, name, wanted in planned(n_puzzles):
        parts = [each for each in read(ledger) if (each.strategy, each.shape) == (strategy, name)]
        n_made = sum(each.made for each in parts)
        most = PARTS.get(Shape.parse(name).n, 1)
        for k in range(len(parts), wanted):
            if n_made >= wanted:
                break
            judged = judged_of(strategy, name, min(most, wanted - n_made), [seed, k])
            n_made += max(1, judged.made)
            with ledger.open("a") as file:
                file.write(json.dumps(judged._asdict()) + "\n")
            print(*judged, sep=" | ", flush=True)


def read(ledger: Path) -> list[Judged]:
    """Return the findings in a ledger; none if there is no such file."""
    lines = ledger.read_text().splitlines() if ledger.exists() else []
    return [Judged(**json.loads(line)) for line in lines]


def planned(n_puzzles: int) -> Iterator[tuple[str, str, int]]:
    """Yield strategies, shapes and the numbers of puzzles to be judged, small shapes first.

    Examples
    --------
    >>> plan = list(planned(20_000))
    >>> plan[0], sum(n for _, _, n in plan) > 19_000
    (('top_down', '2x2', 600), True)
    """
    for name, share in PER_STRATEGY.items():
        digits = Shape.parse(name).n
        for strategy in STRATEGIES:
            if strategy not in LEFT_OUT and digits <= SMALL.get(strategy, digits):
                yield strategy, name, max(1, round(share * n_puzzles / PUZZLES))


def table(found: Iterable[Judged], shapes: list[str]) -> list[tuple[str, ...]]:
    """Return a row for each strategy: the puzzles proved minimal of those made, by shape.

    Examples
    --------
    >>> table([Judged("top_down", "2x2", [0, 0], 5, 4, 1, [], 0.1, 0.1)], ["2x2", "3x2"])
    [('top_down', '4 of 5', '-')]
    """
    order = list(STRATEGIES)
    by_strategy = sorted(found, key=lambda each: order.index(each.strategy))
    rows = []
    for strategy, group in groupby(by_strategy, key=lambda each: each.strategy):
        parts, cells = list(group), list[str]()
        for name in shapes:
            of_shape = [each for each in parts if each.shape == name]
            made, minimal = sum(e.made for e in of_shape), sum(e.minimal for e in of_shape)
            cells.append(f"{minimal} of {made}" if made else "-")
        rows.append((strategy, *cells))
    return rows


def judged_of(strategy: str, name: str, n: int, seed: list[int]) -> Judged:
    """Generate puzzles of a strategy and shape, and judge them."""
    arguments = dict(ARGUMENTS.get(strategy, {}))
    if strategy == "few_clues":
        arguments["clues"] = FEW_CLUES[name]
    made = generate(
        n,
        shape=Shape.parse(name),
        strategy=strategy,
        seed=np.random.default_rng(seed),
        workers=1,
        **arguments,
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
    times = round(seconds, 3), round(longest, 3)
    return Judged(strategy, name, seed, n_made, n_minimal, n_undecided, wrong, *times)


def redundant(puzzle: Puzzle) -> int:
    """Return the number of clues not shown to be necessary; all, if there are more solutions."""
    n = puzzle.shape.n
    clues = [cell for cell, digit in enumerate(puzzle.grid.cells) if digit]
    if n <= COUNTED_DIGITS:
        if count(puzzle, limit=2, method="dancing_cells") != 1:
            return n * n
        without = (puzzle.without_clue(*divmod(cell, n)) for cell in clues)
        return sum(int(count(each, limit=2, method="dancing_cells")) < 2 for each in without)
    solution = only_solution(puzzle)
    if solution is None:
        return n * n
    others = OtherSolutions(puzzle.shape, puzzle.rules)
    return sum(not is_certified(puzzle, solution, cell, others) for cell in clues)


def only_solution(puzzle: Puzzle) -> Grid | None:
    """Return the solution that lazy clause generation proves to be the only one, or None."""
    search = model(puzzle).solutions(limit=2, method="learning", max_nodes=NODES)
    found = [tuple(each.values()) for each in search]
    if len(found) != 1 or not search.complete:
        return None
    return Grid(puzzle.shape, found[0])


def is_certified(puzzle: Puzzle, solution: Grid, cell: int, others: OtherSolutions) -> bool:
    """Return whether another grid is found that has all clues but that of a cell."""
    clues = [0 if k == cell else digit for k, digit in enumerate(puzzle.grid.cells)]
    other, _ = others.find(clues, solution.cells, [cell], NODES)
    return other is not None and is_certificate(
        puzzle, solution, cell, Grid(puzzle.shape, other.tolist())
    )


def is_certificate(puzzle: Puzzle, solution: Grid, cell: int, other: Grid) -> bool:
    """Return whether a grid is another solution of a classic puzzle without the clue of a cell."""
    shape, digits = puzzle.shape, set(range(1, puzzle.shape.n + 1))
    houses = [*shape.rows(), *shape.columns(), *shape.boxes()]
    keeps = all(
        digit in (0, other.cells[k]) for k, digit in enumerate(puzzle.grid.cells) if k != cell
    )
    is_valid = all({other.cells[k] for k in house} == digits for house in houses)
    return keeps and is_valid and other.cells != solution.cells
