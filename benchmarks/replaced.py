"""How often easier techniques replace a technique: an experiment with random minimal puzzles.

For each puzzle the techniques of the ladder that come before the technique are tried until they get
stuck. The technique itself is asked for a step at each position on the way where the easiest
techniques find nothing, and at the end. If it finds steps on the way and never at the end, easier
techniques have found all that it could.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from benchmarks.report import Section
from sudoku import Classic, Puzzle, Shape
from sudoku.generation.generate import generate
from sudoku.ratings.needed import easier_than, open_share, walk
from sudoku.techniques.finders import technique

RARE = ("medusa_dual", "pair_exclusion", "triple_exclusion")
"""Techniques that puzzles hardly ever need."""
BOARD, RULES = Shape(3, 3), (Classic(),)


class Uses(NamedTuple):
    """The numbers of puzzles.

    Attributes
    ----------
    stuck
        Those that the easier techniques do not solve.
    on_the_way
        Those with a position on the way where the technique finds a step.
    at_the_end
        Those where it finds a step at the end.
    needed
        Those that the easier techniques and this one solve together, and not without it.
    example
        The first puzzle that needs it, in a line; "-" if there is none.
    """

    stuck: int
    on_the_way: int
    at_the_end: int
    needed: int
    example: str


def measure(n_puzzles: int, names: Collection[str] = (), seed: int = 0) -> Section:
    """Ask some techniques for steps in the same puzzles, by default those that are rare."""
    section = Section(
        f"What easier techniques leave to a technique, in {n_puzzles:,} minimal puzzles",
        (
            "technique", "easier ones are stuck", "a step on the way", "a step at the end",
            "needed", "an example",
        ),
        notes=[
            "Easier techniques: those of the ladder that come before, without those that assume "
            "one solution."
        ],
    )  # fmt: skip
    puzzles = list(generate(n_puzzles, seed=seed, workers=1))
    for name in names or RARE:
        uses = uses_of(name, puzzles)
        section.rows.append((name, *map(str, uses)))
        print(*section.rows[-1], sep=" | ", flush=True)
        section.records.append({"technique": name, **uses._asdict()})
    return section


def uses_of(name: str, puzzles: Collection[Puzzle]) -> Uses:
    """Return in how many puzzles a technique finds a step, on the way and at the end."""
    each, easier = technique(name), easier_than(name, BOARD, RULES)
    stuck = on_the_way = at_the_end = 0
    needed = list[Puzzle]()
    for puzzle in puzzles:
        end = walk(puzzle, easier, each)
        stuck += not end.solved
        on_the_way += end.beaten > 0
        at_the_end += end.finds
        if end.finds:
            end.climber.count([*easier, each])
            if open_share(end.climber) == 0:
                needed.append(puzzle)
    example = needed[0].grid.to_line() if needed else "-"
    return Uses(stuck, on_the_way, at_the_end, len(needed), example)
