"""`trace`: the steps of a search one by one, for teaching and for finding out what it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import numpy as np

from exactcover.engines.dancing_cells.cells import DEPTH, SIZE
from exactcover.engines.steered.engine import SteeredCells, steered
from exactcover.engines.steered.search import (
    BACKED_UP,
    BRANCHED,
    DEAD_END,
    FAILED,
    LEFT_OUT,
    PRUNED,
    SOLVED,
    TOOK,
)
from exactcover.engines.steered.state import CULPRIT
from exactcover.problem.choices import choice_numbers, clash_of
from exactcover.problem.links import build
from exactcover.problem.option import Item, Option
from exactcover.problem.problem import Problem, check_problem
from exactcover.problem.solution import Solution
from exactcover.runtime.arguments import UNLIMITED, check_whole
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.lazy_iterators import InTurn
from exactcover.runtime.search.limits import Flag, stop_if_due
from exactcover.runtime.search.protocol import Out
from exactcover.runtime.search.request import ProgressLike, Request, Seed
from exactcover.runtime.search.steering import HookLike, Steering
from exactcover.runtime.search.work import Work
from exactcover.runtime.text_view import TextView
from exactcover.runtime.texts import printable

Kind = Literal["branch", "choose", "leave out", "fail", "prune", "solution", "dead end", "back up"]


@dataclass(frozen=True)
class TraceStep(TextView):
    """One step of a search.

    Attributes
    ----------
    kind
        What the search did:

        - "branch": it chose `item`, of which `n_options` are left, and will try these in turn;
          if there is only one, that is forced. If the item may be covered several times, it will
          try one of these, and then to leave that out
        - "choose": it chose `option`
        - "leave out": it chose to do without `option`, or if that is None, without any further
          option of `item`; only where items have bounds
        - "fail": it tried `option`, which leaves `item` without options
        - "prune": it tried `option`, and the function ``prune=`` cut the branch
        - "solution": all items are covered, by `solution`
        - "dead end": `item` has too few options, before any was tried
        - "back up": it undid choices, down to those of the first `level` levels
    level
        How many choices were made before the step.
    item, option, n_options, solution
        See `kind`; None or 0 where a step has none.
    is_forced
        Whether a branch has only one alternative.
    """

    kind: Kind
    level: int
    item: Item | None = None
    option: Option | None = None
    n_options: int = 0
    solution: Solution | None = None
    is_forced: bool = False

    def __str__(self) -> str:
        """Return the step as a line, indented by its level.

        >>> print(TraceStep("branch", 1, "p", n_options=2))
          branch on p: 2 options
        """
        return "  " * self.level + printable(self._words())

    def _words(self) -> str:
        name = str(self.option)
        if self.option is not None and self.option.label is not None:
            name = str(self.option.label)
        match self.kind:
            case "branch" if self.is_forced:
                return f"forced by {self.item}"
            case "branch":
                noun = "option" if self.n_options == 1 else "options"
                return f"branch on {self.item}: {self.n_options} {noun}"
            case "choose":
                return f"choose {name}"
            case "leave out" if self.option is None:
                return f"no more of {self.item}"
            case "leave out":
                return f"leave out {name}"
            case "fail" if self.option is None:
                return f"too few options are left for {self.item}"
            case "fail":
                return f"not {name}: too few options are left for {self.item}"
            case "prune":
                return f"not {name}: pruned"
            case "dead end":
                return f"too few options are left for {self.item}"
        return self.kind


def trace(
    problem: Problem,
    *,
    limit: int | None = None,
    seed: Seed | None = None,
    chosen: Iterable[Any] = (),
    choose: str | HookLike | None = None,
    decide: Iterable[Any] | str | None = None,
    item_weights: Mapping[Any, float] | None = None,
    prune: HookLike | None = None,
    consistency: str | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Iterator[TraceStep]:
    """Return an iterator over the steps of a search for all solutions.

    It is the search of the engine "steered", which without the last five arguments visits the nodes
    of dancing cells in the same order.

    Parameters
    ----------
    problem
        The problem.
    limit
        The most steps; by default all.
    seed, chosen, choose, decide, item_weights, prune, consistency
        As for `exactcover.solve`.
    time_limit, cancel, progress
        As for `exactcover.solve`; what the caller does between two steps does not count.

    Returns
    -------
    Iterator[TraceStep]
        The steps; each is made when it is asked for.

    Raises
    ------
    ProblemError
        If an argument is wrong.
    UnfinishedError
        If the time limit or `cancel` stops it; also from the iterator.

    Examples
    --------
    >>> from exactcover import Problem, trace
    >>> problem = Problem({"A": ["p", "q"], "B": ["r"], "C": ["q", "r"], "D": ["p"]})
    >>> for step in trace(problem):
    ...     print(step)
    branch on p: 2 options
    choose A
      forced by r
      choose B
        solution
    back up
    choose D
      forced by q
      choose C
        solution
    """
    check_problem(problem)
    n_steps = min(check_whole("limit", limit), UNLIMITED)
    request = Request(seed=seed, chosen=chosen)
    rng = request.generator()
    work = Work(time_limit, cancel, progress)
    with work.doing("the trace"):
        links = problem.links if rng is None else build(problem, rng)
        engine = steered(problem, Steering(choose, decide, item_weights, prune, consistency))(links)
        options = choice_numbers(problem, request.chosen)
        if not engine.choose(options):
            raise ProblemError(clash_of(problem, options))
    stepper = _Stepper(problem, engine)

    def step() -> TraceStep | None:
        with work.doing("the trace"):
            stop_if_due()
            done = stepper.step()
            if done is not None:
                work.nodes += done.kind == "branch"
                work.solutions += done.kind == "solution"
            return done

    return InTurn(islice(iter(step, None), n_steps))


class _Stepper:
    """Lets an engine do one step after another, and says what each was.

    Parameters
    ----------
    problem
        The problem.
    engine
        The engine, whose search has not begun.
    """

    def __init__(self, problem: Problem, engine: SteeredCells) -> None:
        self._problem, self._engine = problem, engine
        rows = np.zeros((1, engine.depth), dtype=np.uint32)
        self._out = Out(rows, np.zeros(1, dtype=np.uint32), 1)

    def step(self) -> TraceStep | None:
        """Do the next step; return None at the end."""
        kind = _KINDS.get(self._engine.step(self._out))
        if kind is None:
            return None
        state = self._engine.state
        depth = int(state.cells.position[DEPTH])
        if kind == "solution":
            length = int(self._out.lengths[0])
            indices = sorted(self._out.rows[0, :length].tolist())
            options = [self._problem.options[index] for index in indices]
            return TraceStep(kind, depth, solution=Solution(options))
        if kind == "dead end":
            item = int((state.need > state.cells.size).argmax())
            return TraceStep(kind, depth, self._item(item))
        if kind == "back up":
            return TraceStep(kind, depth - 1)
        return self._step_of_level(kind, depth - 1)

    def _step_of_level(self, kind: Kind, level: int) -> TraceStep:
        """Return a step that was done at the last level."""
        state = self._engine.state
        first, cursor, last, skip = state.cells.levels[level].tolist()
        number = int(state.cells.item_of[state.cells.block[first]])
        item = self._item(number)
        # Then the level offers only one of the options that are left.
        may_repeat = number < len(state.bound) and state.bound[number] > 1
        if kind == "branch":
            n_left = min(skip, last) - first
            if may_repeat:
                n_left += int(state.cells.size[number] & SIZE)
            return TraceStep(kind, level, item, n_options=n_left, is_forced=last - first == 1)
        if kind == "leave out":
            return TraceStep(kind, level, item, self._option(first) if may_repeat else None)
        culprit = self._item(int(state.cells.position[CULPRIT])) if kind == "fail" else None
        return TraceStep(kind, level, culprit, None if cursor == skip else self._option(cursor))

    def _option(self, place: int) -> Option:
        """Return the option at a place of the blocks."""
        cells = self._engine.state.cells
        return self._problem.options[int(cells.option_of[cells.block[place]])]

    def _item(self, number: int) -> Item:
        """Return the item with a number in the search."""
        return self._problem.items[int(self._engine.outer[number])]


_KINDS: dict[int, Kind] = {
    BRANCHED: "branch",
    TOOK: "choose",
    LEFT_OUT: "leave out",
    FAILED: "fail",
    PRUNED: "prune",
    SOLVED: "solution",
    DEAD_END: "dead end",
    BACKED_UP: "back up",
}
