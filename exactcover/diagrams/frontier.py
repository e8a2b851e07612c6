"""The diagram of all solutions from the frontier: its states, seen from the end.

Downwards, layer by layer, every state is expanded as in `engine.py`; instead of
being counted it gets a number, and every option that leads from one state to another is noted as an
edge. Upwards, in the reverse order, a state becomes a chain of diagram nodes, one for each of its
edges that leads to solutions: `hi` is the chain of the state below, `lo` the chain of the edges
before. Equal nodes are made once, and states that lead to no solution make none.

References
----------
H. Iwashita, S. Minato, Efficient top-down ZDD construction techniques using recursive
specifications, TCS Technical Report A-13-69, Hokkaido University (2013).
"""

from typing import NamedTuple

import numpy as np

from exactcover.compiled.hash_table import Table, empty_table, with_room
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, U64
from exactcover.diagrams.diagram import ALL, Nodes, UnfinishedError
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
    NODES,
    NONE,
    ROOM,
    STATES,
    STORED,
    UPDATES,
    State,
)
from exactcover.errors import GaveUpError
from exactcover.problem.links import Links
from exactcover.search.protocol import BUDGET_SPENT, Out, Status

EDGES_FULL = 6
"""One more reason to return to Python."""
MOST_EDGES = 1 << 18
"""One call weaves no more edges than this, in some 20 ms."""
FIRST_EDGES = 1 << 12


class Edges(NamedTuple):
    """Which options lead from which states to which, in the order in which they were found.

    ======== ============= =========================================================================
    array    shape, dtype  holds
    ======== ============= =========================================================================
    parent   (most,)       the number of the state above; uint32
    option   (most,)       the option's index in the problem; uint32
    child    (most,)       the number of the state below; uint32
    n        (1,)          how many edges there are; uint64
    ======== ============= =========================================================================

    The edges from a state stand behind all those to it.
    """

    parent: U32
    option: U32
    child: U32
    n: U64


def room_for(most: int) -> Edges:
    """Return no edges, with room for so many."""
    parent, option, child = (np.empty(most, dtype=np.uint32) for _ in range(3))
    return Edges(parent, option, child, np.zeros(1, dtype=np.uint64))


