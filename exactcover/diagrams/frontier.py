"""ZDD construction by the frontier method.

The first pass goes down, layer by layer: it expands every state like the frontier engine, numbers
the states, and records every option that leads from one state to another as an edge. The second
pass goes up, over the edges in reverse order: a state becomes a chain of diagram nodes, one for
each of its edges that leads to solutions. `hi` is the chain of the state below, `lo` the chain of
the edges before. Equal nodes are created once, and states that lead to no solution get none.

References
----------
H. Iwashita, S. Minato, Efficient top-down ZDD construction techniques using recursive
specifications, TCS Technical Report A-13-69, Hokkaido University (2013).
"""

from typing import NamedTuple

import numpy as np

from exactcover.diagrams.base import ALL, Nodes
from exactcover.diagrams.nodes import NONE as NO_SOLUTION
from exactcover.diagrams.nodes import add_node, nodes_of
from exactcover.engines.frontier.engine import Frontier
from exactcover.engines.frontier.kernels import (
    GO_ON,
    MEMORY_FULL,
    MOST_UPDATES,
    ONE,
    ZERO,
    add_state,
    expand_more,
    find_row,
)
from exactcover.engines.frontier.tables import (
    BY,
    FILLED,
    FROM,
    NEW_SIZE,
    NODES,
    NONE,
    STATES,
    STORED,
    UPDATES,
    State,
)
from exactcover.problem.links import Links
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.kernels.hash_table import Table, empty_table, with_room
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64
from exactcover.runtime.search.protocol import BUDGET_SPENT, Out, Status
from exactcover.runtime.search.work import UnfinishedError

EDGES_FULL = 6
"""A status in addition to those of the frontier kernels: the arrays of edges are full."""
MAX_EDGES = 1 << 18
"""The maximum number of edges that one call of `build_nodes` processes, in some 20 ms."""
FIRST_EDGES = 1 << 12


class Edges(NamedTuple):
    """The options that lead from one state to another, in the order in which they were found.

    ======== ============= =========================================================================
    array    shape, dtype  holds
    ======== ============= =========================================================================
    parent   (most,)       the number of the state above; uint32
    option   (most,)       the option's index in the problem; uint32
    child    (most,)       the number of the state below; uint32
    n        (1,)          how many edges there are; uint64
    ======== ============= =========================================================================

    The edges from a state come after all edges to it.
    """

    parent: U32
    option: U32
    child: U32
    n: U64


def no_edges(capacity: int) -> Edges:
    """Return arrays without edges, of the given capacity."""
    parent, option, child = (np.empty(capacity, dtype=np.uint32) for _ in range(3))
    return Edges(parent, option, child, np.zeros(1, dtype=np.uint64))


