"""A diagram as a circuit: the solutions of a node are those of `lo`, and those of `hi` and it."""

import numpy as np

from exactcover.circuits.circuit import Circuit
from exactcover.diagrams.base import ALL, NONE, Nodes


def circuit_of(nodes: Nodes, root: int, n_options: int) -> Circuit | None:
    """Return the circuit of the solutions below a root; None if there are none.

    Examples
    --------
    >>> nodes = Nodes(*np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1]], dtype=np.uint32))
    >>> circuit = circuit_of(nodes, 2, 2)
    >>> circuit.left.tolist(), circuit.right.tolist(), circuit.total.tolist()
    ([2, 1], [2, 2], [3, 3])
    """
    if root == NONE:
        return None
    option_of = np.arange(n_options, dtype=np.int64)
    # The nodes come after their children, so that what comes after the root is not needed.
    option, lo, hi = (array[ALL + 1 : root + 1] for array in nodes)
    n_nodes = len(option)
    own = (n_options + 1 + np.arange(n_nodes)).astype(np.uint32)
    if root == ALL:
        # The result is the last row, and one row is the least that there is.
        own = np.array([n_options + 1], dtype=np.uint32)
        one = np.array([n_options], dtype=np.uint32)
        return Circuit(one, one, own, option_of, n_options + 2)
    # `ALL` is the row of value 1, which comes before the first node.
    shift = np.uint32(n_options - ALL)
    left = np.stack([np.full(n_nodes, n_options, dtype=np.uint32), option], axis=1)
    right = np.stack([lo, hi], axis=1)
    is_term = right != NONE
    total = np.stack([own, own], axis=1)[is_term]
    # Rows are joined in the order of the circuit: the factor 1, which passes skip, is on the right.
    first, second = left[is_term], right[is_term] + shift
    is_one = first == n_options
    return Circuit(
        np.where(is_one, second, first),
        np.where(is_one, first, second),
        total,
        option_of,
        n_options + 1 + n_nodes,
    )
