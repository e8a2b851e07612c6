"""Problems as bipartite graphs, for networkx."""

import networkx as nx

from exactcover.problem.bounds import ONCE
from exactcover.problem.problem import Problem


def to_graph(problem: Problem) -> nx.Graph:
    """Return the bipartite graph of items and options: see `Problem.to_graph`."""
    graph = nx.Graph()
    for k, item in enumerate(problem.items):
        graph.add_node(("item", item), bipartite=0, primary=k < problem.n_primary)
    for item in problem.primary:
        graph.nodes["item", item]["bounds"] = problem.bounds.get(item, ONCE)
    for option in problem.options:
        node = ("option", option.index)
        graph.add_node(node, bipartite=1, label=option.label, cost=option.cost)
        for item, colour, times in zip(option.items, option.colours, option.units, strict=True):
            graph.add_edge(node, ("item", item), colour=colour, multiplicity=times)
    return graph
