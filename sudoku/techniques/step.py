"""A deduction as data, from which explanations in words and pictures are made."""

from __future__ import annotations

from dataclasses import dataclass
from reprlib import Repr

Candidate = tuple[int, int]
"""A cell and a digit; digits count from 1."""

Node = tuple[Candidate, ...]
"""The candidates of a node: one link of a chain, or all candidates of a colour."""


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """A step: its conclusions, its technique, and the pattern from which they follow.

    Attributes
    ----------
    technique
        The name of the technique in `sudoku.techniques.registry.TECHNIQUES`.
    placements
        Pairs of a cell and its digit, from 1.
    eliminations
        Pairs of a cell and a digit that it cannot hold.
    houses, acts_on
        The indices of the houses where the pattern lies, and of those where it acts.
    digits, cells
        The digits and cells of the pattern.
    chain
        For techniques that follow links, the nodes in order: if the first is false, the second is
        true, so the third is false, and so on. For other patterns the nodes are their parts: two
        colours, the body and fins of a fish, two almost locked sets, two alternatives.
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
