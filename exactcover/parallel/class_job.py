"""Parallel runs up to symmetry: the job whose tasks are in branches, and the run: `class_run`."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import load
from exactcover.engines.within_cost import lower_for_part
from exactcover.parallel.cover_job import (
    ASKED,
    CoverJob,
    count_narrow,
    drawn_seed,
    method_of,
    method_of_request,
    token_of,
)
from exactcover.parallel.regions import regions_of
from exactcover.portfolio.cheapest import AUTO, load_cheapest, simple_engine
from exactcover.problem.links import Links, build
from exactcover.problem.option import Option
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import Cost
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.parallel.run import Run
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import HaltedError, Stop, Watch, stop_if_due
from exactcover.runtime.search.protocol import Splittable
from exactcover.symmetry.branch import Branch
from exactcover.symmetry.engine import ClassEngine
from exactcover.symmetry.representative import Representative
from exactcover.symmetry.search import (
    ClassSearch,
    branches_of,
    check_up_to,
    costs_of,
    group_of,
    has_weights,
    most_options,
)
from exactcover.symmetry.symmetries import Symmetries
from exactcover.verbs.cover_search import STEERED, steered_engine

if TYPE_CHECKING:
    from exactcover.runtime.parallel.output import Output
    from exactcover.runtime.search.request import Request
    from exactcover.runtime.search.steering import Steering

N_LINKS = 16
"""The number of branches whose arrays a worker keeps, the last ones."""


class ClassJob(CoverJob):
    """The search for classes of covers; see `exactcover.runtime.parallel.job.Job`.

    A prefix is the number of a branch, and options of its smaller problem.

    Parameters
    ----------
    problem
        The problem. Its items have no bounds.
    method, why
        The engine of the branches, or "auto"; and why it was chosen.
    branches
        The smaller problems.
    goal
        What is asked.
    order
        How often a class is counted; 1 if classes are listed.
    seed
        The seed of the random order of the search, or None.
    max_cost, steering, token
        As for `CoverJob`.
    """

    def __init__(
        self,
        problem: Problem,
        method: str,
        why: str,
        branches: Sequence[Branch],
        goal: Goal,
        order: int = 1,
        seed: int | None = None,
        max_cost: Cost | None = None,
        steering: Steering | None = None,
        token: str = "",
    ) -> None:
        self._branches, self._goal, self._order = branches, goal, order
        self._known: OrderedDict[int, tuple[Problem, Links]] = OrderedDict()
        super().__init__(
            problem, method, why, seed=seed, max_cost=max_cost, steering=steering, token=token
        )

    def __reduce__(self) -> tuple[type[ClassJob], tuple[Any, ...]]:
        how = self._branches, self._goal, self._order, self._seed
        what = self._max_cost, self._steering, self._token
        return ClassJob, (self.problem, self.method, self.why, *how, *what)

    def facts(self) -> dict[str, Any]:
        """Return the entries that identify the job; a checkpoint of another job is refused."""
        digest = hashlib.sha256()
        for branch in self._branches:
            digest.update(repr((branch.weight, branch.action.chosen)).encode())
            generators = branch.action.group.generators
            ranks = None if branch.selector is None else branch.selector.ranks
            for array in (branch.action.options, branch.element, ranks, *generators):
                digest.update(b"" if array is None else np.asarray(array, dtype="<i8").tobytes())
        return super().facts() | {
            "method": f"{self.method} up to symmetry",
            "branches": digest.hexdigest(),
            "order": self._order,
        }

    def prefix(self, chosen: Sequence[int]) -> tuple[Any, ...]:
        """Return the options of the whole problem that a prefix has, chosen or left out."""
        if not chosen:
            return ()
        branch = self._branches[chosen[0]]
        own = chosen[1:] if branch.element is None else ()  # else it chooses cycles of options
        options, n = branch.action.options.tolist(), branch.action.problem.n_options
        left_out = [options[k - n] + self.problem.n_options for k in own if n <= k < 2 * n]
        taken = branch.action.options_of([k for k in own if k < n])
        return super().prefix([*taken, *left_out])

    def most(self) -> int:
        """Return an upper bound: all sets of options, each as often as the group has elements."""
        return self._order << self.problem.n_options

    def regions(
        self, chosen: Sequence[int], parts: Sequence[Sequence[int]]
    ) -> Iterator[Mapping[Hashable, Any]]:
        """Return the region of each part of a task: its branch, and the options of items."""
        n = len(self._branches)
        first = [part[0] if part else -1 for part in parts]
        if not chosen:
            left = list(range(first[0], n)) if parts and first[0] >= 0 else []
            if not parts or sorted(set(first)) != left:
                raise ProblemError(f"they are not the last of {n} branches")
        elif first != [chosen[0]] * len(parts):
            raise ProblemError(f"they are not of branch {chosen[0]}")
        for number, group in groupby(parts, lambda part: part[0]):
            own = [part[1:] for part in group]
            problem = self._branches[number].problem()
            for region in regions_of(problem, self._method_of(problem)).of(chosen[1:], own):
                yield {"branch": frozenset((number,)), **region}

    def engine(self, chosen: Sequence[int], bound: int | None) -> Splittable:
        """Return the engine of a task, whose search has not started."""
        return ClassEngine(
            self._branches,
            self._begin,
            most_options(self.problem),
            numbers=chosen[:1] or None,
            chosen=chosen[1:],
        )

    def _begin(self, number: int) -> CoverEngine:
        """Return the engine of a branch."""
        problem, links = self._known.get(number) or self._built(number)
        if self._steering is not None:
            return steered_engine(problem, self._steering)(links)
        method = self._method_of(problem)
        if self._max_cost is not None:
            engine = load_cheapest(method, problem)(links, None)
            chosen = costs_of(self.problem, self._branches[number])
            lower_for_part(engine, problem, links, self.problem.costs, self._max_cost, chosen)
            return engine
        return load(method, problem)(links)

    def _method_of(self, problem: Problem) -> str:
        """Return the name of the engine of a branch."""
        if self._steering is not None:
            return STEERED
        if self._max_cost is not None:
            return simple_engine(problem) if self.method == AUTO else self.method
        return method_of(problem, self._goal, self.method)[0]

    def _built(self, number: int) -> tuple[Problem, Links]:
        """Build the arrays of a branch, and keep them for its other tasks."""
        stop_if_due()
        problem = self._branches[number].problem()
        seed = self._seed
        links = problem.links if seed is None else build(problem, np.random.default_rng(seed))
        self._known[number] = problem, links
        while len(self._known) > N_LINKS:
            self._known.popitem(last=False)
        return problem, links

    def shortcut(self) -> int | None:
        """Return the sum of the weights, if the frontiers of all branches are narrow enough."""
        total = 0
        for branch in self._branches:
            problem = branch.problem()
            found = count_narrow(problem, problem.links, (), self.call_nodes)
            if found is None:
                return None
            total += branch.weight * found
        return total


class ClassRun(Run):
    """A parallel run up to symmetry, whose tasks may count each class several times.

    Attributes
    ----------
    group
        The symmetries.
    """

    def __init__(
        self,
        job: ClassJob,
        request: Request,
        group: Symmetries,
        order: int,
        *,
        may_cut_short: bool,
        output: Output | None,
    ) -> None:
        self.group, self._order = group, order
        super().__init__(job, request, may_cut_short=may_cut_short, output=output)

    @property
    def _n_found(self) -> int:
        """The number of classes; while they are counted, a lower bound."""
        return -(-super()._n_found // self._order)

    def cover(self, options: Iterable[Option]) -> Representative:
        """Return a solution with the size of its class."""
        return Representative(options, self.group)


def class_run(
    problem: Problem, request: Request, output: Output | None = None
) -> ClassRun | ClassSearch:
    """Return the parallel run that searches a problem up to symmetry, as the request says.

    If a limit stops its preparation, a search that is stopped is returned.

    Raises
    ------
    ProblemError
        If it cannot be split, or the method or the group is wrong.
    """
    check_up_to(problem, request)
    counts = has_weights(problem, request)
    goal = Goal.COUNT if counts else Goal.LIST
    method, why = method_of_request(problem, replace(request, goal=goal), None)
    limits = request.limits
    watch = Watch(limits.time_limit, limits.cancel)
    try:
        with watch.running():
            group = group_of(problem, request)
            branches = branches_of(group, request)
            order = group.order if counts else 1
    except HaltedError:
        kept = request.parallel.kept if request.parallel else None
        if output is not None and not (kept and kept.exists()):
            # An existing checkpoint continues the file, so that it must stay as it is.
            with closing(output):
                output.go_to(None)
        if watch.stop is Stop.TIME:
            request = replace(request, limits=replace(limits, time_limit=0.0))
        return ClassSearch(problem, request)
    asked = method if why == ASKED else "auto"
    job = ClassJob(
        problem,
        asked,
        why,
        branches,
        goal,
        order,
        drawn_seed(request.seed),
        request.max_cost,
        request.steering,
        token_of(request),
    )
    request = replace(request, limits=replace(limits, time_limit=watch.left))
    may_cut_short = counts and why != ASKED
    return ClassRun(job, request, group, order, may_cut_short=may_cut_short, output=output)
