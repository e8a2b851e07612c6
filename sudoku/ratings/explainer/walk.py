"""The position that changes step by step, and the finders of the kinds of steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.search.limits import stop_if_due
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.explainer.board import board9
from sudoku.ratings.explainer.chains import graph9
from sudoku.ratings.explainer.implications import Implications, implications9
from sudoku.ratings.explainer.loops import Found
from sudoku.ratings.explainer.nested.arrays import NestedSearch, nested9
from sudoku.ratings.explainer.nested.search import find_nested
from sudoku.ratings.explainer.strong_links import ends9
from sudoku.ratings.explainer.strong_links import find as find_strong_links
from sudoku.ratings.explainer.wings import find as find_wing
from sudoku.ratings.explainer.workspace import DIGIT, State, apply, workspace9
from sudoku.techniques.climb import tables_of
from sudoku.techniques.finders import technique
from sudoku.techniques.finding import apply as apply_finding
from sudoku.techniques.finding import begin, blank_finding
from sudoku.techniques.geometry import geometry
from sudoku.techniques.position import Position
from sudoku.techniques.tables import eliminate_all


class Step(NamedTuple):
    """A step: its kind, its rating in tenths, and whether it places a digit."""

    name: str
    tenths: int
    places: bool


class Walk:
    """A position that changes step by step, and the arrays of its kernels.

    Parameters
    ----------
    puzzle
        The puzzle.
    finders
        Name of a kind of steps -> its finder, in the order in which they are tried.
    """

    def __init__(self, puzzle: Puzzle, finders: Mapping[str, Finder]) -> None:
        self._finders = finders
        self.tables = tables_of(puzzle)
        self.geometry = geometry(puzzle.shape, puzzle.rules)
        board = board9(tuple(map(tuple, self.tables.layout.houses.tolist())))
        self.state = State(self.tables, board, workspace9())
        self.finding = blank_finding(self.tables.layout)
        self.ends, self.graph = ends9(), graph9()

    @cached_property
    def implications(self) -> Implications:
        """The arrays of forcing chains, which few puzzles need."""
        return implications9()

    @cached_property
    def nested(self) -> NestedSearch:
        """The arrays of nested chains, which only the hardest puzzles need."""
        return nested9()

    def is_over(self) -> bool:
        """Return whether all cells are filled."""
        return bool(self.tables.grid.all())

    def step(self) -> Step | None:
        """Apply the easiest step and return it; return None if there is no step."""
        for name, finder in self._finders.items():
            stop_if_due()
            tenths, places = finder(self)
            if tenths:
                return Step(name, tenths, places)
        return None


Finder = Callable[[Walk], tuple[int, bool]]
"""Applies a step of one kind; returns its rating in tenths, or 0, and if it places a digit."""


def own(find: Callable[..., int], *settings: Any, needs: str = "") -> Finder:
    """Return a finder that calls one of the explainer's own kernels."""

    def finder(walk: Walk) -> tuple[int, bool]:
        arrays = (getattr(walk, needs),) if needs else ()
        tenths = find(walk.state, *arrays, *settings)
        if not tenths:
            return 0, False
        places = bool(walk.state.workspace.found[DIGIT])
        apply(walk.state)
        return int(tenths), places

    return finder


def shared(name: str, tenths: int) -> Finder:
    """Return a finder that calls one of the techniques of the ladder."""
    known = technique(name)
    find, arguments = known.load(), known.arguments

    def finder(walk: Walk) -> tuple[int, bool]:
        begin(walk.finding)
        if not find(walk.tables, walk.finding, *arguments):
            return 0, False
        apply_finding(walk.tables, walk.finding)
        return tenths, False

    return finder


def deadly(easiest: Callable[[Position], Found | None]) -> Finder:
    """Return a finder that calls a Python function for deadly patterns."""

    def finder(walk: Walk) -> tuple[int, bool]:
        position = Position(walk.geometry, walk.tables, 0)
        found = easiest(position)
        if found is None:
            return 0, False
        tenths, _, goes = found
        cells, digits = zip(*position.pairs(goes), strict=True)
        masks = np.array([1 << digit - 1 for digit in digits], dtype=np.uint64)
        eliminate_all(walk.tables, np.array(cells, dtype=np.uint32), masks)
        return tenths, False

    return finder


def wing(size: int, *ratings: int) -> Finder:
    """Return a finder of wings; `ratings` are for 2, 3, ... as the most candidates of a cell."""
    return own(find_wing, size, np.array([0, 0, *ratings, *ratings[-1:] * 9][:10]))


def strong_links(size: int, base: int) -> Finder:
    """Return a finder of chains of strong links of one digit."""
    return own(find_strong_links, size, base, needs="ends")


def nested(level: int) -> Finder:
    """Return a finder of dynamic chains with nested techniques."""

    def finder(walk: Walk) -> tuple[int, bool]:
        tenths = find_nested(walk.state, walk.nested, level)
        if not tenths:
            return 0, False
        places = bool(walk.state.workspace.found[DIGIT])
        apply(walk.state)
        return tenths, places

    return finder
