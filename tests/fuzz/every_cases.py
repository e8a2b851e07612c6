"""The area `every`: a case is a small problem, with every engine and with pairs of features.

Each engine searches the problem with random keywords. Besides, a case has the next pair of features
of a verb, such as ``count(max_cost=, up_to=)`` on a problem with bounds: as many cases one after
another as there are pairs go through all of them. All calls are compared with brute force.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from random import Random

from exactcover.engines.registry import ENGINES
from tests.fuzz.cover_cases import examine
from tests.fuzz.cover_checks import CHECKS
from tests.fuzz.cover_tools import Check
from tests.fuzz.covers import Drawn, draw
from tests.fuzz.every_calls import (
    KINDS,
    Call,
    all_pairs,
    drawn_call,
    is_refused,
    kinds_of,
    methods,
    parameters,
)
from tests.fuzz.every_checks import check
from tests.fuzz.verbs import VERBS

MOST_OPTIONS = 7
ON_DISK = ("writes", "resumes", "parallel_verbs")
"""Checks that take longer than all others together, and that calls of verbs make, too."""
OFTEN = {
    "count": 5,
    "solutions": 5,
    "solve": 3,
    "cheapest": 2,
    "write_solutions": 0.2,
    "explain_infeasible": 0.4,
    "estimate": 0.4,
}
"""How often an engine gets a verb; 1 for others."""
OTHERS = tuple(name for name in CHECKS if name not in ON_DISK)


@cache
def pairs() -> tuple[tuple[str, str, str], ...]:
    """Return every pair of features of every verb, in an order that changes the verb often."""
    found = list(all_pairs(tuple(VERBS)))
    Random(1).shuffle(found)
    return tuple(found)


def run(seed: int) -> None:
    """Draw a problem and check it; raise `Finding` with a smaller one if a check fails."""
    rng = Random(seed)
    verb, *features = pairs()[seed % len(pairs())]
    drawn = problem_with(rng, set(features))
    checks: dict[str, Check] = {}
    for call in calls(rng, kinds_of(drawn), verb, features):
        checks[str(call)] = partial(check, call)
    other = rng.choice(OTHERS)
    checks[other] = CHECKS[other][0]
    examine(drawn, checks, seed)


def problem_with(rng: Random, features: set[str]) -> Drawn:
    """Return a random problem of the kinds among the features."""
    while True:
        drawn = draw(rng, MOST_OPTIONS)
        if kinds_of(drawn) >= features & set(KINDS):
            return drawn


def calls(rng: Random, kinds: set[str], verb: str, features: list[str]) -> Iterator[Call]:
    """Yield a call with two features, and one of each engine."""
    engine = [name.removeprefix("method ") for name in features if name.startswith("method ")]
    forced = set(features) & parameters(verb).keys()
    yield drawn_call(verb, rng, kinds, forced, *engine)
    for method in ("auto", *ENGINES):
        takers = [name for name in VERBS if method in methods(name)]
        weights = [OFTEN.get(name, 1) for name in takers]
        while True:
            [name] = rng.choices(takers, weights)
            call = drawn_call(name, rng, kinds, set(), method)
            if not is_refused(call, kinds):
                break
        yield call
