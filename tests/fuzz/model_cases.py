"""The area `csp`: a case is some random models, each asked in some random ways."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from hypothesis import note
from hypothesis import strategies as st

from csp import Model, ModelError, TranslationError
from csp.portfolio.choice import engine_for
from exactcover.runtime.search.protocol import Out, Status
from tests.csp import oracle
from tests.csp.requests import request_of
from tests.csp.strategies import controls, models
from tests.fuzz.properties import examine
from tests.fuzz.short_slices import short_slices

Values = list[tuple[int, ...]]
Way = dict[str, Any]
Check = Callable[[Model, Values, Way, Random], None]

METHODS = ("auto", "propagation", "learning", "cores", "linear", "neighbourhoods")
"""The methods that find the best solution."""


def run(seed: int) -> None:
    """Draw models and check them; raise `Finding` with a small one if a check fails."""
    examine(
        seed,
        check,
        model=models(),
        how=controls(),
        name=st.sampled_from(sorted(CHECKS)),
        number=st.integers(0, 999),
    )


def check(model: Model, how: Way, name: str, number: int) -> None:
    """Check a model by name, at random levels."""
    rng = Random(number)
    for constraint in map(as_any, model.constraints):
        if constraint.LEVELS and rng.random() < 0.5:
            constraint.level = rng.choice(constraint.LEVELS)
    for variable in model.unknowns:
        note(f"{variable}: {list(variable.values)}")
    for constraint in model.constraints:
        note(f"{constraint} {getattr(constraint, 'level', '')}")
    with short_slices(rng):
        CHECKS[name](model, oracle.solutions(model), how, rng)


def as_any(constraint: Any) -> Any:
    """Return a constraint; those that have levels have a level."""
    return constraint


def values_of(model: Model, solutions: Any) -> Values:
    """Return the values of all variables in some solutions."""
    return [tuple(solution[model.unknowns]) for solution in solutions]


def in_tasks(how: Way) -> Way:
    """Return the same for two workers, whose tasks do not restart."""
    left = {name: value for name, value in how.items() if name not in ("restart", "sequence")}
    return left | {"workers": 2}


def lists(model: Model, expected: Values, how: Way, rng: Random) -> None:
    found = model.solutions(**how)
    assert sorted(values_of(model, found)) == expected
    assert found.complete
    rows = [tuple(row) for some in model.solutions(**how).arrays() for row in some.tolist()]
    assert sorted(rows) == expected


def counts(model: Model, expected: Values, how: Way, rng: Random) -> None:
    number = model.count(**how)
    assert (number, number.complete) == (len(expected), True)
    limit = rng.randrange(4)
    assert model.count(limit=limit, **how) == min(limit, len(expected))
    few = model.count(max_nodes=rng.randrange(9), **how)
    assert few == len(expected) or (few < len(expected) and not few.complete)


def solves(model: Model, expected: Values, how: Way, rng: Random) -> None:
    for way in (how, {}):
        result = model.solve(**way)
        assert bool(result) == bool(expected)
        assert result.solution is None or values_of(model, [result.solution])[0] in expected
        few = list(model.solutions(limit=2, **way))
        assert len(set(values_of(model, few))) == len(few) == min(2, len(expected))


def optimises(model: Model, expected: Values, how: Way, rng: Random) -> None:
    weights = [rng.randint(-2, 2) for _ in model.unknowns]
    total = sum(
        (w * x for w, x in zip(weights, model.unknowns, strict=True)), 0 * model.unknowns[0]
    )
    sums = [sum(w * v for w, v in zip(weights, row, strict=True)) for row in expected]
    way = in_tasks(how) if rng.random() < 0.3 else how
    if rng.random() < 0.4:
        way = {"method": rng.choice(METHODS), "seed": how.get("seed")}
    if find_spec("scipy") and rng.random() < 0.3:
        way = way | {"bound": "linear"}
    try:
        least, greatest = model.minimize(total, **way), model.maximize(total, **way)
    except ModelError as error:
        assert "the linear relaxation has" in str(error)  # it says nothing, or is too large
        return
    assert least.complete
    assert greatest.complete
    assert (least.value, greatest.value) == (min(sums, default=None), max(sums, default=None))
    assert least.solution is None or values_of(model, [least.solution])[0] in expected


def propagates(model: Model, expected: Values, how: Way, rng: Random) -> None:
    left = model.propagate()
    if expected:
        assert left is not None
        for variable, column in zip(model.unknowns, zip(*expected, strict=True), strict=True):
            assert set(column) <= set(left[variable]) <= set(variable.values)


def is_covered(model: Model, expected: Values, how: Way, rng: Random) -> None:
    with suppress(TranslationError):
        assert sorted(values_of(model, model.solutions(method="exact_cover"))) == expected
        assert model.count(method="exact_cover") == len(expected)
        assert model.to_exact_cover().problem.count() == len(expected)


def learns(model: Model, expected: Values, how: Way, rng: Random) -> None:
    way: Way = {"method": "learning", "seed": how.get("seed")}
    assert sorted(values_of(model, model.solutions(**way))) == expected
    least = model.minimize(2 * model.unknowns[0] - model.unknowns[-1], **way)
    assert least.complete
    assert least.value == min((2 * row[0] - row[-1] for row in expected), default=None)


def parallel_verbs(model: Model, expected: Values, how: Way, rng: Random) -> None:
    way = in_tasks(how)
    assert model.count(**way) == len(expected)
    assert sorted(values_of(model, model.solutions(**way))) == expected


def resumes(model: Model, expected: Values, how: Way, rng: Random) -> None:
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "run"
        try:
            model.count(checkpoint=kept, workers=1, max_nodes=rng.randrange(5))
        except ModelError as error:
            assert "satisfies" in str(error) or "function" in str(error)  # it has no digest
            return
        number = model.count(checkpoint=kept, workers=2)
        assert (number, number.complete) == (len(expected), True)
        again = Path(folder) / "other"
        first = model.solutions(checkpoint=again, workers=1)
        found = values_of(model, islice(first, rng.randrange(3)))
        first.close()
        found += values_of(model, model.solutions(checkpoint=again, workers=2))
        assert set(found) == set(expected)
        assert len(found) <= len(expected) + 1


def slices(model: Model, expected: Values, how: Way, rng: Random) -> None:
    """Run the engine a few nodes at a time, each time in another one restored from a snapshot."""
    limit = rng.choice(({}, {}, {"limit": 2}))

    def engine() -> Any:
        request = request_of(**(how | limit), is_for_one=bool(limit))
        return engine_for(model, request)[0]

    searching, found, status = engine(), list[tuple[int, ...]](), Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        rows = np.zeros((2, searching.depth), np.uint32)
        before = searching.solutions
        searching.prepare()
        status = searching.advance(rng.choice((0, 1, 2, 9)), Out(rows, np.zeros(2, np.uint32), 2))
        searching.check()
        new = rows[: searching.solutions - before].tolist()
        found += [tuple(o + k for o, k in zip(searching.origins, row, strict=True)) for row in new]
        if limit and len(found) >= 2:
            break
        if rng.random() < 0.5:
            other = engine()
            other.restore(searching.snapshot())
            searching = other
    if limit:
        assert len(set(found)) == len(found)
        assert set(found) <= set(expected)
        assert len(found) >= min(2, len(expected))
    else:
        assert sorted(found) == expected


def other_solvers(model: Model, expected: Values, how: Way, rng: Random) -> None:
    solvers = {"cpsat": "ortools", "sat": "pysat"}
    for name, package in solvers.items():
        if find_spec(package):
            with suppress(TranslationError):
                assert sorted(values_of(model, model.solutions(solver=name))) == expected


CHECKS: dict[str, Check] = {
    "lists": lists,
    "counts": counts,
    "solves": solves,
    "optimises": optimises,
    "propagates": propagates,
    "is_covered": is_covered,
    "learns": learns,
    "parallel_verbs": parallel_verbs,
    "resumes": resumes,
    "slices": slices,
    "other_solvers": other_solvers,
}
