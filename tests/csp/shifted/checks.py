"""Checks of a model around an origin: every verb and method gives what the model around 0 gives."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any

from csp import from_flatzinc
from exactcover.runtime.errors import ProblemError
from tests.csp import oracle
from tests.csp.shifted.families import MOVES, Around, around, objective_of

POWERS = (31, 53, 60, 61, 62, 63)
NEAR = (0, 1, -1, -10, -100)
ORIGINS = tuple(sign * (1 << bits) + step for bits in POWERS for sign in (1, -1) for step in NEAR)
"""The origins: powers of two at which numbers or parts of algorithms end, and what is near them."""
LEARNS = ("auto", "propagation", "learning")
OPTIMISES = (*LEARNS, "cores", "linear", "neighbourhoods")


class Wrong(AssertionError):  # noqa: N818 (it is what is looked for)
    """An answer that differs from that around 0."""


Expected = tuple[list[tuple[int, ...]], int | None, int | None]


def expected(seed: int, name: str, origin: int) -> Expected:
    """Return the solutions by brute force, and the least and the greatest objective.

    They are those around 0, which move; arithmetic is compared at the origin itself.
    """
    if name not in MOVES:
        return _expected(seed, name, origin)
    found, *ends = _expected(seed, name, 0)
    own = around(seed, name, 0)
    _, times = objective_of(own)
    least, greatest = (None if end is None else end + times * origin for end in ends)
    return [moved(own, each, origin) for each in found], least, greatest


@cache
def _expected(seed: int, name: str, origin: int) -> Expected:
    own = around(seed, name, origin)
    found = oracle.satisfying(own.model.unknowns, own.model.constraints)
    objective, _ = objective_of(own)
    values = [
        objective.value(dict(zip(own.model.unknowns, values, strict=True)).__getitem__)
        for values in found
    ]
    return found, min(values, default=None), max(values, default=None)


def moved(own: Around, values: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Return a solution whose variables near the origin are moved."""
    n = len(own.x)
    return (*(each + by for each in values[:n]), *values[n:])


def lists(own: Around, wanted: Expected, **way: Any) -> None:
    """List all solutions."""
    same(sorted(tuple(each.values()) for each in own.model.solutions(**way)), sorted(wanted[0]))


def counts(own: Around, wanted: Expected, **way: Any) -> None:
    """Count the solutions."""
    same(int(own.model.count(**way)), len(wanted[0]))


def solves(own: Around, wanted: Expected, **way: Any) -> None:
    """Find one solution, or prove that there is none."""
    found = own.model.solve(**way).solution
    same(None if found is None else tuple(found.values()) in wanted[0], bool(wanted[0]) or None)


def optimises(own: Around, wanted: Expected, verb: str, **way: Any) -> None:
    """Find the best solution, and prove that it is."""
    objective, _ = objective_of(own)
    best = getattr(own.model, verb)(objective, **way)
    same((best.value, best.complete), (wanted[1 if verb == "minimize" else 2], True))
    if best.solution is not None:
        same(best.solution[objective], best.value)


def explains(own: Around, wanted: Expected) -> None:
    """Explain why there is no solution."""
    if not wanted[0]:
        same(own.model.explain_infeasible().is_minimal, True)


def propagates(own: Around, wanted: Expected) -> None:
    """Propagate: no value of a solution is removed."""
    domains = own.model.propagate() or {}
    for each in wanted[0]:
        pairs = zip(own.model.unknowns, each, strict=True)
        same(all(v in domains.get(x, ()) for x, v in pairs), True)


def covers(own: Around, wanted: Expected) -> None:
    """Translate to exact cover."""
    same(own.model.to_exact_cover().problem.count(), len(wanted[0]))


def writes(own: Around, wanted: Expected) -> None:
    """Write FlatZinc, and read it again."""
    read = from_flatzinc(own.model.to_flatzinc())
    asked = [read.variables[each.name] for each in own.model.unknowns]
    found = {tuple(each[v] for v in asked) for each in read.model.solutions()}
    same(found, set(wanted[0]))


def counts_classes(own: Around, wanted: Expected) -> None:
    """Count the solutions up to the symmetries that are found."""
    n = own.model.count(up_to=own.model.symmetries())
    same(bool(n), bool(wanted[0]))
    same(n <= len(wanted[0]), True)


def same(found: Any, wanted: Any) -> None:
    """Raise `Wrong` if something is not as wanted."""
    if found != wanted:
        raise Wrong(f"{found!r}, and not {wanted!r}")


FAR = 1 << 58
"""Models around origins that are nearer to 0 must not be refused for their numbers."""
KNOWN = (
    "more than 2^40 values",
    "more than 2^20 values, and clauses cannot be learned",
    "the linear relaxation has no columns",
)
"""Refusals of other kinds: an engine has never taken such models."""
Check = Callable[..., None]
CHECKS: dict[str, tuple[Check, dict[str, Any]]] = {
    **{f"count {m}": (counts, {"method": m}) for m in (*LEARNS, "exact_cover")},
    **{f"solve {m}": (solves, {"method": m}) for m in (*LEARNS, "exact_cover")},
    **{f"list {m}": (lists, {"method": m}) for m in (*LEARNS, "exact_cover")},
    **{
        f"{verb} {m}": (optimises, {"verb": verb, "method": m})
        for verb in ("minimize", "maximize")
        for m in OPTIMISES
    },
    "minimize linear bound": (optimises, {"verb": "minimize", "bound": "linear"}),
    "count, two workers": (counts, {"workers": 2, "method": "propagation"}),
    "minimize, two workers": (optimises, {"verb": "minimize", "workers": 2}),
    "solve, greatest first": (solves, {"order": "least value", "values": "greatest"}),
    "list at random": (lists, {"order": "dom/wdeg", "values": "random", "restart": 1}),
    "explain": (explains, {}),
    "propagate": (propagates, {}),
    "cover": (covers, {}),
    "FlatZinc": (writes, {}),
    "symmetries": (counts_classes, {}),
}
"""Name -> a check, and its keywords."""
if find_spec("ortools"):
    CHECKS |= {
        "solve CP-SAT": (solves, {"solver": "cpsat"}),
        "minimize CP-SAT": (optimises, {"verb": "minimize", "solver": "cpsat"}),
    }
if find_spec("pysat"):
    CHECKS["count SAT"] = (lists, {"solver": "sat"})


def drawn(seed: int, name: str, n: int) -> list[tuple[int, str]]:
    """Return origins and checks of a model, the same in each run."""
    rng = Random(f"{name}:{seed}:which")
    return [(rng.choice(ORIGINS), check) for check in rng.sample(sorted(CHECKS), n)]


def checked(seed: int, name: str, origin: int, check: str) -> str | None:
    """Check a model around an origin; return the refusal, or None if the answer is right.

    Raises
    ------
    Wrong
        If the answer is wrong, or something else than a refusal by name was raised.
    """
    what, way = CHECKS[check]
    try:
        own = around(seed, name, origin)
        what(own, expected(seed, name, origin), **way)
    except ProblemError as refused:
        text = str(refused)
        if abs(origin) >= FAR or any(each in text for each in KNOWN):
            return text
        error: Exception = refused
    except Exception as other:
        error = other
    else:
        return None
    text = f"{type(error).__name__}: {error}"
    raise Wrong(f"{name}:{seed} around {origin}, {check}: {text}") from error
