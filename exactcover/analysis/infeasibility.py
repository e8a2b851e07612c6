"""Why is there no solution? A few items that cannot be covered together.

References
----------
U. Junker, "QuickXplain: preferred explanations and relaxations for over-constrained problems" (AAAI
2004); J. W. Chinneck, Feasibility and Infeasibility in Optimization (2008), on the deletion filter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from exactcover.analysis.reduction import Refutation, made_consistent, reduce
from exactcover.arguments import check_problem
from exactcover.errors import ProblemError, UndecidedError
from exactcover.limits import Flag, HaltedError, Stop, Watch, ending, stop_if_due
from exactcover.problem.option import Incidence, Item
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.request import Limits, Request
from exactcover.search.result import Interrupted

MOST_OPTIONS = 6
"""So many options of an item are named in the text of an `Explanation`."""


class FeasibleError(ProblemError):
    """It was asked why a problem has no solution, and it has one."""


def explain_infeasible(
    problem: Problem,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
) -> Explanation:
    """Find a small set of primary items that cannot be covered together.

    To leave an item out is to make it secondary: it may still be covered once, but need not be. In
    turn, halves, quarters, ... and single items are left out, for good where the others still
    cannot be covered. What then remains is irreducible: without any one of its items the others
    can be covered.

    Parameters
    ----------
    problem
        The exact-cover problem, without bounds on items.
    time_limit, max_nodes, cancel, chosen, method
        As for `exactcover.solve`; the limits hold for all searches together.

    Returns
    -------
    Explanation
        If a limit stops a search, items may remain that are not needed; `unproved` names them.

    Raises
    ------
    FeasibleError
        If the problem has a solution; a `ProblemError`.
    ProblemError
        If the problem has bounds, or an argument is wrong.
    UndecidedError
        If it was not found out in time whether it has.

    Notes
    -----
    For k items out of n some k log(n/k) searches are made, most of them for problems that the first
    steps of `exactcover.reduce` refute.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem({"A": ["p", "q"], "B": ["q", "r"], "C": ["s"], "D": ["q", "s"]})
    >>> print(explain_infeasible(problem))
    these 2 items cannot be covered together:
      'p', in 1 option: 'A'
      'r', in 1 option: 'B'
    item 'p' is left without options:
      'A' clashes with 'B', the only option left for 'r'
    without any one of them the others can be covered
    """
    check_problem(problem)
    if problem.has_bounds:
        raise ProblemError("explain_infeasible: items with bounds cannot be explained")
    limits = Limits(1, time_limit, max_nodes, cancel)
    request = Request(Goal.COUNT, limits, chosen=chosen, method=method)
    watch = Watch(time_limit, cancel)
    with watch.running():
        if request.chosen:
            problem = problem.with_chosen(request.chosen)
        return _filter(problem, _Tests(problem, request, watch))


@dataclass(frozen=True)
class Explanation:
    """Items that cannot be covered together.

    Attributes
    ----------
    items
        The items, in the problem's order.
    unproved
        Those of them that may not be needed, because a limit stopped the search that would tell.
    stopped
        That limit.
    """

    problem: Problem
    items: tuple[Item, ...]
    unproved: tuple[Item, ...]
    stopped: Stop | None

    @cached_property
    def refutation(self) -> Refutation | None:
        """How choosing what is forced ends, if that is enough to see it; else it took a search."""
        numbers = [self.problem.items.index(item) for item in self.items]
        return reduce(_require(self.problem, numbers)).infeasible

    @property
    def is_irreducible(self) -> bool:
        """Whether it is proved that without any one of the items the others can be covered."""
        return not self.unproved

    def __str__(self) -> str:
        lines = [
            f"these {len(self.items)} items cannot be covered together:"
            if len(self.items) > 1
            else "this item cannot be covered:"
        ]
        lines += [f"  {item!r}, {self._options_with(item)}" for item in self.items]
        lines += [str(self.refutation) if self.refutation else "it takes a search to see it"]
        if self.unproved:
            names = ", ".join(map(repr, self.unproved))
            lines.append(
                f"{ending(self.stopped)}, it is not known whether these are needed: {names}"
            )
        elif len(self.items) > 1:
            lines.append("without any one of them the others can be covered")
        return "\n".join(lines)

    def _options_with(self, item: Item) -> str:
        starts, members, _ = self.problem.incidence
        nodes = np.flatnonzero(members == self.problem.items.index(item))
        options = (np.searchsorted(starts, nodes, side="right") - 1).tolist()
        if not options:
            return "in no option"
        names = [repr(self.problem._option(option)) for option in options[:MOST_OPTIONS]]
        more = ", ..." if len(options) > MOST_OPTIONS else ""
        plural = "s" if len(options) > 1 else ""
        return f"in {len(options)} option{plural}: {', '.join(names)}{more}"


def _filter(problem: Problem, tests: _Tests) -> Explanation:
    """Leave out what is not needed, larger parts first."""
    core = tests.find_core(list(range(problem.n_primary)))
    if core is None:
        if tests.stopped:
            raise UndecidedError(
                f"the search was stopped ({tests.stopped.value}) before it was known whether "
                "there is a solution"
            )
        raise FeasibleError("the problem has a solution: there is nothing to explain")
    needed: set[int] = set() if len(core) > 1 else set(core)
    stopped: Stop | None = None
    width = len(core)
    try:
        while width > 1 and not tests.why_over:
            width = max(1, min(width, len(core)) // 2)
            place = 0
            while place < len(core) and not tests.why_over:
                part = core[place : place + width]
                smaller = tests.find_core(core[:place] + core[place + width :])
                if smaller is not None:
                    core = smaller
                    place = sum(item < part[0] for item in core)
                    continue
                stopped = tests.stopped or stopped
                if width == 1 and not tests.stopped:
                    needed.update(part)
                place += width
    except KeyboardInterrupt:
        raise Interrupted(_explanation(problem, core, needed, None)) from None
    return _explanation(problem, core, needed, stopped or tests.why_over)


def _explanation(
    problem: Problem, core: list[int], needed: set[int], stopped: Stop | None
) -> Explanation:
    items = problem.primary
    unproved = tuple(items[i] for i in core if i not in needed)
    return Explanation(
        problem,
        tuple(items[i] for i in core),
        unproved,
        stopped if unproved else None,
    )


class _Tests:
    """Tests whether items cannot be covered together, as long as the limits allow."""

    def __init__(self, problem: Problem, request: Request, watch: Watch) -> None:
        self._problem = problem
        self._request = request
        self._watch = watch
        self._nodes_left = request.limits.max_nodes
        self._share = 1
        self.stopped: Stop | None = None

    @property
    def why_over(self) -> Stop | None:
        """Whether there is no time left, or the flag was set: then no test tells anything."""
        return self._watch.stop

    def find_core(self, items: list[int]) -> list[int] | None:
        """Return some of the items that cannot be covered together.

        None if all of them can; or if that did not become known, and then `stopped` says why.
        """
        self.stopped = None
        if not items:
            return None
        try:
            stop_if_due()
            relaxed = _require(self._problem, items)
            core = _refute(relaxed)
        except HaltedError:
            self.stopped = self._watch.stop
            return None
        if core is not None:
            return [items[i] for i in core]
        count = relaxed.count(
            limit=1,
            time_limit=self._watch.left / self._share,
            max_nodes=self._nodes_left // self._share,
            cancel=self._request.limits.cancel,
            method=self._request.method,
        )
        # No search may take all, so that those after it can still prove something.
        self._share = 2
        self._nodes_left -= count.statistics.nodes
        if count > 0:
            return None
        self.stopped = count.stopped
        return items if count.complete else None


def _require(problem: Problem, items: list[int]) -> Problem:
    """Make all primary items but these secondary, and drop the options that have none of these."""
    starts, members, colours = problem.incidence
    others = np.setdiff1d(np.arange(problem.n_items), items)
    order = np.concatenate((items, others)).astype(np.int64)
    number = np.empty(problem.n_items, dtype=np.int32)
    number[order] = np.arange(problem.n_items)
    members = number[members]
    lengths = np.diff(starts)
    is_required = members < len(items)
    required_before = np.concatenate(([0], np.cumsum(is_required)))
    keep = required_before[starts[1:]] > required_before[starts[:-1]]
    kept = np.repeat(keep, lengths)
    labels = problem._labels
    return Problem._from_parts(
        tuple(problem.items[i] for i in order.tolist()),
        len(items),
        Incidence(np.concatenate(([0], np.cumsum(lengths[keep]))), members[kept], colours[kept]),
        colour_names=problem._colour_names,
        labels=labels and tuple(labels[i] for i in np.flatnonzero(keep).tolist()),
        name=problem.name,
    )


def _refute(problem: Problem) -> list[int] | None:
    """Return items which, as the first steps of `reduce` show, cannot be covered together."""
    state, _ = made_consistent(problem)
    from exactcover.analysis.consistency import CLASHES, DEAD, NONE, UNSUPPORTED

    links = problem.links
    if state.position[DEAD] == NONE:
        return None
    # Go back over the reasons of all that was dropped.
    todo = [int(state.position[DEAD])]
    core = set(todo)
    while todo:
        item = todo.pop()
        nodes = state.block[links.start[item] :][: links.size[item]]
        options = state.option_of[nodes]
        clashing = options[state.fate[options] == CLASHES]
        causes = np.concatenate(
            (
                state.cause[state.cause[clashing]],
                state.cause[options[state.fate[options] == UNSUPPORTED]],
            )
        )
        new = set(causes.tolist()) - core
        core |= new
        todo += new
    return sorted(core)
