"""Orders of the items: permutations, hubs last, and narrow."""

from itertools import pairwise, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.orders.cuthill_mckee import cuthill_mckee
from exactcover.orders.fixed_order import Bits, bits_of
from exactcover.orders.order import (
    FIRST_ORDERS,
    candidates,
    chances_of,
    item_order,
    log_states,
    width,
    widths,
)
from exactcover.orders.order_graph import Graph, hubs, meetings
from exactcover.orders.spectral import spectral
from tests.strategies import problems

NAMES = ["given", "spectral", "cuthill_mckee", "fewest_open", "best"]


def bits(problem: Problem) -> Bits:
    return bits_of(problem.links)


def shuffled(options: list[list[int]], n_items: int, seed: int = 1) -> Problem:
    """Return a problem whose items 0 ... are listed in random order."""
    order = np.random.default_rng(seed).permutation(n_items).tolist()
    return Problem(options, primary=order)


def tiles(rows: int, columns: int) -> list[list[int]]:
    """Return the cells of the L-shaped and straight pieces of three cells in a rectangle."""
    shapes = [[(0, 0), (0, 1), (1, 0)], [(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0), (2, 0)]]
    placed = [
        [(row + r, column + c) for r, c in shape]
        for row, column, shape in product(range(rows), range(columns), shapes)
    ]
    return [
        [r * columns + c for r, c in cells]
        for cells in placed
        if all(r < rows and c < columns for r, c in cells)
    ]


def graph_of(edges: list[tuple[int, int]], n_items: int) -> Graph:
    both = sorted({pair for a, b in edges for pair in ((a, b), (b, a))})
    tail, head = np.array(both).T
    return Graph(tail, head, np.ones(len(both), dtype=np.int64), n_items)


@settings(max_examples=200, deadline=None)
@given(problem=problems(), name=st.sampled_from(NAMES))
def test_orders_are_permutations(problem: Problem, name: str) -> None:
    assert sorted(item_order(bits(problem), name)) == list(range(problem.n_primary))


@pytest.mark.parametrize("name", NAMES)
def test_orders_are_functions_of_the_problem(name: str) -> None:
    problem = shuffled(tiles(4, 6), 24)
    orders = {tuple(item_order(bits_of(problem.links), name).tolist()) for _ in range(3)}
    assert len(orders) == 1


def test_an_unknown_order() -> None:
    with pytest.raises(ProblemError, match="unknown order 'random'; the orders are best, given"):
        item_order(bits(Problem([["p"]])), "random")


@settings(max_examples=200, deadline=None)
@given(problem=problems())
def test_meetings_count_the_options_that_have_both(problem: Problem) -> None:
    graph = meetings(bits(problem))
    found = {(t, h): w for t, h, w in zip(*(a.tolist() for a in graph[:3]), strict=True)}
    expected = {
        (a, b): n
        for a, b in product(range(problem.n_primary), repeat=2)
        if a != b
        and (n := sum({problem.items[a], problem.items[b]} <= set(o.items) for o in problem))
    }
    assert found == expected
    assert list(found) == sorted(found)


@pytest.mark.parametrize("n_items", [3, 10, 400])
@pytest.mark.parametrize("order", [spectral, cuthill_mckee])
def test_a_path_is_followed(order: object, n_items: int) -> None:
    places = np.random.default_rng(n_items).permutation(n_items)
    path = [(int(places[k]), int(places[k + 1])) for k in range(n_items - 1)]
    found = order(graph_of(path, n_items)).tolist()  # type: ignore[operator]
    assert found in (places.tolist(), places[::-1].tolist())


