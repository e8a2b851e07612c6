"""The engine that searches the true candidates of a puzzle on bit masks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.xorshift import first_state
from sudoku.possibilities import by_masks
from sudoku.possibilities.engine import CandidateEngine
from sudoku.solvers.bitmask.board_arrays import Tables
from sudoku.solvers.bitmask.engine import start
from sudoku.solvers.bitmask.state import NODES, RANDOM, UPDATES, state_of


class Kernels(NamedTuple):
    """The kernels for puzzles with, or without, constraints beside houses."""

    propagate: Callable[..., bool]
    tree: Callable[..., int]
    probes: Callable[..., int]


PLAIN = Kernels(by_masks.propagate_root, by_masks.search_tree, by_masks.search_probes)
CONSTRAINED = Kernels(
    by_masks.propagate_root_with_constraints,
    by_masks.search_tree_with_constraints,
    by_masks.search_probes_with_constraints,
)


def are_solutions(tables: Tables, grids: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which of some grids, (n_grids, n_cells), with digits in all cells are solutions.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> from sudoku.solvers.bitmask import tables
    >>> puzzle = Puzzle.from_text("1234341221434321")
    >>> digits = np.array(puzzle.grid.cells, dtype=np.uint8)
    >>> are_solutions(tables(puzzle.shape, puzzle.rules), np.stack([digits, np.sort(digits)]))
    array([ True, False])
    """
    kernels, state = CONSTRAINED if tables.constraints else PLAIN, state_of(tables)
    masks = np.uint64(1) << (grids.astype(np.uint64) - np.uint64(1))
    are = (masks & tables.domains != 0).all(axis=1)
    with np.errstate(over="ignore"):
        for k in np.flatnonzero(are):
            are[k] = kernels.propagate(state, masks[k])
    return np.asarray(are)


class MaskCandidates(CandidateEngine):
    """The engine; see `CandidateEngine`.

    Parameters
    ----------
    tables
        The shape and rules.
    root
        The candidates of each cell by clues and marks, a bit each.
    cap
        The number of solutions with a candidate up to which they are counted; None for all.
    seed
        A number for a random order of the search; None for the fixed one.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> from sudoku.solvers.bitmask import tables
    >>> puzzle = Puzzle.from_text("12..............")
    >>> made = tables(puzzle.shape, puzzle.rules)
    >>> root = np.full(16, 15, dtype=np.uint64)
    >>> root[:2] = 1, 2
    >>> engine = MaskCandidates(made, root, 1)
    >>> from exactcover.runtime.search.driver import Search
    >>> engine.tally.counts[2].tolist(), Search(engine).count() > 0, engine.tally.counts[2].tolist()
    ([0, 0, 0, 0], True, [0, 0, 1, 1])
    """

    name = "bitmask"

    def __init__(
        self, tables: Tables, root: NDArray[np.uint64], cap: int | None, seed: int | None = None
    ) -> None:
        first = 0 if seed is None else first_state(seed)
        self._kernels = CONSTRAINED if tables.constraints else PLAIN
        self._tree, root = state_of(tables), root & tables.domains
        with np.errstate(over="ignore"):
            if not (root.all() and self._kernels.propagate(self._tree, root)):
                root[:] = 0
        super().__init__(root, tables.houses.shape[1], cap)
        self._tree.grids[0] = root
        start(self._tree)
        self._probing = self._tree
        if self._has_probes and not self.is_finished:
            self._probing = state_of(tables)
        self._tree.position[RANDOM] = self._probing.position[RANDOM] = first

    @property
    def nodes(self) -> int:
        """The number of nodes visited so far."""
        return self._sum(NODES)

    @property
    def updates(self) -> int:
        """The number of cells looked at so far."""
        return self._sum(UPDATES)

    def _sum(self, place: int) -> int:
        own = int(self._tree.position[place])
        is_shared = self._probing is self._tree
        return own if is_shared else own + int(self._probing.position[place])

    def search_tree(self, n_nodes: int, room: int) -> int:
        """Continue the search of the tree; return a status."""
        return self._kernels.tree(self._tree, self.tally, n_nodes, room)

    def search_probes(self, n_nodes: int, room: int) -> int:
        """Continue the search of candidates one by one; return a status."""
        return self._kernels.probes(self._probing, self.tally, self.probes, n_nodes, room)
