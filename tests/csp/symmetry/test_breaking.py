"""Exchanges that are found without igraph, and the constraints that break them, by brute force."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import (
    Constraint,
    Model,
    all_different,
    bin_packing,
    cardinality,
    circuit,
    element,
    inverse,
    maximum,
    minimum,
    satisfies,
    table,
)
from csp.model.expressions import sum_of
from csp.model.literal_graph import LiteralGraph, TooLongError
from csp.portfolio.engines import SUFFIX
from csp.symmetry.breaking import breaking
from csp.symmetry.exchanges import exchanges
from tests.csp import oracle
from tests.csp.plans import shorten
from tests.csp.strategies import constraints, expressions, models

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@st.composite
def alike(draw: st.DrawFn) -> Model:
    """Draw a model with interchangeable variables or values, and perhaps one more constraint."""
    model = Model()
    n, most = draw(st.sampled_from([(2, 4), (3, 3), (4, 2), (4, 3), (5, 2)]))
    x: list[Any] = [model.variable(range(most), name) for name in "abcde"[:n]]
    kind = draw(st.integers(0, 7))
    pairs = [*combinations(x, 2)]
    if kind == 0:
        model.post(a != b for a, b in draw(st.lists(st.sampled_from(pairs), max_size=4)))
    elif kind == 1:
        model.post(sum(x) <= draw(st.integers(0, 2 * n)))
    elif kind == 2:
        model.post(maximum(x) - minimum(x) == draw(st.integers(0, 2)))
    elif kind == 3:
        model.post(cardinality(x, {k: model.variable(range(3)) for k in range(most)}))
    elif kind == 4:
        model.post(sum(a == b for a, b in pairs) == draw(st.integers(0, 3)))
    elif kind == 5:  # to change places, variables change values, too
        model.post(element(x, v) == k for k, v in enumerate(x[: draw(st.integers(1, n))]))
    elif kind == 6:
        model.post(element(x, x[0]) == x[-1], element(x, x[-1]) != x[0])
    for _ in range(draw(st.integers(0, 1))):
        model.post(draw(constraints(x[: draw(st.integers(1, 2))])))
    return model


def graph_of(model: Model, objective: Any = None) -> LiteralGraph:
    graph = LiteralGraph(model.unknowns)
    for constraint in model.constraints:
        graph.add(constraint)
    if objective is not None:
        graph.aim(objective)
    return graph


def images(model: Model, permutation: Any, solution: tuple[int, ...]) -> tuple[int, ...]:
    """Return the image of a solution under a permutation of the literals."""
    literals = [(v, value) for v in range(len(solution)) for value in model.unknowns[v].values]
    number = {literal: k for k, literal in enumerate(literals)}
    moved = [literals[permutation[number[v, value]]] for v, value in enumerate(solution)]
    assert sorted(v for v, _ in moved) == [*range(len(solution))]
    return tuple(value for _, value in sorted(moved))


@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=st.one_of(alike(), models()), data=st.data())
def test_exchanges_are_symmetries_of_model_and_objective(model: Model, data: Any) -> None:
    objective = data.draw(expressions([*model.unknowns]))
    objective = model.unknowns[0] - model.unknowns[0] + objective
    # Where the objective has no value there is nothing to minimise.
    found = {s for s in oracle.solutions(model) if _value(model, objective, s) is not None}
    for permutation in exchanges(graph_of(model, objective)):
        assert (permutation[permutation] == range(len(permutation))).all()
        for solution in found:
            image = images(model, permutation, solution)
            assert image in found
            assert _value(model, objective, image) == _value(model, objective, solution)


def _value(model: Model, objective: Any, solution: tuple[int, ...]) -> int | None:
    try:
        return int(objective.value(dict(zip(model.unknowns, solution, strict=True)).__getitem__))
    except IndexError:
        return None


@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=st.one_of(alike(), models()))
def test_the_least_solution_of_each_class_remains(model: Model) -> None:
    permutations = exchanges(graph_of(model))
    found = set(oracle.solutions(model))
    left = set(oracle.satisfying(model.unknowns, [*model.constraints, *breaking(model)]))
    assert left <= found
    while found:
        orbit = {found.pop()}
        fresh = [*orbit]
        while fresh:
            some = fresh.pop()
            for permutation in permutations:
                image = images(model, permutation, some)
                if image not in orbit:
                    orbit.add(image)
                    fresh.append(image)
        assert min(orbit) in left
        found -= orbit


def rows() -> tuple[Model, Any]:
    model = Model()
    x = model.variables((3, 2), range(2))
    model.post(row.sum() >= 1 for row in x)
    return model, x.sum()


def bins() -> tuple[Model, Any]:
    model = Model()
    x, load = model.variables(5, range(3)), model.variables(3, range(4, 7))
    model.post(bin_packing(x, [5, 3, 2, 4, 1], load))
    return model, maximum(load)


def pairs_of_arrays() -> tuple[Model, Any]:
    model = Model()
    x, y = model.variables((2, 3), range(3))
    model.post(inverse(x, y))
    return model, 1 - x[0] - x[1] - x[2]


def pigeons() -> tuple[Model, Any]:
    model = Model()
    x = model.variables(4, range(5))
    model.post(all_different(x))
    return model, sum(v == 0 for v in x)


@pytest.mark.parametrize(
    ("make", "n_before", "n_after"),
    [(rows, 27, 4), (bins, 24, 4), (pairs_of_arrays, 6, 1), (pigeons, 120, 2)],
)
def test_what_is_left_of_models_with_many_symmetries(
    make: Any, n_before: int, n_after: int
) -> None:
    model, objective = make()
    found: list[Constraint] = breaking(model, objective)
    before = oracle.solutions(model)
    after = oracle.satisfying(model.unknowns, [*model.constraints, *found])
    assert (len(before), len(after)) == (n_before, n_after)
    assert {_value(model, objective, s) for s in before} == {
        _value(model, objective, s) for s in after
    }


def test_an_objective_whose_parts_are_not_known_stays() -> None:
    model = Model()
    x = model.variables(4, range(10))
    model.post(x.sum() <= 12)
    assert len(breaking(model)) == 3
    assert breaking(model, x[0] * x[1] * x[2] * x[3] + 0) == []
    assert len(breaking(model, maximum([x[0] + x[1], x[2] + x[3]]))) == 3


def test_constraints_that_do_not_say_how_they_are_symmetric_stay() -> None:
    model = Model()
    x = model.variables(4, range(9), name="x")
    model.post(satisfies(x, lambda *values: sum(values) == 3), table([x[0]], [[1], [2]]))
    assert breaking(model) == []


def test_the_patience_ends() -> None:
    model, objective = bins()
    assert breaking(model, objective, patience=100) == []
    with pytest.raises(TooLongError, match="too large"):
        LiteralGraph(model.unknowns, 40)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch, 1)


@pytest.mark.kernel
@settings(deadline=None, suppress_health_check=[*SLOW, HealthCheck.function_scoped_fixture])
@given(model=alike(), data=st.data())
def test_the_best_solution_by_default(at_once: None, model: Model, data: Any) -> None:
    objective = data.draw(expressions([*model.unknowns])) + model.unknowns[0]
    values = {_value(model, objective, s) for s in oracle.solutions(model)} - {None}
    best = model.minimize(objective)
    assert best.complete
    assert best.value == min(values, default=None)  # type: ignore[type-var]
    result = model.solve()
    assert bool(result) == bool(oracle.solutions(model))


def pigeons_by_sums() -> Model:
    """State seven pigeons in six holes, so that no clique of comparisons refutes it."""
    model = Model()
    x = model.variables(7, range(6))
    model.post(sum(v == k for v in x) <= 1 for k in range(6))
    return model


@pytest.mark.kernel
def test_long_searches_look_for_one_of_symmetric_solutions(at_once: None) -> None:
    result: Any = pigeons_by_sums().solve()
    assert result.complete
    assert not result
    assert any(f"learning{SUFFIX}" in line for line in result.statistics.choice)
    model = Model()
    x, load = model.variables(8, range(3)), model.variables(3, range(30))
    model.post(bin_packing(x, [9, 8, 7, 5, 5, 4, 3, 3], load))
    best = model.minimize(maximum(load) - minimum(load))
    assert (best.value, best.complete) == (1, True)
    assert any(f"learning{SUFFIX}" in line for line in best.statistics.choice)


@pytest.mark.kernel
def test_two_solutions_may_be_symmetric(at_once: None) -> None:
    model = Model()
    x = model.variables(3, range(3))
    model.post(all_different(x), sum(v == 0 for v in x[:2]) == 1)
    for limit in (2, 3):
        assert len([*model.solutions(limit=limit)]) == limit
        assert len({tuple(s[x]) for s in model.solutions(limit=limit)}) == limit


def test_trucks_that_change_places_are_ordered() -> None:
    """Depots are places of a round trip; the truck of a place is that of the place before it."""
    model = Model()
    after, before = model.variables((2, 6), range(6), "x")
    truck = model.variables(6, range(3), "truck")
    model.post(circuit(after), inverse(after, before), [truck[k] == k for k in range(3)])
    model.post(element(truck, before[k]) == truck[k] for k in range(3, 6))
    found = breaking(model, sum_of(element([0, 0, 0, 3, 5, 4], v) for v in after))

    def routes(solution: Any) -> frozenset[tuple[int, ...]]:
        """Return the places that each truck visits, whichever truck it is."""
        trips = []
        for place in range(3):
            trip: list[int] = []
            while (place := solution[after[place]]) >= 3:
                trip.append(place)
            trips.append(tuple(trip))
        return frozenset(trips)

    every = [routes(solution) for solution in model.solutions()]
    left = [routes(solution) for solution in model.with_constraints(found).solutions()]
    assert set(left) == set(every)
    assert (len(set(every)), len(every), len(left)) == (13, 120, 26)
