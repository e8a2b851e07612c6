"""Truth values of all constraints, compared with brute force."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import (
    Builder,
    Constraint,
    Model,
    ModelError,
    Variable,
    circuit,
    iff,
    n_values,
    sort,
    truth,
)
from tests.csp import oracle
from tests.csp.consistency import propagated
from tests.csp.strategies import KINDS, is_too_wide

pytestmark = pytest.mark.kernel

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
Kind = Callable[[Any, list[Variable]], Constraint]


@st.composite
def drawn(draw: st.DrawFn, kind: Kind) -> tuple[Model, Constraint]:
    """Draw a model of a bit and three variables, and a constraint on these."""
    model = Model()
    model.bool_var("bit")
    least = draw(st.sampled_from([0, 0, -1]))
    values = st.lists(st.integers(least, 3), min_size=2, max_size=4)
    variables = [model.variable(draw(values), name) for name in "xyz"]
    return model, kind(draw, variables)


@settings(deadline=None, max_examples=20, suppress_health_check=SLOW)
@given(data=st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_truth_values_are_those_of_brute_force(kind: Kind, data: st.DataObject) -> None:
    model, constraint = data.draw(drawn(kind))
    bit = model.unknowns[0]
    try:
        posted = model.with_constraints(constraint)
        model.post(iff(bit == 1, constraint))
    except ModelError as refused:  # products of wide domains span too many values
        assert is_too_wide(refused)
        return
    expected = oracle.solutions(model)
    assert sorted(tuple(s[model.unknowns]) for s in model.solutions()) == expected
    assert sorted(tuple(s[model.unknowns]) for s in posted.solutions()) == oracle.solutions(posted)
    is_first = model.with_constraints(truth(constraint) == 1)
    is_other = model.with_constraints(~constraint)
    assert is_first.count() + is_other.count() == len(expected)


@pytest.mark.parametrize("operator", ["==", "!=", "<="])
@pytest.mark.parametrize("factor", [1, -2])
@pytest.mark.parametrize("total", [7, 8, 2000])
def test_comparisons_of_many_values(operator: str, factor: int, total: int) -> None:
    """They are domain consistent, too, without a table."""
    values = [value for value in range(-300, 300) if value not in (7, -4)]

    def constraint(x: Any, bit: Any) -> Constraint:
        sides = factor * x, total
        relation = {"==": sides[0] == total, "!=": sides[0] != total, "<=": sides[0] <= total}
        return iff(bit == 1, relation[operator])

    for some in (values, values[10:400], [*range(-300, -30), *range(8, 30)]):
        result = propagated(constraint, some, [0, 1])
        assert result.left == result.possible
        for bit in (0, 1):
            result = propagated(constraint, some, [bit])
            assert result.left == result.possible


def test_sequences_of_too_many_values_are_refused() -> None:
    model = Model()
    x = model.variables(2, range(9000), name="x")
    for make in (lambda: sort(x, x), lambda: n_values(x) == 1):
        with pytest.raises(ModelError, match="truth values: at most 16384 are possible"):
            model.post(make())


def test_circuits_of_one_place_and_of_none() -> None:
    model = Model()
    x, bit = model.variable(range(-1, 2), "x"), model.bool_var("bit")
    model.post(bit == circuit([x]))
    assert sorted((s[x], s[bit]) for s in model.solutions()) == [(-1, 0), (0, 1), (1, 0)]
    model.post(bit != circuit([]))
    assert model.count() == 2


class Mine(Constraint):
    """A constraint of a user, without a truth value."""

    def variables(self) -> Iterator[Variable]:
        yield from ()

    def holds(self, value_of: Any) -> bool:
        return True

    def build(self, builder: Builder) -> None:
        pass


@pytest.mark.parametrize(
    "make", [lambda c: ~c, lambda c: c == 1, lambda c: c | c, lambda c: c + 1 > 0]
)
def test_constraints_of_users_need_a_method(make: Any) -> None:
    with pytest.raises(ModelError, match="Mine has no method reify"):
        Model().post(make(Mine()))