@pytest.mark.parametrize("name", ["spectral", "cuthill_mckee", "best"])
@pytest.mark.parametrize("n_items", [2, 9, 90])
def test_orders_of_paths_are_narrow(name: str, n_items: int) -> None:
    problem = shuffled([[k, k + 1] for k in range(n_items - 1)], n_items)
    path = bits(problem)
    assert widths(path, item_order(path, name)).max() == 1


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_spectral_order_is_that_of_the_fiedler_vector(seed: int) -> None:
    """Also where there are fewer eigenvalues than steps in a run."""
    rng = np.random.default_rng(seed)
    n_items = int(rng.integers(3, 40))
    tree = [(int(rng.integers(max(0, k - 3), k)), k) for k in range(1, n_items)]
    more = rng.integers(0, n_items, (int(rng.integers(0, 3 * n_items)), 2)).tolist()
    edges = tree + [(a, b) for a, b in more if a != b]
    laplacian = nx.laplacian_matrix(nx.Graph(edges), range(n_items)).toarray().astype(float)
    values, vectors = np.linalg.eigh(laplacian)
    fiedler = vectors[:, 1]
    if values[2] - values[1] < 1e-3 or np.diff(np.sort(fiedler)).min() < 1e-4:
        return  # equal values come in no certain order
    expected = np.argsort(fiedler).tolist()
    assert spectral(graph_of(edges, n_items)).tolist() in (expected, expected[::-1])


def test_the_longer_side_is_followed() -> None:
    problem = shuffled(tiles(3, 20), 60)
    for name in ("spectral", "cuthill_mckee", "best"):
        found = bits(problem)
        assert widths(found, item_order(found, name)).max() <= 8


def test_hubs_come_last() -> None:
    options: list[list[str]] = [
        [f"piece {k % 3}", *map(str, cells)] for k, cells in enumerate(tiles(4, 8))
    ]
    problem = Problem(options)
    found = bits(problem)
    is_piece = np.array([str(item).startswith("piece") for item in problem.primary])
    assert hubs(meetings(found)).tolist() == is_piece.tolist()
    for order in candidates(found, FIRST_ORDERS):
        assert is_piece[order].tolist() == sorted(is_piece.tolist())


def test_items_that_all_meet_are_no_hubs() -> None:
    found = bits(Problem([["p", "q"], ["q", "r"], ["p", "r"]]))
    assert not hubs(meetings(found)).any()


def test_the_parts_of_a_problem_come_one_after_another() -> None:
    options = [[a, a + 2] for a in range(18)]  # odd and even numbers do not meet
    problem = shuffled(options, 20)
    for name in ("spectral", "cuthill_mckee"):
        odd = [problem.items[k] % 2 for k in item_order(bits(problem), name)]
        assert sum(one != other for one, other in pairwise(odd)) == 1


def test_width_is_a_mean_of_widths() -> None:
    found = bits(Problem([["p", "q"], ["q", "r"], ["r", "s"], ["p", "s"]]))
    given = np.arange(4)
    # Behind p, both q and s may be covered; at last only s.
    assert widths(found, given).tolist() == [0, 2, 2, 1]
    assert width(found, given) == pytest.approx(np.log2(1 + 64 + 64 + 8) / 3)


def test_the_best_order_has_few_states() -> None:
    found = bits(shuffled(tiles(4, 12), 48))
    chances = chances_of(found)
    states = [log_states(found, order, chances) for order in candidates(found, FIRST_ORDERS)]
    best = log_states(found, item_order(found), chances)
    assert min(states) <= best <= min(states) + 0.5
    assert log_states(found, np.arange(48), chances) > best + 10


def test_certain_items_have_one_state() -> None:
    """Options that are all in every solution leave nothing open."""
    found = bits(Problem([["p", "q"], ["r", "s"]]))
    assert log_states(found, np.arange(4), chances_of(found)) == pytest.approx(2)


def test_colours_that_nobody_asks_for_any_more_do_not_count() -> None:
    rows: list[dict[str, str | None]] = [{"p": None, "x": "red"}, {"p": None, "x": "green"}]
    estimates = []
    for last in ({"q": None}, {"q": None, "x": "red"}):
        found = bits(Problem([*rows, {"q": None}, last], ["p", "q"], ["x"]))
        estimates.append(log_states(found, np.arange(2), chances_of(found)))
    assert estimates[0] < estimates[1]
