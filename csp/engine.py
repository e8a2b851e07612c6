"""The engine that searches a model: what the driver drives."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from csp.check import check
from csp.layout import with_room, with_table
from csp.search import NO_ROOM, advance
from csp.state import CHANGING, DEPTH, FIRST, MODE, NODES, ORIGIN, SOLUTIONS, UPDATES, WIDTH, State
from csp.tree import BACK_UP, CHANGING_TREE, Tree
from exactcover.engine import Out, Status, counting
from exactcover.pointers import handle

_STATUS = tuple(Status)


def values_left(state: State, v: int) -> list[int]:
    """Return the values in the domain of a variable, in order."""
    first, width, origin = state.variables[v, [FIRST, WIDTH, ORIGIN]].tolist()
    words = state.cells[first : first + width].tolist()
    return [origin + 64 * j + k for j, word in enumerate(words) for k in range(64) if word >> k & 1]


class Propagation:
    """Propagation and search; see `exactcover.engine.Machine`.

    Attributes
    ----------
    origins
        What is to be added to the numbers of a solution, to get the variables' values.
    """

    name = "propagation"

    def __init__(
        self, state: State, tree: Tree, depth: int, *, is_infeasible: bool = False
    ) -> None:
        self.depth = depth
        self._state = state
        self._tree = tree
        self._part = 0.0
        self.origins: list[int] = state.variables[:depth, ORIGIN].tolist()
        if is_infeasible:
            state.position[MODE] = BACK_UP
        # Compiled or loaded here, where no search is timed or interrupted.
        advance(handle(state), tree, 0, counting(1))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Search on, for at most `node_budget` nodes and `out.room` solutions."""
        last = self.nodes + node_budget
        while True:
            before = self.solutions
            status = advance(handle(self._state), self._tree, last - self.nodes, out)
            if status != NO_ROOM:
                return _STATUS[status]
            self._state = with_room(self._state)
            found = self.solutions - before
            out = Out(out.rows[found:], out.lengths[found:], out.room - found)

    def part_done(self) -> float:
        """Return the part of the tree that is not below an open level."""
        depth = int(self._state.position[DEPTH])
        self._part = max(self._part, 1.0 - float(self._tree.shares[: depth + 1].sum()))
        return self._part

    @property
    def nodes(self) -> int:
        """How many nodes of the search tree were visited so far."""
        return int(self._state.position[NODES])

    @property
    def updates(self) -> int:
        """How many times a propagator ran so far."""
        return int(self._state.position[UPDATES])

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""
        return int(self._state.position[SOLUTIONS])

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        arrays = {name: getattr(self._state, name).copy() for name in CHANGING}
        return arrays | {name: getattr(self._tree, name).copy() for name in CHANGING_TREE}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another engine made alike stood when it made the snapshot."""
        own = {name: snapshot[name].copy() for name in CHANGING}
        self._state = with_table(self._state._replace(**own))
        self._tree = self._tree._replace(**{n: snapshot[n].copy() for n in CHANGING_TREE})

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._state)
