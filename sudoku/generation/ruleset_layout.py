"""Puzzles of rulesets: marks are laid out over a random grid, and redundant marks are removed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.arguments import listed
from sudoku.batches.batch import UNKNOWN
from sudoku.errors import RuleError
from sudoku.generation.batch_counts import MAX_NODES, Digits, Judge, judge_of
from sudoku.generation.fill import searched_grids
from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.reading import read_ruleset
from sudoku.generation.rulesets.ruleset import Ruleset
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic

DECIDING_NODES = 20_000
"""The most nodes of the second search for a 9x9 puzzle whose rules have not only houses.

It takes some seconds at most. Rules such as sandwich sums make searches of boards with few clues
long, and nodes of large boards take longer.
"""

Rules = tuple[Rule, ...]


class Laid(NamedTuple):
    """The marks of rulesets, laid out over a filled grid.

    Attributes
    ----------
    shape
        The shape of the board.
    first
        The rules that the grid obeyed when it was filled.
    grid
        The digits of the filled grid.
    marks
        Each ruleset with one of its marks.
    rulesets
        All rulesets.
    """

    shape: Shape
    first: Rules
    grid: Digits
    marks: tuple[tuple[Ruleset, Any], ...]
    rulesets: tuple[Ruleset, ...]

    def rules(self) -> Rules:
        """Return all rules of a puzzle with these marks."""
        stated = [
            made
            for each in self.rulesets
            for made in each.rules_of(self.shape, [mark for of, mark in self.marks if of is each])
        ]
        return (*self.first, *stated)

    def judge(self) -> Judge:
        """Return a judge, which knows the filled grid, of puzzles with these marks."""
        judge = judge_of(self.shape, self.rules())
        judge.grid = self.grid
        if not judge.renames:
            judge.deciding_nodes = max(MAX_NODES, DECIDING_NODES * 81**2 // judge.n_cells**2)
        return judge

    def shows_all(self) -> bool:
        """Return whether there are marks of each ruleset that must have some."""
        shown = {each.name for each, _ in self.marks}
        return all(each.name in shown for each in self.rulesets if each.needs_marks)

    def without(self, number: int) -> Laid:
        """Return the layout without one of the marks."""
        return self._replace(marks=self.marks[:number] + self.marks[number + 1 :])


def checked_rulesets(
    given: str | Ruleset | Iterable[str | Ruleset] | None, shape: Shape
) -> tuple[Shape, tuple[Ruleset, ...]]:
    """Return the board and the rulesets of an argument.

    Raises
    ------
    RuleError
        If a ruleset is unknown or given twice, or does not suit the shape or the other rulesets.

    Examples
    --------
    >>> checked_rulesets(["killer", "x"], Shape(3, 3))[1]
    (Killer(cages=None, least=2, most=4, sums=True), Diagonal())
    """
    if given is None:
        return shape, ()
    each_given = [given] if isinstance(given, str | Ruleset) else listed("ruleset", given)
    rulesets = tuple(read_ruleset(each) if isinstance(each, str) else each for each in each_given)
    for each in rulesets:
        if not isinstance(each, Ruleset):
            raise RuleError(f"a ruleset is a name or a Ruleset, not {each!r}")
    names = [each.name for each in rulesets]
    for name in names:
        if names.count(name) > 1:
            raise RuleError(f"the ruleset {name!r} is given twice")
    with_houses = [each.name for each in rulesets if each.has_houses]
    if len(with_houses) > 1:
        raise RuleError(f"the rulesets {' and '.join(with_houses)} both replace the boxes")
    for each in rulesets:
        shape = each.board(shape)
    for each in rulesets:
        each.check(shape)
    return shape, rulesets


def lay(
    shape: Shape, rules: Rules, rulesets: tuple[Ruleset, ...], rng: np.random.Generator
) -> Laid | None:
    """Return marks laid out over a random grid, or None if this try failed.

    A try fails if no grid was found, or there was no room for the requested number of marks, or for
    any mark of a ruleset.
    """
    if any(each.has_houses for each in rulesets):
        rules = tuple(each for each in rules if each != Classic())
    first = (*rules, *(made for each in rulesets for made in each.rules_before(shape, rng)))
    grids = searched_grids(judge_of(shape, first), rng, 1)
    if not len(grids):
        return None
    filled = Filled(shape, tuple(grids[0].tolist()))
    marks = list[tuple[Ruleset, Any]]()
    for each in rulesets:
        found = each.marks(filled, rng)
        if each.n_marks is not None and len(found) < each.n_marks:
            return None
        marks += [(each, mark) for mark in found]
    laid = Laid(shape, first, grids[0], tuple(marks), rulesets)
    return laid if laid.shows_all() else None


def without_redundant_marks(
    laid: Laid, puzzle: Digits, rng: np.random.Generator
) -> tuple[Laid, int]:
    """Remove marks in random order, each only if the solution is proved to stay unique.

    Returns
    -------
    Laid
        The layout without these marks.
    int
        The number of marks that were kept because a search gave up.
    """
    undecided = 0
    removable = [number for number, (of, _) in enumerate(laid.marks) if of.marks_may_go]
    waiting = [laid.marks[number] for number in rng.permutation(removable).tolist()]
    for mark in waiting:
        trial = laid.without(next(k for k, each in enumerate(laid.marks) if each is mark))
        count = trial.judge().surely_count(puzzle[None])[0]
        if count == 1:
            laid = trial
        undecided += int(count == UNKNOWN)
    return laid, undecided
