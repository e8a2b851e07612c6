"""Problems as graphs."""

import networkx as nx

from exactcover.problem import Problem


def to_graph(problem: Problem) -> nx.Graph:
    """Return the bipartite graph of items and options: see `Problem.to_graph`."""
    graph = nx.Graph()
    for k, item in enumerate(problem.items):
        graph.add_node(("item", item), bipartite=0, primary=k < problem.n_primary)
    for option in problem.options:
        node = ("option", option.index)
        graph.add_node(node, bipartite=1, label=option.label)
        for item, colour in zip(option.items, option.colours, strict=True):
            graph.add_edge(node, ("item", item), colour=colour)
    return graph
