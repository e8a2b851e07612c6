"""The spectral order: by the Fiedler vector of the graph of items.

References
----------
M. Fiedler, A property of eigenvectors of nonnegative symmetric matrices and its application to
graph theory, Czechoslovak Mathematical Journal 25 (1975), 619. C. Lanczos, An iteration method for
the solution of the eigenvalue problem, Journal of Research of the National Bureau of Standards 45
(1950), 255.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.orders.cuthill_mckee import cuthill_mckee
from exactcover.orders.fixed_order import Numbers
from exactcover.orders.order_graph import Graph
from exactcover.orders.structure import Structure
from exactcover.runtime.search.limits import stop_if_due

Vector = NDArray[np.float64]

N_STEPS, MOST_RUNS = 20, 30
PRECISION = 1e-7
"""Of the spectral order: the number of steps in a run of the iteration, and its precision."""


def order(structure: Structure) -> Numbers:
    """Return the items by their values in the Fiedler vector."""
    return structure.by_component(spectral)


def work(structure: Structure) -> int:
    """Return the nanoseconds that `order` takes at most, roughly."""
    return 5 * N_STEPS * MOST_RUNS * len(structure.graph.tail)


def spectral(graph: Graph) -> Numbers:
    """Return the items of a connected graph, sorted by their values in its Fiedler vector.

    The vector is computed by Lanczos's method with restarts from the last approximation. It begins
    with the order of Cuthill and McKee, so that its direction is fixed. (LAPACK is not faster for a
    hundred items, and on a busy machine its threads wait for each other for a second.)
    """
    vector = np.empty(graph.n_items)
    vector[cuthill_mckee(graph)] = np.linspace(-1, 1, graph.n_items)
    laplacian = _laplacian(graph)
    for _ in range(MOST_RUNS):
        vector, error = _lanczos(laplacian, vector)
        if error < PRECISION:
            break
    order = np.argsort(vector)
    # Items whose values differ by rounding only are sorted by number.
    rank = np.cumsum(np.diff(vector[order], prepend=0.0) > 10 * PRECISION)
    return order[np.lexsort((order, rank))]


class _Laplacian(NamedTuple):
    """The Laplacian matrix of a connected graph, scaled so that its largest element is 1."""

    first: Numbers
    head: Numbers
    weight: Vector
    degree: Vector

    def times(self, vector: Vector) -> Vector:
        """Return for every item the sum of its differences from its neighbours."""
        met: Vector = np.add.reduceat(self.weight * vector[self.head], self.first)
        return self.degree * vector - met


def _laplacian(graph: Graph) -> _Laplacian:
    first = np.searchsorted(graph.tail, np.arange(graph.n_items))
    degree = np.add.reduceat(graph.weight, first)
    most = degree.max()
    return _Laplacian(first, graph.head, graph.weight / most, degree / most)


def _lanczos(laplacian: _Laplacian, start: Vector) -> tuple[Vector, float]:
    """Return an approximation of the Fiedler vector (a unit vector), and a bound of its error."""
    n_items = len(start)
    basis = np.zeros((N_STEPS + 1, n_items))
    # Constant vectors are the trivial eigenvectors and must be excluded.
    basis[0] = n_items**-0.5
    diagonal, beside = np.zeros(N_STEPS + 1), np.zeros(N_STEPS + 1)
    residue = start
    for step in range(1, N_STEPS + 1):
        stop_if_due()
        known = basis[:step]
        # Twice: if the remainder is tiny, rounding errors of the first pass are as large.
        for _ in range(2):
            residue = residue - np.einsum("ki,k->i", known, np.einsum("ki,i->k", known, residue))
        beside[step] = _norm(residue)
        if beside[step] <= PRECISION:
            break
        basis[step] = residue / beside[step]
        residue = laplacian.times(basis[step])
        diagonal[step] = np.einsum("i,i", residue, basis[step])
    last = np.count_nonzero(diagonal)
    steps = slice(1, last + 1)
    beside = beside[2 : last + 1]
    values, vectors = np.linalg.eigh(
        np.diag(diagonal[steps]) + np.diag(beside, k=1) + np.diag(beside, k=-1)
    )
    found = np.einsum("k,ki->i", vectors[:, 0], basis[steps])
    # The sign of an eigenvector is arbitrary; use that of the start vector.
    found *= np.copysign(1.0, np.einsum("i,i", found, start))
    return found, _norm(laplacian.times(found) - values[0] * found)


def _norm(vector: Vector) -> float:
    return float(np.sqrt(np.einsum("i,i", vector, vector)))
