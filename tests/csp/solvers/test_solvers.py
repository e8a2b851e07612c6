"""Other programs on the same models; skipped where they are not installed."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from csp import Model, ModelError, TranslationError, all_different, circuit
from exactcover import Stop
from tests.csp import oracle
from tests.csp.model.test_golden import magic_square, queens
from tests.csp.strategies import models

ROOT = Path(__file__).parents[3]
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
PACKAGES = {"cpsat": "ortools", "sat": "pysat"}
INSTALLED = [
    pytest.param(
        name, marks=pytest.mark.skipif(not find_spec(package), reason=f"{package} is not installed")
    )
    for name, package in PACKAGES.items()
]


@pytest.mark.parametrize("solver", INSTALLED)
@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=models())
def test_solutions_are_those_of_brute_force(solver: str, model: Model) -> None:
    expected = oracle.solutions(model)
    found = model.solutions(solver=solver)
    assert sorted(tuple(s[model.unknowns]) for s in found) == expected
    assert found.complete
    assert bool(model.solve(solver=solver)) == bool(expected)


@pytest.mark.parametrize("solver", INSTALLED)
def test_limits(solver: str) -> None:
    count = queens(8).count(solver=solver)
    assert (count, count.complete, count.engine) == (92, True, solver)
    some = queens(8).count(solver=solver, limit=5)
    assert (some, some.stopped) == (5, Stop.LIMIT)
    assert queens(20).count(solver=solver, time_limit=0.2).stopped is Stop.TIME


STOPPED = {
    "first solution": "print(model.solve(solver='cpsat').get()[x].sum())",
    "iterator left": "print(next(iter(model.solutions(solver='cpsat')))[x].sum())",
    "iterator kept": "some = model.solutions(solver='cpsat'); print(next(some)[x].sum())",
    "node limit": "model.count(solver='cpsat', max_nodes=1); print(20)",
}


@pytest.mark.parametrize("solver", INSTALLED[:1])
@pytest.mark.parametrize("call", STOPPED.values(), ids=STOPPED)
def test_an_interpreter_ends_after_a_search_that_was_stopped(call: str, solver: str) -> None:
    script = f"""
from csp import Model
model = Model()
x = model.variables(8, range(8))
model.post(sum(x) == 20)
{call}
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "20\n", "")


@pytest.mark.parametrize("solver", INSTALLED[:1])
def test_cpsat_minimises(solver: str) -> None:
    model = Model()
    x, y = model.variables(2, range(10))
    model.post(2 * x + 3 * y >= 13, x != 2)
    best = model.minimize(x + y, solver=solver)
    assert (best.value, best.complete) == (5, True)
    assert model.maximize(x - y, solver=solver).value == 9 - 0


@pytest.mark.parametrize("solver", INSTALLED)
def test_constraints_with_many_combinations(solver: str) -> None:
    if solver == "sat":
        model = Model()
        x = model.variables(7, range(9), name="x")
        model.post(all_different(x), sum((k + 1) * v for k, v in enumerate(x)) == 70)
        model.post(circuit(model.variables(6, range(6))))
        assert model.solve(solver=solver)
        large = Model()
        wide = large.variables(3, range(1000))
        large.post(wide[0] * wide[1] == wide[2])
        with pytest.raises(TranslationError, match="rows: at most"):
            large.solve(solver=solver)
    else:
        assert magic_square(3).count(solver=solver) == 1


@pytest.mark.parametrize("verb", ["minimize", "maximize"])
def test_sat_has_no_objective(verb: str) -> None:
    model = queens(4)
    with pytest.raises(ModelError, match="'sat' cannot minimise or maximise, because SAT solvers"):
        getattr(model, verb)(model.unknowns[0], solver="sat")


def test_sat_is_named_where_it_cannot_express_a_variable(monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", ModuleType("pysat.solvers"))
    model = Model()
    model.variable(range(2**30), "x")
    with pytest.raises(TranslationError, match=r"^solver='sat' cannot express x, which has 1073"):
        model.solve(solver="sat")


@pytest.mark.parametrize(("solver", "package"), PACKAGES.items())
def test_what_is_missing_is_named(monkeypatch: Any, solver: str, package: str) -> None:
    for name in ("ortools.sat.python.cp_model", "pysat.solvers"):
        monkeypatch.setitem(sys.modules, name, None)
    model = Model()
    model.post(all_different(model.variables(3, range(3))))
    with pytest.raises(ModelError, match=rf"solver='{solver}' needs the package .*pip install"):
        model.solve(solver=solver)


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({"solver": "gurobi"}, "unknown solver 'gurobi'; the solvers are cpsat, sat"),
        ({"method": "magic"}, "unknown method 'magic'; the methods are auto, free, propagation"),
        ({"method": "auto", "solver": "sat"}, "give one of them"),
        ({"method": "exact_cover", "order": "input"}, "order is a control of propagation"),
        ({"solver": "cpsat", "restart": 0}, "restart is a control of propagation"),
    ],
)
def test_wrong_controls(controls: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        queens(4).solve(**controls)
