"""The engine that searches the true candidates of a classic 9x9 puzzle on the bitboard."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.vectors import aligned_empty
from exactcover.runtime.kernels.xorshift import first_state
from sudoku.possibilities.by_bitboard import Boards, propagate_root, search_probes, search_tree
from sudoku.possibilities.engine import CandidateEngine
from sudoku.solvers.bitboard.engine import NODE_UPDATES, new_state
from sudoku.solvers.bitboard.lanes import N_WORDS
from sudoku.solvers.bitboard.state import RANDOM
from sudoku.solvers.grid_stack import NODES


class BitboardCandidates(CandidateEngine):
    """The engine; see `CandidateEngine`.

    Parameters
    ----------
    root
        The candidates of each cell by clues and marks, a bit each.
    cap
        The number of solutions with a candidate up to which they are counted; None for all.
    seed
        A number for a random order of the search; None for the fixed one.

    Examples
    --------
    >>> from exactcover.runtime.search.driver import Search
    >>> engine = BitboardCandidates(np.full(81, 511, dtype=np.uint64), 1)
    >>> Search(engine).count() > 8, int(engine.tally.counts.sum())
    (True, 729)
    """

    name = "bitboard"
    compiles_itself = True

    def __init__(self, root: NDArray[np.uint64], cap: int | None, seed: int | None = None) -> None:
        self._tree, root = _boards(seed), root.copy()
        if not propagate_root(self._tree, root):
            root[:] = 0
        super().__init__(root, 9, cap)
        self._probing = self._tree
        if self._has_probes and not self.is_finished:
            self._probing = _boards(seed)

    @property
    def nodes(self) -> int:
        """The number of nodes visited so far."""
        own = int(self._tree.stack.position[NODES])
        is_shared = self._probing is self._tree
        return own if is_shared else own + int(self._probing.stack.position[NODES])

    @property
    def updates(self) -> int:
        """The work done so far, in updates of the engine on bit masks."""
        return NODE_UPDATES * self.nodes

    def search_tree(self, n_nodes: int, room: int) -> int:
        """Continue the search of the tree; return a status."""
        return search_tree(self._tree, self.tally, n_nodes, room)

    def search_probes(self, n_nodes: int, room: int) -> int:
        """Continue the search of candidates one by one; return a status."""
        return search_probes(self._probing, self.tally, self.probes, n_nodes, room)


def _boards(seed: int | None) -> Boards:
    """Return a search with an empty stack."""
    boards = Boards(new_state(), aligned_empty((N_WORDS,), np.uint16))
    boards.stack.position[RANDOM] = 0 if seed is None else first_state(seed)
    return boards
