"""The place of the greatest or the least, where an expression is in the list more than once."""

from collections.abc import Callable
from typing import Any

import pytest

from csp import Model, argmax, argmin
from csp.constraints.extremum_place import AnyExtremumPlace
from tests.csp import oracle
from tests.csp.consistency import propagated

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("function", [argmax, argmin])
@pytest.mark.parametrize("seed", range(4))
def test_equal_expressions(function: Callable[..., Any], seed: int) -> None:
    """Each solution is counted once, whichever variable is decided first."""
    model = Model()
    x, place = model.variable(range(2)), model.variable([0])
    model.post(function([x, x, x]) == place)
    found = model.solutions(order="smallest", seed=seed)
    assert sorted(tuple(each[model.unknowns]) for each in found) == oracle.solutions(model)


@pytest.mark.parametrize("function", [argmax, argmin])
def test_the_place_is_found_as_soon_as_all_others_are_worse(function: Callable[..., Any]) -> None:
    sign = 1 if function is argmax else -1

    def place(x: Any, y: Any, z: Any, p: Any) -> Any:
        return function([x, y, z]) == p

    def left(*domains: Any) -> Any:
        return propagated(place, *domains).left

    best, worse, any_place = [sign * 5, sign * 6], [sign * 1, sign * 4], [0, 1, 2]
    assert left(worse, best, worse, any_place)[3] == [1]
    assert left(worse, [sign * 5], [sign * 5], any_place)[3] == [1]
    either = sorted([sign * 1, sign * 5, sign * 6])
    assert left(either, [sign * 5], either, [1])[0] == [sign * 1]
    assert left(either, [sign * 5], either, [1])[2] == sorted([sign * 1, sign * 5])


def test_the_work_grows_with_the_number_of_expressions() -> None:
    model = Model()
    x, place = model.variables(3000, range(4)), model.variable(range(3000))
    model.post(argmax(x) == place)
    assert len(model.builder.propagators) < 6 * 3000


@pytest.mark.parametrize("sign", [1, -1])
def test_a_condition_at_any_place(sign: int) -> None:
    for states in ["holds", "is reified"]:
        model = Model()
        x, y = model.variables(3, range(3)), model.variable(range(4))
        one = AnyExtremumPlace(x, sign, [y == k for k in range(3)])
        model.post(one if states == "holds" else one | (y == 3))
        found = model.solutions(method="learning")
        assert sorted(tuple(each[model.unknowns]) for each in found) == oracle.solutions(model)


def test_places_where_the_condition_never_holds_take_no_propagators() -> None:
    model = Model()
    x, y = model.variables(1000, range(4)), model.variable(range(3))
    model.post(AnyExtremumPlace(x, 1, [y == k for k in range(1000)]))
    few = len(model.builder.propagators)
    assert few < 50
    model.post(AnyExtremumPlace(x, 1, [y > 5] * 1000))
    assert model.solve().complete and not model.solve()
