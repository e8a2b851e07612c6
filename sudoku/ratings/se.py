"""Sudoku Explainer's ratings ER, EP and ED, by the steps of its order."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from exactcover.runtime.search.limits import HaltedError, stop_if_due
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.explainer.board import board9
from sudoku.ratings.explainer.chains import find as find_chain
from sudoku.ratings.explainer.chains import graph9
from sudoku.ratings.explainer.direct import (
    find_direct_hidden,
    find_direct_locked,
    find_hidden_single,
    find_naked_single,
)
from sudoku.ratings.explainer.exclusion import find_pairs, find_triples
from sudoku.ratings.explainer.forcing import find_dynamic, find_multiple, find_nishio
from sudoku.ratings.explainer.grave import easiest_grave
from sudoku.ratings.explainer.implications import Implications, implications9
from sudoku.ratings.explainer.loops import Found, easiest_loop
from sudoku.ratings.explainer.nested.arrays import NestedSearch, nested9
from sudoku.ratings.explainer.nested.search import find_nested
from sudoku.ratings.explainer.strong_links import ends9
from sudoku.ratings.explainer.strong_links import find as find_strong_links
from sudoku.ratings.explainer.wings import find as find_wing
from sudoku.ratings.explainer.workspace import DIGIT, State, apply, workspace9
from sudoku.ratings.rating import AtLeastError, Rating, Scale
from sudoku.rules.classic import Classic
from sudoku.techniques.climb import tables_of
from sudoku.techniques.finders import technique
from sudoku.techniques.finding import apply as apply_finding
from sudoku.techniques.finding import begin, blank_finding
from sudoku.techniques.geometry import geometry
from sudoku.techniques.position import Position
from sudoku.techniques.tables import eliminate_all

__all__ = ["STEPS", "SudokuExplainer", "Walk", "WithoutUniqueness"]


BEYOND = 105
"""The ratings of steps that are harder than all that are looked for are at least these tenths."""


class SudokuExplainer(Scale):
    """The ratings of a solution that applies the easiest step of SukakuExplainer at each position.

    ER is the rating of the hardest step, EP that of the hardest step up to the first placement, and
    ED that of the first step. Steps may assume that the solution is unique. The hardest steps that
    are looked for are dynamic chains with nested dynamic chains, which are enough for all puzzles
    whose ratings are known; the rating of a puzzle that needs a harder step is "at least" a number.
    So is a rating that a limit stops: some puzzles take a minute. The scale is for classic 9x9
    puzzles only.

    References
    ----------
    N. Juillerat, Sudoku Explainer 1.2 (2006); SukakuExplainer 1.17.
    """

    name = "se"
    time_limit = 600.0
    score_range = (1.0, 11.9)  # no puzzle with a higher rating is known
    summary = "Sudoku Explainer: ER/EP/ED, the hardest step, that up to a placement, the first."
    left_out: ClassVar[frozenset[str]] = frozenset()
    """The steps that are not looked for."""

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        if puzzle.rules != (Classic(),) or puzzle.shape != Shape(3, 3):
            names = ", ".join(rule.name for rule in puzzle.rules)
            raise RuleError(
                "Sudoku Explainer's scale is for classic 9x9 puzzles alone, and this one has boxes "
                f"of {puzzle.shape} and the rules {names}"
            )
        hardest = first = to_placement = 0
        counts: dict[str, int] = {}
        walk = Walk(puzzle, self.left_out)
        while not walk.is_over():
            try:
                step = walk.step()
            except HaltedError as halted:
                if not hardest:
                    raise
                raise AtLeastError(f"{hardest / 10:.1f}") from halted
            if step is None:
                return _beyond(self.name, max(hardest, BEYOND), counts)
            counts[step.name] = counts.get(step.name, 0) + 1
            hardest = max(hardest, step.tenths)
            first = first or step.tenths
            if step.places and not to_placement:
                to_placement = hardest
        text = "/".join(f"{tenths / 10:.1f}" for tenths in (hardest, to_placement, first))
        order = {name: counts[name] for name in STEPS if name in counts}
        return Rating(self.name, hardest / 10, None, True, text, order)


class WithoutUniqueness(SudokuExplainer):
    """The ratings of a solution without the steps that assume that the solution is unique.

    These are unique loops, rectangles among them, and bivalue universal graves. Ratings of the
    hardest puzzles are often published so.
    """

    name = "se_without_uniqueness"
    summary = "Sudoku Explainer without the steps that assume that the solution is unique."
    left_out = frozenset({"unique_loop", "grave"})


def _beyond(name: str, tenths: int, counts: dict[str, int]) -> Rating:
    """Return the rating of a puzzle that needs a harder step than those that are looked for."""
    least = f"at least {tenths / 10:.1f}"
    remark = (
        f"the puzzle needs a step that Sudoku Explainer rates {least}: dynamic chains with two "
        "levels of nested chains are not looked for"
    )
    return Rating(name, None, None, False, least, counts, remark)


class _Step(NamedTuple):
    name: str
    tenths: int
    places: bool


class Walk:
    """A position that changes step by step, and the arrays of its kernels.

    Parameters
    ----------
    puzzle
        The puzzle.
    left_out
        The names of steps that are not looked for.
    """

    def __init__(self, puzzle: Puzzle, left_out: Container[str] = ()) -> None:
        self._finders = {name: find for name, find in STEPS.items() if name not in left_out}
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

    def step(self) -> _Step | None:
        """Apply the easiest step and return it; return None if there is no step."""
        for name, finder in self._finders.items():
            stop_if_due()
            tenths, places = finder(self)
            if tenths:
                return _Step(name, tenths, places)
        return None


Finder = Callable[[Walk], tuple[int, bool]]
"""Applies a step of one kind; returns its rating in tenths, or 0, and if it places a digit."""


def _own(find: Callable[..., int], *settings: Any, needs: str = "") -> Finder:
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


def _shared(name: str, tenths: int) -> Finder:
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


def _deadly(easiest: Callable[[Position], Found | None]) -> Finder:
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


def _wing(size: int, *ratings: int) -> Finder:
    """Return a finder of wings; `ratings` are for 2, 3, ... as the most candidates of a cell."""
    return _own(find_wing, size, np.array([0, 0, *ratings, *ratings[-1:] * 9][:10]))


def _strong_links(size: int, base: int) -> Finder:
    return _own(find_strong_links, size, base, needs="ends")


def _nested(level: int) -> Finder:
    """Return a finder of dynamic chains with nested techniques."""

    def finder(walk: Walk) -> tuple[int, bool]:
        tenths = find_nested(walk.state, walk.nested, level)
        if not tenths:
            return 0, False
        places = bool(walk.state.workspace.found[DIGIT])
        apply(walk.state)
        return tenths, places

    return finder


STEPS: dict[str, Finder] = {
    "hidden_single": _own(find_hidden_single),
    "direct_locked": _own(find_direct_locked),
    "direct_hidden_pair": _own(find_direct_hidden, 2, 20),
    "naked_single": _own(find_naked_single),
    "direct_hidden_triple": _own(find_direct_hidden, 3, 25),
    "pointing": _shared("pointing", 26),
    "claiming": _shared("claiming", 28),
    "naked_pair": _shared("naked_pair", 30),
    "x_wing": _shared("x_wing", 32),
    "hidden_pair": _shared("hidden_pair", 34),
    "naked_triple": _shared("naked_triple", 36),
    "swordfish": _shared("swordfish", 38),
    "hidden_triple": _shared("hidden_triple", 40),
    "two_strong_links": _strong_links(2, 40),
    "xy_wing": _wing(2, 42, 44),
    "unique_loop": _deadly(easiest_loop),
    "naked_quad": _shared("naked_quad", 50),
    "jellyfish": _shared("jellyfish", 52),
    "hidden_quad": _shared("hidden_quad", 54),
    "three_strong_links": _strong_links(3, 54),
    "wxyz_wing": _wing(3, 55, 56, 55),
    "grave": _deadly(easiest_grave),
    "four_strong_links": _strong_links(4, 58),
    "vwxyz_wing": _wing(4, 63, 64, 63, 62),
    "pair_exclusion": _own(find_pairs),
    "uvwxyz_wing": _wing(5, 66),
    "chain": _own(find_chain, needs="graph"),
    "triple_exclusion": _own(find_triples),
    "nishio": _own(find_nishio, needs="implications"),
    "multiple_chains": _own(find_multiple, needs="implications"),
    "dynamic_chains": _own(find_dynamic, needs="implications"),
    "dynamic_chains_plus": _nested(1),
    "dynamic_chains_simple": _nested(2),
    "dynamic_chains_multiple": _nested(3),
    "dynamic_chains_dynamic": _nested(4),
}
"""The kinds of steps in SukakuExplainer's order, with their ratings in tenths."""
