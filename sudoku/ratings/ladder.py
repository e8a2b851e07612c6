"""Climbing a scale's own ladder, and counting which techniques it took."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sudoku.errors import RuleError
from sudoku.techniques import Technique, technique

if TYPE_CHECKING:
    from sudoku.puzzle import Puzzle
    from sudoku.techniques.climb import Climber

__all__ = ["Climb", "Ladder"]


class Climb(NamedTuple):
    """What a climb took.

    Attributes
    ----------
    solved
        Whether the puzzle was solved.
    counts
        The techniques used, in the ladder's order, and how often.
    """

    solved: bool
    counts: dict[str, int]


class Ladder:
    """Techniques in an order of one's own: the first that finds something is used, again and again.

    Parameters
    ----------
    names
        The techniques, the easiest first.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> Ladder(["naked_single"]).climb(Puzzle.from_text("1234341221434..."))
    Climb(solved=True, counts={'naked_single': 3})
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.rungs: tuple[Technique, ...] = tuple(map(technique, names))
        self.names = [rung.name for rung in self.rungs]

    def climb(self, puzzle: Puzzle) -> Climb:
        """Solve a puzzle as far as the ladder goes."""
        from sudoku.techniques.climb import Climber

        return self.climb_on(Climber(puzzle))

    def climb_on(self, climber: Climber) -> Climb:
        """Go on from a position as far as the ladder goes; the position is changed.

        Raises
        ------
        RuleError
            Where rules say more than houses and pairs: no scale has a number for such steps.
        """
        if climber.geometry.has_constraints:
            names = ", ".join(rule.name for rule in climber.geometry.rules)
            raise RuleError(f"no scale rates steps by all that these rules say: {names}")
        counts = climber.count(self.rungs)
        used = {name: int(count) for name, count in zip(self.names, counts, strict=True) if count}
        return Climb(bool(climber.tables.grid.all()), used)
