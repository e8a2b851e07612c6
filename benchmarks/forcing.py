"""How long it takes to generate a puzzle that needs a technique, for every technique.

A technique is *needed* if the easier techniques of the ladder do not solve the puzzle, but do
together with it; so the explained path has it as its hardest step. Easier ones are those that come
before it in `sudoku.techniques.registry`; those that assume one solution are left out, unless it is
the technique itself.
"""

from __future__ import annotations

from collections.abc import Collection
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.report import Goal, Section
from sudoku import Classic, Puzzle, Shape, rule
from sudoku.errors import NotFoundError
from sudoku.generation.generate import generate
from sudoku.ratings.needed import easier_than, reason_never
from sudoku.rules.base import Rule
from sudoku.techniques.climb import climb
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.technique import Technique

SECONDS = 60.0
"""The most seconds of the processor for one puzzle."""
SEEDS = 5
BOARD = Shape(3, 3)
CLASSIC: tuple[Rule, ...] = (Classic(),)
OTHER_RULES = {"no_room": (Classic(), rule("non_consecutive"))}
"""The rules of the puzzles for techniques that are not for classic ones."""


class Budget:
    """A flag that is set when the process has worked for a time."""

    def __init__(self, seconds: float) -> None:
        self._end = process_time() + seconds

    def is_set(self) -> bool:
        """Return whether the time is over."""
        return process_time() >= self._end


class Attempt(NamedTuple):
    """The seconds of one search, and the puzzle, if it was found."""

    seconds: float
    puzzle: Puzzle | None


def measure(seconds: float = SECONDS, n_seeds: int = SEEDS, names: Collection[str] = ()) -> Section:
    """Ask for a puzzle for each technique, or for those of some names, until a search fails."""
    section = Section(
        f"Puzzles that need a technique, within {seconds:.0f} s of one core",
        ("technique", "found", "median s", "longest s", "an example, or why there is none"),
        notes=[
            "Techniques in the order of the registry. (r): by request, the ladder leaves it out; "
            "the easier techniques are those of the ladder that come before it.",
        ],
    )
    n_met = n_asked = 0
    for each in TECHNIQUES:
        if names and each.name not in names:
            continue
        row, attempts = _row(each, seconds, n_seeds)
        section.rows.append(row)
        print(*row, sep=" | ", flush=True)
        section.records.append({"technique": each.name, "seconds": [a.seconds for a in attempts]})
        section.wrong += [
            f"{each.name}: not needed in {attempt.puzzle.grid.to_line()}"
            for attempt in attempts
            if attempt.puzzle is not None and not is_needed(each, attempt.puzzle)
        ]
        if attempts and not each.by_request:
            n_asked += 1
            n_met += all(attempt.puzzle is not None for attempt in attempts)
    words = f"{n_met} of {n_asked}"
    section.goals.append(Goal("techniques that are forced", "all", words, n_met == n_asked))
    return section


def _row(each: Technique, seconds: float, n_seeds: int) -> tuple[tuple[str, ...], list[Attempt]]:
    """Return the row of a technique, and the attempts."""
    name = each.name + (" (r)" if each.by_request else "")
    rules = OTHER_RULES.get(each.name, CLASSIC)
    why = reason_never(each.name, BOARD, rules)
    if why is not None:
        return (name, "never", "-", "-", why), []
    attempts = list[Attempt]()
    while len(attempts) < n_seeds and (not attempts or attempts[-1].puzzle is not None):
        attempts.append(_attempt(each.name, rules, seconds, len(attempts)))
    times = [attempt.seconds for attempt in attempts]
    found = [attempt.puzzle.grid.to_line() for attempt in attempts if attempt.puzzle is not None]
    numbers = f"{len(found)} of {len(attempts)}", f"{median(times):.2f}", f"{max(times):.1f}"
    return (name, *numbers, f"`{found[0]}`" if found else "not found"), attempts


def _attempt(name: str, rules: tuple[Rule, ...], seconds: float, seed: int) -> Attempt:
    start = process_time()
    made = generate(
        1,
        shape=BOARD,
        rules=rules,
        technique=name,
        seed=seed,
        workers=1,
        tries=1 << 30,
        cancel=Budget(seconds),
    )
    try:
        puzzle = next(made, None)
    except NotFoundError:
        puzzle = None
    return Attempt(process_time() - start, puzzle)


def is_needed(each: Technique, puzzle: Puzzle) -> bool:
    """Return whether a technique and the easier ones solve a puzzle, and not without it."""
    easier = [other.name for other in easier_than(each.name, puzzle.shape, puzzle.rules)]
    return is_solved(puzzle, [*easier, each.name]) and not is_solved(puzzle, easier)


def is_solved(puzzle: Puzzle, names: list[str]) -> bool:
    """Return whether the steps of these techniques fill all blank cells."""
    filled = {cell for step in climb(puzzle, names) for cell, _ in step.placements}
    return len(filled) == puzzle.shape.n_cells - puzzle.n_clues
