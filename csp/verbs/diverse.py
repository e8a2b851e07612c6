"""The verb that finds solutions which differ from each other in many variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from csp.errors import ModelError
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.verbs.plans import changes, variables_of
from csp.verbs.solve import solve
from exactcover.runtime.arguments import is_whole
from exactcover.runtime.formatting import brief_repr, shown
from exactcover.runtime.methods import Method
from exactcover.runtime.search.limits import Flag, Stop
from exactcover.runtime.search.protocol import UNLIMITED
from exactcover.runtime.search.request import Limits, ProgressLike, Seed
from exactcover.runtime.search.work import Work


@dataclass(frozen=True, slots=True)
class Diverse:
    """Solutions that differ from each other; see `diverse`.

    Attributes
    ----------
    solutions
        The solutions, in the order in which they were found.
    complete
        Whether it is proved that no further solution differs enough from all of these.
    stopped
        Why the search ended before that: `Stop.LIMIT` if as many were found as wanted.
    """

    solutions: tuple[Assignment, ...]
    complete: bool
    stopped: Stop | None

    __repr__ = brief_repr
    _repr_html_ = Method("csp.notebook", "diverse_html")

    def __iter__(self) -> Iterator[Assignment]:
        return iter(self.solutions)

    def __len__(self) -> int:
        return len(self.solutions)


def diverse(
    model: Model,
    n: int,
    *,
    distance: int = 1,
    among: Iterable[object] | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
) -> Diverse:
    """Find solutions of which each two have different values of several variables.

    One after the other is found, by a search for any solution that differs enough from all before.
    So there may be more of them than it finds, if others had been found first.

    Parameters
    ----------
    model
        The model.
    n
        How many solutions are wanted.
    distance
        In how many variables each two differ, at least.
    among
        The variables that count, or arrays or names of them; by default all.
    time_limit, max_nodes
        As for `solve`, for all searches together.
    cancel, progress, seed
        As for `solve`.

    Returns
    -------
    Diverse
        The solutions, and whether there is no further one.

    Raises
    ------
    ModelError, ProblemError
        If an argument is wrong.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`.

    References
    ----------
    E. Hebrard, B. Hnich, B. O'Sullivan and T. Walsh, Finding diverse and similar solutions in
    constraint programming, AAAI 2005.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> model = Model()
    >>> x = model.variables(3, range(3), name="x")
    >>> model.post(all_different(x))
    >>> found = model.diverse(4, distance=3)
    >>> [solution[x].tolist() for solution in found]
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    >>> found.complete
    True
    """
    for what, number in ("number of solutions", n), ("distance", distance):
        if not is_whole(number) or number < 1:
            raise ModelError(f"the {what} is {shown(number)}: it must be a whole number above 0")
    limits = Limits(n, time_limit, max_nodes, cancel, progress)
    own = variables_of(model, among)
    watch = Work(time_limit, cancel, progress)
    found: list[Assignment] = []
    nodes = limits.max_nodes
    with watch.reporting():
        while len(found) < n:
            result = solve(
                model,
                time_limit=watch.left,
                max_nodes=None if nodes == UNLIMITED else nodes,
                cancel=cancel,
                seed=seed,
            )
            if nodes != UNLIMITED:
                nodes = max(0, nodes - result.statistics.nodes)
            watch.nodes += result.statistics.nodes
            if result.solution is None:
                return Diverse(tuple(found), result.complete, result.stopped)
            found.append(result.solution)
            watch.solutions, watch.part = len(found), len(found) / n
            plan = {each: result.solution[each] for each in own}
            model = model.with_constraints(changes(model, plan) >= distance)
    return Diverse(tuple(found), False, Stop.LIMIT)
