"""Families of connected sets of vertices as diagrams, and graphs whose parts they are.

The instances of the set D3X cover the vertices of a graph, a grid or the network of a provider of
Internet access, by connected sets of at least two vertices.
"""

import itertools

import numpy as np

from exactcover import Diagram, FamilyProblem
from exactcover.diagrams.base import ALL, NONE, Nodes

Graph = list[set[int]]
"""The neighbours of each vertex."""
State = tuple[tuple[int, ...], int, bool]
"""The components of the frontier, 0 for vertices that are not taken; how many vertices are taken,
at most the least number; whether a component was left behind."""


def grid(height: int, width: int) -> Graph:
    """Return the graph of a board."""
    found: Graph = [set() for _ in range(height * width)]
    for vertex in range(height * width):
        if vertex % width:
            _join(found, vertex, vertex - 1)
        if vertex >= width:
            _join(found, vertex, vertex - width)
    return found


def network(n: int, chords: int, *, reach: int = 4, seed: int = 0) -> Graph:
    """Return a sparse connected graph: a random tree and some chords, all between near vertices."""
    rng = np.random.default_rng(seed)
    found: Graph = [set() for _ in range(n)]
    for vertex in range(1, n):
        _join(found, vertex, int(rng.integers(max(0, vertex - reach), vertex)))
    near = [(a, b) for b in range(n) for a in range(max(0, b - reach), b) if a not in found[b]]
    for k in rng.permutation(len(near))[:chords]:
        _join(found, *near[k])
    return found


def _join(graph: Graph, one: int, other: int) -> None:
    graph[one].add(other)
    graph[other].add(one)


def connected(graph: Graph, least: int = 1) -> FamilyProblem:
    """Return the partitions of a graph into connected parts, by the frontier method.

    Parameters
    ----------
    graph
        The neighbours of each vertex; the vertices are taken in their order.
    least
        The least number of vertices of a part.
    """
    layers: list[dict[State, int]] = [{((), 0, False): 0}]
    steps: list[list[list[int | None]]] = []
    frontier: list[int] = []
    for vertex in range(len(graph)):
        left = [one for one in [*frontier, vertex] if max(graph[one], default=0) > vertex]
        following: dict[State, int] = {}
        rows = []
        for state in layers[-1]:
            ends = (_step(graph, frontier, left, state, vertex, least, t) for t in (False, True))
            rows.append([e if e is None else following.setdefault(e, len(following)) for e in ends])
        steps.append(rows)
        layers.append(following)
        frontier = left
    # All components are left behind at the end.
    nodes = [ALL if done and size >= least else NONE for _, size, done in layers[-1]]
    return FamilyProblem(_diagram(steps, nodes))


def _diagram(steps: list[list[list[int | None]]], nodes: list[int]) -> Diagram:
    """Return the reduced diagram of the steps; `nodes` are those of the last states."""
    columns: tuple[list[int], list[int], list[int]] = ([0, 0], [0, 0], [0, 0])
    known: dict[tuple[int, int, int], int] = {}
    for vertex in reversed(range(len(steps))):
        above = []
        for row in steps[vertex]:
            lo, hi = (NONE if end is None else nodes[end] for end in row)
            key = (vertex, lo, hi)
            above.append(lo if hi == NONE else known.setdefault(key, len(columns[0])))
            if hi != NONE and above[-1] == len(columns[0]):
                for column, value in zip(columns, key, strict=True):
                    column.append(value)
        nodes = above
    vertices = FamilyProblem.universe(range(len(steps)))
    found = Nodes(*(np.array(column, dtype=np.uint32) for column in columns))
    return Diagram(vertices, found, nodes[0])


def _step(
    graph: Graph,
    frontier: list[int],
    left: list[int],
    state: State,
    vertex: int,
    least: int,
    takes: bool,
) -> State | None:
    """Return the state after a vertex is taken or not; None if it leads to no connected set."""
    labels, size, is_done = state
    if takes and is_done:
        return None
    component = dict(zip(frontier, labels, strict=True))
    component[vertex] = len(graph) + 1 if takes else 0
    if takes:
        size = min(least, size + 1)
        joined = {component[one] for one in frontier if one in graph[vertex]} - {0}
        for one in frontier:
            if component[one] in joined:
                component[one] = component[vertex]
    lost = set(component.values()) - {component[one] for one in left} - {0}
    if lost:
        if is_done or len(lost) > 1 or any(component[one] for one in left):
            return None
        is_done = True
    number = {0: 0}
    return (tuple(number.setdefault(component[one], len(number)) for one in left), size, is_done)


def edge_covers(tree: Graph) -> int:
    """Return how many sets of edges of a tree meet all vertices.

    These are its partitions into connected parts of at least two vertices. The number of a parent
    is less than those of its children.
    """
    met, free = [0] * len(tree), [1] * len(tree)  # by the edges to the children, or not
    for vertex in range(len(tree) - 1, 0, -1):
        parent = min(tree[vertex])
        both, one = met[vertex] + free[vertex], met[vertex]  # with the edge above it, and without
        met[parent] = met[parent] * (both + one) + free[parent] * both
        free[parent] *= one
    return met[0]


def is_connected(graph: Graph, chosen: tuple[int, ...]) -> bool:
    """Return whether some vertices are connected; the plain way, for tests."""
    seen, todo = {chosen[0]}, [chosen[0]]
    while todo:
        near = (graph[todo.pop()] & set(chosen)) - seen
        seen |= near
        todo += near
    return len(seen) == len(chosen)


def listed(graph: Graph, least: int = 1) -> list[tuple[int, ...]]:
    """Return all connected sets of at least so many vertices, by trying all sets: for tests."""
    sizes = range(max(1, least), len(graph) + 1)
    sets = itertools.chain.from_iterable(
        itertools.combinations(range(len(graph)), size) for size in sizes
    )
    return [some for some in sets if is_connected(graph, some)]
