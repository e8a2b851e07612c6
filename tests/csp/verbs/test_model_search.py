"""A start that is a solution: it is never lost, however early a search stops."""

from typing import Any

import pytest

from csp import Best, Model, ModelError, all_different, element
from csp.request import Branching
from exactcover import Stop

pytestmark = pytest.mark.kernel

METHODS = ["auto", "propagation", "learning", "cores", "linear", "neighbourhoods"]
LIMITS: list[dict[str, Any]] = [{"time_limit": 0}, {"max_nodes": 0}, {"limit": 0}]


def model_and_start() -> tuple[Model, Any, dict[Any, int]]:
    model = Model()
    x = model.variables(8, range(30), name="x")
    model.post(all_different(x), x[0] + x[1] == 2 * x[2], x.sum() >= 60)
    return model, x, dict(zip(x, [3, 5, 4, *range(20, 25)], strict=True))


def check(best: Best[Any], value: Any, start: dict[Any, int]) -> None:
    assert (best.value, best.complete) == (value, False)
    assert isinstance(best.stopped, Stop)
    assert best.solution is not None
    assert all(best.solution[v] == own for v, own in start.items())


@pytest.mark.parametrize("limit", LIMITS, ids=str)
@pytest.mark.parametrize("method", METHODS)
def test_it_is_the_result_of_a_search_that_finds_nothing(
    method: str, limit: dict[str, Any]
) -> None:
    model, x, start = model_and_start()
    total = x.sum()
    check(model.minimize(total, values=start, method=method, **limit), 122, start)
    named = {v.name: own for v, own in start.items()}
    check(model.maximize(total, values=named, method=method, **limit), 122, start)


@pytest.mark.parametrize("method", ["auto", "learning", "neighbourhoods", "propagation"])
def test_with_workers_and_several_objectives(method: str) -> None:
    model, x, start = model_and_start()
    total = x.sum()
    best = model.minimize(total, values=start, method=method, workers=2, time_limit=0)
    check(best, 122, start)
    several = model.minimize([total, -x[0]], values=start, method=method, time_limit=0)
    check(several, (122, -3), start)


@pytest.mark.parametrize("limit", [{"time_limit": 0}, {"max_nodes": 0}], ids=str)
@pytest.mark.parametrize("controls", [{}, {"method": "learning"}, {"workers": 2}], ids=str)
def test_it_is_the_only_one_of_solutions_that_find_nothing(
    controls: dict[str, Any], limit: dict[str, Any]
) -> None:
    model, x, start = model_and_start()
    found = model.solutions(values=start, **controls, **limit)
    (solution,) = found
    assert solution[x].tolist() == [*start.values()]
    assert not found.complete
    (rows,) = model.solutions(values=start, **controls, **limit).arrays()
    assert rows.tolist() == [[*start.values()]]
    assert model.count(values=start, **controls, **limit) == 0  # what the search has found


def test_it_is_no_solution_twice_and_none_where_a_limit_of_solutions_is_reached() -> None:
    model = Model()
    x = model.variable(range(3), "x")
    for limit, wanted in ((0, []), (1, [2]), (2, [2, 0]), (None, [2, 0, 1])):
        found = [solution[x] for solution in model.solutions(values={x: 2}, limit=limit)]
        assert sorted(found) == sorted(wanted)
    assert len(list(model.solutions(values={x: 2}, max_nodes=0))) == 1
    assert list(model.solutions(values={}, max_nodes=0)) == []


def test_a_better_solution_is_still_found() -> None:
    model, x, start = model_and_start()
    best = model.minimize(x.sum(), values=start)
    assert (best.value, best.complete) == (60, True)


@pytest.mark.parametrize("change", [{0: 4}, {0: 6, 1: 3}, {7: None}])
def test_other_starts_are_no_solution(change: dict[int, int | None]) -> None:
    model, x, start = model_and_start()
    for place, value in change.items():
        if value is None:
            del start[x[place]]
        else:
            start[x[place]] = value
    best = model.minimize(x.sum(), values=start, time_limit=0)
    assert (best.solution, best.value, best.complete) == (None, None, False)


def test_an_expression_without_value_is_no_solution() -> None:
    model = Model()
    i = model.variable(range(5), "i")
    model.post(element([3, 4], i) >= 3)
    for own, value in ((1, 1), (4, None)):
        assert model.minimize(i, values={i: own}, time_limit=0).value == value
    with pytest.raises(ModelError, match="the value for i is 'a'"):
        model.minimize(i, values={"i": "a"}, time_limit=0)  # type: ignore[dict-item]


@pytest.mark.parametrize("limit", LIMITS[:2], ids=str)
def test_other_verbs_do_not_lose_it_either(limit: dict[str, Any]) -> None:
    model, x, start = model_and_start()
    found = model.solve(values=start, **limit)
    assert not found.complete
    assert found.solution is not None
    assert all(found.solution[v] == own for v, own in start.items())
    for greatest in (False, True):
        better = model.improving_solutions(x.sum(), greatest=greatest, values=start, **limit)
        (only,) = better
        assert all(only[v] == own for v, own in start.items())
        assert (better.value, better.complete) == (122, False)
    wrong = {**start, x[0]: 4}
    assert model.solve(values=wrong, **limit).solution is None
    assert list(model.improving_solutions(x.sum(), values=wrong, **limit)) == []


def test_orders_are_lists_and_kept_for_every_engine() -> None:
    model = Model()
    x = model.variables(3, range(3), name="x")
    model.post(all_different(x))
    with pytest.raises(ModelError, match="a set has no order"):
        model.solve(decide=set(x))
    best = model.minimize([x[2], x[1]], decide=iter(x), order="input", method="propagation")
    assert best.value == (0, 1)
    branching = Branching(decide=iter(x))
    assert branching.decide == branching.decide == tuple(x)
