"""A deduction as data; the words and pictures for it are made later, from these."""

from __future__ import annotations

from dataclasses import dataclass
from reprlib import Repr

__all__ = ["Candidate", "Node", "Step"]

Candidate = tuple[int, int]
"""A cell and a digit, from 1."""

Node = tuple[Candidate, ...]
"""Candidates that stand together: what a chain goes through, or all of one colour."""


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """What follows, by which technique, from what.

    Attributes
    ----------
    technique
        Its name in `sudoku.techniques.registry.TECHNIQUES`.
    placements
        Pairs of a cell and its digit, from 1.
    eliminations
        Pairs of a cell and a digit that it cannot hold.
    houses, acts_on
        Where the pattern lies, and where it acts: indices of the puzzle's houses.
    digits, cells
        What the pattern is made of.
    chain
        For techniques that follow links, the nodes in turn: if the first is false the second is
        true, so the third is false, and so on. Patterns of another kind give their parts as nodes:
        two colours, the body and fins of a fish, two almost locked sets, two alternatives.
    constraint
        The title of the constraint of a rule on which the step rests, if it does.

    Examples
    --------
    >>> Step("hidden_single", ((3, 4),), (), houses=(0,), digits=(4,), cells=(3,))
    Step('hidden_single', placements=((3, 4),))
    """

    technique: str
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    houses: tuple[int, ...] = ()
    acts_on: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    chain: tuple[Node, ...] = ()
    constraint: str = ""

    def __repr__(self) -> str:
        results = (("placements", self.placements), ("eliminations", self.eliminations))
        parts = [f"{name}={_SHORT.repr(found)}" for name, found in results if found]
        return f"Step({', '.join([repr(self.technique), *parts])})"


_SHORT = Repr()
_SHORT.maxtuple = 4
"""Shows what follows, not the whole pattern: a chain has many nodes."""
