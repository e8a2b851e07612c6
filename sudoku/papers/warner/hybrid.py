"""A hybrid solver: techniques as long as they find steps, then brute force.

No technique that it uses assumes a unique solution. So brute force, which continues with the
domains that the techniques leave, finds every solution.

References
----------
D. Warner, "Sudoku solver and generator report" (2007), "Hybrid solver".
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.search import snapshots
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from sudoku.papers.warner.brute_force import BruteForce3
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.base import BaseSolver
from sudoku.statement.layout import WORD, layout
from sudoku.techniques.climb import next_step
from sudoku.techniques.finders import finders
from sudoku.techniques.finding import DIGIT, apply, blank_finding
from sudoku.techniques.tables import blank, is_sound, place_clues

TECHNIQUES = (
    "naked_single",
    "hidden_single",
    "pointing",
    "claiming",
    "naked_pair",
    "hidden_pair",
    "naked_triple",
    "naked_quad",
)
"""The techniques that Warner (2007) uses."""
MOST_STEPS = 200
"""The steps of logic in one call, which take about a millisecond; most of them place no digit."""
# The phases: a step of logic, the one solution that logic found, brute force, or the end.
LOGIC, FOUND, STUCK, DONE = range(4)
PHASE, PLACED, SOLUTIONS = range(3)


class Hybrid(BaseSolver):
    """The solver; see `sudoku.solvers.base.Solver`, and `Walker` for the first parameters.

    A node is a placement, by logic or by brute force; `choice` has the number of each.

    Parameters
    ----------
    techniques
        The names of those it may use; by default those of the report.
    """

    name = "hybrid"
    takes_seed = True
    most_digits = WORD
    parts = ("brute_force_3",)

    def __init__(
        self,
        puzzle: Puzzle,
        goal: Goal = Goal.LIST,
        seed: int | None = None,
        techniques: list[str] | None = None,
    ) -> None:
        self.depth = puzzle.shape.n_cells
        self._make_rest = partial(BruteForce3, puzzle, goal, seed)
        self._rest: BruteForce3 | None = None
        self._tables = blank(layout(puzzle.shape, puzzle.rules))
        self._finding = blank_finding(self._tables.layout)
        self._ladder = finders(TECHNIQUES if techniques is None else techniques)
        self._numbers = np.zeros(3, dtype=np.uint64)

    def choose(self, options: list[int]) -> bool:
        """Place the clues before the search begins; return whether they agree."""
        return bool(place_clues(self._tables, np.array(options, dtype=np.uint32)))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` placements and `out.room` solutions."""
        numbers = self._numbers
        if numbers[PHASE] == LOGIC:
            node_budget -= self._climb(node_budget)
        if numbers[PHASE] == LOGIC:
            return Status.BUDGET_SPENT
        if numbers[PHASE] == FOUND:
            self._put(out)
            numbers[PHASE] = DONE
            numbers[SOLUTIONS] = 1
            return Status.OUT_FULL if out.room == 1 else Status.EXHAUSTED
        if self._rest and numbers[PHASE] == STUCK:
            return self._rest.advance(node_budget, out)
        return Status.EXHAUSTED

    def _climb(self, node_budget: int) -> int:
        """Apply steps of logic, and return how many of them placed a digit."""
        n_placed = 0
        for _ in range(MOST_STEPS):
            phase = self._next_phase()
            if phase != LOGIC:
                self._numbers[PHASE] = phase
                break
            if self._finding.sizes[DIGIT]:
                if n_placed == node_budget:
                    break
                n_placed += 1
            apply(self._tables, self._finding)
        if self._numbers[PHASE] == STUCK:
            self._rest = self._stuck()
        self._numbers[PLACED] += np.uint64(n_placed)
        return n_placed

    def _next_phase(self) -> int:
        """Return the next phase; a step of logic is then in `_finding`."""
        if not is_sound(self._tables):
            return DONE
        if self._tables.grid.all():
            return FOUND
        return STUCK if next_step(self._tables, self._finding, self._ladder) is None else LOGIC

    def _stuck(self) -> BruteForce3:
        """Return a brute-force solver that begins at the position that logic reached."""
        tables = self._tables
        n = tables.layout.houses.shape[1]
        cells = np.flatnonzero(tables.grid)
        rest = self._make_rest()
        rest.choose((cells * n + tables.grid[cells] - 1).tolist())
        rest.restrict(tables.cand)
        return rest

    def _put(self, out: Out) -> None:
        if len(out.rows):
            n = self._tables.layout.houses.shape[1]
            out.rows[0, : self.depth] = np.arange(self.depth) * n + self._tables.grid - 1
            out.lengths[0] = self.depth

    @property
    def choice(self) -> list[str]:
        """The numbers of placements made by logic and by brute force."""
        lines = [f"logic: {self.logic_placements} placements"]
        if self._rest:
            lines.append(f"{self._rest.name}: logic is stuck; {self._rest.nodes} placements")
        return lines

    def part_done(self) -> float:
        """Return the part of the tree that brute force has searched; logic has no tree."""
        if self._rest:
            return self._rest.part_done()
        return float(self._numbers[PHASE] == DONE)

    @property
    def logic_placements(self) -> int:
        """The number of digits placed by logic so far."""
        return int(self._numbers[PLACED])

    @property
    def nodes(self) -> int:
        """The number of placements made so far."""
        return self.logic_placements + (self._rest.nodes if self._rest else 0)

    @property
    def updates(self) -> int:
        """The number of cells that brute force has visited."""
        return self._rest.updates if self._rest else 0

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return int(self._numbers[SOLUTIONS]) + (self._rest.solutions if self._rest else 0)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = {name: array.copy() for name, array in self._changing().items()}
        return own | snapshots.snapshots({"rest": self._rest} if self._rest else {})

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of a solver that was created with the same arguments."""
        for name, array in self._changing().items():
            array[:] = snapshot[name]
        self._rest = self._stuck() if self._numbers[PHASE] == STUCK else None
        snapshots.restore({"rest": self._rest} if self._rest else {}, snapshot)

    def _changing(self) -> dict[str, NDArray[Any]]:
        arrays = self._tables._asdict() | {"numbers": self._numbers}
        del arrays["layout"]
        return arrays

    def check(self) -> None:
        """Raise AssertionError if the tables do not mirror each other (slow)."""
        tables = self._tables
        for house, cells in enumerate(tables.layout.houses):
            for index, places in enumerate(tables.pos[house].tolist()):
                expected = [int(mask) >> index & 1 for mask in tables.cand[cells]]
                assert [places >> k & 1 for k in range(len(cells))] == expected
        assert not tables.cand[tables.grid > 0].any()
        if self._rest:
            self._rest.check()
