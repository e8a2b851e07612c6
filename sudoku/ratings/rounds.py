"""The scale "rounds", for puzzles of every shape and with every rule."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from exactcover.runtime.search.limits import HaltedError, stop_if_due
from sudoku.ratings.rating import AtLeastError, Rating, Scale
from sudoku.techniques.finders import technique
from sudoku.techniques.step import Step
from sudoku.techniques.technique import Technique

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle
    from sudoku.techniques.climb import Climber

COSTS = {
    "full_house": 1, "naked_single": 2, "hidden_single": 2, "constraint": 2, "no_room": 4,
    "pointing": 4, "claiming": 4, "naked_pair": 5, "hidden_pair": 6, "naked_triple": 7,
    "hidden_triple": 8, "x_wing": 8, "naked_quad": 9, "hidden_quad": 10, "swordfish": 10,
    "xy_wing": 10, "xyz_wing": 11, "jellyfish": 12, "x_chain": 13, "xy_chain": 14, "nishio": 16,
    "cell_forcing": 18, "unit_forcing": 18, "forcing_net": 30, "search": 100,
}  # fmt: skip
"""What a round with each technique costs, in the order in which they are tried.

A round with constraints costs this number for each open cell of the constraint.
"""

LEVELS = {"easy": 4, "medium": 8, "hard": 15, "expert": 30}
"""The cost of the hardest round of each class but the last."""
BEYOND = "extreme"
USUAL_CELLS = 81
MOST_OF_CONSTRAINT = 24
"""The most that a round with constraints costs."""


class Round(NamedTuple):
    """A round: the technique, its steps and what it costs."""

    technique: str
    steps: list[Step]
    cost: int


class Rounds(Scale):
    """The costs of the rounds that solve a puzzle, times the square root of the board's size.

    In each round the easiest technique that finds a step is used, and all of its steps are done at
    once, so the order of cells does not matter. The constraints of rules, such as cages, are a
    technique, too: those with the fewest open cells come first. `COSTS` has the techniques; behind
    forcing nets, a round of digits that a search proves, in all cells with the fewest candidates,
    costs a hundred. The sum is multiplied by the square root of the number of cells over 81. The
    class is that of the hardest round.
    """

    name = "rounds"
    summary = "Rounds of steps of the easiest technique; for every rule and shape."
    levels = (*LEVELS, BEYOND)
    score_range = (0.0, inf)
    time_limit = 60.0

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        from sudoku.techniques.climb import Climber

        climber = Climber(puzzle)
        factor = sqrt(puzzle.shape.n_cells / USUAL_CELLS)
        total = hardest = 0
        counts: dict[str, int] = {}
        try:
            for each in rounds(climber):
                total += each.cost
                hardest = max(hardest, each.cost)
                counts[each.technique] = counts.get(each.technique, 0) + 1
        except HaltedError as halted:
            if not total:
                raise
            raise AtLeastError(f"{total * factor:.1f}") from halted
        value = round(total * factor, 1)
        level = next((name for name, most in LEVELS.items() if hardest <= most), BEYOND)
        order = {name: counts[name] for name in COSTS if name in counts}
        return Rating(self.name, value, level, True, f"{value} {level}", order)


def rounds(climber: Climber) -> Iterator[Round]:
    """Yield the rounds that solve a puzzle; each is done when the next is asked for."""
    ladder = [each for each in map(_technique, COSTS) if each.applies_to(climber.geometry)]
    while not climber.is_over():
        found = next(filter(None, (_round(climber, each) for each in ladder)), None)
        if found is None:
            return
        yield found
        for step in found.steps:
            climber.take(step)


def _technique(name: str) -> Technique:
    if name != "search":
        return technique(name)
    from sudoku.ratings.by_search import steps

    return Technique(name=name, module=steps)


def _round(climber: Climber, each: Technique) -> Round | None:
    """Return the round of a technique; None if it finds no step."""
    stop_if_due()
    steps = climber.steps(each)
    found = list(_in_smallest(climber, steps) if each.name == "search" else steps)
    if not found:
        return None
    if each.name != "constraint":
        return Round(each.name, found, COSTS[each.name])
    sizes = [_n_open(climber, step) for step in found]
    fewest = min(sizes)
    steps_done = [step for step, size in zip(found, sizes, strict=True) if size == fewest]
    return Round(each.name, steps_done, min(fewest * COSTS[each.name], MOST_OF_CONSTRAINT))


def _in_smallest(climber: Climber, steps: Iterator[Step]) -> Iterator[Step]:
    """Yield the first steps as long as their cells have the fewest candidates."""
    cand = climber.tables.cand
    fewest = min(int(mask).bit_count() for mask in cand if mask)
    for step in steps:
        [(cell, _)] = step.placements
        if int(cand[cell]).bit_count() > fewest:
            return
        yield step


def _n_open(climber: Climber, step: Step) -> int:
    """Return the number of open cells of a constraint."""
    return sum(not climber.tables.grid[cell] for cell in step.cells)
