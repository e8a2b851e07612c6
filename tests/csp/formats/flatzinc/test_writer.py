"""Models as FlatZinc, and back: the same solutions."""

import pytest
from hypothesis import HealthCheck, given, settings

from csp import Model, ModelError, TranslationError, from_flatzinc, satisfies
from tests.csp import oracle
from tests.csp.strategies import models

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@pytest.mark.kernel
@settings(deadline=None, suppress_health_check=SLOW, max_examples=100)
@given(model=models())
def test_round_trips_keep_the_solutions(model: Model) -> None:
    back = from_flatzinc(model.to_flatzinc())
    own = [back.variables[variable.name] for variable in model.unknowns]
    found = sorted(tuple(s[own].tolist()) for s in back.model.solutions())
    assert found == oracle.solutions(model)


@pytest.mark.kernel
def test_objectives() -> None:
    model = Model()
    x, y = (model.variable(range(10), name) for name in "xy")
    model.post(2 * x + 3 * y <= 13)
    best = from_flatzinc(model.to_flatzinc(maximize=x + y))
    assert best.model.maximize(best.objective).value == 6
    wide = from_flatzinc(model.to_flatzinc(minimize=10**7 * x - y))
    fixed = [wide.variables[name] == value for name, value in (("x", 3), ("y", 2))]
    solution = wide.model.with_constraints(*fixed).solve().get()
    assert solution[wide.objective] == 3 * 10**7 - 2
    with pytest.raises(ModelError, match="give one objective"):
        model.to_flatzinc(minimize=x, maximize=y)
    with pytest.raises(ModelError, match=r"^FlatZinc has one objective, but the model has 2$"):
        model.to_flatzinc(minimize=[x, y])
    assert model.to_flatzinc(minimize=[x]) == model.to_flatzinc(minimize=x)


def test_names_become_identifiers() -> None:
    model = Model()
    for name in ("var", "a b", "a_b", "1st", "λ", "x[0, 1]"):
        model.variable(range(2), name)
    text = model.to_flatzinc()
    names = [line.split(": ")[1].split()[0] for line in text.splitlines() if "var 0" in line]
    assert names == ["var_", "a_b", "a_b_", "v_1st", "v_", "x_0_1"]
    assert from_flatzinc(text).model.count() == 64


def test_what_cannot_be_written() -> None:
    model = Model()
    x = model.variables(5, range(100))
    model.post(satisfies(x, lambda a, b, c, d, e: a < b or c < d))
    with pytest.raises(TranslationError, match="cannot be translated"):
        model.to_flatzinc()
