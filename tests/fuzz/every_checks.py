"""The checks of calls of verbs, whatever their keywords, against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import exactcover
from exactcover import Problem, ProblemError, UndecidedError, UnfinishedError
from tests.fuzz.cover_tools import Check, Keys
from tests.fuzz.every_calls import (
    LIMITS,
    Call,
    drawn_call,
    is_refused,
    is_refused_with,
    methods,
    parameters,
    values,
)
from tests.fuzz.keywords import Given, Known
from tests.fuzz.verbs import VERBS

N_CALLS = 4


def check(call: Call, problem: Problem, expected: Keys, rng: Random) -> None:
    """Compare what a call returns with the solutions by brute force."""
    with ExitStack() as opened:
        folder = Path()
        if call.names & {"checkpoint", "resume", "path"}:
            folder = Path(opened.enter_context(TemporaryDirectory()))
        known = Known(problem, expected, folder)
        given = values(call, known, rng)
        try:
            if is_refused(call, kinds_of(problem)) or is_refused_with(call, given, known):
                _is_refused(call, given, problem)
            else:
                VERBS[call.verb](known, given, rng)
        except (UndecidedError, UnfinishedError) as error:
            assert any(given.get(name) is not None for name in LIMITS), (call.verb, given, error)
        except ProblemError as error:
            assert _is_excused(call, problem, str(error)), (call.verb, given, error)
        except AssertionError as error:
            error.add_note(f"{call.verb}({given})")
            raise


def _is_refused(call: Call, given: Given, problem: Problem) -> None:
    """Assert that a call is refused, at once or when the first of its results is asked for."""
    dropped = LIMITS - {"limit"} if "weights" in given else LIMITS
    unlimited = {name: value for name, value in given.items() if name not in dropped}
    try:
        found = getattr(exactcover, call.verb)(problem, **unlimited)
        if isinstance(found, Iterator):
            next(found, None)
    except ProblemError as error:
        assert str(error)
    else:
        raise AssertionError("it is not refused")


def _is_excused(call: Call, problem: Problem, error: str) -> bool:
    """Return whether a call is refused because of costs or symmetries."""
    if "sums are exact" in error:  # layers merge states by their costs
        return problem.costs.dtype.kind != "i" or int(abs(problem.costs).max()) > 1 << 40
    return "only counts" in error and call.verb == "count" and "up_to" in call.names


def some_calls(problem: Problem, expected: Keys, rng: Random) -> None:
    """Check a few calls of any verbs."""
    for verb in rng.choices(list(VERBS), k=N_CALLS):
        check(drawn_call(verb, rng, kinds_of(problem), set()), problem, expected, rng)


def calls_with(*keywords: str) -> Check:
    """Return a check of a call of every verb that has some keywords, with every engine."""

    def check_all(problem: Problem, expected: Keys, rng: Random) -> None:
        forced = set(keywords)
        for verb in VERBS:
            for method in methods(verb) or (None,):
                if forced <= parameters(verb).keys():
                    call = drawn_call(verb, rng, kinds_of(problem), forced, method)
                    check(call, problem, expected, rng)

    return check_all


def kinds_of(problem: Problem) -> set[str]:
    """Return what a problem has that some calls are refused for."""
    kinds = {
        "bounds": problem.has_bounds,
        "no items": not problem.n_primary,
        "multiplicities": problem.has_multiplicities,
    }
    return {kind for kind, has_it in kinds.items() if has_it}
