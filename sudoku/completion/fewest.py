"""The fewest clues of a grid with which it is the only solution.

Another solution differs from the grid in some cells, and one of these must have a clue. The fewest
cells that meet all such sets found so far are a lower bound; if the grid is the only solution with
clues there, they are the answer, and otherwise there is another set. Each set is made small first:
only its cells are left blank, and the other solution that is nearest to the grid takes its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from csp import Model
from exactcover.runtime.search.limits import HaltedError
from exactcover.runtime.search.work import Work
from sudoku.geometry.grid import Grid
from sudoku.puzzle.puzzle import Puzzle
from sudoku.verbs.solve import solutions

NEAR = 16
"""The most other solutions among which the nearest is looked for."""


class Fewest:
    """Finds the fewest clues that must be added to a puzzle for a grid to be its only solution.

    Parameters
    ----------
    puzzle
        The puzzle, whose clues are kept.
    grid
        One of its solutions.
    among
        The cells that may get a clue.
    work
        The limits; each puzzle that is solved is a node.
    rng
        Decides between cells that are equally good.

    Attributes
    ----------
    best
        The cells of the fewest clues found so far; None if none are enough, or it is not known.
    bound
        No fewer clues than these are enough.
    possible
        Whether clues in all cells are enough, as far as known.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        grid: Grid,
        among: Iterable[int],
        work: Work,
        rng: np.random.Generator,
    ) -> None:
        self._puzzle, self._grid, self._work, self._rng = puzzle, grid, work, rng
        self._free = [cell for cell in among if not puzzle.grid.cells[cell]]
        self._sets: list[frozenset[int]] = []
        self.best: frozenset[int] | None = None
        self.bound = 0
        self.possible = True

    @property
    def is_proved(self) -> bool:
        """Whether there are no fewer clues than the best, or none are enough."""
        return not self.possible or (self.best is not None and len(self.best) <= self.bound)

    def find(self, below: int | None = None) -> None:
        """Find the fewest clues; with `below`, stop as soon as there are certainly not fewer.

        Raises
        ------
        HaltedError
            If a limit is reached; what was found until then is kept.
        """
        if self._other(self._free) is not None:
            self.possible = False
            return
        self._keep(self._free)
        while not self.is_proved and (below is None or self.bound < below):
            chosen = self._greedy()
            if self._learns(chosen):
                continue
            self._keep(chosen)
            chosen = self._least()
            self.bound = max(self.bound, len(chosen))
            if not self._learns(chosen):
                self._keep(chosen)

    def reduce(self) -> None:
        """Leave out clues of the best in random order, as long as they are enough."""
        if self.best is None:
            return
        for cell in self._rng.permutation(sorted(self.best)).tolist():
            if self._other(self.best - {cell}) is None:
                self.best -= {cell}

    def _keep(self, cells: Iterable[int]) -> None:
        if self.best is None or len(frozenset(cells)) < len(self.best):
            self.best = frozenset(cells)

    def _learns(self, cells: frozenset[int]) -> bool:
        """Find another solution with clues in some cells, and note where it differs."""
        other = self._other(cells)
        if other is None:
            return False
        self._sets.append(self._smallest(other))
        return True

    def _smallest(self, other: frozenset[int]) -> frozenset[int]:
        """Return a small set of cells in which other solutions differ, among those of a set."""
        while True:
            rest = [cell for cell in range(len(self._grid.cells)) if cell not in other]
            near = [each for each in self._others(rest, NEAR) if each < other]
            if not near:
                return other & frozenset(self._free)
            other = min(near, key=lambda each: len(each & frozenset(self._free)))

    def _other(self, cells: Iterable[int]) -> frozenset[int] | None:
        """Return where another solution with clues in these cells differs; None if none does."""
        return next(iter(self._others(cells, 2)), None)

    def _others(self, cells: Iterable[int], limit: int) -> list[frozenset[int]]:
        self._work.nodes += 1
        own = self._grid.cells
        clues = list(self._puzzle.grid.cells)
        for cell in cells:
            clues[cell] = own[cell]
        puzzle = Puzzle.unchecked(
            Grid.unchecked(self._grid.shape, tuple(clues)), self._puzzle.rules
        )
        found = solutions(puzzle, limit=limit)
        sets = [
            frozenset(k for k, (a, b) in enumerate(zip(grid.cells, own, strict=True)) if a != b)
            for grid in found
        ]
        others = [each for each in sets if each]
        if not others and not found.complete and len(sets) < limit:
            raise HaltedError
        return others

    def _greedy(self) -> frozenset[int]:
        """Return cells that meet all sets: those first that meet the most."""
        left, chosen = list(self._sets), set[int]()
        while left:
            counts = Counter(cell for each in left for cell in each)
            most = max(counts.values())
            best = sorted(cell for cell, number in counts.items() if number == most)
            cell = best[int(self._rng.integers(len(best)))]
            chosen.add(cell)
            left = [each for each in left if cell not in each]
        return frozenset(chosen)

    def _least(self) -> frozenset[int]:
        """Return the fewest cells that meet all sets."""
        cells = sorted(set().union(*self._sets))
        if not cells:
            return frozenset()
        model = Model()
        is_chosen = dict(zip(cells, model.bool_vars(len(cells)), strict=True))
        model.post(*(sum(is_chosen[cell] for cell in each) >= 1 for each in self._sets))
        found = model.minimize(sum(is_chosen.values()), time_limit=self._work.left)
        if found.bound is not None:
            self.bound = max(self.bound, int(found.bound))
        if not found.complete or found.solution is None:
            raise HaltedError
        return frozenset(cell for cell in cells if found.solution[is_chosen[cell]])
