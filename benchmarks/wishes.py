"""Puzzles for twenty combinations of wishes: how fast they are made, and whether all is fulfilled.

Nothing that is promised is taken from the code that made the puzzle: solutions are counted by
dancing cells, symmetry is checked by turning and mirroring places, difficulties are rated again,
and techniques are tried by plain climbs.

Run ``python -m benchmarks wishes``, or ``python -m benchmarks.wishes [PUZZLES [SECONDS]]`` for
fewer puzzles, or for at most some seconds of the processor for each combination.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from rich.console import Console

from benchmarks import report
from benchmarks.forcing import Budget
from benchmarks.report import Goal, Section
from sudoku import Classic, Diagonal, Grids, Puzzle, Shape, count, is_minimal, rate
from sudoku.errors import NotFoundError
from sudoku.generation.generate import generate
from sudoku.ratings.needed import easier_than
from sudoku.techniques.climb import climb

PUZZLES = 200
SECONDS = 1e9
SLOWEST = 10.0
"""The seconds of the processor that a puzzle may take on average."""
METHOD = "dancing_cells"
"""An engine that shares no kernel with the generator."""
CHECKERBOARD = ("1." * 41)[:81]
TWO_GRIDS = Grids([(0, 0), (2, 2)], Shape(2, 2))

Place = tuple[int, int]
Wishes = dict[str, Any]

COMBINATIONS: tuple[Wishes, ...] = (
    {"symmetry": "half_turn", "difficulty": "medium"},
    {"symmetry": "quarter_turn", "clues": 28},
    {"symmetry": "left_right", "difficulty": "easy", "clues": 34},
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
    {"shape": TWO_GRIDS, "symmetry": "half_turn", "clues": 24, "minimal": True},
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


class Found(NamedTuple):
    """The puzzles of a combination."""

    wishes: Wishes
    times: list[float]
    wrong: list[str]
    why_not_more: str


def measure(n_puzzles: int = PUZZLES, seed: int = 0, seconds: float = SECONDS) -> Section:
    """Make puzzles for each combination, and check each of them."""
    section = Section(
        f"{n_puzzles} puzzles for each of {len(COMBINATIONS)} combinations of wishes",
        ("wishes", "puzzles", "as wished", "mean s", "median s", "longest s"),
        notes=["Seconds of the processor for a puzzle, in one thread, without the checks."],
    )
    for wishes in COMBINATIONS:
        found = made(wishes, n_puzzles, seed, seconds)
        n_made, n_right = len(found.times), len(found.times) - len(found.wrong)
        mean = sum(found.times) / max(1, n_made)
        middle, longest = median(found.times or [0]), max(found.times, default=0)
        row = (in_words(wishes), str(n_made), str(n_right), *(f"{s:.3f}" for s in (mean, middle)))
        row = (*row, f"{longest:.2f}")
        print(*row, sep=" | ", flush=True)
        section.rows.append(row)
        section.records.append({"wishes": in_words(wishes), "seconds": found.times})
        section.wrong += [f"{in_words(wishes)}: {each}" for each in found.wrong]
        if found.why_not_more:
            section.notes.append(f"{in_words(wishes)}: {found.why_not_more}")
        met = n_made > 0 and mean <= SLOWEST
        goal = f"a puzzle in {SLOWEST:.0f} s"
        section.goals.append(Goal(in_words(wishes), goal, f"{mean:.2f} s", met))
    return section


def made(wishes: Wishes, n: int, seed: int, seconds: float) -> Found:
    """Make puzzles and check them, until the processor has worked for some seconds."""
    times, wrong = list[float](), list[str]()
    next(generate(1, seed=seed, workers=1, **wishes))  # kernels are loaded
    makes = generate(seed=seed, workers=1, cancel=Budget(seconds), **wishes)
    while len(times) < n:
        start = process_time()
        try:
            puzzle = next(makes, None)
        except NotFoundError as error:
            return Found(wishes, times, wrong, str(error))
        if puzzle is None:
            return Found(wishes, times, wrong, f"stopped after {seconds:.0f} s")
        times.append(process_time() - start)
        if missed := broken(puzzle, wishes):
            wrong.append(f"{puzzle.grid.to_line()}: {', '.join(missed)}")
    return Found(wishes, times, wrong, "")


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
    """Print the table."""
    n_puzzles = int(sys.argv[1]) if len(sys.argv) > 1 else PUZZLES
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    section = measure(n_puzzles, seconds=seconds)
    console = Console(width=140)
    report.show(section, console)
    report.show(report.goals_table([section]), console)


if __name__ == "__main__":
    main()
