"""Solve a puzzle by the ladder of techniques of a scale, and count how often each is used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sudoku.errors import RuleError
from sudoku.statement.statement import statement
from sudoku.techniques.finders import technique
from sudoku.techniques.technique import Technique

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle
    from sudoku.techniques.climb import Climber
    from sudoku.techniques.geometry import Geometry


class Climb(NamedTuple):
    """The result of a climb.

    Attributes
    ----------
    solved
        Whether the puzzle was solved.
    counts
        The techniques used, in the ladder's order, and how often.
    n_open
        The number of cells that are still blank.
    """

    solved: bool
    counts: dict[str, int]
    n_open: int = 0

    @property
    def remark(self) -> str:
        """Why the puzzle is not solved, in words; nothing where it is.

        Examples
        --------
        >>> Climb(False, {}, 51).remark
        "the scale's techniques do not solve the puzzle: 51 cells are still blank"
        """
        if self.solved:
            return ""
        cells = "cell is" if self.n_open == 1 else "cells are"
        return f"the scale's techniques do not solve the puzzle: {self.n_open} {cells} still blank"


class Ladder:
    """Techniques in a given order: the first one that finds a step is used, again and again.

    Parameters
    ----------
    names
        The techniques, the easiest first.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> Ladder(["naked_single"]).climb(Puzzle.from_text("1234341221434..."))
    Climb(solved=True, counts={'naked_single': 3}, n_open=0)
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.techniques: tuple[Technique, ...] = tuple(map(technique, names))
        self.names = [each.name for each in self.techniques]

    def climb(self, puzzle: Puzzle) -> Climb:
        """Solve a puzzle as far as the ladder goes."""
        from sudoku.techniques.climb import Climber

        return self.climb_on(Climber(puzzle))

    def climb_on(self, climber: Climber) -> Climb:
        """Continue from a position as far as the ladder goes; the position is changed.

        Raises
        ------
        RuleError
            If the rules constrain more than houses and pairs of cells.
        """
        check_rated(climber.geometry)
        counts = climber.count(self.techniques)
        used = {name: int(count) for name, count in zip(self.names, counts, strict=True) if count}
        n_open = int((climber.tables.grid == 0).sum())
        return Climb(n_open == 0, used, n_open)


def check_rated(geometry: Geometry) -> None:
    """Raise an error if the scales that climb a ladder do not rate puzzles with these rules.

    Raises
    ------
    RuleError
        If the rules constrain more than houses and pairs of cells.
    """
    why = why_not_rated(geometry)
    if why:
        raise RuleError(f"{why}; the scales 'rounds' and 'variants' rate every rule")


def why_not_rated(geometry: Geometry) -> str:
    """Return why the scales that climb a ladder do not rate puzzles with these rules.

    The words name the rules. If such puzzles are rated, there are none.
    """
    if not geometry.has_constraints:
        return ""
    shape, rules = geometry.shape, geometry.rules
    stated = ((rule.name, statement(shape, (rule,))) for rule in rules)
    names = ", ".join(repr(name) for name, each in stated if each.constraints or each.links)
    return (
        f"this scale does not rate puzzles with the rules {names}: its techniques know houses and "
        "pairs of cells, and these rules constrain more than two cells"
    )
