"""SukakuExplainer's ratings ER, EP and ED, by the steps of its order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from exactcover.runtime.search.limits import HaltedError
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.explainer.chains import find as find_chain
from sudoku.ratings.explainer.direct import (
    find_direct_hidden,
    find_direct_locked,
    find_hidden_single,
    find_naked_single,
)
from sudoku.ratings.explainer.exclusion import find_pairs, find_triples
from sudoku.ratings.explainer.forcing import find_dynamic, find_multiple, find_nishio
from sudoku.ratings.explainer.grave import easiest_grave
from sudoku.ratings.explainer.loops import easiest_loop
from sudoku.ratings.explainer.walk import (
    Finder,
    Walk,
    deadly,
    nested,
    own,
    shared,
    strong_links,
    wing,
)
from sudoku.ratings.rating import AtLeastError, Rating, Scale
from sudoku.rules.classic import Classic

STEPS: dict[str, Finder] = {
    "hidden_single": own(find_hidden_single),
    "direct_locked": own(find_direct_locked),
    "direct_hidden_pair": own(find_direct_hidden, 2, 20),
    "naked_single": own(find_naked_single),
    "direct_hidden_triple": own(find_direct_hidden, 3, 25),
    "pointing": shared("pointing", 26),
    "claiming": shared("claiming", 28),
    "naked_pair": shared("naked_pair", 30),
    "x_wing": shared("x_wing", 32),
    "hidden_pair": shared("hidden_pair", 34),
    "naked_triple": shared("naked_triple", 36),
    "swordfish": shared("swordfish", 38),
    "hidden_triple": shared("hidden_triple", 40),
    "two_strong_links": strong_links(2, 40),
    "xy_wing": wing(2, 42, 44),
    "unique_loop": deadly(easiest_loop),
    "naked_quad": shared("naked_quad", 50),
    "jellyfish": shared("jellyfish", 52),
    "hidden_quad": shared("hidden_quad", 54),
    "three_strong_links": strong_links(3, 54),
    "wxyz_wing": wing(3, 55, 56, 55),
    "grave": deadly(easiest_grave),
    "four_strong_links": strong_links(4, 58),
    "vwxyz_wing": wing(4, 63, 64, 63, 62),
    "pair_exclusion": own(find_pairs),
    "uvwxyz_wing": wing(5, 66),
    "chain": own(find_chain, needs="graph"),
    "triple_exclusion": own(find_triples),
    "nishio": own(find_nishio, needs="implications"),
    "multiple_chains": own(find_multiple, needs="implications"),
    "dynamic_chains": own(find_dynamic, needs="implications"),
    "dynamic_chains_plus": nested(1),
    "dynamic_chains_simple": nested(2),
    "dynamic_chains_multiple": nested(3),
    "dynamic_chains_dynamic": nested(4),
}
"""The kinds of steps in SukakuExplainer's order, with their ratings in tenths."""


BEYOND = 105
"""The ratings of steps that are harder than all that are looked for are at least these tenths."""


class SudokuExplainer(Scale):
    """The ratings of a solution that applies the easiest step of SukakuExplainer at each position.

    SukakuExplainer 1.17.7 continues Sudoku Explainer. It has more kinds of steps (strong links of
    one digit, wings of up to six cells), so it rates some puzzles lower than the scale
    "se_original", by which the ratings in forums from before 2019 were found.

    ER is the rating of the hardest step, EP that of the hardest step up to the first placement, and
    ED that of the first step. Steps may assume that the solution is unique. The hardest steps that
    are looked for are dynamic chains with nested dynamic chains, which are enough for all puzzles
    whose ratings are known; the rating of a puzzle that needs a harder step is "at least" a number.
    So is a rating that a limit stops: some puzzles take a minute. The scale is for classic 9x9
    puzzles only.

    References
    ----------
    N. Juillerat, Sudoku Explainer 1.2 (2006); SukakuExplainer 1.17.7 (2021).
    """

    name = "se"
    time_limit = 600.0
    score_range = (1.0, 11.9)  # no puzzle with a higher rating is known
    summary = "SukakuExplainer 1.17.7: ER/EP/ED, the hardest step, up to a placement, the first."
    steps: ClassVar[Mapping[str, Finder]] = STEPS
    """The kinds of steps that are looked for, in their order."""

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
        walk = Walk(puzzle, self.steps)
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
        order = {name: counts[name] for name in self.steps if name in counts}
        return Rating(self.name, hardest / 10, None, True, text, order)


class WithoutUniqueness(SudokuExplainer):
    """The ratings of a solution without the steps that assume that the solution is unique.

    These are unique loops, rectangles among them, and bivalue universal graves. Ratings of the
    hardest puzzles are often published so.
    """

    name = "se_without_uniqueness"
    summary = "SukakuExplainer without the steps that assume that the solution is unique."
    steps: ClassVar[Mapping[str, Finder]] = {
        name: find for name, find in STEPS.items() if name not in ("unique_loop", "grave")
    }


def _beyond(name: str, tenths: int, counts: dict[str, int]) -> Rating:
    """Return the rating of a puzzle that needs a harder step than those that are looked for."""
    least = f"at least {tenths / 10:.1f}"
    remark = (
        f"the puzzle needs a step that Sudoku Explainer rates {least}: dynamic chains with two "
        "levels of nested chains are not looked for"
    )
    return Rating(name, None, None, False, least, counts, remark)
