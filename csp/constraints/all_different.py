"""All different (alldifferent), at five levels of consistency."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.tuples import are_far_apart, ranked
from csp.kernels.bitsets import places_of, signed_words
from csp.model.constraint import Constraint, ValueOf
from csp.model.differences import post_differences
from csp.model.expressions import expression_list
from csp.model.posted_records import DEAR, LINEAR, ON_BOUNDS, QUADRATIC, View, graph_scratch
from csp.propagators.registry import (
    ADAPTIVE_DOMAIN_CONSISTENCY,
    DOMAIN_CONSISTENCY,
    HALL_INTERVALS,
    HIDDEN_SINGLES,
    Name,
)

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph


class AllDifferent(OfExpressions, Constraint):
    """The constraint that all expressions have different values; see `all_different`."""

    LEVELS = ("values", "singles", "bounds", "domain", "adaptive")

    def __init__(self, expressions: Iterable[Any], level: str = "singles") -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.level = self.checked_level(level)

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the values are all different."""
        values = [each.value(value_of) for each in self.expressions]
        return len(set(values)) == len(values)

    def build(self, builder: Builder) -> None:
        """Post a group, and the propagators of the level for each independent part.

        All differences of some variables have propagators without a group.
        """
        is_cheap = self.level in ("values", "singles")
        if is_cheap and builder.takes_differences and post_differences(builder, self.expressions):
            return
        views = [builder.view(each) for each in self.expressions]
        if len(set(views)) < len(views):  # the same expression twice
            builder.is_infeasible = True
            return
        builder.all_different(views)
        post_parts(builder, views, self.level)

    def reify(self, builder: Builder) -> int:
        """Reify that all pairs differ."""
        pairs = [a != b for a, b in combinations(self.expressions, 2)]
        return reified_all(builder, pairs, self.expressions)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add that at most one expression has each value; exactly one where all values are used."""
        users: dict[int, list[int]] = {}
        for each in self.expressions:
            for value, vertex in graph.values(each).items():
                users.setdefault(value, []).append(vertex)
        is_onto = len(users) == len(self.expressions)
        for own in users.values():
            if is_onto:
                graph.exactly_one(own)
            else:
                graph.at_most_one(own)

    def __repr__(self) -> str:
        return f"all_different({', '.join(map(repr, self.expressions))})"


def all_different(expressions: Iterable[Any], level: str = "singles") -> AllDifferent:
    """Return the constraint that all expressions have different values (alldifferent).

    Parameters
    ----------
    expressions
        Variables and expressions; a variable plus a constant costs nothing extra.
    level
        The consistency, from cheap to strong:

        - "values": the value of a fixed variable is removed from the others (forward checking);
        - "singles": also, where there are as many values as expressions, a value that only one
          expression can have is assigned to it (hidden singles);
        - "bounds": also bounds consistency, by Hall intervals (Leconte);
        - "domain": domain consistency, by matching and strongly connected components (Regin);
        - "adaptive": as "singles", and as "domain" in calls that are skipped more and more often
          while they remove nothing.

    Returns
    -------
    AllDifferent
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If there is no such level, or an expression is invalid.

    Notes
    -----
    Expressions whose intervals of values do not overlap are propagated separately, and values that
    are far apart are replaced by their ranks: "singles" and "bounds" may then remove more. With a
    variable of more than a million values the level is "values".

    If the expressions are all differences of some variables, as in a Golomb ruler, and the level is
    "values" or "singles", a value is removed with which two differences of fixed variables would be
    equal. If the variables are also posted to ascend, sums of differences are bounded: they are
    sums of different numbers.

    A run takes O(n w) time for "singles", O(n^2) for "bounds" and O(n (n + d) w) at worst for
    "domain", with n expressions, d values and w words of 64 values.

    References
    ----------
    J.-C. Regin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994.
    M. Leconte, A bounds-based reduction scheme for constraints of difference, 1996.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> model = Model()
    >>> x = model.variables(3, range(3))
    >>> model.post(all_different(x))
    >>> model.count()
    6
    """
    return AllDifferent(expressions, level)


class Values:
    """Values that variables can have: bit k of the mask says whether `least + k` is one."""

    def __init__(self, least: int, mask: int) -> None:
        self.least, self.mask = least, mask
        self.greatest = least + mask.bit_length() - 1

    def __len__(self) -> int:
        return self.mask.bit_count()


def post_parts(builder: Builder, views: list[View], level: str) -> None:
    """Post the propagators of a level for each independent part of views that are a group."""
    for own in _independent_parts(builder, views):
        _post_part(builder, own, level)


def _post_part(builder: Builder, views: list[View], level: str) -> None:
    """Post the propagators of the level, which come in addition to the group."""
    if any(builder.is_wide(v) for v, _ in views):
        return
    [(least, mask)] = builder.unions(views)  # those of independent parts are one range
    values = Values(least, mask)
    if len(values) < len(views):
        builder.is_infeasible = True
        return
    if len(views) < 3 or level == "values":
        return  # with one or two views, the group alone is domain consistent
    if are_far_apart(values.least, values.greatest, len(values)):
        views, values = _ranked(builder, views, values)
    if level in ("singles", "bounds", "adaptive") and len(values) == len(views):
        _post(builder, HIDDEN_SINGLES, views, values, cost=LINEAR)
    if level == "bounds":
        scratch = 3 * len(views)
        _post(
            builder, HALL_INTERVALS, views, values, cost=QUADRATIC, wake=ON_BOUNDS, scratch=scratch
        )
    if level in ("domain", "adaptive"):
        n, n_words = len(views), -(-values.mask.bit_length() // 64)
        scratch = graph_scratch(n, n + 1, n_words) + (1 + 64) * n_words + n
        name = DOMAIN_CONSISTENCY if level == "domain" else ADAPTIVE_DOMAIN_CONSISTENCY
        memory = [*[-1] * n, 0, 0]
        _post(builder, name, views, values, cost=DEAR, scratch=scratch, memory=memory)


def _independent_parts(builder: Builder, views: list[View]) -> list[list[View]]:
    """Return the views in parts whose intervals of values do not overlap, so that they differ."""
    ends: dict[View, tuple[int, int]] = {}
    for view in views:
        low, high = builder.bounds(view.variable)
        ends[view] = low + view.offset, high + view.offset
    parts: list[list[View]] = []
    last = None
    for view in sorted(views, key=ends.__getitem__):
        low, high = ends[view]
        if last is None or low > last:
            parts.append([])
            last = high
        parts[-1].append(view)
        last = max(last, high)
    return parts


def _ranked(builder: Builder, views: list[View], values: Values) -> tuple[list[View], Values]:
    """Replace views by the ranks of their values among all values."""
    in_order = [values.least + place for place in places_of(values.mask)]
    ranks = [ranked(builder, v, [each - offset for each in in_order]) for v, offset in views]
    return [View(rank, 0) for rank in ranks], Values(0, (1 << len(in_order)) - 1)


def _post(builder: Builder, name: Name, views: list[View], values: Values, **settings: Any) -> None:
    """Post a propagator whose constants are the offsets, the span of the values, and their mask."""
    least, mask = values.least, values.mask
    builder.propagator(
        name,
        [v for v, _ in views],
        [*(offset for _, offset in views), least, mask.bit_length(), *signed_words(mask)],
        **settings,
    )
