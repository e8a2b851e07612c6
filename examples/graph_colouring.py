"""Graph colouring: neighbours have different colours; minimise the number of colours.

The graphs come from networkx. Mycielski's graphs have no triangles, but their chromatic numbers are
not bounded.
"""

from typing import Any

import networkx as nx

from csp import Model, Variable, all_different


def colourings(graph: Any, n_colours: int) -> tuple[Model, dict[Any, Variable]]:
    """State the colourings; return the model, and the colour of each vertex."""
    model = Model()
    colour = {vertex: model.variable(range(n_colours), str(vertex)) for vertex in graph}
    model.post(colour[one] != colour[other] for one, other in graph.edges)
    return model, colour


def fewest_colours(graph: Any) -> int:
    """Find the chromatic number.

    >>> fewest_colours(nx.cycle_graph(7))
    3
    """
    most = 1 + max(degree for _, degree in graph.degree)
    model, colour = colourings(graph, most)
    last = model.variable(range(most), "last")
    model.post(each <= last for each in colour.values())
    # The vertices of a clique have different colours. Colours are interchangeable: fix these.
    clique: list[Any] = max(nx.find_cliques(graph), key=len)
    model.post(all_different(colour[vertex] for vertex in clique))
    model.post(colour[vertex] == k for k, vertex in enumerate(clique))
    best = model.minimize(last)
    assert best.complete and best.value is not None
    return int(best.value) + 1


def main() -> None:
    """Colour some graphs."""
    graphs = {"Petersen": nx.petersen_graph(), "Icosahedron": nx.icosahedral_graph()}
    graphs |= {f"Mycielski {k}": nx.mycielski_graph(k) for k in (3, 4)}
    for name, graph in graphs.items():
        n = fewest_colours(graph)
        number = colourings(graph, n)[0].count()
        print(f"{name}: {n} colours, in {number:,} ways")


if __name__ == "__main__":
    main()
