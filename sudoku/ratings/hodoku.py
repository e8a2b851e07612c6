"""HoDoKu's score, the sum of its steps, and its five levels."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.ladder import Ladder
from sudoku.ratings.rating import Rating, Scale

LEVELS = {"EASY": 800, "MEDIUM": 1000, "HARD": 1600, "UNFAIR": 1800, "EXTREME": None}
"""Its levels, and the highest score of each: a puzzle with a higher score is in the next level."""

EASY, MEDIUM, HARD, UNFAIR, EXTREME = LEVELS


class Worth(NamedTuple):
    """The score of a step of one technique, and the least level of a puzzle that needs it."""

    score: int
    level: str


STEPS = {
    "full_house": Worth(4, EASY),
    "naked_single": Worth(4, EASY),
    "hidden_single": Worth(14, EASY),
    "locked_pair": Worth(40, MEDIUM),
    "locked_triple": Worth(60, MEDIUM),
    "pointing": Worth(50, MEDIUM),
    "claiming": Worth(50, MEDIUM),
    "naked_pair": Worth(60, MEDIUM),
    "naked_triple": Worth(80, MEDIUM),
    "hidden_pair": Worth(70, MEDIUM),
    "hidden_triple": Worth(100, MEDIUM),
    "naked_quad": Worth(120, HARD),
    "hidden_quad": Worth(150, HARD),
    "x_wing": Worth(140, HARD),
    "swordfish": Worth(150, HARD),
    "jellyfish": Worth(160, HARD),
    "remote_pair": Worth(110, HARD),
    "bug_plus_one": Worth(100, HARD),
    "skyscraper": Worth(130, HARD),
    "two_string_kite": Worth(150, HARD),
    "turbot_fish": Worth(120, HARD),
    "empty_rectangle": Worth(120, HARD),
    "w_wing": Worth(150, HARD),
    "xy_wing": Worth(160, HARD),
    "xyz_wing": Worth(180, HARD),
    "unique_rectangle_1": Worth(100, HARD),
    "unique_rectangle_2": Worth(100, HARD),
    "unique_rectangle_3": Worth(100, HARD),
    "unique_rectangle_4": Worth(100, HARD),
    "unique_rectangle_5": Worth(100, HARD),
    "unique_rectangle_6": Worth(100, HARD),
    "hidden_rectangle": Worth(100, HARD),
    "avoidable_rectangle_1": Worth(100, HARD),
    "avoidable_rectangle_2": Worth(100, HARD),
    "finned_x_wing": Worth(130, HARD),
    "sashimi_x_wing": Worth(150, HARD),
    "finned_swordfish": Worth(200, UNFAIR),
    "sashimi_swordfish": Worth(240, UNFAIR),
    "finned_jellyfish": Worth(250, UNFAIR),
    "sashimi_jellyfish": Worth(260, UNFAIR),
    "sue_de_coq": Worth(250, UNFAIR),
    "simple_colour_trap": Worth(150, HARD),
    "simple_colour_wrap": Worth(150, HARD),
    "multi_colours_1": Worth(200, HARD),
    "multi_colours_2": Worth(200, HARD),
    "x_chain": Worth(260, UNFAIR),
    "xy_chain": Worth(260, UNFAIR),
    "continuous_loop": Worth(280, UNFAIR),
    "discontinuous_loop": Worth(280, UNFAIR),
    "aic": Worth(280, UNFAIR),
    "grouped_continuous_loop": Worth(300, UNFAIR),
    "grouped_discontinuous_loop": Worth(300, UNFAIR),
    "grouped_aic": Worth(300, UNFAIR),
    "als_xz": Worth(300, UNFAIR),
    "als_xy_wing": Worth(320, UNFAIR),
    "als_xy_chain": Worth(340, UNFAIR),
    "unit_forcing": Worth(500, EXTREME),
    "cell_forcing": Worth(500, EXTREME),
    "nishio": Worth(700, EXTREME),
    "anti_nishio": Worth(700, EXTREME),
}
"""The techniques in HoDoKu's order; forcing chains and nets are found by another search here."""


class Hodoku(Scale):
    """The sum of the scores of all steps; the level is that of the hardest step or of the sum.

    The higher of the two levels counts. HoDoKu also tries franken fish, which are seldom needed,
    and guesses if no technique helps. Here a puzzle that needs these is EXTREME, and its score is
    given as greater than the sum of the steps that were found.

    References
    ----------
    B. Hobiger, HoDoKu 2.2 (2012): the standard order, scores and levels of its options.
    """

    name = "hodoku"
    summary = "HoDoKu: the sum of all steps, and a level."
    levels = tuple(LEVELS)
    score_range = (0.0, inf)

    def __init__(self) -> None:
        self._ladder = Ladder(STEPS)

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        climb = self._ladder.climb(puzzle)
        counts = climb.counts
        score = sum(count * STEPS[name].score for name, count in counts.items())
        if not climb.solved:
            remark = f"{climb.remark}, where HoDoKu guesses"
            return Rating(self.name, None, EXTREME, False, f">{score} {EXTREME}", counts, remark)
        level = level_of(score, [STEPS[name].level for name in counts])
        return Rating(self.name, score, level, True, f"{score} {level}", counts)


def level_of(score: int, needed: list[str]) -> str:
    """Return the level of a puzzle from its score and the levels of its steps.

    Examples
    --------
    >>> level_of(426, ["EASY"]), level_of(1676, ["EASY", "HARD"])
    ('EASY', 'UNFAIR')
    """
    names = list(LEVELS)
    least = max((names.index(level) for level in needed), default=0)
    return next(
        level for level in names[least:] if (most := LEVELS[level]) is None or score <= most
    )
