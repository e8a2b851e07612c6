"""A race: several solvers run together, the first answer wins, and the losers are stopped.

The solvers have time slices on one core. Each has its own clock, which runs while it is set up and
in its time slices; the next time slice goes to the solver with the least time on its clock. So the
winner is the solver that would be first if each had a core to itself. Mychaskiw (2014) runs the
solvers concurrently; to start and stop threads takes longer than most puzzles, and the winner would
depend on the load of the computer. With k solvers, a race takes up to k times the time of the
winner.

An answer is the requested number of solutions, or all of them. If more than two are to be listed,
the solver with the first one wins and continues alone. Clocks differ from run to run, so the order
of several solutions, `nodes` and `engine` may differ; the number of solutions never does.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), section 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover import Count, Result
from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.search import snapshots
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.request import FEW
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.base import BaseSolver

RACERS = ("backtracking", "propagation", "dancing_cells")
"""The solvers that race if no others are named. A portfolio would take longer to set up."""

FIRST_NODES = 64
"""The nodes of the first time slice of a solver; each later one has twice as many."""
LONG_SLICE, LONGEST_CALL = 0.005, 0.02
"""The seconds after which time slices do not grow any more, and the longest time of one call."""


def tally(answers: Iterable[Result[Any] | Count]) -> Counter[str]:
    """Count the races that each solver won.

    Examples
    --------
    >>> from sudoku import Puzzle, count
    >>> clues = ["1234............", "1......2.3.....4"]
    >>> sum(tally(count(Puzzle(clues=each), limit=2, method="race") for each in clues).values())
    2
    """
    return Counter(answer.engine for answer in answers)


class Racer:
    """A solver with a clock, and the solutions that it has found but not returned yet."""

    def __init__(self, name: str, make: Callable[[], CoverEngine]) -> None:
        start = perf_counter()
        self.name = name
        self.engine = make()
        self.slice = FIRST_NODES
        self.rows: list[list[int]] = []
        self.handed_out = 0
        self.is_exhausted = False
        self.clock = perf_counter() - start

    def choose(self, options: list[int]) -> bool:
        """Choose the clues; the clock runs."""
        start = perf_counter()
        agreed = self.engine.choose(options)
        self.clock += perf_counter() - start
        return agreed

    @property
    def n_held(self) -> int:
        """The number of solutions that were not returned yet."""
        return self.engine.solutions - self.handed_out

    def has_answer(self, out: Out) -> bool:
        """Return whether the solver has as many solutions as `out` requests."""
        is_first_of_many = len(out.rows) > 0 and out.room > FEW and self.n_held > 0
        return self.is_exhausted or self.n_held >= out.room or is_first_of_many

    def run(self, node_budget: int, out: Out) -> None:
        """Search for one time slice, and hold the solutions found."""
        room = out.room - self.n_held
        n_rows = room if len(out.rows) else 0
        rows = np.empty((n_rows, self.engine.depth), dtype=np.uint32)
        own = Out(rows, np.empty(n_rows, dtype=np.uint32), room)
        before = self.engine.solutions
        start = perf_counter()
        status = self.engine.advance(min(node_budget, self.slice), own)
        elapsed = perf_counter() - start
        self.clock += elapsed
        if elapsed < LONG_SLICE:
            self.slice *= 2
        self.is_exhausted = status == Status.EXHAUSTED
        if n_rows:
            n_found = self.engine.solutions - before
            lengths = own.lengths[:n_found].tolist()
            self.rows += [row[:n].tolist() for row, n in zip(rows, lengths, strict=False)]

    def hand_out(self, out: Out) -> int:
        """Write the solutions found to `out`, at most `out.room`; return their number."""
        number = min(self.n_held, out.room)
        if len(out.rows):
            for k, row in enumerate(self.rows[:number]):
                out.rows[k, : len(row)] = row
                out.lengths[k] = len(row)
            del self.rows[:number]
        self.handed_out += number
        return number


class Race(BaseSolver):
    """The solver; see `sudoku.solvers.base.Solver`, and `Walker` for the first parameters.

    One race either counts or lists: what was found while counting cannot be listed later.

    Parameters
    ----------
    racers
        Names of `sudoku.solvers.registry.SOLVERS`, or of engines of `exactcover`; by default
        `RACERS`.
    """

    compiles_itself = True
    takes_seed = True

    def __init__(
        self,
        puzzle: Puzzle,
        goal: Goal = Goal.LIST,
        seed: int | None = None,
        racers: Iterable[str] | None = None,
    ) -> None:
        from sudoku.solvers.registry import load

        names = RACERS if racers is None else racers
        self._racers = [Racer(name, load(name, puzzle, goal, seed).make) for name in names]
        self._winner: Racer | None = None
        self._part = 0.0
        self.depth = max(racer.engine.depth for racer in self._racers)
        self.solutions = 0

    def choose(self, options: list[int]) -> bool:
        """Choose the clues before the race; return whether they agree."""
        return all(racer.choose(options) for racer in self._racers)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the race for at most `node_budget` nodes and `out.room` solutions."""
        before = self.nodes
        if self._winner is None:
            self._run(node_budget, out)
        if self._winner is None:
            return Status.BUDGET_SPENT
        return self._go_on(self._winner, node_budget - (self.nodes - before), out)

    def _run(self, node_budget: int, out: Out) -> None:
        """Run time slices until a solver wins, or nodes or seconds are spent."""
        last_node, end = self.nodes + node_budget, perf_counter() + LONGEST_CALL
        while True:
            racer = min(self._racers, key=lambda racer: racer.clock)
            if racer.has_answer(out):
                self._winner = racer
                return
            before = self.nodes
            if before >= last_node or perf_counter() >= end:
                return
            racer.run(last_node - before, out)
            if self.nodes == before and not racer.has_answer(out):
                return  # it has to be prepared for its next time slice

    def _go_on(self, winner: Racer, node_budget: int, out: Out) -> Status:
        """Return the solutions of the winner, and let it search for more alone."""
        number = winner.hand_out(out)
        status = Status.OUT_FULL if number == out.room else Status.EXHAUSTED
        if number < out.room and not winner.is_exhausted:
            rest = Out(out.rows[number:], out.lengths[number:], out.room - number)
            before = winner.engine.solutions
            status = winner.engine.advance(node_budget, rest)
            found = winner.engine.solutions - before
            winner.handed_out += found
            number += found
            winner.is_exhausted = status == Status.EXHAUSTED
        self.solutions += number
        return status

    @property
    def name(self) -> str:
        """The winner, or "race" as long as there is none."""
        return self._winner.name if self._winner else "race"

    @property
    def choice(self) -> list[str]:
        """The work of each solver, one in each line."""
        return [
            f"{racer.name}: {'won' if racer is self._winner else 'lost'}, "
            f"{racer.engine.nodes} nodes, {1e6 * racer.clock:.0f} us"
            for racer in self._racers
        ]

    @property
    def work(self) -> dict[str, tuple[int, float]]:
        """The nodes and the seconds of each solver, by its name."""
        return {racer.name: (racer.engine.nodes, racer.clock) for racer in self._racers}

    def prepare(self) -> None:
        """Let all solvers prepare their next time slices."""
        for racer in [self._winner] if self._winner else self._racers:
            racer.engine.prepare()

    def part_done(self) -> float:
        """Return the greatest share that a solver has done; it is below 1 until one has won."""
        racers = [self._winner] if self._winner else self._racers
        self._part = max(self._part, *(racer.engine.part_done() for racer in racers))
        return self._part

    @property
    def nodes(self) -> int:
        """The number of nodes that all solvers have visited."""
        return sum(racer.engine.nodes for racer in self._racers)

    @property
    def updates(self) -> int:
        """The work that all solvers have done."""
        return sum(racer.engine.updates for racer in self._racers)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all data that the race changes."""
        arrays = snapshots.snapshots({racer.name: racer.engine for racer in self._racers})
        for racer in self._racers:
            arrays[f"race.{racer.name}"] = np.array(
                [racer.clock, racer.slice, racer.handed_out, racer.is_exhausted]
            )
            flat, lengths = snapshots.flat(racer.rows)
            arrays |= {f"race.{racer.name}.rows": flat, f"race.{racer.name}.lengths": lengths}
        winner = self._racers.index(self._winner) if self._winner else -1
        return arrays | {"race": np.array([winner, self.solutions])}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of a race that was created with the same arguments."""
        snapshots.restore({racer.name: racer.engine for racer in self._racers}, snapshot)
        for racer in self._racers:
            key = f"race.{racer.name}"
            racer.clock, slice_, handed_out, is_exhausted = snapshot[key].tolist()
            racer.slice, racer.handed_out = int(slice_), int(handed_out)
            racer.is_exhausted = bool(is_exhausted)
            racer.rows = snapshots.lists(snapshot[f"{key}.rows"], snapshot[f"{key}.lengths"])
        winner, self.solutions = snapshot["race"].tolist()
        self._winner = None if winner < 0 else self._racers[winner]

    def check(self) -> None:
        """Raise AssertionError if an invariant of any position does not hold (slow)."""
        for racer in self._racers:
            racer.engine.check()
