"""Cliques of `x != y`: no solution is lost, and what they imply is deduced."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp import Model, all_different
from csp.engines.propagation.engine import values_left
from csp.kernels.search import reach_fixed_point
from csp.model.layout import lay_out
from csp.presolve.cliques import cliques, post_cliques
from csp.presolve.search_parts import built
from exactcover.runtime.kernels.pointers import handle
from tests.csp import oracle


def pairwise(n: int, n_values: int) -> Model:
    """Return a model in which every two of n variables differ."""
    model = Model()
    x = model.variables(n, range(n_values), name="x")
    model.post(a != b for a, b in combinations(x, 2))
    return model


@st.composite
def comparisons(draw: st.DrawFn) -> Model:
    """Draw a model with comparisons of variables of few values, with and without offsets."""
    model = Model()
    n = draw(st.integers(3, 6))
    x = [
        model.variable(draw(st.sets(st.integers(0, 4), min_size=1, max_size=4)), f"x{k}")
        for k in range(n)
    ]
    offsets = st.sampled_from([0, 0, 0, 1, -2])
    for a, b in combinations(x, 2):
        if draw(st.integers(0, 3)):
            model.post(a != b + draw(offsets))
    return model


@given(comparisons())
def test_all_views_of_a_clique_differ_and_use_up_their_values(model: Model) -> None:
    stated = oracle.solutions(model)
    for clique in cliques(model.builder):
        values = {w + offset for v, offset in clique for w in model.builder.values(v)}
        assert len(values) <= len(clique)
        for row in stated:
            assert len({row[v] + offset for v, offset in clique}) == len(clique)


def propagated(model: Model) -> list[list[int]] | None:
    """Return the domains after propagation with cliques, or None if there is no solution."""
    builder = built(model)
    post_cliques(builder)
    if builder.is_infeasible:
        return None
    state = lay_out(builder)
    is_possible = reach_fixed_point(handle(state))
    return [[*values_left(state, v.index)] for v in model.unknowns] if is_possible else None


@given(comparisons())
def test_propagation_with_cliques_loses_no_solution(model: Model) -> None:
    left, needed = propagated(model), oracle.values_left(model)
    if needed is not None:
        assert left is not None
        assert all(set(own) <= set(kept) for own, kept in zip(needed, left, strict=True))


@given(comparisons())
def test_learning_with_cliques_is_right(model: Model) -> None:
    result = model.solve(method="learning")
    assert bool(result) == bool(oracle.solutions(model))


@pytest.mark.parametrize("method", ["auto", "learning"])
def test_pigeons_have_no_solution_in_a_short_search(method: str) -> None:
    result = pairwise(12, 11).solve(method=method, max_nodes=200_000)
    assert result.solution is None and result.complete


def test_a_pigeon_with_more_holes_does_not_hide_those_without() -> None:
    model = Model()
    x = model.variables(9, range(8))
    free = model.variables(4, range(20))
    model.post(a != b for a, b in combinations([*free, *x], 2))
    assert propagated(model) is None


def test_values_that_one_variable_can_have_are_assigned() -> None:
    stated, meant = pairwise(4, 4), Model()
    x = meant.variables(4, range(4), name="x")
    meant.post(all_different(x))
    for model in (stated, meant):
        model.post(v != 3 for v in model.unknowns[1:])
    assert propagated(stated) == [*(meant.propagate() or {}).values()]
    assert propagated(stated) == [[3], *[[0, 1, 2]] * 3]


def test_offsets_count() -> None:
    model = Model()
    x = model.variables(4, range(-5, 5))
    places = [x[k] + k for k in range(4)]
    model.post(a != b for a, b in combinations(places, 2))
    model.post(each >= 0 for each in places)
    model.post(each <= 2 for each in places)
    assert propagated(model) is None


def test_cliques_without_too_few_values_are_not_posted() -> None:
    assert cliques(pairwise(4, 5).builder) == []


def test_each_clique_of_a_square_is_found() -> None:
    n = 6
    model = Model()
    x = model.variables((n, n), range(n))
    model.post(a != b for line in (*x, *x.T) for a, b in combinations(line, 2))
    found = {frozenset(v for v, _ in each) for each in cliques(model.builder)}
    assert found == {frozenset(v.index for v in line) for line in (*x, *x.T)}


def test_the_comparisons_explain_that_there_is_no_solution() -> None:
    model = pairwise(5, 4)
    model.post(model.unknowns[0] <= model.unknowns[1])
    names = model.explain_infeasible().names
    assert names == tuple(repr(each) for each in model.constraints[:10])


def test_a_large_sparse_graph_takes_linear_time() -> None:
    width = 30
    model = Model()
    x = model.variables((width, width), range(3))
    steps = [(0, 1), (1, 0), (1, 1)]
    model.post(
        x[a, b] != x[a + i, b + j] for a, b in product(range(width - 1), repeat=2) for i, j in steps
    )
    found = cliques(model.builder)
    assert 0 < len(found) <= 2 * width**2