class FrontierDiagram(Frontier):
    """The engine of the frontier method (see `exactcover.runtime.search.protocol.Engine`).

    Parameters
    ----------
    links
        The problem.
    max_bytes
        The maximum memory of the tables: a third each for states, edges and diagram nodes.
    order
        The order of the items: a name for `exactcover.orders.order.item_order`.
    """

    name = "frontier_diagram"
    probes = False

    def __init__(self, links: Links, max_bytes: int, order: str = "best") -> None:
        self._most = max_bytes // 3
        self._edges = no_edges(FIRST_EDGES)
        # How many edges are left for the second pass; None during the first.
        self._left: int | None = None
        self._chains = np.empty(0, dtype=np.uint32)
        self._nodes = empty_table(2, 0, self._most)
        super().__init__(links, order, self._most)

    def _begin(self, given: list[int]) -> bool:
        """Start with some options chosen: their edges form a path to the first state."""
        if not super()._begin(given):
            return False
        if self._hopeless:
            return True
        n_given = len(given)
        self._edges = no_edges(max(FIRST_EDGES, n_given))
        self._edges.parent[:n_given] = np.arange(n_given)
        self._edges.option[:n_given] = given
        self._edges.child[:n_given] = np.arange(1, n_given + 1)
        self._edges.n[0] = self._state.position[STATES] = n_given
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue for at most `node_budget` nodes of the search; `out` is not used.

        Raises
        ------
        UnfinishedError
            If the tables need more memory than they may use; so do all later calls.
        """
        try:
            if self._left is None:
                return self._find(node_budget)
            return self._build_nodes(self._left)
        except GaveUpError as reason:
            raise UnfinishedError(f"the diagram is not complete: {reason}") from None

    def _find(self, node_budget: int) -> Status:
        """Find states and edges (first pass); when all are found, begin the second pass."""
        if self._hopeless:
            raise GaveUpError(self._hopeless)
        last_node = self.nodes + node_budget
        while True:
            status = self._run(last_node - self.nodes)
            if status == MEMORY_FULL:
                if not self._enlarge():
                    return Status.BUDGET_SPENT
            elif status == EDGES_FULL:
                self._enlarge_edges()
            elif status == Status.EXHAUSTED:
                self._begin_second_pass()
                return Status.BUDGET_SPENT
            else:
                return Status(status)

    def _run(self, node_budget: int) -> int:
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            return find(self._state, self._edges, node_budget)

    def _enlarge_edges(self) -> None:
        """Double the capacity of the arrays of edges."""
        old = self._edges
        n_edges = int(old.n[0])
        most = min(2 * n_edges, self._most // 12)
        if most <= n_edges:
            raise GaveUpError(f"{n_edges} edges between states fill a third of max_bytes")
        self._edges = no_edges(most)
        for k in range(4):
            self._edges[k][: len(old[k])] = old[k]

    def _begin_second_pass(self) -> None:
        """Begin to build diagram nodes, at the last state."""
        self._left = int(self._edges.n[0])
        self._chains = np.zeros(int(self._state.position[STATES]) + 1, dtype=np.uint32)
        rows = self._last_rows()
        self._chains[rows[:, len(self._state.words)]] = ALL
        self._state = self._state._replace(memory=self._state.memory[:1].copy())

    def _build_nodes(self, left: int) -> Status:
        """Build the diagram nodes of some edges (second pass)."""
        most = self._most - self._chains.nbytes
        self._nodes = with_room(self._nodes, 1, most)
        if len(self._nodes.rows) == self._nodes.used[0] and left:
            raise GaveUpError(f"its {len(self._nodes.rows)} nodes fill a third of max_bytes")
        with np.errstate(over="ignore"):
            self._left = int(build_nodes(self._edges, left, self._chains, self._nodes))
        return Status.BUDGET_SPENT if self._left else Status.EXHAUSTED

    def part_done(self) -> float:
        """Return the part of the work that is done; each pass counts one half."""
        if self._left is None:
            return super().part_done() / 2
        return 1 - self._left / max(1, int(self._edges.n[0])) / 2

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the nodes of the diagram and its root, when the search is exhausted."""
        return nodes_of(self._nodes), int(self._chains[0])


@kernel
def find(state: State, edges: Edges, node_budget: int) -> int:
    """Expand states, layer by layer, and record the edges, until the status is not GO_ON."""
    position = state.position
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    status = GO_ON
    while status == GO_ON:
        status = _store_pending(state, edges)
        if status == GO_ON:
            status = expand_more(state, last_node, last_update)
    return status


@helper
def _store_pending(state: State, edges: Edges) -> int:
    """Assign numbers to new pending states, and record the edges to all pending states."""
    position, memory = state.position, state.memory
    n_words = np.uint64(len(state.words))
    for place in range(position[STORED], position[FILLED]):
        position[STORED] = place
        edge = edges.n[0]
        if edge == np.uint64(len(edges.parent)):
            return EDGES_FULL
        row = find_row(state, place)
        if row == NONE:
            return MEMORY_FULL if position[NEW_SIZE] == ZERO else BUDGET_SPENT
        if memory[row, ZERO] == ZERO:
            memory[row, n_words] = position[STATES]
            add_state(state, place, row)
        origin = state.pending[place, n_words + FROM]
        # The first state has no edge to it.
        if origin != ZERO:
            edges.parent[edge] = memory[origin, n_words]
            edges.option[edge] = state.option_of[state.pending[place, n_words + BY]]
            edges.child[edge] = memory[row, n_words]
            edges.n[0] = edge + ONE
    position[STORED] = ZERO
    position[FILLED] = ZERO
    return GO_ON


@kernel
def build_nodes(edges: Edges, left: int, chains: U32, nodes: Table) -> int:
    """Build nodes of the last edges until the table is full; return how many edges are left."""
    edge = np.uint64(left)
    end = edge - min(edge, np.uint64(MAX_EDGES))
    while edge > end and nodes.used[0] < np.uint64(len(nodes.rows)):
        edge -= ONE
        below = chains[edges.child[edge]]
        if below != NO_SOLUTION:
            parent = edges.parent[edge]
            chains[parent] = add_node(nodes, edges.option[edge], chains[parent], below)
    return int(edge)
