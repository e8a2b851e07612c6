"""Families of connected sets of vertices, against those found by trying all sets."""

import pytest

from benchmarks.workers.connected import Graph, connected, edge_covers, grid, listed, network
from exactcover import FamilyProblem

GRAPHS = [grid(3, 3), network(9, 0, seed=1), network(9, 4, seed=2), network(1, 0)]


@pytest.mark.kernel
@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("least", [1, 2, 4])
def test_connected_sets(graph: Graph, least: int) -> None:
    found = connected(graph, least)
    sets = listed(graph, least)
    assert {one.indices for one in found.families[0]} == set(sets)
    if sets:
        assert found.count() == FamilyProblem.of(sets, range(len(graph))).to_problem().count()


@pytest.mark.kernel
def test_parts_of_a_tree_are_its_edge_covers() -> None:
    tree = network(12, 0, seed=3)
    assert connected(tree, 2).count() == edge_covers(tree) > 0
