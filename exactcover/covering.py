"""The search for exact covers: what may be said about it, and covers as they are given back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Unpack, cast

import numpy as np

from exactcover.arguments import check_whole, generator
from exactcover.derive import find_clash
from exactcover.driver import Limits, Search, check_names
from exactcover.engine import Engine
from exactcover.engines import load
from exactcover.errors import ProblemError
from exactcover.links import U32, Links, build
from exactcover.plan import Goal
from exactcover.problem import Problem

FEW = 2
"""A search with a limit as low as this is for a solution, or for the proof of its uniqueness."""
FEW_ROWS = 8
"""So few are sorted quicker one by one."""
NO_OPTION = np.uint32(0xFFFFFFFF)


class Controls(Limits, total=False):
    """What can be said about a search for exact covers; all of it by keyword.

    Attributes
    ----------
    limit, time_limit, max_nodes, cancel, progress
        See `exactcover.driver.Limits`.
    seed
        An int or a `numpy.random.Generator`: look for solutions in a random order. (The first one
        is not uniformly random among all.) By default the order follows from the problem alone.
    chosen
        Options that are taken before the search starts, given as for `Problem.find_options`.
        Every solution has them.
    method
        The engine: one of `exactcover.engines.ENGINES`, or "auto".
    """

    seed: int | np.random.Generator | None
    chosen: Iterable[Any]
    method: str


class CoverSearch(Search):
    """One search of one problem.

    Parameters
    ----------
    problem
        What is searched.
    engine
        What makes the engine of the problem's links; by default the one that `method` names.
    goal
        What is wanted; a low limit makes it `Goal.FEW`.
    **controls
        See `Controls`.
    """

    def __init__(
        self,
        problem: Problem,
        engine: Callable[[Links], Engine] | None = None,
        goal: Goal = Goal.LIST,
        **controls: Unpack[Controls],
    ) -> None:
        check_names(controls, Controls)
        if check_whole("limit", controls.get("limit")) <= FEW:
            goal = Goal.FEW
        seed = controls.pop("seed", None)
        method = controls.pop("method", "auto")
        chosen = controls.pop("chosen", ())
        make = engine or load(method, problem, goal)
        made = make(problem.links if seed is None else build(problem, generator(seed)))
        super().__init__(made, **cast(Limits, controls))
        options = problem.find_options(chosen)
        if options and not made.choose(options):
            raise ProblemError(find_clash(problem, options))

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end.

        A solution is the sorted list of its options' indices.
        """
        rows, lengths = self._collect()
        if len(rows) > FEW_ROWS:
            rows, lengths = _sorted(rows, lengths)
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
        return _sorted(*self._collect())


def _sorted(rows: U32, lengths: U32) -> tuple[U32, U32]:
    """Sort every row, with `NO_OPTION` behind its end, and cut what no row needs."""
    rows[np.arange(rows.shape[1]) >= lengths[:, np.newaxis]] = NO_OPTION
    rows.sort(axis=1)
    return rows[:, : lengths.max(initial=0)], lengths
