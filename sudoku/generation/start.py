"""Puzzles that are generated from a setter's beginning: its clues, marks and rules are kept.

The clues of the beginning are a rule while a puzzle is made, so that each grid has their digits,
and strategies leave them out; they are put back at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sudoku.errors import RuleError
from sudoku.generation.batch_counts import Digits
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.pencil_marks import PencilMarks

if TYPE_CHECKING:
    from sudoku.generation.strategies.strategy import Goal


class Start(NamedTuple):
    """What all puzzles begin with.

    Attributes
    ----------
    shape, rules
        The board and the rules, among them that of the clues.
    clues : array (n_cells,), uint8
        The digits of the clues, and 0 for other cells.
    given
        The rule of the clues; None if there are none.
    names
        The title and the author.
    """

    shape: Shape
    rules: tuple[Rule, ...]
    clues: Digits
    given: PencilMarks | None
    names: Mapping[str, str]

    def whole(self, puzzles: Digits) -> Digits:
        """Return puzzles with the clues of the beginning."""
        return np.where(self.clues != 0, self.clues, puzzles)

    def without_given(self, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
        """Return rules without that of the clues."""
        return tuple(rule for rule in rules if rule is not self.given)

    def goal(self, goal: Goal | None) -> Goal | None:
        """Return the goal that whole puzzles have the wished difficulty."""
        return goal if goal is None or self.given is None else _OfWhole(goal, self)


class _OfWhole:
    """A goal for puzzles whose clues of the beginning are put back first."""

    def __init__(self, goal: Any, start: Start) -> None:
        self._goal, self._start = goal, start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._goal, name)

    def grade(self, puzzle: Puzzle) -> float:
        """Return the grade of the whole puzzle."""
        return self.grades(np.array([puzzle.grid.cells], np.uint8), puzzle.shape, puzzle.rules)[0]

    def grades(self, puzzles: Digits, shape: Shape, rules: tuple[Rule, ...]) -> list[float]:
        """Return the grades of the whole puzzles."""
        start = self._start
        found: list[float] = self._goal.grades(
            start.whole(puzzles), shape, start.without_given(rules)
        )
        return found


def start_of(start: Any, shape: Shape | None, rules: tuple[Rule, ...]) -> Start:
    """Return the beginning of a puzzle, with further rules.

    Raises
    ------
    RuleError
        If another shape is given.
    SudokuError
        If it is no puzzle.
    """
    puzzle = Puzzle.of(start)
    if shape not in (None, puzzle.shape):
        raise RuleError(f"start has the shape {puzzle.shape}, not {shape}")
    more = [each for each in rules if each not in puzzle.rules and each != Classic()]
    clues = np.array(puzzle.grid.cells, dtype=np.uint8)
    position = puzzle.shape.position
    marks = [(position(cell), [int(clues[cell])]) for cell in np.flatnonzero(clues).tolist()]
    given = PencilMarks(marks) if marks else None
    own = [*puzzle.rules, *more, *([given] if given is not None else [])]
    Puzzle(puzzle.shape, own, Grid(puzzle.shape))
    return Start(puzzle.shape, tuple(own), clues, given, puzzle.names)
