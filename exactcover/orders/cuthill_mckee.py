"""The order of Cuthill and McKee: by distance from an item at the edge of the graph.

References
----------
E. Cuthill, J. McKee, Reducing the bandwidth of sparse symmetric matrices, Proceedings of the ACM
National Conference (1969), 157; reversed by A. George (1971). A. George, J. W. H. Liu, An
implementation of a pseudoperipheral node finder, ACM Transactions on Mathematical Software 5
(1979), 284.
"""

import numpy as np

from exactcover.orders.fixed_order import Numbers
from exactcover.orders.order_graph import Graph, breadth_first
from exactcover.orders.structure import Structure


def order(structure: Structure) -> Numbers:
    """Return the items in reverse breadth-first order."""
    return structure.by_component(cuthill_mckee)


def work(structure: Structure) -> int:
    """Return the nanoseconds that `order` takes, roughly."""
    return 500 * len(structure.graph.tail)


def cuthill_mckee(graph: Graph) -> Numbers:
    """Return the items of a connected graph in reverse breadth-first order."""
    neighbours = graph.neighbours()
    degree = [len(items) for items in neighbours]
    start = degree.index(min(degree))
    depth = -1
    # Start from an item farthest from the last start, while the distance grows.
    while True:
        order, level = breadth_first(neighbours, start)
        if level[order[-1]] == depth:
            return np.array(order[::-1])
        depth = level[order[-1]]
        last = [item for item in order if level[item] == depth]
        start = min(last, key=degree.__getitem__)
