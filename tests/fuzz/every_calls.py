"""The calls of verbs: the keywords and engines that each takes, their pairs, and what is refused.

All of this is read off the public functions and the registries, so that a new verb, keyword or
engine is tried beside all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
from itertools import combinations
from random import Random

import exactcover
from exactcover.diagrams.construction import DIAGRAM_ENGINES
from exactcover.engines.registry import ENGINES
from exactcover.weighted.construction import METHODS as WAYS
from tests.fuzz.cover_tools import seed_for
from tests.fuzz.covers import Drawn
from tests.fuzz.keywords import KEYWORDS, PARALLEL, Given, Known, can_be_chosen

STEERING = {"choose", "decide", "item_weights", "prune", "consistency", "profile"}
LAYERS = {"order", "symmetries", "max_bytes"}
LIMITS = {"limit", "time_limit", "max_nodes", "cancel"}
LISTS = {"solve", "solutions", "write_solutions"}
FOR_COSTS = {"cheapest", "improving_solutions"}
KINDS = (
    "bounds", "colours", "costs", "labels", "secondary", "derived", "no items", "no options",
    "multiplicities",
)  # fmt: skip
"""What a problem may have."""
OFTEN, SELDOM = 0.12, 0.01
"""The probability of a keyword in a call, and that of one which writes to disk or starts threads.
"""


@dataclass(frozen=True)
class Call:
    """A verb, an engine if it takes one, and the names of its other keywords."""

    verb: str
    method: str | None
    names: frozenset[str]

    def __str__(self) -> str:
        method = "" if self.method is None else f"method={self.method!r}, "
        return f"{self.verb}({method}{', '.join(sorted(self.names))})"


@cache
def parameters(verb: str) -> dict[str, bool]:
    """Return the parameters of a verb beside the problem and the engine: name -> is needed."""
    found = signature(getattr(exactcover, verb)).parameters
    return {
        name: each.default is Parameter.empty
        for name, each in found.items()
        if name not in ("problem", "method")
    }


@cache
def methods(verb: str) -> tuple[str, ...]:
    """Return the engines that a verb takes; none if it has no choice."""
    if "method" not in signature(getattr(exactcover, verb)).parameters:
        return ()
    if verb == "diagram_of":
        return ("auto", *DIAGRAM_ENGINES)
    if verb == "uses":
        return WAYS
    return ("auto", *ENGINES)


def kinds_of(drawn: Drawn) -> set[str]:
    """Return what a problem has, out of `KINDS`."""
    colours = {c for row in drawn.rows for c in row.values()} - {None}
    has = (
        drawn.bounds,
        colours,
        drawn.costs,
        drawn.labels,
        drawn.secondary,
        drawn.steps,
        not drawn.primary,
        not drawn.rows,
        drawn.multiplicities,
    )
    return {kind for kind, one in zip(KINDS, has, strict=True) if one}


@cache
def pairs(verb: str) -> tuple[tuple[str, str], ...]:
    """Return the pairs of features of a verb's calls: keywords, engines and kinds of problems."""
    engines = [f"method {name}" for name in methods(verb)]
    names = [name for name, is_needed in parameters(verb).items() if not is_needed]
    found = [*combinations([*names, *KINDS], 2)]
    found += [(engine, other) for engine in engines for other in (*names, *KINDS)]
    return tuple(pair for pair in found if not _is_impossible({*pair}))


def _is_impossible(names: set[str]) -> bool:
    """Return whether features exclude each other by what they are."""
    return (
        {"checkpoint", "resume"} <= names
        or {"no items", "bounds"} <= names
        or {"no options", "colours"} <= names
        or {"no options", "costs"} <= names
        or {"no options", "labels"} <= names
        or {"no options", "multiplicities"} <= names
        or {"no items", "multiplicities"} <= names
        or bool("resume" in names and names & (LIMITS | {"progress"}))
    )


def all_pairs(verbs: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield every verb with every pair of features."""
    for verb in verbs:
        for one, other in pairs(verb):
            yield verb, one, other


def drawn_call(
    verb: str, rng: Random, kinds: set[str], forced: set[str], method: str | None = None
) -> Call:
    """Return a random call of a verb, with some keywords.

    Few calls are refused: where one would be, keywords that are not forced are left out.
    """
    if methods(verb) and method is None:
        some = [rng.choice(methods(verb)) for _ in range(3)]
        able = [name for name in some if not is_refused(Call(verb, name, frozenset(forced)), kinds)]
        method = rng.choice(["auto", *able])
    names = {
        name
        for name, is_needed in parameters(verb).items()
        if is_needed or rng.random() < (SELDOM if name in PARALLEL else OFTEN)
    }
    names |= forced
    extra = sorted(name for name in names - forced if not parameters(verb)[name])
    rng.shuffle(extra)
    may_be_refused = rng.random() < 0.05
    while extra and (
        _is_impossible(names)
        or (not may_be_refused and is_refused(Call(verb, method, frozenset(names)), kinds))
    ):
        names.remove(extra.pop())
    return Call(verb, method, frozenset(names))


def is_refused(call: Call, kinds: set[str]) -> bool:
    """Return whether a call is an error, whatever the values of its keywords."""
    names, verb = call.names, call.verb
    method = call.method or "auto"
    if verb == "uses" or (verb == "count" and "weights" in names):
        others = names - {"weights", "time_limit", "max_nodes", "cancel", "progress", "chosen"}
        is_other = method not in WAYS or bool(others - {"max_bytes"})
        return is_other or (method == "decomposition" and "multiplicities" in kinds)
    engine = None if method == "auto" or verb == "diagram_of" else ENGINES[method]
    layers = verb == "count" and bool(names & LAYERS)
    parallel = verb == "write_solutions" or bool(names & PARALLEL)
    if verb == "diagram_of":
        able = {"auto", "units"} | ({"multicover"} if "multiplicities" not in kinds else set())
        return "bounds" in kinds and method not in able
    if verb == "search_tree":
        return "bounds" in kinds
    if "multiplicities" in kinds and (verb == "trace" or names & STEERING):
        return True
    if verb in ("estimate", "explain_infeasible", "trace"):
        return False
    if names & STEERING:
        is_other = method not in ("auto", "steered")
        return is_other or layers or bool({"prune", "up_to"} <= names and parallel)
    if layers:
        return method not in ("auto", "frontier") or "bounds" in kinds or "up_to" in names
    is_layered = method == "frontier" and verb == "count" and "up_to" not in names
    if engine is None or (is_layered and not kinds & {"bounds", "no items"}):
        return False
    if "max_cost" in names or verb in FOR_COSTS:
        return not engine.finds_cheapest or (parallel and not engine.is_splittable)
    if verb in LISTS and engine.counts_only:
        return True
    return parallel and not engine.is_splittable


def values(call: Call, known: Known, rng: Random) -> Given:
    """Return the arguments of a call."""
    given: Given = {name: KEYWORDS[name](known, rng) for name in sorted(call.names)}
    if call.method is not None:
        given["method"] = call.method
    if "seed" in given and seed_for(known.problem, call.method, 0) is None:
        del given["seed"]
    if "resume" in given and "seed" in given:
        given["seed"] = rng.randrange(99)  # both runs need the same one
    return given


def is_refused_with(call: Call, given: Given, known: Known) -> bool:
    """Return whether the values of a call's keywords make it an error."""
    chosen = given.get("chosen", [])
    if chosen and call.names & {"up_to", "symmetries"}:
        return True
    return not can_be_chosen(known.problem, chosen)
