"""The search for one solution of each class of symmetric solutions, and the number of classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil

import numpy as np

from exactcover.compiled.types import U32
from exactcover.errors import ProblemError
from exactcover.limits import HaltedError, Stop, Watch
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.protocol import UNLIMITED
from exactcover.search.request import Limits, Request
from exactcover.search.result import Statistics
from exactcover.symmetry.action import Case
from exactcover.symmetry.symmetries import Symmetries, symmetries
from exactcover.verbs.cover_search import NO_OPTION, Searching, begin

__all__ = ["ClassSearch"]


class ClassSearch:
    """A search up to symmetry; see `exactcover.verbs.cover_search.Searching`.

    Parameters
    ----------
    problem
        The problem.
    request
        The request; its `up_to` is the group, or "all".

    Attributes
    ----------
    complete
        Whether all classes were found.
    stopped
        Why the search ended before that; None while it may continue.
    interrupted
        Whether Ctrl-C ended the last call.

    Raises
    ------
    ProblemError
        If the group is that of another problem, or the request asks for what is not possible up to
        symmetry.
    """

    def __init__(self, problem: Problem, request: Request) -> None:
        _check(problem, request)
        self._watch = Watch(request.limits.time_limit, request.limits.cancel)
        self._problem = problem
        self._request = request
        self._found = 0
        self._parts: list[Statistics] = []
        self._rows = self._representatives()
        self.complete = False
        self.stopped: Stop | None = None
        self.interrupted = False

    def count(self) -> int:
        """Return the number of classes; of a search that was stopped, a lower bound."""
        if self._request.limits.limit != UNLIMITED or self._problem.has_bounds:
            while self.collect():
                pass
            return self._found
        self.interrupted = False
        total = Fraction(0)
        try:
            with self._watch.running():
                for case in self._group().cases():
                    total += case.weight * self._number(case)
                    if self.stopped or self.interrupted:
                        break
                else:
                    self.complete = True
        except HaltedError:
            self._halt()
        self._found = ceil(total)
        return self._found

    def collect(self) -> list[list[int]]:
        """Search until there are some more classes; return a solution of each, or none."""
        self.interrupted = False
        if self.stopped or self.complete:
            return []
        if self._found >= self._request.limits.limit:
            self.stopped = Stop.LIMIT
            return []
        found: list[list[int]] = []
        try:
            with self._watch.running():
                for found in self._rows:
                    if found or self.interrupted:
                        break
                else:
                    self.complete = not self.stopped
        except HaltedError:
            self._halt()
        room = self._request.limits.limit - self._found
        if len(found) > room:
            self.end(Stop.LIMIT)
        self._found += len(found[:room])
        return found[:room]

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more classes; return a solution of each as an array."""
        found = self.collect()
        lengths = np.array([len(row) for row in found], dtype=np.uint32)
        rows = np.full((len(found), lengths.max(initial=0)), NO_OPTION)
        for row, indices in zip(rows, found, strict=True):
            row[: len(indices)] = indices
        return rows, lengths

    def end(self, why: Stop) -> None:
        """Stop the search for good, unless it has ended."""
        if not self.complete and self.stopped is None:
            self.stopped = why

    @property
    def statistics(self) -> Statistics:
        """The sums over all searches of smaller problems."""
        last = self._parts[-1] if self._parts else None
        return Statistics(
            sum(part.nodes for part in self._parts),
            sum(part.updates for part in self._parts),
            self._found,
            self._watch.seconds,
            last.engine if last else self._request.method,
            last.choice if last else (),
        )

    def _group(self) -> Symmetries:
        up_to = self._request.up_to
        return up_to if isinstance(up_to, Symmetries) else symmetries(self._problem)

    def _number(self, case: Case) -> int:
        """Return the number of solutions of a smaller problem."""
        search = self._begin(case.problem, Goal.COUNT)
        found = search.count()
        self._note(search)
        return found

    def _representatives(self) -> Iterator[list[list[int]]]:
        """Yield lists of solutions, one of each class; empty lists in between."""
        group = self._group()
        for leaf in list(group.leaves()):  # from here on nothing is interrupted but the searches
            choose = group.chooser(leaf)
            # Also for counting: these solutions are looked at one by one.
            goal = self._request.goal
            search = self._begin(leaf.problem, Goal.LIST if goal is Goal.COUNT else goal)
            while (found := search.collect()) or search.interrupted:
                self.interrupted = search.interrupted
                yield [leaf.options_of(row) for row in found if choose(row)]
            self._note(search)
            if self.stopped:
                return

    def _begin(self, problem: Problem, goal: Goal) -> Searching:
        limits = self._request.limits
        nodes = sum(part.nodes for part in self._parts)
        most = limits.max_nodes
        left = most if most == UNLIMITED else max(0, most - nodes)
        limits = Limits(time_limit=self._watch.left, max_nodes=left, cancel=limits.cancel)
        request = replace(self._request, goal=goal, limits=limits, up_to=None)
        return begin(problem, request)

    def _note(self, search: Searching) -> None:
        self._parts.append(search.statistics)
        self.interrupted = search.interrupted
        if search.stopped:
            self.end(search.stopped)

    def _halt(self) -> None:
        """Note why the preparation was stopped."""
        why = self._watch.stop
        if why is None:
            self.interrupted = True
            self._rows = self._representatives()  # nothing was found yet
        else:
            self.end(why)


def _check(problem: Problem, request: Request) -> None:
    """Raise ProblemError for what is not possible up to symmetry."""
    up_to = request.up_to
    if isinstance(up_to, Symmetries):
        if up_to.problem != problem:
            raise ProblemError("up_to= has the symmetries of another problem")
    elif up_to != "all":
        raise ProblemError(f'up_to is {up_to!r}: it must be "all" or what symmetries() returns')
    if request.chosen:
        raise ProblemError(
            "chosen= and up_to= exclude each other: search problem.with_chosen(...) up to symmetry"
        )
    if request.parallel is not None and request.parallel.kept is not None:
        raise ProblemError("a search up to symmetry keeps no checkpoint")
