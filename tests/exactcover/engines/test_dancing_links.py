"""Dancing links: the linked list of the literature, removed from and put back."""

import numpy as np
import pytest
from hypothesis import given, settings

from exactcover import Problem
from exactcover.engines.dancing_links.engine import DancingLinks
from exactcover.engines.dancing_links.grid import NODE, Grid, lay_out
from exactcover.runtime.search.protocol import Status, counting
from examples.paper_example import ELEMENTS, MATRIX
from tests.strategies import problems

pytestmark = pytest.mark.kernel


def matrix() -> Problem:
    return Problem.from_matrix([*MATRIX.values()], names=ELEMENTS, labels=[*MATRIX])


def columns(grid: Grid) -> dict[int, list[int]]:
    """Return the options in the column of each item of the list of items."""
    found = {}
    item = int(grid.right[0])
    while item:
        node, options = int(grid.down[item]), []
        while node != item:
            options.append(int(grid.option[node]))
            node = int(grid.down[node])
        found[item] = options
        item = int(grid.right[item])
    return found


def test_each_one_of_the_matrix_is_a_node_with_four_neighbours() -> None:
    # Mychaskiw (2014), section 2.3: a node for each 1, linked to the next 1 in each direction, and
    # a header for each column.
    grid = lay_out(matrix().links)
    ones = {(r, c) for r, row in enumerate(MATRIX.values()) for c, bit in enumerate(row) if bit}
    nodes = range(len(ELEMENTS) + 1, len(grid.item))
    places = {node: (int(grid.option[node]), int(grid.item[node]) - 1) for node in nodes}
    assert set(places.values()) == ones and len(nodes) == len(ones)
    for node, (row, column) in places.items():
        in_row = sorted(c for r, c in ones if r == row)
        following = in_row[(in_row.index(column) + 1) % len(in_row)]
        assert places[int(grid.right[node])] == (row, following)
        below = min((r for r, c in ones if c == column and r > row), default=None)
        other = int(grid.down[node])
        assert other == column + 1 if below is None else places[other] == (below, column)
    for one, opposite in ((grid.left, grid.right), (grid.up, grid.down)):
        assert (one[opposite] == np.arange(len(grid.item))).all()


def test_choosing_an_option_removes_its_columns_and_the_options_in_them() -> None:
    engine = DancingLinks(matrix().links)
    assert columns(engine._state)[2] == [0, 2]  # A and C have element 2
    assert engine.choose([3])  # D has elements 3, 5 and 6, B has two of them
    assert columns(engine._state) == {1: [4], 2: [0, 2], 4: [4]}
    assert not engine.choose([1])


@settings(max_examples=200, deadline=None)
@given(problem=problems())
def test_a_search_leaves_all_links_as_they_were(problem: Problem) -> None:
    if not problem.n_primary or DancingLinks.refuses(problem):
        return
    engine, new = DancingLinks(problem.links), DancingLinks(problem.links)
    while engine.advance(3, counting()) != Status.EXHAUSTED:
        engine.check()
    ignored = {"levels", "position"}
    old, now = new.snapshot(), engine.snapshot()
    assert all((now[name] == old[name]).all() for name in old.keys() - ignored)


@settings(max_examples=200, deadline=None)
@given(problem=problems())
def test_the_item_with_the_fewest_options_is_next(problem: Problem) -> None:
    if not problem.n_primary or DancingLinks.refuses(problem):
        return
    engine = DancingLinks(problem.links)
    sizes = problem.sizes[: problem.n_primary]
    engine.advance(1, counting())
    if sizes.min():
        node = engine._state.levels[0, NODE]
        assert engine._state.item[node] - 1 == sizes.argmin()
    else:
        assert engine.advance(1, counting()) == Status.EXHAUSTED
