"""The area `houses`: a case is a board where sets of cells are stated twice, and puzzles on it.

All techniques are run on a puzzle with one solution and on one with several, and each step is
compared with all solutions.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from sudoku import Puzzle, RuleError, count, explain, rate, solutions
from sudoku.puzzle.board import Board
from sudoku.ratings.registry import SCALES
from sudoku.techniques.climb import Climber
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Step
from sudoku.techniques.technique import Technique
from tests.fuzz.finding import Finding
from tests.fuzz.house_layouts import Layout, draw
from tests.sudoku_puzzles import is_right

Grids = list[tuple[int, ...]]

SLOW = ("franken", "mutant", "als_xy_chain", "whale", "squirmbag", "leviathan", "triple_exclusion")
"""Parts of the names of techniques that take seconds where many cells are blank."""
MOST_BLANKS = 50
"""With more, only the techniques of the first kernel are tried."""
MOST_FISH = 400
"""Slow techniques are left out if blank cells times houses times the size is more."""
MOST_SOLUTIONS = 60
MOST_STEPS = 30
"""The most steps of a technique that are checked at a position."""


def run(seed: int) -> None:
    """Draw a layout and puzzles on it, and check them; raise `Finding` if a check fails."""
    rng = Random(seed)
    layout = draw(rng)
    for most in (1, MOST_SOLUTIONS):
        puzzle = _puzzle(layout, most, rng)
        try:
            _check(puzzle, rng)
        except Exception as error:
            text = f"Puzzle({puzzle.shape!r}, {puzzle.rules!r}, {puzzle.grid.cells!r})"
            raise Finding(f"techniques on\n{text}\n{type(error).__name__}: {error}") from error


def _puzzle(layout: Layout, most: int, rng: Random) -> Puzzle:
    """Return the grid without clues in random cells, as long as there are few solutions."""
    cells = list(layout.grid)
    for cell in rng.sample(range(len(cells)), len(cells)):
        digit, cells[cell] = cells[cell], 0
        if count(Puzzle(layout.shape, layout.rules, cells), limit=most + 1) > most:
            cells[cell] = digit
    return Puzzle(layout.shape, layout.rules, cells)


def _check(puzzle: Puzzle, rng: Random) -> None:
    """Climb at random, and check all that techniques find at some of the positions."""
    sets = [frozenset(house.cells) for house in puzzle.houses]
    assert len(sets) == len(set(sets)), "a house is there twice"
    grids = [grid.cells for grid in solutions(puzzle, limit=MOST_SOLUTIONS + 1)]
    climber = Climber(Board(puzzle))
    while not climber.is_over():
        found = _steps(climber, grids, rng)
        if not found:
            break
        climber.take(rng.choice(found))
    if len(grids) == 1:
        _check_verbs(puzzle, grids[0])


def _steps(climber: Climber, grids: Grids, rng: Random) -> list[Step]:
    """Return steps of the position, all of which are checked."""
    found: list[Step] = []
    for technique in TECHNIQUES:
        if _is_tried(technique, climber, grids, rng):
            steps = list(islice(climber.steps(technique), MOST_STEPS))
            for step in steps:
                _check_step(climber, step, grids)
            found += steps
    return found


def _is_tried(technique: Technique, climber: Climber, grids: Grids, rng: Random) -> bool:
    n_blank = int((climber.tables.grid == 0).sum())
    if technique.assumes_unique and len(grids) > 1:
        return False
    if n_blank > MOST_BLANKS:
        return technique.easiest
    if any(word in technique.name for word in SLOW):
        n_fish = n_blank * len(climber.geometry.houses) * (technique.size or 2)
        return n_fish <= MOST_FISH and rng.random() < 0.2
    return rng.random() < 0.4


def _check_step(climber: Climber, step: Step, grids: Grids) -> None:
    assert step.placements or step.eliminations, step
    assert all(is_right(step, grid) for grid in grids), step
    assert len(set(step.cells)) == len(step.cells), step
    assert all(climber.tables.cand[cell] >> digit - 1 & 1 for cell, digit in step.eliminations)


def _check_verbs(puzzle: Puzzle, grid: tuple[int, ...]) -> None:
    """Check what users call: explanations with their words, and ratings."""
    explanation = explain(puzzle, unique=True)
    for stage in explanation.stages:
        assert is_right(stage.step, grid), stage.step
        assert stage.words
    for name in SCALES:
        try:
            assert rate(puzzle, name).text
        except RuleError:
            assert name != "rounds"
