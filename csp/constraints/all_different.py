"""All different."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from csp.constraints.tuples import are_far_apart, ranked
from csp.kernels.bitsets import mask_of
from csp.model.builder import DEAR, LINEAR, ON_BOUNDS, QUADRATIC, View, graph_scratch, signed_words
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable


class AllDifferent(Constraint):
    """Expressions that all have different values; see `all_different`."""

    LEVELS = ("values", "singles", "bounds", "domain", "adaptive")

    def __init__(self, expressions: Iterable[Any], level: str = "singles") -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.level = self.checked_level(level)

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions."""
        for each in self.expressions:
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Compare the values."""
        values = [each.value(value_of) for each in self.expressions]
        return len(set(values)) == len(values)

    def build(self, builder: Builder) -> None:
        """Post a group, and what else the level asks for."""
        views = [builder.view(each) for each in self.expressions]
        if len(set(views)) < len(views):  # the same expression stands there twice
            builder.is_infeasible = True
            return
        builder.differ(views)
        for own in _apart(builder, views):
            self._build(builder, own)

    def _build(self, builder: Builder, views: list[View]) -> None:
        """Post what the level asks for, beside the group."""
        values = {value + offset for v, offset in views for value in builder.values(v)}
        if len(values) < len(views):
            builder.is_infeasible = True
            return
        if len(views) < 3 or self.level == "values":
            return  # with one or two, the group alone removes all that can be
        if are_far_apart(min(values), max(values), len(values)):
            views, values = _ranked(builder, views, values)
        if self.level in ("singles", "bounds", "adaptive") and len(values) == len(views):
            _post(builder, "hidden_singles:hidden_singles", views, values, cost=LINEAR)
        if self.level == "bounds":
            scratch = 3 * len(views)
            name = "hall_intervals:hall_intervals"
            _post(builder, name, views, values, cost=QUADRATIC, wake=ON_BOUNDS, scratch=scratch)
        if self.level in ("domain", "adaptive"):
            n, n_words = len(views), -(-(max(values) - min(values) + 1) // 64)
            scratch = graph_scratch(n, n + 1, n_words) + (1 + 64) * n_words + n
            name = "domain_consistency" if self.level == "domain" else "when_it_pays"
            name, memory = f"domain_consistency:{name}", [*[-1] * n, 0, 0]
            _post(builder, name, views, values, cost=DEAR, scratch=scratch, memory=memory)

    def __repr__(self) -> str:
        return f"all_different({', '.join(map(repr, self.expressions))})"


def all_different(expressions: Iterable[Any], level: str = "singles") -> AllDifferent:
    """Say that all expressions have different values.

    Parameters
    ----------
    expressions
        Variables and expressions; a variable plus a constant costs nothing extra.
    level
        What is removed, from cheap to strong:

        - "values": the value of each variable that is fixed;
        - "singles": where there are as many values as expressions, also all others of a variable
          that alone can have a value (hidden singles);
        - "bounds": bounds consistency: what lies in a Hall interval of others, at either end;
        - "domain": domain consistency: every value that no solution of this constraint has;
        - "adaptive": as "singles", and as "domain" as often as something comes of that.

    Returns
    -------
    AllDifferent
        A constraint.

    Raises
    ------
    ModelError
        If there is no such level.

    Notes
    -----
    Expressions of which no value lies between those of others are looked at apart, and values that
    are far apart by their ranks: "singles" and "bounds" may then remove more.

    A run takes O(n w) time for "singles", O(n^2) for "bounds" and O(n (n + d) w) at worst for
    "domain", with n expressions, d values and w words of 64 values.

    References
    ----------
    J.-C. Regin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994.

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


def _apart(builder: Builder, views: list[View]) -> list[list[View]]:
    """Part the expressions where no value of one lies between those of another: these differ."""
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


def _ranked(builder: Builder, views: list[View], values: set[int]) -> tuple[list[View], set[int]]:
    """Replace expressions by the ranks of their values among those of all."""
    in_order = sorted(values)
    ranks = [ranked(builder, v, [each - offset for each in in_order]) for v, offset in views]
    return [View(rank, 0) for rank in ranks], set(range(len(in_order)))


def _post(
    builder: Builder, name: str, views: list[View], values: set[int], **settings: Any
) -> None:
    """Post a propagator, which gets the offsets, the span of the values, and a mask of them."""
    least = min(values)
    mask = mask_of(value - least for value in values)
    builder.propagator(
        name,
        [v for v, _ in views],
        [*(offset for _, offset in views), least, mask.bit_length(), *signed_words(mask)],
        **settings,
    )
