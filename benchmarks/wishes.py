"""Puzzles for twenty combinations of wishes: how fast they are made, and whether all is fulfilled.

Nothing that is promised is taken from the code that made the puzzle: solutions are counted by
dancing cells, symmetry is checked by turning and mirroring places, difficulties are rated again,
and techniques are tried by plain climbs.

Run ``python -m benchmarks wishes``, or ``python -m benchmarks.wishes [PUZZLES [SECONDS]]`` for
fewer puzzles, or for some seconds of the processor only. Each search is written to a ledger at
once, and the next run makes what is missing there.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from benchmarks import report
from benchmarks.forcing import Budget
from benchmarks.report import RESULTS, Goal, Section
from sudoku import Classic, Diagonal, Grids, Puzzle, Shape, count, is_minimal, rate
from sudoku.errors import NotFoundError
from sudoku.generation.generate import generate
from sudoku.ratings.needed import easier_than
from sudoku.techniques.climb import climb

PUZZLES = 200
SECONDS = 1e9
LEDGER = RESULTS / "wishes.jsonl"
"""The searches so far, one in each line; a run makes only what is missing."""
SLOWEST = 10.0
"""The seconds of the processor after which the search for one puzzle ends."""
MOST_SEARCHES = 3
"""How many searches there are at most for each puzzle that is wanted."""
METHOD = "dancing_cells"
"""An engine that shares no kernel with the generator."""
CHECKERBOARD = ("1." * 41)[:81]
TWO_GRIDS = Grids([(0, 0), (2, 2)], Shape(2, 2))

Place = tuple[int, int]
Wishes = dict[str, Any]

COMBINATIONS: tuple[Wishes, ...] = (
    {"symmetry": "half_turn", "difficulty": "medium"},
    {"symmetry": "quarter_turn", "clues": 28},
    {"symmetry": "left_right", "difficulty": "easy", "clues": 44},
    {"symmetry": "diagonal", "clues": 30, "difficulty": "hard"},
    {"symmetry": "half_turn", "minimal": True},
    {"clues": 24, "minimal": True},
    {"clues": 26, "technique": "naked_pair", "without": "hidden_pair"},
    {"clues": 27, "minimal": True, "technique": "pointing"},
    {"pattern": CHECKERBOARD, "symmetry": "full", "without": "hidden_pair"},
    {"difficulty": "hard", "technique": ["pointing", "naked_pair"]},
    {"er": (2.6, 4.4), "technique": "naked_pair", "symmetry": "half_turn"},
    {"er": (4.5, 6.6), "clues": 26},
    {"difficulty": "UNFAIR", "scale": "hodoku", "symmetry": "half_turn"},
    {"score": (500, 700), "scale": "hodoku", "clues": 28, "minimal": True},
    {"difficulty": "intermediate", "scale": "qqwing", "symmetry": "both_diagonals"},
    {"technique": "x_wing", "symmetry": "half_turn"},
    {"technique": "xy_wing", "minimal": True},
    {"rules": (Classic(), Diagonal()), "difficulty": "hard", "symmetry": "half_turn"},
    {"shape": Shape(3, 2), "ruleset": "consecutive", "clues": 6, "technique": "hidden_single"},
    {"shape": TWO_GRIDS, "symmetry": "half_turn", "clues": 8, "minimal": True},
)

MOVES: dict[str, tuple[Callable[[int, int, int, int], Place], ...]] = {
    "half_turn": (lambda i, j, h, w: (h - i, w - j),),
    "quarter_turn": (lambda i, j, h, w: (j, h - i),),
    "left_right": (lambda i, j, h, w: (i, w - j),),
    "diagonal": (lambda i, j, h, w: (j, i),),
    "both_diagonals": (lambda i, j, h, w: (j, i), lambda i, j, h, w: (w - j, h - i)),
    "full": (lambda i, j, h, w: (j, h - i), lambda i, j, h, w: (i, w - j)),
}
"""Where a place goes; h and w are the numbers of the last row and column."""


class Search(NamedTuple):
    """The search for one puzzle: a line of the ledger.

    Attributes
    ----------
    wishes
        The combination, in words.
    number
        The number of the puzzle in its combination, from which its seed is derived.
    seconds
        The seconds of the processor until the puzzle was found, or the search was ended.
    puzzle
        The clues; None if none was found in time.
    broken
        The wishes that the puzzle does not fulfil.
    """

    wishes: str
    number: int
    seconds: float
    puzzle: str | None
    broken: list[str]


def measure(
    n_puzzles: int = PUZZLES, seed: int = 0, seconds: float = SECONDS, ledger: Path = LEDGER
) -> Section:
    """Make the puzzles that the ledger lacks, check each of them, and sum up."""
    complete(n_puzzles, seed, seconds, ledger)
    searches = read(ledger)
    section = Section(
        f"Puzzles for {len(COMBINATIONS)} combinations of wishes",
        ("wishes", "found", "as wished", "mean s", "median s", "longest s", "a minute"),
        notes=[
            "Seconds of the processor for a puzzle, in one thread, without the checks. A search "
            f"ends after {SLOWEST:.0f} s; its time counts for the mean and for the puzzles found "
            "in a minute."
        ],
    )
    for wishes in map(in_words, COMBINATIONS):
        of_these = [each for each in searches if each.wishes == wishes]
        if not of_these:
            continue
        section.rows.append(row_of(wishes, of_these))
        section.records += [each._asdict() for each in of_these]
        section.wrong += [
            f"{wishes}: {each.puzzle}: {', '.join(each.broken)}" for each in of_these if each.broken
        ]
        n_found = sum(each.puzzle is not None for each in of_these)
        goal = Goal(
            wishes,
            f"each puzzle within {SLOWEST:.0f} s",
            f"{n_found} of {len(of_these)}",
            n_found == len(of_these),
        )
        section.goals.append(goal)
    return section


def row_of(wishes: str, searches: list[Search]) -> tuple[str, ...]:
    """Return the row of a combination.

    Examples
    --------
    >>> row_of("clues=24", [Search("", 0, 1.0, "1.2", []), Search("", 1, 10.0, None, [])])
    ('clues=24', '1 of 2', '1', '5.50', '5.50', '10.0', '5.5')
    """
    times = [each.seconds for each in searches]
    found = [each for each in searches if each.puzzle is not None]
    n_right = sum(not each.broken for each in found)
    return (
        wishes,
        f"{len(found)} of {len(searches)}",
        str(n_right),
        f"{sum(times) / len(times):.2f}",
        f"{median(times):.2f}",
        f"{max(times):.1f}",
        f"{60 * len(found) / sum(times):.1f}",
    )


def complete(n_puzzles: int, seed: int, seconds: float, ledger: Path) -> None:
    """Search for the puzzles that a ledger lacks, and write each down at once.

    All combinations get their first search, then all their second one, and so on, so that every
    combination has a row soon; a combination with enough puzzles gets no more. It ends after
    MOST_SEARCHES times as many rounds as puzzles are wanted, or when the processor has worked for
    some seconds.
    """
    end = process_time() + seconds
    known = {(each.wishes, each.number) for each in read(ledger)}
    n_found = Counter(each.wishes for each in read(ledger) if each.puzzle is not None)
    is_loaded = set[int]()
    for number in range(MOST_SEARCHES * n_puzzles):
        for k, wishes in enumerate(COMBINATIONS):
            words = in_words(wishes)
            if n_found[words] >= n_puzzles or (words, number) in known:
                continue
            if process_time() > end:
                return
            if k not in is_loaded:
                search(wishes, number, [seed, k, number])  # kernels are loaded
                is_loaded.add(k)
            done = search(wishes, number, [seed, k, number])
            n_found[words] += done.puzzle is not None
            with ledger.open("a", encoding="utf-8") as file:
                file.write(json.dumps(done._asdict()) + "\n")
            print(*done, sep=" | ", flush=True)


def read(ledger: Path) -> list[Search]:
    """Return the searches in a ledger; none if there is no such file."""
    lines = ledger.read_text(encoding="utf-8").splitlines() if ledger.exists() else []
    return [Search(**json.loads(line)) for line in lines]


def search(wishes: Wishes, number: int, seed: list[int]) -> Search:
    """Search for a puzzle, for some time of the processor, and check it."""
    start = process_time()
    makes = generate(
        1, seed=np.random.default_rng(seed), workers=1, tries=1 << 30, cancel=Budget(SLOWEST),
        **wishes,
    )  # fmt: skip
    try:
        puzzle = next(makes, None)
    except NotFoundError:
        puzzle = None
    seconds = round(process_time() - start, 4)
    line = None if puzzle is None else puzzle.grid.to_line()
    missed = [] if puzzle is None else broken(puzzle, wishes)
    return Search(in_words(wishes), number, seconds, line, missed)


def broken(puzzle: Puzzle, wishes: Wishes) -> list[str]:
    """Return the wishes that a puzzle does not fulfil."""
    checks: dict[str, Callable[[], bool]] = {
        "one solution": lambda: count(puzzle, limit=2, method=METHOD) == 1,
        "symmetry": lambda: is_symmetric(puzzle, wishes["symmetry"]),
        "clues": lambda: puzzle.n_clues == wishes["clues"],
        "pattern": lambda: pattern_of(puzzle) == wishes["pattern"],
        "minimal": lambda: is_minimal(puzzle, method=METHOD),
        "difficulty": lambda: rated(puzzle, wishes).level == wishes["difficulty"],
        "score": lambda: is_in(rated(puzzle, wishes).value, wishes["score"]),
        "er": lambda: is_in(rate(puzzle, "se").value, wishes["er"]),
        "technique": lambda: needs(puzzle, *techniques_of(wishes)),
        "without": lambda: needs(puzzle, *techniques_of(wishes)),
    }
    asked = ("one solution", *wishes)
    return [name for name, is_kept in checks.items() if name in asked and not is_kept()]


def is_symmetric(puzzle: Puzzle, symmetry: str) -> bool:
    """Return whether the moves of a symmetry take the cells with clues to each other."""
    shape = puzzle.shape
    places = {shape.position(cell) for cell, digit in enumerate(puzzle.grid.cells) if digit}
    last = shape.height - 1, shape.width - 1
    return all({move(*place, *last) for place in places} == places for move in MOVES[symmetry])


def pattern_of(puzzle: Puzzle) -> str:
    """Return 1 for each cell with a clue, and a dot for each other cell."""
    return "".join("1" if digit else "." for digit in puzzle.grid.cells)


def rated(puzzle: Puzzle, wishes: Wishes) -> Any:
    """Return the rating of a puzzle on the scale of the wishes."""
    return rate(puzzle, wishes.get("scale", "bergman"))


def is_in(value: float | None, interval: tuple[float, float]) -> bool:
    """Return whether there is a value, and it lies in an interval."""
    return value is not None and interval[0] <= value <= interval[1]


def techniques_of(wishes: Wishes) -> tuple[list[str], set[str]]:
    """Return the techniques that must be needed, and those that must not."""
    technique, without = wishes.get("technique", []), wishes.get("without", [])
    needed = [technique] if isinstance(technique, str) else list(technique)
    return needed, {without} if isinstance(without, str) else set(without)


def needs(puzzle: Puzzle, needed: list[str], spared: Iterable[str]) -> bool:
    """Return whether plain climbs show that techniques are needed, and that others are not."""
    hardest = needed[-1] if needed else ""
    easier = [each.name for each in easier_than(hardest, puzzle.shape, puzzle.rules)]
    ladder = [name for name in [*easier, *needed[-1:]] if name not in spared]
    return is_solved(puzzle, ladder) and not any(
        is_solved(puzzle, [each for each in ladder if each != name]) for name in needed
    )


def is_solved(puzzle: Puzzle, names: list[str]) -> bool:
    """Return whether some techniques solve a puzzle."""
    n_placed = sum(len(step.placements) for step in climb(puzzle, names))
    return n_placed == puzzle.grid.cells.count(0)


def in_words(wishes: Wishes) -> str:
    """Return wishes as text."""
    return ", ".join(f"{name}={value_in_words(value)}" for name, value in wishes.items())


def value_in_words(value: Any) -> str:
    """Return the value of a wish as text."""
    if isinstance(value, tuple) and hasattr(value[0], "summary"):
        return " + ".join(each.name for each in value)
    if isinstance(value, Grids):
        return f"{len(value.squares())} grids of {value.squares()[0][0]}"
    return "a checkerboard" if value == CHECKERBOARD else str(value)


def main() -> None:
    """Print the table, and write it beside the ledger."""
    n_puzzles = int(sys.argv[1]) if len(sys.argv) > 1 else PUZZLES
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    section = measure(n_puzzles, seconds=seconds)
    text = report.markdown(section).removeprefix("#")
    LEDGER.with_suffix(".md").write_text(text, encoding="utf-8")
    console = Console(width=140)
    report.show(section, console)
    report.show(report.goals_table([section]), console)


if __name__ == "__main__":
    main()
