"""The engine "auto": engines that take turns, until one of them finishes the search.

Which engine suits a problem best shows only when it runs. So a search begins with one that costs
nothing to set up; if that has not finished after its stretch, the next one of the plan takes over
(`exactcover.portfolio.schedule`). An engine may give up, and one that comes to its turn again goes
on where it stood.

Each searches by itself, and so comes to solutions that others have found. Those that were handed
out are dropped. Where they are only counted, the most that any engine has found is what is known:
a lower bound, until one of them finishes and it is exact.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.types import U32
from exactcover.errors import GaveUpError
from exactcover.limits import HaltedError
from exactcover.portfolio.composite import Composite, flat, lists, restore, snapshots
from exactcover.portfolio.schedule import Leg, Plan, Question, Task, legs
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.protocol import UNLIMITED, Engine, Out, Status

Key = tuple[int, ...]
"""A solution: the sorted indices of its options."""


class Turn(NamedTuple):
    """A turn that an engine had."""

    engine: str
    why: str
    n_found: int
    """How many solutions were known when it began."""
    gave_up: bool
    """Whether the engine before it had given up."""


class Relay(Composite):
    """The engine; see `exactcover.search.protocol.Engine`.

    Parameters
    ----------
    links
        The problem, laid out.
    problem
        The problem itself, on whose shape the plan depends.
    goal
        What is wanted of the search.
    plan
        Which engines take turns, and for how long.
    """

    def __init__(
        self,
        links: Links,
        problem: Problem,
        goal: Goal,
        plan: Callable[[Task], Plan] = legs,
    ) -> None:
        self.depth = links.depth
        self.solutions = 0
        self._links = links
        self._problem = problem
        self._chosen: list[int] = []
        self._engines: dict[str, Engine] = {}
        self._turns: list[Turn] = []
        self._handed_out: set[Key] = set()
        # What was handed out in this turn, while another engine may come to it.
        self._fresh: list[tuple[U32, U32]] = []
        self._part = 0.0
        self._gave_up = False
        # What the plan yielded last and was not dealt with yet, and the answer that it waits for.
        self._next: Leg | Question | None = None
        self._answer: Any = None
        self._plan = plan(
            Task(
                problem,
                goal,
                is_whole=lambda: not self._chosen and links is problem.links,
                n_found=lambda: self.solutions,
                gave_up=lambda: self._gave_up,
                chosen=lambda: self._chosen,
            )
        )
        self._take_turn()

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Return None: there is an engine for every problem."""
        return None

    @property
    def name(self) -> str:
        """The name of the engine whose turn it is."""
        return self._engine.name

    @property
    def nodes(self) -> int:
        """How many nodes all engines have visited."""
        return self._engine.nodes + self._nodes_of_others

    @property
    def updates(self) -> int:
        """How much work all engines have done."""
        return self._engine.updates + self._updates_of_others

    def part_done(self) -> float:
        """Return the most that any engine has done."""
        self._part = max(self._part, self._engine.part_done())
        return self._part

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins; tell whether they agree."""
        self._chosen.extend(options)
        return self._engine.choose(options)

    def prepare(self) -> None:
        """Let the next engine take over, if the last one's stretch is spent.

        This takes as long as it takes to make it. If that is halted it is tried again when the
        search goes on; so long this relay's budget is spent at once.
        """
        if self._is_spent:
            with suppress(HaltedError):
                self._take_turn()
        elif self._inner:
            self._inner.prepare()

    def _take_turn(self) -> None:
        """Begin the next leg of the plan: make its engine, and only then change anything else."""
        leg = self._next_leg()
        if leg.engine not in self._engines:
            engine = leg.make(self._links)
            if self._chosen:
                engine.choose(self._chosen)
            self._engines[leg.engine] = engine
        goes_on_alone = self._turns and leg.engine == self.name and not leg.is_bounded
        if goes_on_alone:
            self._fresh.clear()
        self._note_fresh()
        self._turns.append(Turn(leg.engine, leg.why, self.solutions, self._gave_up))
        self._gave_up = False
        self._leg, self._next = leg, None
        self._engine = self._engines[leg.engine]
        self._count_others()
        self._inner = self._engine if isinstance(self._engine, Composite) else None
        self._last_node = self._engine.nodes + leg.nodes
        self._last_update = self._engine.updates + leg.updates
        self._is_spent = False

    def _next_leg(self) -> Leg:
        """Ask the plan for its next leg, and answer the questions that come before it."""
        while not isinstance(self._next, Leg):
            if self._next is not None:
                self._answer = self._next()
            self._next = self._plan.send(self._answer)
            self._answer = None
        return self._next

    def _count_others(self) -> None:
        """Note what the engines have done whose turn it is not."""
        others = [self._engines[name] for name in self._engines if name != self._turns[-1].engine]
        self._nodes_of_others = sum(engine.nodes for engine in others)
        self._updates_of_others = sum(engine.updates for engine in others)

    @property
    def choice(self) -> list[str]:
        """For every turn that an engine had: which one, and why; a line each."""
        lines = []
        for turn in self._turns:
            lines.append(f"{turn.engine}: {turn.why}")
            engine = self._engines[turn.engine]
            if isinstance(engine, Composite):
                lines += [f"  {line}" for line in engine.choice]
        return lines

    def advance(self, node_budget: int, out: Out) -> Status:
        """Search on, for at most `node_budget` nodes and `out.room` solutions."""
        self.prepare()
        if self._is_spent:
            return Status.BUDGET_SPENT
        engine = self._engine
        nodes = min(node_budget, self._last_node - engine.nodes)
        if self._leg.updates < UNLIMITED:
            # As many as the updates that are left suffice for, if nodes are as they were.
            left = max(0, self._last_update - engine.updates)
            pace = engine.nodes / engine.updates if engine.updates else 0.001
            nodes = min(nodes, 1 + int(left * pace))
        try:
            status = self._list(nodes, out) if len(out.rows) else self._count(nodes, out)
        except GaveUpError as reason:
            turn = self._turns[-1]
            self._turns[-1] = turn._replace(why=f"{turn.why}; it gave up: {reason}")
            self._is_spent = self._gave_up = True
            return Status.BUDGET_SPENT
        if status == Status.BUDGET_SPENT:
            self._is_spent = engine.nodes >= self._last_node or engine.updates >= self._last_update
        return status

    def _count(self, nodes: int, out: Out) -> Status:
        """Count on; what others have counted does not take up room."""
        engine = self._engine
        room = out.room
        if room < UNLIMITED:
            room += self.solutions - engine.solutions
        status = engine.advance(nodes, out._replace(room=room))
        self.solutions = max(self.solutions, engine.solutions)
        return status

    def _list(self, nodes: int, out: Out) -> Status:
        """Find solutions, and keep in `out` those that were not handed out before."""
        engine = self._engine
        before = engine.solutions
        may_repeat = len(self._handed_out) > before
        status = engine.advance(nodes, out)
        found = engine.solutions - before
        if may_repeat:
            found = self._drop_repeats(out, found)
        elif found and self._leg.is_bounded:
            self._fresh.append((out.rows[:found].copy(), out.lengths[:found].copy()))
        self.solutions += found
        return status

    def _drop_repeats(self, out: Out, found: int) -> int:
        """Close ranks in `out` where a solution was handed out before; return how many are left."""
        kept = 0
        for k in range(found):
            key = _key(out.rows[k], out.lengths[k])
            if key not in self._handed_out:
                self._handed_out.add(key)
                out.rows[kept] = out.rows[k]
                out.lengths[kept] = out.lengths[k]
                kept += 1
        return kept

    def _note_fresh(self) -> None:
        for rows, lengths in self._fresh:
            self._handed_out.update(map(_key, rows, lengths))
        self._fresh.clear()

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        self._note_fresh()
        options, lengths = flat(sorted(self._handed_out))
        ends = [self._last_node, self._last_update, self._is_spent]
        own = {
            "reasons": np.array([turn.why for turn in self._turns]),
            "n_found": np.array([hex(turn.n_found) for turn in self._turns]),
            "gave_up": np.array([turn.gave_up for turn in self._turns] + [self._gave_up]),
            "ends": np.array(ends, dtype=np.uint64),
            "solutions": np.array(hex(self.solutions)),
            "part": np.array(self._part),
            "handed_out": options,
            "lengths": lengths,
        }
        return own | snapshots(self._engines)

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another engine of the same links stood when it made the snapshot."""
        # The plan depends on what was found; what the engines did follows from their snapshots.
        *gave_up, gives_up = snapshot["gave_up"].tolist()
        had = list(zip(snapshot["n_found"].tolist(), gave_up, strict=True))
        for n_found, had_given_up in had[len(self._turns) :]:
            self.solutions, self._gave_up = int(n_found, 16), had_given_up
            self._take_turn()
        self._gave_up = gives_up
        reasons = snapshot["reasons"].tolist()
        self._turns = [t._replace(why=w) for t, w in zip(self._turns, reasons, strict=True)]
        self._last_node, self._last_update, is_spent = snapshot["ends"].tolist()
        self._is_spent = bool(is_spent)
        self.solutions = int(snapshot["solutions"].item(), 16)
        self._part = float(snapshot["part"])
        self._handed_out = set(map(tuple, lists(snapshot["handed_out"], snapshot["lengths"])))
        restore(self._engines, snapshot)
        self._count_others()

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        for engine in self._engines.values():
            engine.check()


def _key(row: U32, length: int) -> Key:
    return tuple(sorted(row[:length].tolist()))
