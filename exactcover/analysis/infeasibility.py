"""Minimal infeasible subsets: a few items that cannot be covered together.

The literature also calls it a minimal unsatisfiable subset (MUS) or an irreducible infeasible
subset (IIS). It is found by a deletion filter.

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

from exactcover.analysis.reduction import Refutation, make_consistent, reduce
from exactcover.problem.bounds import ONCE, times
from exactcover.problem.bounds_as_items import item_numbers
from exactcover.problem.choices import choice_numbers, without_left_out
from exactcover.problem.multiplicities import total_units
from exactcover.problem.option import Incidence, Item
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem, check_problem
from exactcover.refutation.certificate import Certificate
from exactcover.refutation.refute import LONG, find_certificate
from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.errors import ProblemError, UndecidedError
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, ending, stop_if_due
from exactcover.runtime.search.request import Limits, ProgressLike, Request
from exactcover.runtime.search.result import Interrupted
from exactcover.runtime.search.work import Work
from exactcover.runtime.text_view import TextView

MOST_OPTIONS, MOST_LISTED = 6, 20
"""The maximum numbers of options of an item, and of items, in the text of an `InfeasibleSubset`."""
MOST_NODES = 1 << 17
"""The nodes of all searches that prove a set to be minimal, where a certificate explains it."""


class FeasibleError(ProblemError):
    """The problem has a solution, so it has no infeasible subset."""


def explain_infeasible(
    problem: Problem,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
) -> InfeasibleSubset:
    """Find a small set of primary items that cannot be covered together.

    A deletion filter removes halves, quarters, ... and at last single items from the set of all
    primary items, as long as the others cannot be covered. A removed item becomes secondary: it may
    still be covered once, or as often as its bounds allow, but need not be. The result is minimal
    (irreducible): without any one of its items the others can be covered.

    Parameters
    ----------
    problem
        The exact-cover problem.
    time_limit, max_nodes, cancel, progress, chosen, method
        As for `exactcover.solve`; the limits hold for all searches together.

    Returns
    -------
    InfeasibleSubset
        If a limit stops a search, some items may not be needed; `unproved` names them.

    Raises
    ------
    FeasibleError
        If the problem has a solution; a `ProblemError`.
    ProblemError
        If an argument is wrong.
    UndecidedError
        If a limit stopped the search before it was known whether there is a solution.

    Notes
    -----
    Where weights of items prove that there is no solution (`exactcover.refute`), they are the
    `certificate` of the result. Then the searches which prove that no item can be left out visit at
    most 131,072 nodes together, unless `max_nodes` is given.

    For k items out of n it makes some k log(n/k) searches, most of them for problems that the
    first steps of `exactcover.reduce` refute.

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
    limits = Limits(1, time_limit, max_nodes, cancel)
    request = Request(Goal.COUNT, limits, chosen=chosen, method=method)
    watch = Work(time_limit, cancel, progress)
    with watch.reporting():
        if request.chosen:
            problem = without_left_out(problem, choice_numbers(problem, request.chosen))
        return _filter(problem, _Tests(problem, request, watch))


@dataclass(frozen=True)
class InfeasibleSubset(TextView):
    """Primary items that cannot be covered together; if possible, a minimal set of them.

    Attributes
    ----------
    items
        The items, in the order of the problem.
    unproved
        The items that may not be needed, because a limit stopped the search that decides it.
    stopped
        The limit, or None.
    certificate
        Weights of items that prove, without a search, that the problem has no solution; None if
        they are not needed or none were found. `exactcover.picture` draws them.
    """

    problem: Problem
    items: tuple[Item, ...]
    unproved: tuple[Item, ...]
    stopped: Stop | None
    certificate: Certificate | None = None

    __repr__ = brief_repr

    @cached_property
    def refutation(self) -> Refutation | Certificate | None:
        """A proof that these items cannot be covered, if there is one without a search."""
        numbers = [self.problem.items.index(item) for item in self.items]
        return reduce(_require(self.problem, numbers)).infeasible

    @property
    def is_irreducible(self) -> bool:
        """Whether it is proved that the others can be covered without any one of the items."""
        return not self.unproved

    def __str__(self) -> str:
        lines = [
            f"these {len(self.items)} items cannot be covered together:"
            if len(self.items) > 1
            else "this item cannot be covered:"
        ]
        lines += [
            f"  {item!r}{self._bounds_of(item)}, {self._options_with(item)}"
            for item in self.items[:MOST_LISTED]
        ]
        if len(self.items) > MOST_LISTED:
            lines.append(f"  ... and {len(self.items) - MOST_LISTED} more")
        if self.certificate:
            lines.append(str(self.certificate))
        if not self.certificate or len(self.items) < len(self.certificate.needed):
            lines.append(str(self.refutation or "it takes a search to see it"))
        if self.unproved:
            names = ", ".join(map(repr, self.unproved))
            lines.append(
                f"{ending(self.stopped)}, it is not known whether these are needed: {names}"
            )
        elif len(self.items) > 1:
            lines.append("without any one of them the others can be covered")
        return "\n".join(lines)

    def _bounds_of(self, item: Item) -> str:
        bounds = self.problem.bounds.get(item)
        return "" if bounds is None else f" ({times(bounds)})"

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


def _filter(problem: Problem, tests: _Tests) -> InfeasibleSubset:
    """Remove the items that are not needed, larger parts first."""
    core = tests.find_first_core(list(range(problem.n_primary)))
    if core is None:
        if tests.stopped:
            raise UndecidedError(
                f"the search was stopped ({tests.stopped.value}) before it was known whether "
                "there is a solution"
            )
        raise FeasibleError("the problem has a solution: it has no infeasible subset")
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
        raise Interrupted(_subset(problem, core, needed, None, tests)) from None
    return _subset(problem, core, needed, stopped or tests.why_over, tests)


