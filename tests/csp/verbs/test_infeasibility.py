"""Minimal sets of constraints that contradict each other, against brute force."""

from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

from csp import FeasibleError, Model, ModelError, all_different, explain_infeasible, satisfies
from exactcover import UndecidedError
from exactcover.runtime.search.limits import Stop
from tests.csp import oracle
from tests.csp.strategies import models

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def is_minimal(
    model: Model, constraints: tuple[Any, ...], background: tuple[Any, ...] = ()
) -> bool:
    """Return whether constraints have no solution, but would without any one of them."""
    own = list(constraints)
    smaller = [own[:k] + own[k + 1 :] for k in range(len(own))]
    return not oracle.satisfying(model.unknowns, [*own, *background]) and all(
        oracle.satisfying(model.unknowns, [*some, *background]) for some in smaller
    )


@settings(deadline=None, max_examples=80, suppress_health_check=SLOW)
@given(model=models())
def test_sets_are_infeasible_and_minimal(model: Model) -> None:
    try:
        found = model.explain_infeasible()
    except FeasibleError:
        assert oracle.solutions(model)
    else:
        assert is_minimal(model, found.constraints)
        assert found.is_minimal
        assert set(found.names) <= set(model.groups)


@settings(deadline=None, max_examples=60, suppress_health_check=SLOW)
@given(model=models())
def test_what_all_solutions_have_is_explained(model: Model) -> None:
    solutions = oracle.solutions(model)
    assume(solutions)
    for variable, values in zip(model.unknowns, zip(*solutions, strict=True), strict=True):
        value = values[0]
        try:
            found = model.why(variable == value)
        except FeasibleError as error:
            assert len(set(values)) > 1
            assert "does not hold in all solutions" in str(error)
        else:
            assert set(values) == {value}
            assert is_minimal(model, found.constraints, (variable != value,))


def shifts() -> tuple[Model, Any]:
    model = Model()
    x = model.variables(4, range(3), name="x")
    model.post(all_different(x), name="all")
    model.post(x[0] < x[1], x[1] < x[2], name="order")
    model.post(x[3] == 2)
    return model, x


def test_constraints_of_one_name_are_one() -> None:
    model, x = shifts()
    found = explain_infeasible(model)
    assert (found.names, found.is_minimal) == (("all",), True)
    assert str(found) == "this cannot hold:\n  all"
    other = model.with_only(model.constraints[1:])
    assert other.count() == 1
    found = other.explain_infeasible(assuming=[x[2] == 1])
    assert found.names == ("order", "x[2] == 1")
    assert len(found.constraints) == 3
    assert model.groups.keys() == {"all", "order", "x[3] == 2"}


def test_what_needs_no_constraint() -> None:
    model = Model()
    x = model.variable(range(3), "x")
    model.post(x != 1)
    found = model.why(x <= 2)
    assert found.names == ()
    assert str(found) == "no constraint is needed:\nall solutions have x <= 2"
    with pytest.raises(FeasibleError, match=r"one without it is Assignment\(x=2\)"):
        model.why(x == 0)
    with pytest.raises(FeasibleError, match="the model has a solution"):
        model.explain_infeasible()


def test_a_model_without_solutions_implies_nothing() -> None:
    model = Model()
    x, y = model.variables(2, range(3), name="xy")
    model.post(x < y, y < x)
    found = model.why(x == 1)
    assert found.consequence is None
    assert str(found).startswith("these cannot hold together:")
    model = model.with_only([])
    model.post(x == 1)
    assert model.why(x == 1).consequence is not None


def test_an_impossible_constraint_alone() -> None:
    model = Model()
    x = model.variable(range(3), "x")
    model.post(x != 1, 2 * x == 7)
    assert model.explain_infeasible().names == ("2*x == 7",)
    assert model.with_only(model.constraints[:1]).contradictions == ()
    assert model.with_only(model.constraints[1:]).contradictions == model.constraints[1:]


def test_constraints_of_the_same_text_are_told_apart() -> None:
    model = Model()
    x = model.variables(2, range(4), name="x")
    for residue in (0, 1):
        model.post(satisfies(x, lambda a, b, r=residue: (a + b) % 2 == r))
    name = f"satisfies({list(x)!r}, <lambda>)"
    assert model.explain_infeasible().names == (name, f"{name} #2")


def test_limits() -> None:
    model = Model()
    x = model.variables(9, range(8), name="x")
    model.post(x[i] != x[j] for i in range(9) for j in range(i))
    with pytest.raises(UndecidedError, match="before it was known"):
        model.explain_infeasible(max_nodes=3)
    with pytest.raises(UndecidedError):
        model.explain_infeasible(time_limit=0)
    flag = Event()
    flag.set()
    with pytest.raises(UndecidedError):
        model.explain_infeasible(cancel=flag)
    few = Model()
    y = few.variables(5, range(4), name="y")
    few.post(y[i] != y[j] for i in range(5) for j in range(i))
    nodes = few.solve().statistics.nodes
    found = few.explain_infeasible(max_nodes=nodes + 4)
    assert found.stopped is Stop.NODES
    assert not found.is_minimal
    assert oracle.satisfying(few.unknowns, found.constraints) == []
    assert "a smaller set may be enough" in str(found)


@pytest.mark.parametrize("wrong", [3, "x", None])
def test_wrong_conditions(wrong: Any) -> None:
    model, _ = shifts()
    with pytest.raises(ModelError):
        model.why(wrong)


def test_a_name_is_a_string() -> None:
    model, x = shifts()
    with pytest.raises(ModelError, match="the name of constraints is 3"):
        model.post(x[0] == 1, name=3)  # type: ignore[arg-type]
    assert len(model.constraints) == 4


@pytest.mark.compiled
def test_no_list_is_made_of_the_values_of_large_domains(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(*_: object) -> None:
        raise AssertionError("a list of the values is made")

    monkeypatch.setattr("csp.engines.propagation.engine.values_left", too_slow)
    model = Model()
    x, y = model.variables(2, range(1 << 20))
    model.post(x < y, y < x, x != 3)
    assert [repr(each) for each in explain_infeasible(model).constraints] == [
        "x0 + 1 <= x1",
        "x1 + 1 <= x0",
    ]
