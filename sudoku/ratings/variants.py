"""The scale "variants": a score for each step of an explanation, for every rule and shape."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from sudoku.ratings.hodoku import STEPS
from sudoku.ratings.rating import Rating, Scale
from sudoku.techniques.finders import pick
from sudoku.techniques.registry import LAST_RESORTS, TECHNIQUES
from sudoku.techniques.technique import Technique

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle
    from sudoku.techniques.geometry import Geometry

OF_ELEMENTS = {
    "even_odd": 20, "inequality": 15, "dot": 15, "xv": 15, "palindrome": 15, "clone": 15,
    "thermometer": 20, "region": 20, "compartment": 30, "cage": 30, "arrow": 35, "whispers": 25,
    "renban": 35, "nabner": 30, "between_line": 40, "lockout_line": 45, "entropic_line": 30,
    "modular_line": 30, "quadruple": 30, "relation": 20, "zipper": 45, "region_sum": 50,
    "sum_line": 50, "little_killer": 45, "rule_of_45": 60, "law_of_leftovers": 60,
    "numbered_room": 45, "x_sum": 60, "sandwich": 60, "skyscrapers": 60, "rule_element": 60,
    "anti_knight": 45, "anti_king": 40, "non_consecutive": 40, "exclusion": 60, "needed_digit": 70,
    "two_elements": 250, "several_elements": 350,
}  # fmt: skip
"""The score of a step about an element or an exclusion of a variant."""
OTHERS = {
    "medusa_3d": 260, "medusa_dual": 260, "pair_exclusion": 300, "forcing_net": 1500,
    "forcing_net_with_cases": 2000, "search": 3000,
}  # fmt: skip
"""The scores of steps that HoDoKu's scale does not have."""
DEFAULT = 300
"""The score of a technique that another package adds."""

LEVELS = {"easy": 50, "medium": 80, "hard": 200, "expert": 400}
"""The score of the hardest step of each class but the last."""
BEYOND = "extreme"


_KNOWN = {name: worth.score for name, worth in STEPS.items()} | OF_ELEMENTS | OTHERS


def score_of(technique: str) -> int:
    """Return the score of a step of any technique: HoDoKu's where it has one.

    Examples
    --------
    >>> score_of("naked_single"), score_of("hidden_rectangle")
    (4, 100)
    """
    return _KNOWN.get(technique, DEFAULT)


def _scores() -> dict[str, int]:
    """Return the scores of the techniques of the scale, in the order of the ladder."""
    names = [each.name for each in TECHNIQUES.ladder if not each.assumes_unique]
    return {name: score_of(name) for name in (*names, *LAST_RESORTS)}


SCORES = _scores()
"""The score of a step of each technique of the scale, none of which assumes a unique solution."""


def class_of(score: int) -> str:
    """Return the class of a puzzle whose hardest step has a score.

    Examples
    --------
    >>> class_of(SCORES["thermometer"]), class_of(SCORES["rule_of_45"])
    ('easy', 'medium')
    """
    return next((name for name, most in LEVELS.items() if score <= most), BEYOND)


class Variants(Scale):
    """The sum of the scores of all steps of an explanation; the class is that of the hardest step.

    The steps are those of `sudoku.explain`. Steps that HoDoKu's scale has count as there; `SCORES`
    has those about thermometers, cages and other elements of variants. A forcing net costs 1,500
    and a digit that only a search proves 3,000, so the score tells at once where logic ended.
    """

    name = "variants"
    summary = "The sum of the steps of an explanation; for every rule and shape."
    levels = (*LEVELS, BEYOND)
    score_range = (0.0, inf)
    time_limit = 60.0

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        from sudoku.techniques.climb import Climber

        climber = Climber(puzzle)
        ladder = _ladder(climber.geometry)
        numbers = climber.count(ladder)
        counts = {
            each.name: int(number) for each, number in zip(ladder, numbers, strict=True) if number
        }
        score = sum(number * SCORES[name] for name, number in counts.items())
        level = class_of(max((SCORES[name] for name in counts), default=0))
        return Rating(self.name, score, level, True, f"{score} {level}", counts)


def _ladder(geometry: Geometry) -> tuple[Technique, ...]:
    """Return the techniques that apply to some rules, and the last resorts."""
    from sudoku.ratings.by_search import steps

    found = pick([name for name in SCORES if name != "search"])
    return (
        *(each for each in found if each.applies_to(geometry)),
        Technique(name="search", module=steps),
    )
