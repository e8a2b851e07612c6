"""The area `cover`: a case is a random problem and some checks of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from exactcover import Problem
from tests.fuzz.cover_checks import CHECKS
from tests.fuzz.cover_tools import Check, Keys, expected_of
from tests.fuzz.covers import Drawn, draw, shrunk
from tests.fuzz.finding import Finding
from tests.fuzz.short_slices import short_slices

N_CHECKS = 4
"""The number of checks of each problem."""


def run(seed: int) -> None:
    """Draw a problem and check it; raise `Finding` with a smaller one if a check fails."""
    rng = Random(seed)
    drawn = draw(rng)
    names, weights = list(CHECKS), [weight for _, weight in CHECKS.values()]
    drawn_names = dict.fromkeys(rng.choices(names, weights, k=N_CHECKS))
    examine(drawn, {name: CHECKS[name][0] for name in drawn_names}, seed)


def examine(drawn: Drawn, checks: Mapping[str, Check], seed: int) -> None:
    """Do some checks of a problem; raise `Finding` with a smaller one if one fails."""
    try:
        problem = drawn.problem()
        known = problem, expected_of(problem)
    except Exception:  # the first check reports it
        known = None
    with short_slices(Random(seed)):
        for name, check in checks.items():
            if error := failure(drawn, check, f"{seed} {name}", known):
                fails = partial(fails_alike, check=check, seed=f"{seed} {name}", kind=type(error))
                small = shrunk(drawn, fails)
                again = failure(small, check, f"{seed} {name}") or error
                text = "\n".join([f"{type(again).__name__}: {again}", *notes_of(again)])
                raise Finding(f"check {name} of\n{small}\n{text}") from again


def notes_of(error: Exception) -> list[str]:
    """Return what was added to an error."""
    return getattr(error, "__notes__", [])


def fails_alike(drawn: Drawn, check: Check, seed: str, kind: type[Exception]) -> bool:
    """Return whether a problem fails with an error of the same kind."""
    return type(failure(drawn, check, seed)) is kind


def failure(
    drawn: Drawn, check: Check, seed: str, known: tuple[Problem, Keys] | None = None
) -> Exception | None:
    """Return the error of making and checking a problem, or None.

    The problem is made and its solutions are found by brute force, unless they are known.
    """
    try:
        if known is None:
            problem = drawn.problem()
            known = problem, expected_of(problem)
        check(*known, Random(seed))
    except Exception as error:
        return error
    return None
