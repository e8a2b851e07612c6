"""`LiveSearch`: a cover of a problem that changes, and of what is assumed about it.

Between two calls options and items come and go. What was found stays as far as it still holds:

- a cover that still is one is returned without a search;
- components in which nothing has changed keep their cover, or the knowledge that they have none;
- in the others the cover before is repaired: its options that do not meet what is uncovered stay,
  then fewer and fewer of them, before the whole component is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover.analysis.components import components
from exactcover.problem.choices import Without
from exactcover.problem.derived import find_clash, is_cover, keep_only, left_by
from exactcover.problem.problem import Problem, check_problem
from exactcover.problem.solution import Solution
from exactcover.runtime.arguments import each_of
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.search.limits import Flag, Stop
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.result import undecided
from exactcover.runtime.search.work import Work
from exactcover.runtime.text_view import TextView

REPAIRS = 3
"""How often more options of the cover before are given up, before all are."""
REPAIR_NODES = 2000
"""The most nodes of a repair."""
MOST_KNOWN = 1 << 14
"""The most components whose covers are remembered."""


@dataclass(frozen=True, slots=True)
class LiveResult(TextView):
    """The result of one call of `LiveSearch.solve`.

    Attributes
    ----------
    solution
        A cover in which the assumptions hold, or None.
    core
        If there is no such cover: assumptions that no cover meets together, though all but any one
        of them can be met where `complete` is true; empty if the problem has no cover at all. Else
        None.
    complete
        Whether the question is decided, and the core is as small as it is said to be.
    stopped
        Why not, or None.
    nodes
        How many nodes were searched.
    """

    solution: Solution | None
    core: tuple[Any, ...] | None
    complete: bool
    stopped: Stop | None
    nodes: int

    __repr__ = brief_repr

    def __bool__(self) -> bool:
        """Return whether there is a cover.

        Raises
        ------
        UndecidedError
            If the search was stopped before this was known.
        """
        if self.solution is None and self.core is None:
            raise undecided(self.stopped)
        return self.solution is not None


class LiveSearch(TextView):
    """Finds a cover of a problem again and again, while the problem and the assumptions change.

    Parameters
    ----------
    problem
        The problem at the beginning.

    Attributes
    ----------
    problem
        The problem as it is now; assign `problem.changed(...)`, or any other one.

    Examples
    --------
    >>> from exactcover import LiveSearch, Problem, Without
    >>> live = LiveSearch(Problem({"A": ["p", "q"], "B": ["r"], "C": ["q", "r"], "D": ["p"]}))
    >>> live.solve().solution
    ('A', 'B')
    >>> live.solve(["C", Without("D")]).core
    ('C', Without(option='D'))
    >>> live.problem = live.problem.changed({"E": ["p", "s"]}, remove=["A"], primary=["s"])
    >>> live.solve().solution
    ('C', 'E')
    """

    def __repr__(self) -> str:
        return f"LiveSearch({self.problem!r})"

    def __init__(self, problem: Problem) -> None:
        check_problem(problem)
        self.problem = problem
        self._last: list[Any] = []
        self._known: dict[str, tuple[int, ...] | None] = {}

    def solve(
        self,
        assumptions: Iterable[Any] = (),
        *,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> LiveResult:
        """Find one cover in which assumptions hold, or a core of those that contradict each other.

        Parameters
        ----------
        assumptions
            Options that the cover must have, in any form that `Problem.find_options` takes, and
            options that it must not have, as `Without(option)`.
        time_limit, max_nodes, cancel, progress
            As for `exactcover.solve`.

        Returns
        -------
        LiveResult
            The cover, or the core.

        Raises
        ------
        ProblemError
            If an argument is wrong, or an option is unknown.
        Interrupted
            On Ctrl-C; a `KeyboardInterrupt`.
        """
        given = list(each_of("assumptions", assumptions))
        names = [one.option if isinstance(one, Without) else one for one in given]
        options = self.problem.find_options(names)
        literals = [
            (option, not isinstance(one, Without))
            for option, one in zip(options, given, strict=True)
        ]
        run = _Run(self, time_limit, max_nodes, cancel, progress)
        with run.work.reporting():
            found = run.cover(literals)
            if found is not None:
                self._last = [_name(self.problem, option) for option in found]
                chosen = Solution(map(self.problem._option, sorted(found)))
                return LiveResult(chosen, None, True, None, run.nodes)
            if run.stopped:
                return LiveResult(None, None, False, run.stopped, run.nodes)
            core = run.core(literals)
        kept = tuple(given[k] for k in core)
        return LiveResult(None, kept, run.stopped is None, run.stopped, run.nodes)


def _name(problem: Problem, option: int) -> Any:
    """Return what an option is called after changes, too."""
    label = None if problem.labels is None else problem.labels[option]
    return option if label is None else label


Literal = tuple[int, bool]
"""An option, and whether it is chosen."""


class _Run:
    """One call: its limits, and the searches of which it is made."""

    def __init__(
        self,
        live: LiveSearch,
        time_limit: float | None,
        max_nodes: int | None,
        cancel: Flag | None,
        progress: ProgressLike | None,
    ) -> None:
        self.work = Work(time_limit, cancel, progress)
        self.nodes = 0
        self.stopped: Stop | None = None
        self._live, self._cancel, self._max_nodes = live, cancel, max_nodes

    def cover(self, literals: Sequence[Literal]) -> list[int] | None:
        """Return a cover in which literals hold; None if there is none, or a limit was reached."""
        problem = self._live.problem
        must = {option for option, is_chosen in literals if is_chosen}
        gone = {option for option, is_chosen in literals if not is_chosen}
        if must & gone or find_clash(problem, sorted(must)):
            return None
        last = self._places(problem)
        if must <= set(last) and not gone & set(last) and is_cover(problem, last):
            return last
        left = [option for option in range(problem.n_options) if option not in gone]
        rest, origin = problem, np.arange(problem.n_options)
        if gone:
            rest = problem.restrict(list(map(problem._option, left)))
            origin = np.array(left, dtype=np.int64)
        place = {int(option): k for k, option in enumerate(origin)}
        if must:
            chosen = [place[option] for option in sorted(must)]
            rest, kept = _with_chosen(rest, chosen)
            origin = origin[kept]
        found = sorted(must)
        for part in components(rest):
            own = origin[list(part.options)]
            some = self._of_part(part.problem, own, set(last))
            if some is None:
                return None
            found += own[list(some)].tolist()
        return found

    def _places(self, problem: Problem) -> list[int]:
        """Return the options of the last cover that the problem still has."""
        names = self._live._last
        if problem.labels is None:
            return [name for name in names if isinstance(name, int) and name < problem.n_options]
        known = problem._index_of_label
        return [known[name] for name in names if name in known]

    def _of_part(self, part: Problem, own: Any, last: set[int]) -> tuple[int, ...] | None:
        """Return a cover of a component; `own` are its options in the problem."""
        known = self._live._known
        if part.digest not in known:
            found = self._repaired(part, [k for k, o in enumerate(own.tolist()) if o in last])
            if found is None and self.stopped is None:
                found = self._search(part)
            if found is None and self.stopped:
                return None
            if len(known) > MOST_KNOWN:
                known.clear()
            known[part.digest] = found
        return known[part.digest]

    def _repaired(self, part: Problem, before: list[int]) -> tuple[int, ...] | None:
        """Return a cover near the one before, if some short searches find one."""
        kept: list[int] = []
        for option in before:
            if find_clash(part, [*kept, option]) is None:
                kept.append(option)
        members, owners = part.incidence.members, part.incidence.owners()
        near = np.arange(part.n_items) < part.n_primary  # the items that no option kept has
        near[members[np.isin(owners, kept)]] = False
        for _ in range(REPAIRS):
            if not kept:
                return None
            rest, origin = _with_chosen(part, kept)
            found = self._search(rest, most_nodes=REPAIR_NODES)
            if found is not None:
                return tuple(sorted([*kept, *origin[list(found)].tolist()]))
            if self.stopped:
                return None
            # Give up the options that meet an option of these items.
            touched = np.unique(owners[near[members]])
            near[members[np.isin(owners, touched)]] = True
            near[part.n_primary :] = False
            gone = set(owners[near[members]].tolist())
            kept = [option for option in kept if option not in gone]
        return None

    def _search(self, problem: Problem, most_nodes: int | None = None) -> tuple[int, ...] | None:
        """Return a cover; None if there is none, or after so many nodes, or at a limit."""
        left = None if self._max_nodes is None else max(0, self._max_nodes - self.nodes)
        is_short = most_nodes is not None and (left is None or most_nodes < left)
        found = problem.solutions(
            limit=1,
            time_limit=self.work.left,
            max_nodes=most_nodes if is_short else left,
            cancel=self._cancel,
        )
        solution = next(found, None)
        self.nodes += found.statistics.nodes
        self.work.nodes = self.nodes
        if solution is not None:
            return solution.indices
        if found.stopped and not (is_short and found.stopped is Stop.NODES):
            self.stopped = found.stopped
        return None

    def core(self, literals: Sequence[Literal]) -> list[int]:
        """Return the places of literals that contradict each other: all are needed, if not stopped.

        Larger parts are left out first.
        """
        kept, width = list(range(len(literals))), len(literals)
        if not kept or self._contradict(literals, []):
            return []
        while width > 1 and not self.stopped:
            width, place = (width + 1) // 2, 0
            while place < len(kept) and not self.stopped:
                others = kept[:place] + kept[place + width :]
                if self._contradict(literals, others):
                    kept = others
                else:
                    place += width
        return kept

    def _contradict(self, literals: Sequence[Literal], places: list[int]) -> bool:
        """Return whether it is proved that some literals contradict each other."""
        return self.cover([literals[k] for k in places]) is None and not self.stopped


def _with_chosen(problem: Problem, options: Sequence[int]) -> tuple[Problem, Any]:
    """Return what is left of a problem when options are chosen, and its options in the problem."""
    keep, is_gone, bounds = left_by(problem, options)
    return keep_only(problem, keep, is_gone, bounds), np.flatnonzero(keep)
