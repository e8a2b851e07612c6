"""Checks of a model around an origin: every verb and method gives what the model around 0 gives."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from csp import from_flatzinc
from exactcover.errors import ProblemError
from tests.csp import oracle
from tests.csp.shifted.families import Around, around, objective_of

NEAR = (0, 1, -1, -10, -100)
ORIGINS = tuple(
    sign * (1 << bits) + step
    for bits in (31, 53, 60, 61, 62, 63)
    for sign in (1, -1)
    for step in NEAR
)
"""The origins: powers of two at which numbers or parts of algorithms end, and what is near them."""
LEARNS = ("auto", "propagation", "learning")
OPTIMISES = (*LEARNS, "cores", "linear", "neighbourhoods")


class Wrong(AssertionError):
    """An answer that differs from that around 0."""


@cache
def expected(seed: int, name: str) -> tuple[list[tuple[int, ...]], int | None, int | None]:
    """Return the solutions around 0 by brute force, and the least and the greatest objective."""
    own = around(seed, name, 0)
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


def lists(own: Around, seed: int, name: str, **way: Any) -> None:
    """List all solutions."""
    wanted = sorted(moved(own, each, own.origin) for each in expected(seed, name)[0])
    found = sorted(tuple(each.values()) for each in own.model.solutions(**way))
    same(found, wanted)


def counts(own: Around, seed: int, name: str, **way: Any) -> None:
    """Count the solutions."""
    same(int(own.model.count(**way)), len(expected(seed, name)[0]))


def solves(own: Around, seed: int, name: str, **way: Any) -> None:
    """Find one solution, or prove that there is none."""
    found = own.model.solve(**way).solution
    wanted = expected(seed, name)[0]
    same(found is not None, bool(wanted))
    if found is not None:
        same(moved(own, tuple(found.values()), -own.origin) in wanted, True)


def optimises(own: Around, seed: int, name: str, verb: str, **way: Any) -> None:
    """Find the best solution, and prove that it is."""
    objective, times = objective_of(own)
    _, least, greatest = expected(seed, name)
    wanted = least if verb == "minimize" else greatest
    best = getattr(own.model, verb)(objective, **way)
    same(best.complete, True)
    same(best.value, None if wanted is None else wanted + times * own.origin)
    if best.solution is not None:
        same(best.solution[objective], best.value)


def explains(own: Around, seed: int, name: str) -> None:
    """Explain why there is no solution."""
    if not expected(seed, name)[0]:
        same(own.model.explain_infeasible().is_minimal, True)


def propagates(own: Around, seed: int, name: str) -> None:
    """Propagate: no value of a solution is removed."""
    found, domains = expected(seed, name)[0], own.model.propagate() or {}
    for each in found:
        values = moved(own, each, own.origin)
        same(
            all(v in domains.get(x, ()) for x, v in zip(own.model.unknowns, values, strict=True)),
            True,
        )


def covers(own: Around, seed: int, name: str) -> None:
    """Translate to exact cover."""
    same(own.model.to_exact_cover().problem.count(), len(expected(seed, name)[0]))


def writes(own: Around, seed: int, name: str) -> None:
    """Write FlatZinc, and read it again."""
    read = from_flatzinc(own.model.to_flatzinc())
    names = [each.name for each in own.model.unknowns]
    asked = [read.variables[name] for name in names]
    found = {tuple(each[v] for v in asked) for each in read.model.solutions()}
    same(found, {moved(own, each, own.origin) for each in expected(seed, name)[0]})


def is_symmetric(own: Around, seed: int, name: str) -> None:
    """Count up to the symmetries that are found."""
    wanted = around(seed, name, 0).model.symmetries().order
    same(own.model.symmetries().order, wanted)


def same(found: Any, wanted: Any) -> None:
    """Raise `Wrong` if something is not as wanted."""
    if found != wanted:
        raise Wrong(f"{found!r}, and not {wanted!r}")


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
    "symmetries": (is_symmetric, {}),
}
"""Name -> a check, and its keywords."""
if find_spec("ortools"):
    CHECKS |= {
        "solve CP-SAT": (solves, {"solver": "cpsat"}),
        "minimize CP-SAT": (optimises, {"verb": "minimize", "solver": "cpsat"}),
    }
if find_spec("pysat"):
    CHECKS["count SAT"] = (lists, {"solver": "sat"})


def checked(seed: int, name: str, origin: int, check: str) -> str | None:
    """Check a model around an origin; return the refusal, or None if the answer is right.

    Raises
    ------
    Wrong
        If the answer is wrong, or something else than a refusal was raised.
    """
    what, way = CHECKS[check]
    try:
        what(around(seed, name, origin), seed, name, **way)
    except ProblemError as refused:
        return str(refused)
    except Wrong as wrong:
        raise Wrong(f"{name}:{seed} around {origin}, {check}: {wrong}") from None
    except Exception as error:
        raise Wrong(
            f"{name}:{seed} around {origin}, {check}: {type(error).__name__} {error}"
        ) from error
    return None
