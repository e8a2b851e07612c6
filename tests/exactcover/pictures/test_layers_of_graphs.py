"""The layout of graphs in layers."""

from itertools import chain, pairwise

from hypothesis import given
from hypothesis import strategies as st

from exactcover.pictures.layers import layered, spread


@st.composite
def graphs(draw: st.DrawFn) -> tuple[dict[int, int], list[tuple[int, int]]]:
    """Draw the layers of some nodes, and edges from a layer to lower ones."""
    layers = draw(st.lists(st.integers(0, 5), min_size=1, max_size=15))
    layer_of = dict(enumerate(layers))
    pairs = [(one, two) for one in layer_of for two in layer_of if layer_of[one] < layer_of[two]]
    return layer_of, draw(st.lists(st.sampled_from(pairs), max_size=20)) if pairs else []


@given(graphs())
def test_nodes_are_in_their_layers_and_apart(
    graph: tuple[dict[int, int], list[tuple[int, int]]],
) -> None:
    layer_of, edges = graph
    layout = layered(layer_of, edges)
    assert {node: layer for node, (_, layer) in layout.places.items()} == layer_of
    rows: dict[int, list[float]] = {}
    for x, layer in layout.places.values():
        rows.setdefault(layer, []).append(x)
    for row in rows.values():
        assert all(two - one > 1 - 1e-9 for one, two in pairwise(sorted(row)))
    assert min(x for x, _ in [*layout.places.values(), *chain(*layout.bends)]) == 0


@given(graphs())
def test_edges_have_a_bend_in_each_layer_between(
    graph: tuple[dict[int, int], list[tuple[int, int]]],
) -> None:
    layer_of, edges = graph
    layout = layered(layer_of, edges)
    assert len(layout.bends) == len(edges)
    for (one, two), bends in zip(edges, layout.bends, strict=True):
        assert [layer for _, layer in bends] == list(range(layer_of[one] + 1, layer_of[two]))


def test_a_ladder_has_no_crossings() -> None:
    """Two chains that stand crosswise at first are untangled."""
    layer_of = {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2}
    edges = [(0, 3), (1, 2), (3, 4), (2, 5)]
    x = {node: place for node, (place, _) in layered(layer_of, edges).places.items()}
    assert (x[0] < x[1]) == (x[3] < x[2]) == (x[4] < x[5])


numbers = st.integers(-8, 8)


@given(st.lists(st.tuples(numbers, st.integers(0, 3)), min_size=1, max_size=6), st.data())
def test_spread_is_the_nearest_that_is_allowed(
    pairs: list[tuple[int, int]], data: st.DataObject
) -> None:
    wanted, gaps = [number for number, _ in pairs], [gap for _, gap in pairs[1:]]
    found = spread(wanted, gaps)
    for gap, (one, two) in zip(gaps, pairwise(found), strict=True):
        assert two - one >= gap - 1e-9
    # No other allowed numbers are nearer.
    other = [float(data.draw(numbers))]
    for gap in gaps:
        other.append(other[-1] + gap + data.draw(st.integers(0, 4)))
    assert distance(found, wanted) <= distance(other, wanted) + 1e-6


def distance(numbers: list[float], wanted: list[int]) -> float:
    """Return the sum of the squares of the differences."""
    return sum((one - two) ** 2 for one, two in zip(numbers, wanted, strict=True))
