"""The search for exact covers: what may be said about it, and covers as they are given back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Protocol, TypedDict, Unpack, cast

import numpy as np

from exactcover.arguments import check_chosen, check_problem, check_whole, generator
from exactcover.compiled.types import U32
from exactcover.engines.registry import load
from exactcover.errors import ProblemError
from exactcover.limits import Stop
from exactcover.problem.derived import find_clash
from exactcover.problem.links import Links, build
from exactcover.problem.problem import Problem
from exactcover.search.driver import Limits, Search, check_names
from exactcover.search.goal import Goal
from exactcover.search.protocol import Engine
from exactcover.search.result import Statistics

FEW = 2
"""A search with a limit as low as this is for a solution, or for the proof of its uniqueness."""
FEW_ROWS = 8
"""So few are sorted quicker one by one."""
NO_OPTION = np.uint32(0xFFFFFFFF)


class Spreading(TypedDict, total=False):
    """What can be said about where a search runs, and what is kept of it; all of it by keyword.

    Attributes
    ----------
    workers
        How many workers search; by default one for each core, if any of these is given.
    executor
        Where they are: anything with the interface of `concurrent.futures.Executor`, or a function
        that makes one; by default threads of this process.
    checkpoint
        A file that keeps all that is found. If it is there, the run goes on from it.
    resume
        The same, but it is an error if there is no such file.
    """

    workers: int | None
    executor: Executor | Callable[[], Executor] | None
    checkpoint: str | Path | None
    resume: str | Path | None


class Controls(Limits, Spreading, total=False):
    """What can be said about a search for exact covers; all of it by keyword.

    Attributes
    ----------
    limit, time_limit, max_nodes, cancel, progress
        See `exactcover.search.driver.Limits`.
    seed
        An int or a `numpy.random.Generator`: look for solutions in a random order. (The first one
        is not uniformly random among all.) By default the order follows from the problem alone.
    chosen
        Options that are taken before the search starts, given as for `Problem.find_options`.
        Every solution has them.
    method
        The engine: one of `exactcover.engines.registry.ENGINES`, or "auto".
    workers, executor, checkpoint, resume
        See `Spreading`.
    """

    seed: int | np.random.Generator | None
    chosen: Iterable[Any]
    method: str


class Searching(Protocol):
    """What the verbs do with a search: that of one engine, or one that is spread over workers."""

    complete: bool
    stopped: Stop | None
    interrupted: bool

    def count(self) -> int:
        """Search to the end, building nothing; return the number of solutions found so far."""

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end."""

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more solutions; return them as an array."""

    def end(self, why: Stop) -> None:
        """Stop the search for good, unless it has ended."""

    @property
    def statistics(self) -> Statistics:
        """What the search did so far."""


def begin(problem: Problem, goal: Goal, **controls: Unpack[Controls]) -> Searching:
    """Begin a search, in this thread or spread over workers, as the controls say."""
    check_problem(problem)
    check_names(controls, Controls)
    if is_spread(controls):
        from exactcover.parallel.cover_job import cover_run

        return cover_run(problem, goal, **controls)
    return CoverSearch(problem, goal=goal, **controls)


def is_spread(controls: Mapping[str, object]) -> bool:
    """Tell whether a search is to be spread over workers, or to keep a checkpoint."""
    return any(controls.get(name) is not None for name in Spreading.__annotations__)


INFEASIBLE = Problem((), ["an item without options"])
"""A problem without solutions."""


def _without_solution() -> Engine:
    return load("dancing_cells", INFEASIBLE)(INFEASIBLE.links)


class CoverSearch(Search):
    """One search of one problem.

    Parameters
    ----------
    problem
        What is searched; or what states it, which takes time, too. That returns the problem and
        the indices of the options that are chosen, or None where there is no cover with them.
    engine
        What makes the engine of the problem's links; by default the one that `method` names.
    goal
        What is wanted; a low limit makes it `Goal.FEW`.
    **controls
        See `Controls`.
    """

    def __init__(
        self,
        problem: Problem | Callable[[], tuple[Problem, Sequence[int]] | None],
        engine: Callable[[Links], Engine] | None = None,
        goal: Goal = Goal.LIST,
        **controls: Unpack[Controls],
    ) -> None:
        check_names(controls, Controls)
        if is_spread(controls):
            raise ProblemError("this search cannot be spread over workers, nor keep a checkpoint")
        if check_whole("limit", controls.get("limit")) <= FEW:
            goal = Goal.FEW
        seed = controls.pop("seed", None)
        rng = None if seed is None else generator(seed)
        method = controls.pop("method", "auto")
        chosen = check_chosen(controls.pop("chosen", ()))

        def made() -> Engine:
            stated = problem() if callable(problem) else (problem, problem.find_options(chosen))
            if stated is None:
                return _without_solution()
            known, options = stated
            make = engine or load(method, known, goal)
            machine = make(known.links if rng is None else build(known, rng))
            if not options or machine.choose(list(options)):
                return machine
            if callable(problem):
                return _without_solution()
            raise ProblemError(find_clash(known, options))

        limits = {name: value for name, value in controls.items() if name in Limits.__annotations__}
        super().__init__(made, name=method, **cast(Limits, limits))

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end.

        A solution is the sorted list of its options' indices.
        """
        rows, lengths = self._collect()
        if len(rows) > FEW_ROWS:
            rows, lengths = sorted_rows(rows, lengths)
            if (lengths == rows.shape[1]).all():
                return cast(list[list[int]], rows.tolist())
        return [sorted(row[:n]) for row, n in zip(rows.tolist(), lengths.tolist(), strict=True)]

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more solutions; return them as an array.

        Returns
        -------
        rows
            The sorted indices of one solution's options a row; `NO_OPTION` fills short rows up.
        lengths
            How many options each row has.
        """
        return sorted_rows(*self._collect())


def sorted_rows(rows: U32, lengths: U32) -> tuple[U32, U32]:
    """Sort every row, with `NO_OPTION` behind its end, and cut what no row needs."""
    rows[np.arange(rows.shape[1]) >= lengths[:, np.newaxis]] = NO_OPTION
    rows.sort(axis=1)
    return rows[:, : lengths.max(initial=0)], lengths
