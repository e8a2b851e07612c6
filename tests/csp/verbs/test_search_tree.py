"""Search trees: each node against propagation of its decisions, cut trees, and the exports."""

import json
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings

from csp import Model, ModelError, SearchTree, all_different, search_tree
from csp.model.builder import Builder
from exactcover.runtime.pictures.tree import Outcome
from tests.csp import oracle
from tests.csp.strategies import models

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def queens(n: int) -> Model:
    model = Model()
    q = model.variables(n, range(n), name="q")
    model.post(all_different(q))
    model.post(all_different([v + i for i, v in enumerate(q)]))
    model.post(all_different([v - i for i, v in enumerate(q)]))
    return model


def below(model: Model, tree: SearchTree, place: int) -> Model:
    """Return the model with the decisions that lead to a node."""
    variables = {each.name: each for each in model.unknowns}
    return model.with_constraints(
        variables[each.variable] == each.value
        if each.operator == "=="
        else variables[each.variable] != each.value
        for each in tree.path(place)
    )


def check(model: Model, tree: SearchTree) -> None:
    """Check each node of a tree in which only variables of the model are decided."""
    for place, node in enumerate(tree.nodes):
        assert node.depth == len(tree.path(place))
        assert node.parent is None or (
            tree.nodes[node.parent].outcome is Outcome.BRANCH and node.parent < place
        )
        left = below(model, tree, place).propagate()
        if node.outcome is Outcome.DEAD_END:
            assert left is None
            assert node.failed is None or any(node.failed is each for each in model.constraints)
        elif node.outcome is not Outcome.CUT:
            assert left is not None
            assert node.sizes == tuple(len(left[each]) for each in model.unknowns)
            assert (node.outcome is Outcome.SOLUTION) == (set(node.sizes) == {1})


def test_the_propagators_are_not_listed_for_each_constraint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lists = []
    posted = Builder.posted.fget  # type: ignore[attr-defined]

    def noted(own: Builder) -> Any:
        lists.append(posted(own))
        return lists[-1]

    monkeypatch.setattr(Builder, "posted", property(noted))
    model = Model()
    x = model.variables(2, range(9))
    model.post(x[0] + 2 * x[1] <= k for k in range(30))
    model.search_tree(limit=1)
    assert len(lists) < 30


@pytest.mark.parametrize(("order", "values"), [("smallest", "least"), ("input", "greatest")])
def test_nodes_are_those_of_the_search(order: str, values: str) -> None:
    model = queens(6)
    tree = model.search_tree(limit=10_000, order=order, values=values)
    check(model, tree)
    assert tree.is_complete
    counted = model.count(method="propagation", order=order, values=values, restart=0)
    assert counted.statistics.nodes == tree.n_visited
    found = [tuple(n.solution.values()) for n in tree.nodes if n.solution is not None]
    assert sorted(found) == oracle.solutions(model)
    assert any(n.failed is model.constraints[0] for n in tree.nodes)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=25)
@given(model=models())
def test_random_models(model: Model) -> None:
    tree = search_tree(model, limit=400)
    found = [tuple(n.solution.values()) for n in tree.nodes if n.solution is not None]
    expected = oracle.solutions(model)
    assert len(found) == len(set(found)) == tree.n_solutions
    assert set(found) <= set(expected)
    if tree.is_complete:
        assert sorted(found) == expected
        counted = model.count(method="propagation", order="smallest", values="least", restart=0)
        assert counted.statistics.nodes in (tree.n_visited, tree.n_visited - 1)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 12])
def test_what_is_cut_has_the_other_solutions(limit: int) -> None:
    model = queens(6)
    tree = search_tree(model, limit=limit)
    check(model, tree)
    assert tree.n_visited == limit
    cut = [place for place, node in enumerate(tree.nodes) if node.outcome is Outcome.CUT]
    assert not tree.is_complete
    assert sum(below(model, tree, place).count() for place in cut) + tree.n_solutions == 4


def test_models_that_fail_or_are_solved_at_the_root() -> None:
    model = Model()
    x = model.variable(range(4), "x")
    model.post(x > 2)
    [node] = search_tree(model).nodes
    assert (node.outcome, dict(node.solution or {})) == (Outcome.SOLUTION, {"x": 3})
    model.post(2 * x == 3)
    [node] = search_tree(model).nodes
    assert node.outcome is Outcome.DEAD_END
    assert node.failed is model.constraints[1]
    assert search_tree(Model()).n_solutions == 1


def test_wide_domains_have_their_sizes() -> None:
    model = Model()
    x, y = model.variables(2, range(200), name="x")
    model.post(x + y == 250, x != 100)
    tree = search_tree(model, limit=9)
    check(model, tree)
    assert tree.nodes[0].sizes == (148, 149)


def test_exports() -> None:
    tree = search_tree(queens(5), limit=12)
    rows = tree.to_rows()
    assert json.loads(json.dumps(rows)) == rows
    assert [row["place"] for row in rows] == list(range(len(tree.nodes)))
    assert rows[1]["decision"] == "q[0] == 0"
    assert {row["outcome"] for row in rows} == {each.outcome.value for each in tree.nodes}
    graph = tree.to_graph()
    assert nx.is_arborescence(graph)
    assert graph.edges[0, 1] == {"decision": "q[0] == 0"}
    assert graph.nodes[0]["sizes"] == [5] * 5
    picture = tree.to_svg()
    texts = {each.text for each in ElementTree.fromstring(picture).iter() if each.text}
    assert {"q[0] == 0", "5 open", "solution", "not visited"} <= texts


def test_wrong_arguments() -> None:
    with pytest.raises(ModelError, match="adaptive begins again"):
        search_tree(queens(4), order="adaptive")
    with pytest.raises(ModelError, match="unknown order 'other'"):
        search_tree(queens(4), order="other")
    with pytest.raises(Exception, match="limit"):
        search_tree(queens(4), limit=0)
