"""The area `cover`: a case is a random problem and some checks of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random

from tests.fuzz.cover_checks import CHECKS, every_engine
from tests.fuzz.cover_tools import expected_of
from tests.fuzz.covers import Drawn, draw, shrunk
from tests.fuzz.finding import Finding
from tests.fuzz.short_slices import short_slices

ALL = CHECKS | {"every_engine": (every_engine, 1)}
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
    for name in names:
        if error := failure(drawn, name, seed):
            small = shrunk(drawn, partial(fails_alike, name=name, seed=seed, kind=type(error)))
            again = failure(small, name, seed) or error
            raise Finding(f"check {name} of\n{small}\n{type(again).__name__}: {again}") from again


def fails_alike(drawn: Drawn, name: str, seed: int, kind: type[Exception]) -> bool:
    """Return whether a problem fails with an error of the same kind."""
    return type(failure(drawn, name, seed)) is kind


def failure(drawn: Drawn, name: str, seed: int) -> Exception | None:
    """Return the error of making and checking a problem, or None."""
    rng = Random(f"{seed} {name}")
    try:
        with short_slices(rng):
            problem = drawn.problem()
            ALL[name][0](problem, expected_of(problem), rng)
    except Exception as error:
        return error
    return None
