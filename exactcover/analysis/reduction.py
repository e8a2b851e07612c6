"""`reduce`: make a problem smaller before its search, with the same solutions.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1 (preprocessing), and his programs
DLX-PRE and XCCDC.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import ONCE, times
from exactcover.problem.derived import keep_only
from exactcover.problem.option import Item, Option, indices_in
from exactcover.problem.problem import Problem, check_problem
from exactcover.refutation.certificate import Certificate
from exactcover.refutation.refute import LONG, find_certificate
from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.search.limits import Flag, loading, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from exactcover.runtime.text_view import TextView

if TYPE_CHECKING:
    from exactcover.analysis.consistency import State

MOST_WORK = 50_000_000
"""The maximum number of nodes that a step visits by default: a tenth of a second."""
STEP_WORK = 1 << 22
"""The number of nodes between two checks of the limits: some 20 ms."""
MOST_REASONS = 10
"""The maximum number of options in the text of a `Refutation`."""


def reduce(
    problem: Problem,
    *,
    domain_consistency: bool = False,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Reduction:
    """Remove options that are in no solution, choose those in all solutions, remove spare items.

    1. If an item has a single option, it is chosen, and all options that clash with it are removed.
    2. An option that would leave another primary item without options is removed.
    3. Of several primary items in the same options, all but one are removed.
    4. A secondary item is removed if options that clash on it also clash on another item.
    5. The arguments of `exactcover.refute` are tried on what is left.

    The first two steps are repeated until nothing changes. Equal options give different solutions,
    and all of them stay. Where items have bounds, "options" in the first two steps means as many as
    an item needs; bounds that cannot be reached become tighter, and items whose bounds always hold
    are removed if their options have other primary items.

    Parameters
    ----------
    problem
        The exact-cover problem.
    domain_consistency
        Whether to complete the first two steps, however long it takes. Every remaining option then
        has a compatible option for every primary item. By default the work is limited to some
        tenths of a second, which affects very large problems only.
    time_limit, cancel, progress
        As for `exactcover.solve`.

    Returns
    -------
    Reduction
        The smaller problem, and how its solutions become those of the whole one.

    Raises
    ------
    UnfinishedError
        If the time limit or `cancel` stops it.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem({"A": ["p", "q"], "B": ["q", "r"], "C": ["r", "s"], "D": ["r", "s"],
    ...                    "E": ["p", "r"]})
    >>> reduction = reduce(problem)
    >>> reduction.forced, list(reduction.problem)
    ((0,), ['C', 'D'])
    >>> [reduction.expand(solution) for solution in reduction.problem.solutions()]
    [(0, 2), (0, 3)]
    >>> print(reduction.log)
    1 option forced, 1 clashing, 1 unsupported, 2 items covered, 1 equal
    """
    check_problem(problem)
    max_work = UNLIMITED if domain_consistency else MOST_WORK
    with limited("the reduction", time_limit, cancel, progress):
        reduction = make_smaller(problem, max_work)
        if reduction.infeasible is None:
            return replace(reduction, infeasible=find_certificate(reduction.problem, LONG))
        return reduction


def make_smaller(problem: Problem, max_work: int = MOST_WORK) -> Reduction:
    """Return the reduction of a problem, without the arguments of `exactcover.refute`."""
    state, is_complete = make_consistent(problem.encoded, max_work)
    _release(state, max_work)
    if problem.has_bounds:
        from exactcover.analysis.bounded_reduction import bounded_reduction

        return bounded_reduction(problem, state, is_complete)
    return _reduction(problem, state, is_complete)


def make_consistent(problem: Problem, max_work: int = MOST_WORK) -> tuple[State, bool]:
    """Return the state of a problem after the first two steps, and whether they are complete.

    They stop after about `max_work` nodes.
    """
    with loading():
        from exactcover.analysis import consistency

    state = consistency.begin(problem.links)
    is_complete, limit = False, 0
    while not is_complete and limit < max_work:
        stop_if_due()
        limit = min(max_work, int(state.position[consistency.WORK]) + STEP_WORK)
        is_complete = consistency.make_consistent(state, limit)
    return state, is_complete


def _release(state: State, max_work: int) -> None:
    """Release items without effect (steps 3 and 4)."""
    with loading():
        from exactcover.analysis import consistency, release

    limit = min(UNLIMITED, int(state.position[consistency.WORK]) + max_work)
    while not release.release_items(state, STEP_WORK, limit):
        stop_if_due()


@dataclass(frozen=True)
class Log:
    """The numbers of options and items that a reduction removed.

    Attributes
    ----------
    forced, clashing, unsupported
        Options chosen; options that clash with those; options that would leave an item without
        options.
    covered, equal, free
        Items covered by the chosen options; primary items equal to one that stays; secondary items
        that cannot be violated.
    complete
        Whether the first two steps are complete.
    """

    forced: int
    clashing: int
    unsupported: int
    covered: int
    equal: int
    free: int
    complete: bool

    def __str__(self) -> str:
        options = {
            "forced": self.forced,
            "clashing": self.clashing,
            "unsupported": self.unsupported,
        }
        items = {"covered": self.covered, "equal": self.equal, "free": self.free}
        parts = [*_counts("option", options), *_counts("item", items)]
        return (", ".join(parts) or "nothing to do") + ("" if self.complete else "; not complete")


@dataclass(frozen=True)
class Refutation:
    """The reason why a problem has no solution, found without a search.

    Attributes
    ----------
    item
        The primary item that is left without options.
    reasons
        For each of its options, why it was removed.
    bounds
        How often it must be covered: at least and at most.
    """

    item: Item
    reasons: tuple[str, ...]
    bounds: tuple[int, int] = ONCE

    def __str__(self) -> str:
        if not self.reasons:
            if self.bounds != ONCE:
                return f"item {self.item!r} {self._failure}"
            return f"no option has item {self.item!r}"
        lines = [f"item {self.item!r} {self._failure}:"]
        lines += [f"  {reason}" for reason in self.reasons[:MOST_REASONS]]
        if len(self.reasons) > MOST_REASONS:
            lines.append(f"  ... and {len(self.reasons) - MOST_REASONS} more")
        return "\n".join(lines)

    @property
    def _failure(self) -> str:
        if self.bounds == ONCE:
            return "is left without options"
        return f"cannot be covered {times(self.bounds)}"


@dataclass(frozen=True, eq=False)
class Reduction(TextView):
    """A reduced problem, which can expand its solutions to those of the original.

    Attributes
    ----------
    problem
        The reduced problem. Its options keep their labels; one without a label gets its old index.
    forced
        The indices in the original problem of the options that every solution contains.
    log
        The numbers of each step.
    infeasible
        The reason why there is no solution, if the steps show it; `problem` then has none either.
        It is a `Certificate`, with weights of the items of `problem`, if the last step shows it.
    kept
        The index of each option of `problem` in the original problem.
    """

    original: Problem
    problem: Problem
    forced: tuple[int, ...]
    log: Log
    infeasible: Refutation | Certificate | None
    kept: NDArray[np.int64]

    __repr__ = brief_repr

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reduction):
            return NotImplemented
        return self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    @property
    def _value(self) -> tuple[object, ...]:
        """The value for comparing two reductions."""
        kept = tuple(self.kept.tolist())
        return self.original, self.problem, self.forced, self.log, self.infeasible, kept

    def expand(self, solution: Iterable[int | Option]) -> tuple[int, ...]:
        """Return the solution of the original problem, as sorted indices, for one of `problem`."""
        indices = indices_in(self.problem.n_options, solution)
        return tuple(sorted([*self.forced, *self.kept[indices].tolist()]))

    def __str__(self) -> str:
        before, after = (
            ", ".join([*_counts("option", {"": p.n_options}), *_counts("item", {"": p.n_items})])
            for p in (self.original, self.problem)
        )
        return f"{before} -> {after or 'nothing'}: {self.infeasible or self.log}"


def _counts(noun: str, numbers: dict[str, int]) -> list[str]:
    """Return numbers as texts that name the noun once: ``2 items equal``, ``1 free``."""
    parts = [f"{number} {word}".strip() for word, number in numbers.items() if number]
    if parts:
        number, *word = parts[0].split(" ")
        parts[0] = " ".join([number, noun + "s" * (number != "1"), *word])
    return parts


def _reduction(problem: Problem, state: State, is_complete: bool) -> Reduction:
    from exactcover.analysis import consistency as made

    n_options = Counter(state.fate.tolist())
    n_items = Counter(state.role.tolist())
    dead = int(state.position[made.DEAD])
    keep = state.fate == made.LIVE
    return Reduction(
        problem,
        keep_only(problem, keep, state.role != made.STAYS, {}),
        tuple(np.flatnonzero(state.fate == made.FORCED).tolist()),
        Log(
            n_options[made.FORCED],
            n_options[made.CLASHES],
            n_options[made.UNSUPPORTED],
            n_items[made.COVERED],
            n_items[made.EQUAL],
            n_items[made.FREE],
            is_complete,
        ),
        None
        if dead == made.NONE
        else Refutation(problem.items[dead], _reasons(problem, state, dead)),
        np.flatnonzero(keep),
    )


def _reasons(problem: Problem, state: State, item: int) -> tuple[str, ...]:
    """Return for each option of an item why it was removed."""
    from exactcover.analysis.consistency import CLASHES

    nodes = state.block[state.start[item] :][: problem.links.size[item]]
    reasons = []
    for option in sorted(state.option_of[nodes].tolist()):
        cause = int(state.cause[option])
        if state.fate[option] == CLASHES:
            forcing = problem.items[state.cause[cause]]
            why = f"clashes with {problem._option(cause)!r}, the only option left for {forcing!r}"
        else:
            why = f"would leave item {problem.items[cause]!r} without options"
        reasons.append(f"{problem._option(option)!r} {why}")
    return tuple(reasons)
