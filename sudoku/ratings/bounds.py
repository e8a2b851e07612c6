"""Bounds on the ratings of puzzles that certain techniques solve, and techniques that suffice.

All bounds are certain, by the definitions of the scales; where nothing is certain, the answer is
None, or excludes nothing. It is assumed that a technique still finds its steps, or easier ones
find them, after other techniques have removed further candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from sudoku.ratings import bergman
from sudoku.ratings.registry import scale

SAME = {"full_house": "naked_single", "locked_pair": "naked_pair", "locked_triple": "naked_triple"}
"""Techniques of the ladder that many scales do not have, and those that find the same."""

SINGLES = frozenset({"naked_single", "hidden_single"})

EXPLAINED = (
    (1.0, "hidden_single"),
    (1.7, "pointing"),
    (1.9, "claiming"),
    (2.0, "hidden_pair"),
    (2.3, "naked_single"),
    (2.5, "hidden_triple"),
    (3.0, "naked_pair"),
    (3.2, "x_wing"),
    (3.6, "naked_triple"),
    (3.8, "swordfish"),
)
"""The least ratings of SukakuExplainer's steps below 4.0, and techniques that find the same."""
ALL_EXPLAINED = 4.0
"""From this rating on, SukakuExplainer has steps that are not in `EXPLAINED`."""

MOST_EXPLAINED = {
    "hidden_single": 1.5,
    "naked_single": 2.3,
    "pointing": 2.6,
    "claiming": 2.8,
    "naked_pair": 3.0,
    "x_wing": 3.2,
    "hidden_pair": 3.4,
    "naked_triple": 3.6,
    "swordfish": 3.8,
    "hidden_triple": 4.0,
    "xy_wing": 4.4,
    "xyz_wing": 4.4,
    "naked_quad": 5.3,
    "jellyfish": 5.3,
    "hidden_quad": 5.4,
}
"""The greatest rating of SukakuExplainer's steps up to those that find the same as a technique."""


def solvers_of_explainer(most: float) -> frozenset[str] | None:
    """Return techniques that solve all puzzles up to a rating of SukakuExplainer, if known.

    Examples
    --------
    >>> solvers_of_explainer(1.5), solvers_of_explainer(4)
    (frozenset({'hidden_single'}), None)
    """
    if most >= ALL_EXPLAINED:
        return None
    return frozenset(name for least, name in EXPLAINED if least <= most)


def most_of_explainer(names: Iterable[str]) -> float:
    """Return a bound on SukakuExplainer's rating of all puzzles that some techniques solve.

    Examples
    --------
    >>> most_of_explainer(["full_house", "hidden_single"]), most_of_explainer(["aic"])
    (2.3, inf)
    """
    used = _renamed(names, MOST_EXPLAINED)
    return max((MOST_EXPLAINED.get(name, float("inf")) for name in used), default=0.0)


def solvers_of_score(most: float) -> frozenset[str]:
    """Return techniques that solve all puzzles up to a score of Bergman et al.

    The score is a mean of three numbers. One counts the techniques: with a technique other than a
    single, there are two at least, because a single must place the last digits.

    Examples
    --------
    >>> "xyz_wing" in solvers_of_score(2.5), "pair_exclusion" in solvers_of_score(2.5)
    (True, False)
    """
    return frozenset(
        name
        for name, worth in bergman.TECHNIQUES.items()
        if worth + _breadth(1 if name in SINGLES else 2) <= 3 * most + 1e-9
    )


def is_below_score(names: Iterable[str], low: float) -> bool:
    """Return whether all puzzles that some techniques solve score at most `low`, for certain.

    Examples
    --------
    >>> is_below_score(["hidden_single"], 4), is_below_score(["hidden_single"], 3)
    (True, False)
    """
    before = _up_to_hardest(names, tuple(bergman.TECHNIQUES))
    if before is None:
        return False
    kinds = {"pointing" if name == "claiming" else name for name in before}
    hardest = max((bergman.TECHNIQUES[name] for name in before), default=0.0)
    return (bergman.GIVENS[-1][1] + _breadth(len(kinds)) + hardest) / 3 <= low


def _breadth(n_kinds: int) -> float:
    """Return the number of Bergman et al. for how many techniques are used."""
    return 10 * n_kinds / bergman.N_TECHNIQUES


def solvers_of_level(name: str, level: str) -> frozenset[str] | None:
    """Return techniques that solve all puzzles up to a class of a scale; None if not known.

    Examples
    --------
    >>> sorted(solvers_of_level("qqwing", "easy")), solvers_of_level("qqwing", "expert")
    (['hidden_single', 'naked_single'], None)
    """
    order = scale(name).levels
    highest = order.index(level)
    classes = _classes(name)
    if not classes or level not in classes.values():
        return None  # the class of puzzles that the scale does not solve, say
    if level == order[-1] and name == "hodoku":
        return None  # a puzzle that the techniques do not solve is in this class, too
    return frozenset(each for each, its in classes.items() if order.index(its) <= highest)


def is_easier_than_level(names: Iterable[str], name: str, level: str) -> bool:
    """Return whether all puzzles that some techniques solve are in easier classes, for certain.

    Examples
    --------
    >>> is_easier_than_level(["hidden_single"], "qqwing", "expert")
    True
    """
    classes = _classes(name)
    if not classes or name == "hodoku":  # there, many easy steps lead to a higher class, too
        return False
    before = _up_to_hardest(names, tuple(classes))
    if before is None or "constraint" in set(names):  # the class depends on the constraint
        return False
    order = scale(name).levels
    return all(order.index(classes[each]) < order.index(level) for each in before)


@cache
def _classes(name: str) -> Mapping[str, str]:
    """Return the techniques of a scale in its order, each with its class; empty if not known."""
    from sudoku.ratings import hodoku, qqwing, rounds, variants, warner

    if name == "morgans":
        sets = ("naked_pair", "naked_triple")
        return dict.fromkeys(SINGLES, "easy") | dict.fromkeys(sets, "medium")
    if name == "warner":
        return {each: "easy" if each in SINGLES else "hard" for each in warner.LOGIC}
    if name == "qqwing":
        return qqwing.CLASSES
    if name == "hodoku":
        return {each: worth.level for each, worth in hodoku.STEPS.items()}
    if name == "rounds":
        return {each: _class_of_round(cost) for each, cost in rounds.COSTS.items()}
    if name == "variants":
        return {each: variants.class_of(score) for each, score in variants.SCORES.items()}
    return {}


def _class_of_round(cost: int) -> str:
    """Return the class of a puzzle whose hardest round on the scale "rounds" has a cost."""
    from sudoku.ratings.rounds import BEYOND, LEVELS

    return next((name for name, most in LEVELS.items() if cost <= most), BEYOND)


def _up_to_hardest(names: Iterable[str], order: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the techniques in an order up to the last that is named; None if one is not there."""
    used = _renamed(names, order)
    if not used.issubset(order):
        return None
    return order[: max((order.index(name) + 1 for name in used), default=0)]


def _renamed(names: Iterable[str], known: Iterable[str]) -> set[str]:
    """Return the names of techniques with those that a scale knows for those that it does not."""
    there = set(known)
    return {name if name in there else SAME.get(name, name) for name in names}
