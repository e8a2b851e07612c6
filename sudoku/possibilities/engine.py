"""The engines that search the true candidates of a puzzle: the whole tree in turns with probes.

The *tree* is searched depth first, and its branches without a wanted candidate are left out. It
ends soon for puzzles with few solutions. *Probes* search one wanted candidate after the other. They
end soon for puzzles with many solutions, of which a depth-first search finds similar ones only. So
the two take turns, until one of them is at its end; both count into the same `Tally`.
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.protocol import STATUSES, Out, Status
from sudoku.possibilities.probes import probes_of
from sudoku.possibilities.tally import FOUND, MOST_LISTED, tally_of, with_more_room

FIRST_NODES = 128
"""The nodes of the first turn of the tree: enough for most puzzles with one solution."""
PROBES_TURN, PROBES_OF_ONE = 4, 0.25
"""The nodes of a turn of the probes for one of the tree, and the same while fewer than two
solutions were found: then there may be no other, which the tree proves with fewer nodes."""
MOST_SIMILAR = 16
"""The solutions of a turn of the tree, beside as many as the cap: further ones are similar."""
TREE, PROBES = range(2)


class CandidateEngine(BaseEngine):
    """The base of the engines on bit masks and on the bitboard.

    Parameters
    ----------
    root
        The candidates that may be in a solution, propagated; a bit each. All zeros if there is no
        solution.
    n
        The number of digits.
    cap
        The number of solutions with a candidate up to which they are counted; None for all.

    Attributes
    ----------
    tally : Tally
        The numbers of solutions so far.
    is_finished : bool
        Whether all numbers are final.
    """

    name: str
    depth = 0

    def __init__(self, root: NDArray[np.uint64], n: int, cap: int | None) -> None:
        self.tally = tally_of(root, n, cap)
        self.probes = probes_of(root)
        self.is_finished = not root.all()
        self._has_probes = cap is not None and cap <= MOST_LISTED
        self._tree_room = MOST_SIMILAR + (cap or 0) if self._has_probes else UNLIMITED
        self._turn, self._left, self._length = TREE, FIRST_NODES, FIRST_NODES
        self._room = self._tree_room

    @abstractmethod
    def search_tree(self, n_nodes: int, room: int) -> int:
        """Continue the search of the tree; return a status."""

    @abstractmethod
    def search_probes(self, n_nodes: int, room: int) -> int:
        """Continue the search of candidates one by one; return a status."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The number of nodes visited so far."""

    @property
    @abstractmethod
    def updates(self) -> int:
        """How much work was done so far."""

    @property
    def solutions(self) -> int:
        """The number of solutions counted so far; others may have been passed over."""
        return int(self.tally.numbers[FOUND])

    @property
    def settled(self) -> NDArray[np.bool_]:
        """For each cell and digit whether its number of solutions is final."""
        n = self.tally.counts.shape[1]
        bits = self.tally.wanted[:, np.newaxis] >> np.arange(n, dtype=np.uint64) & np.uint64(1)
        return np.asarray(bits == 0)

    def part_done(self) -> float:
        """Return the part of all candidates whose numbers of solutions are final."""
        return float(self.settled.mean())

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the turn of one of the two searches."""
        if self.is_finished:
            return Status.EXHAUSTED
        is_tree = self._turn == TREE
        search = self.search_tree if is_tree else self.search_probes
        budget = min(node_budget, self._left) if self._has_probes else node_budget
        room = min(out.room, self._room) if is_tree else out.room
        before, found = self.nodes, self.solutions
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            status = STATUSES[search(budget, room)]
        if status is Status.EXHAUSTED:
            self.tally.wanted[:] = 0
            self.is_finished = True
        elif status is Status.OUT_FULL and self.solutions - found < room:
            self.tally = with_more_room(self.tally)
            status = Status.BUDGET_SPENT
        if is_tree:
            self._room -= self.solutions - found
        is_full = is_tree and self._room == 0
        self._spend(self._left if is_full else self.nodes - before)
        is_early = status is Status.OUT_FULL and room < out.room
        return Status.BUDGET_SPENT if is_early else status

    def _spend(self, n_nodes: int) -> None:
        """Let the other search have its turn after the last node of this one."""
        self._left -= n_nodes
        if self._left <= 0 and self._has_probes:
            if self._turn == PROBES:
                self._turn, self._room, self._length = TREE, self._tree_room, 2 * self._length
                self._left = self._length
            else:
                share = PROBES_TURN if self.solutions > 1 else PROBES_OF_ONE
                self._turn, self._left = PROBES, int(share * self._length)
