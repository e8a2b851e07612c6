"""No overlap (disjunctive): tasks of which no two run at the same time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import Conjunction, reified_all
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.optional import effective
from csp.constraints.reified import at_least, negated
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, Variable, expression_list, listed
from csp.model.posted_records import DEAR, ON_BOUNDS, QUADRATIC
from csp.propagators.registry import DISJUNCTIVE, NO_OVERLAP
from exactcover.runtime.registry import find_name

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph

FEWEST = 3
"""The fewest tasks that are propagated together; fewer are only propagated in pairs."""
ANYWHERE, APART = ZERO_LENGTHS = ("anywhere", "apart")
"""Where tasks without duration may be: also during others, or only before or after them."""


class NoOverlap(OfExpressions, Constraint):
    """The constraint that tasks run one after another; see `no_overlap`."""

    def __init__(self, starts: Iterable[Any], durations: Iterable[Any]) -> None:
        self.starts = expression_list(starts, "the starts")
        self.durations = expression_list(durations, "the durations")
        self.expressions = [*self.starts, *self.durations]
        if len(self.starts) != len(self.durations):
            raise ModelError(
                f"there are {len(self.starts)} starts, but {len(self.durations)} durations"
            )

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether no two tasks run at the same time."""
        starts = [each.value(value_of) for each in self.starts]
        durations = [each.value(value_of) for each in self.durations]
        tasks = [(s, s + d) for s, d in zip(starts, durations, strict=True) if d]
        return min(durations, default=0) >= 0 and all(
            one[1] <= other[0] or other[1] <= one[0] for one, other in combinations(tasks, 2)
        )

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        starts = [builder.variable_of(each) for each in self.starts]
        durations = [builder.variable_of(each) for each in self.durations]
        for v in durations:
            builder.bound(v, least=0)
        n = len(starts)
        builder.propagator(
            NO_OVERLAP,
            [*starts, *durations],
            cost=QUADRATIC,
            wake=ON_BOUNDS,
            work=1 + n // 4,
        )
        leaves = 1 << (n - 1).bit_length()
        if n >= FEWEST:
            builder.propagator(
                DISJUNCTIVE,
                [*starts, *durations],
                [leaves],
                memory=[*range(n)] * 8,
                scratch=9 * n + 12 * leaves,
                cost=DEAR,
                wake=ON_BOUNDS,
                work=1 + n // 2,
            )

    def reify(self, builder: Builder) -> int:
        """Reify that one task of each pair ends before the other starts, or one has no duration."""
        tasks = list(zip(self.starts, self.durations, strict=True))
        parts: list[Constraint] = [duration >= 0 for duration in self.durations]
        for (s, d), (t, e) in combinations(tasks, 2):
            parts.append(at_least(1, [s + d <= t, t + e <= s, d == 0, e == 0]))
        return reified_all(builder, parts, self.starts)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the tasks, of which those of equal durations may change places."""
        if all(each.linear().is_number for each in self.durations):
            data = [(each.linear().constant,) for each in self.durations]
            graph.require(graph.tasks("no overlap", self.starts, data))
        else:
            graph.enumerate(self)

    def __repr__(self) -> str:
        return f"no_overlap({self.starts!r}, {self.durations!r})"


def no_overlap(
    starts: Iterable[Any],
    durations: Iterable[Any],
    present: Iterable[Any] | None = None,
    *,
    zero_length: Any = ANYWHERE,  # a name; `**columns(...)` would be refused for a str
) -> Constraint:
    """Return the constraint that no two tasks run at the same time (disjunctive, unary resource).

    Consistency: bounds for each pair of tasks, of which an
    optional one gets the duration 0 where it has no place before or after the other; and for sets
    of tasks edge finding, detectable precedences, and not-first and not-last. A run takes O(n^2)
    time for the pairs of n tasks, and O(n log n) for the sets.

    Parameters
    ----------
    starts
        The start of each task.
    durations
        The duration of each task: numbers or expressions, never negative.
    present
        For each task, whether it takes place: a constraint, or an expression with the values 0 and
        1 only; by default all do. One that does not may be anywhere, whatever `zero_length` says.
    zero_length
        Where a task of duration 0 may be: "anywhere"; or "apart", not during another task, as the
        strict form of other libraries has it. Each pair of tasks of which one may have that
        duration is then a constraint of its own.

    Returns
    -------
    Constraint
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the numbers of starts, durations and conditions differ, or `zero_length` is unknown.

    References
    ----------
    P. Baptiste, C. Le Pape and W. Nuijten, Constraint-based scheduling, 2001, section 2.1.3.
    P. Vilim, Global constraints in scheduling, thesis, Prague 2007, chapter 2.

    Examples
    --------
    >>> from csp import Model, maximum, no_overlap
    >>> model = Model()
    >>> s = model.variables(3, range(10), name="s")
    >>> model.post(no_overlap(s, [3, 1, 4]), s[1] >= 2)
    >>> ends = s + [3, 1, 4]
    >>> model.minimize(maximum(ends)).value
    8

    A task without duration cannot interrupt one that takes from 0 to 3:

    >>> model = Model()
    >>> x = model.variable(range(5))
    >>> model.post(no_overlap([0, x], [3, 0], zero_length="apart"))
    >>> [solution[x] for solution in model.solutions()]
    [0, 3, 4]
    """
    where = find_name("zero length", zero_length, ZERO_LENGTHS, ModelError)
    given = expression_list(durations, "the durations")
    conditions = None if present is None else listed(present, "the conditions of tasks")
    whole = NoOverlap(starts, effective(given, conditions))
    if where == ANYWHERE:
        return whole
    absent = [[] if conditions is None else [negated(conditions[k])] for k in range(len(given))]
    tasks = list(zip(whole.starts, given, absent, strict=True))
    pairs = [
        at_least(1, [s + d <= t, t + e <= s, *away, *gone])
        for (s, d, away), (t, e, gone) in combinations(tasks, 2)
        if _may_be_zero(d) or _may_be_zero(e)
    ]
    text = f"no_overlap({whole.starts!r}, {given!r}, {conditions!r}, zero_length='apart')"
    return Conjunction([whole, *pairs], text)


def _may_be_zero(duration: Expression) -> bool:
    """Return whether a duration may be 0, as far as can be seen without building it."""
    if isinstance(duration, Variable):
        return duration.may_be(0)
    linear = duration.linear()
    return not linear.is_number or not linear.constant