def _subset(
    problem: Problem, core: list[int], needed: set[int], stopped: Stop | None, tests: _Tests
) -> InfeasibleSubset:
    items = problem.primary
    unproved = tuple(items[i] for i in core if i not in needed)
    return InfeasibleSubset(
        problem,
        tuple(items[i] for i in core),
        unproved,
        stopped if unproved else None,
        tests.certificate,
    )


class _Tests:
    """Decides whether items can be covered together, within the limits."""

    def __init__(self, problem: Problem, request: Request, watch: Work) -> None:
        self._problem = problem
        self._request = request
        self._watch = watch
        self._nodes_left = request.limits.max_nodes
        self._share = 1
        self.stopped: Stop | None = None
        self.certificate: Certificate | None = None

    @property
    def why_over(self) -> Stop | None:
        """Why no test decides anything any more: no time or node is left, or the flag was set."""
        if self.certificate is not None and self._nodes_left < 2:
            return Stop.NODES
        return self._watch.stop

    def find_first_core(self, items: list[int]) -> list[int] | None:
        """Return the same as `find_core` for all items, and set `certificate`."""
        try:
            if not items or _refute(self._problem) is not None:
                return self.find_core(items)
            self.certificate = find_certificate(self._problem, LONG)
        except HaltedError:
            self.stopped = self._watch.stop
            return None
        if self.certificate is None:
            return self.find_core(items)
        if self._nodes_left >= UNLIMITED:
            self._nodes_left = MOST_NODES
        self._share = 2
        return self._numbers(self._problem, self.certificate)

    def _numbers(self, problem: Problem, certificate: Certificate) -> list[int]:
        """Return the numbers of the items of a problem that a certificate needs."""
        needed = set(certificate.needed)
        return [number for number, item in enumerate(problem.primary) if item in needed]

    def find_core(self, items: list[int]) -> list[int] | None:
        """Return some of the items that cannot be covered together.

        The result is None if all can be covered, or if a limit (`stopped`) prevented the decision.
        """
        self.stopped = None
        if not items:
            return None
        try:
            stop_if_due()
            relaxed = _require(self._problem, items)
            core = _refute(relaxed)
            if core is None and self.certificate is not None:
                certificate = find_certificate(relaxed, LONG)
                core = None if certificate is None else self._numbers(relaxed, certificate)
        except HaltedError:
            self.stopped = self._watch.stop
            return None
        if core is not None:
            return [items[i] for i in core if i < len(items)]
        count = relaxed.count(
            limit=1,
            time_limit=self._watch.left / self._share,
            max_nodes=self._nodes_left // self._share,
            cancel=self._request.limits.cancel,
            method=self._request.method,
        )
        # No search may use up the limits, so that later ones can still prove something.
        self._share = 2
        self._nodes_left -= count.statistics.nodes
        self._watch.nodes += count.statistics.nodes
        if count > 0:
            return None
        self.stopped = count.stopped
        return items if count.complete else None


def _require(problem: Problem, items: list[int]) -> Problem:
    """Require only these items, and drop the options without any of them.

    The other primary items become secondary. Those that may be covered more than once stay, with 0
    as lower bound; but those that may be covered by all their options are left out.
    """
    starts, members, colours = problem.incidence
    lengths = np.diff(starts)
    is_required = np.isin(members, items)
    required_before = np.concatenate(([0], np.cumsum(is_required)))
    keep = required_before[starts[1:]] > required_before[starts[:-1]]
    kept = np.repeat(keep, lengths)
    units = problem.multiplicities
    sizes = total_units(members[kept], units[kept], problem.n_items)
    others = np.setdiff1d(np.arange(problem.n_items), items)
    most = {k: problem.bounds.get(problem.items[k], ONCE)[1] for k in others.tolist()}
    n_primary = problem.n_primary
    several = [k for k, high in most.items() if k < n_primary and 1 < high < sizes[k]]
    once = [k for k, high in most.items() if k >= n_primary or high == 1]
    order = np.array([*items, *several, *once], dtype=np.int64)
    number = np.full(problem.n_items, -1, dtype=np.int32)
    number[order] = np.arange(len(order))
    kept &= number[members] >= 0
    kept_before = np.concatenate(([0], np.cumsum(kept)))
    bounds = {problem.items[k]: (0, most[k]) for k in several}
    required = {problem.items[k] for k in items}
    bounds |= {item: pair for item, pair in problem.bounds.items() if item in required}
    labels = problem.labels
    return Problem.from_parts(
        Parts(
            tuple(problem.items[i] for i in order.tolist()),
            len(items) + len(several),
            Incidence(
                np.concatenate(([0], kept_before[starts[1:]][keep])),
                number[members[kept]],
                colours[kept],
            ),
            colour_names=problem.colour_names,
            labels=labels and tuple(labels[i] for i in np.flatnonzero(keep).tolist()),
            bounds=bounds,
            multiplicities=units[kept],
            name=problem.name,
            lattice=problem.lattice,
        )
    )


def _refute(problem: Problem) -> list[int] | None:
    """Return items that the first steps of `reduce` refute together; None if they do not."""
    state, _ = make_consistent(problem.encoded)
    from exactcover.analysis.consistency import CLASHES, DEAD, NONE, UNSUPPORTED

    links = problem.encoded.links
    if state.position[DEAD] == NONE:
        return None
    # Follow the reasons of all dropped options backwards.
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
    return sorted(set(item_numbers(problem, core)))
