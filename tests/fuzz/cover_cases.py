"""The area `cover`: a case is a random problem and some checks of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random

from tests.fuzz import cover_pairs as pairs
from tests.fuzz.cover_checks import CHECKS, every_diagram
from tests.fuzz.cover_tools import Keys, expected_of
from tests.fuzz.covers import Drawn, draw, shrunk
from tests.fuzz.finding import Finding
from tests.fuzz.short_slices import short_slices

ALL = CHECKS | {
    "every_engine": (pairs.every_engine, 1),
    "every_cost": (pairs.every_cost, 1),
    "every_order": (pairs.every_order, 1),
    "every_diagram": (every_diagram, 1),
}
N_CHECKS = 4
"""The number of checks of each problem."""


def run(seed: int) -> None:
    """Draw a problem and check it; raise `Finding` with a smaller one if a check fails."""
    rng = Random(seed)
    drawn = draw(rng)
    names, weights = list(CHECKS), [weight for _, weight in CHECKS.values()]
    examine(drawn, dict.fromkeys(rng.choices(names, weights, k=N_CHECKS)), seed)


def examine(drawn: Drawn, names: Iterable[str], seed: int) -> None:
    """Do some checks of a problem; raise `Finding` with a smaller one if one fails."""
    try:
        known = expected_of(drawn.problem())
    except Exception:  # the first check reports it
        known = None
    for name in names:
        if error := failure(drawn, name, seed, known):
            small = shrunk(drawn, partial(fails_alike, name=name, seed=seed, kind=type(error)))
            again = failure(small, name, seed) or error
            raise Finding(f"check {name} of\n{small}\n{type(again).__name__}: {again}") from again


def fails_alike(drawn: Drawn, name: str, seed: int, kind: type[Exception]) -> bool:
    """Return whether a problem fails with an error of the same kind."""
    return type(failure(drawn, name, seed)) is kind


def failure(drawn: Drawn, name: str, seed: int, expected: Keys | None = None) -> Exception | None:
    """Return the error of making and checking a problem, or None.

    Its solutions are found by brute force, unless they are known.
    """
    rng = Random(f"{seed} {name}")
    try:
        with short_slices(rng):
            problem = drawn.problem()
            wanted = expected_of(problem) if expected is None else expected
            ALL[name][0](problem, wanted, rng)
    except Exception as error:
        return error
    return None