class FrontierDiagram(Frontier):
    """The search, in the shape of an engine (see `exactcover.search.protocol.CoverEngine`).

    Parameters
    ----------
    links
        The problem.
    max_bytes
        How large its tables may become: a third is for the states, one for the edges, and one for
        the diagram.
    order
        In which order to cover the items: a name that `exactcover.orders.order.item_order` knows.
    """

    name = "frontier_diagram"

    def __init__(self, links: Links, max_bytes: int, order: str = "best") -> None:
        self._most = max_bytes // 3
        self._edges = room_for(FIRST_EDGES)
        # How many edges are not woven into the diagram yet, once all are found.
        self._left: int | None = None
        self._chains = np.empty(0, dtype=np.uint32)
        self._nodes = empty_table(2, 0, self._most)
        super().__init__(links, order, self._most)

    def _begin(self, given: list[int]) -> bool:
        """Begin with these options taken: the edges of a path that leads to the first state."""
        if not super()._begin(given):
            return False
        if self._hopeless:
            return True
        n_given = len(given)
        self._edges = room_for(max(FIRST_EDGES, n_given))
        self._edges.parent[:n_given] = np.arange(n_given)
        self._edges.option[:n_given] = given
        self._edges.child[:n_given] = np.arange(1, n_given + 1)
        self._edges.n[0] = self._state.position[STATES] = n_given
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Go on, for at most `node_budget` nodes of the search; `out` is not used.

        Raises
        ------
        UnfinishedError
            If the tables outgrow their bytes; it stays so.
        """
        try:
            if self._left is None:
                return self._find(node_budget)
            return self._weave(self._left)
        except GaveUpError as reason:
            raise UnfinishedError(f"the diagram is not complete: {reason}") from None

    def _find(self, node_budget: int) -> Status:
        """Find states and edges; when all are found, turn round."""
        if self._hopeless:
            raise GaveUpError(self._hopeless)
        last_node = self.nodes + node_budget
        while True:
            status = self._run(last_node - self.nodes)
            if status == MEMORY_FULL:
                if not self._enlarge():
                    return Status.BUDGET_SPENT
            elif status == EDGES_FULL:
                self._lengthen()
            elif status == Status.EXHAUSTED:
                self._turn_round()
                return Status.BUDGET_SPENT
            else:
                return Status(status)

    def _run(self, node_budget: int) -> int:
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            return find(self._state, self._edges, node_budget)

    def _lengthen(self) -> None:
        """Make room for twice as many edges."""
        old = self._edges
        n_edges = int(old.n[0])
        most = min(2 * n_edges, self._most // 12)
        if most <= n_edges:
            raise GaveUpError(f"{n_edges} edges between states fill a third of max_bytes")
        self._edges = room_for(most)
        for k in range(4):
            self._edges[k][: len(old[k])] = old[k]

    def _turn_round(self) -> None:
        """Begin to weave, from the last state."""
        self._left = int(self._edges.n[0])
        self._chains = np.zeros(int(self._state.position[STATES]) + 1, dtype=np.uint32)
        rows = self._last_rows()
        self._chains[rows[:, len(self._state.words)]] = ALL
        self._state = self._state._replace(memory=self._state.memory[:1].copy())

    def _weave(self, left: int) -> Status:
        """Weave some of the edges."""
        most = self._most - self._chains.nbytes
        self._nodes = with_room(self._nodes, 1, most)
        if len(self._nodes.rows) == self._nodes.used[0] and left:
            raise GaveUpError(f"its {len(self._nodes.rows)} nodes fill a third of max_bytes")
        with np.errstate(over="ignore"):
            self._left = int(weave(self._edges, left, self._chains, self._nodes))
        return Status.BUDGET_SPENT if self._left else Status.EXHAUSTED

    def part_done(self) -> float:
        """Return which part of the layers is expanded, and then of the edges woven."""
        if self._left is None:
            return super().part_done() / 2
        return 1 - self._left / max(1, int(self._edges.n[0])) / 2

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the diagram, once the search is exhausted."""
        return nodes_of(self._nodes), int(self._chains[0])


@kernel
def find(state: State, edges: Edges, node_budget: int) -> int:
    """Expand states, layer by layer, and note the edges, until there is a reason to return."""
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
    """Give the pending states that are new their numbers, and note the edges to all of them."""
    position, memory = state.position, state.memory
    n_words = np.uint64(len(state.words))
    for place in range(position[STORED], position[FILLED]):
        position[STORED] = place
        edge = edges.n[0]
        if edge == np.uint64(len(edges.parent)):
            return EDGES_FULL
        row = find_row(state, place)
        if row == NONE:
            return MEMORY_FULL if position[ROOM] == ZERO else BUDGET_SPENT
        if memory[row, ZERO] == ZERO:
            memory[row, n_words] = position[STATES]
            add_state(state, place, row)
        origin = state.pending[place, n_words + FROM]
        # No state leads to the first one.
        if origin != ZERO:
            edges.parent[edge] = memory[origin, n_words]
            edges.option[edge] = state.option_of[state.pending[place, n_words + BY]]
            edges.child[edge] = memory[row, n_words]
            edges.n[0] = edge + ONE
    position[STORED] = ZERO
    position[FILLED] = ZERO
    return GO_ON


@kernel
def weave(edges: Edges, left: int, chains: U32, nodes: Table) -> int:
    """Make nodes of the last edges, as long as there is room; return how many edges are left."""
    edge = np.uint64(left)
    end = edge - min(edge, np.uint64(MOST_EDGES))
    while edge > end and nodes.used[0] < np.uint64(len(nodes.rows)):
        edge -= ONE
        below = chains[edges.child[edge]]
        if below != NO_SOLUTION:
            parent = edges.parent[edge]
            chains[parent] = add_node(nodes, edges.option[edge], chains[parent], below)
    return int(edge)
