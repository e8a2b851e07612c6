"""An example of each technique: a position where it finds a step (`examples.txt`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.puzzle.board import Board, candidates_in
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.rules.parsing import read_rule
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Candidate, Step

_PLACE = "x"
"""Marks a cell that may hold the digit 1, in positions about this digit alone."""
_RULES = ";"
"""Stands between the rules of a position."""


@dataclass(frozen=True)
class Example:
    """A position, and the conclusion of the step that a technique finds there.

    Attributes
    ----------
    technique
        The name of the technique.
    board
        The position.
    eliminations, placements
        The conclusion, as pairs of a cell and a digit, from 1.
    digits
        The digits that the position is about. If it is the digit 1 alone, then no other digit is
        placed, and the others are candidates of all blank cells.
    """

    technique: str
    board: Board
    eliminations: frozenset[Candidate]
    placements: frozenset[Candidate]
    digits: tuple[int, ...]

    def step(self) -> Step:
        """Find the step.

        Raises
        ------
        RuntimeError
            If the technique does not find it.
        """
        from sudoku.techniques.climb import Climber

        for step in Climber(self.board).steps(TECHNIQUES[self.technique]):
            found = frozenset(step.eliminations), frozenset(step.placements)
            if found == (self.eliminations, self.placements):
                return step
        raise RuntimeError(f"{self.technique} does not find its step")


@cache
def examples() -> MappingProxyType[str, Example]:
    """Return the examples of the techniques of this package, by name.

    Examples
    --------
    >>> len(examples()["hidden_single"].placements), examples()["leviathan"].digits
    (1, (1,))
    """
    text = files("sudoku.techniques").joinpath("examples.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return MappingProxyType({each.technique: each for each in map(_read, lines)})


def example_of(technique: str) -> Example:
    """Return the example of a technique.

    Raises
    ------
    RuleError
        If there is no technique of that name, or it has no example, since another package adds it.

    Examples
    --------
    >>> example_of("X-wing").technique
    'x_wing'
    """
    name = TECHNIQUES.find(technique)
    if name not in examples():
        raise RuleError(f"no example of the technique {name!r} is known")
    return examples()[name]


def _read(line: str) -> Example:
    """Read a line of the file, whose first lines explain its fields."""
    name, position, removed, *conclusion = line.split(":")
    eliminations, placements = (frozenset(candidates_in(text)) for text in conclusion[:2])
    if _PLACE in position:
        puzzle = Puzzle.from_text(position.replace(_PLACE, "."))
        others = [(cell, 1) for cell, mark in enumerate(position) if mark == "."]
        return Example(name, Board(puzzle, removed=others), eliminations, placements, (1,))
    rules = [read_rule(text) for text in ":".join(conclusion[2:]).split(_RULES) if text]
    board = Board.from_library(position, removed, rules or [Classic()])
    return Example(name, board, eliminations, placements, tuple(range(1, 10)))
