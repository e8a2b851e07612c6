"""Sort: one sequence in ascending order is another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import Conjunction, reified_all
from csp.constraints.reified import truth
from csp.constraints.tabulated import Numbered, check_truths
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, Variable, expression_list, sum_of

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Sort(Constraint):
    """The constraint that a sequence is another one in order; see `sort`."""

    def __init__(self, expressions: Iterable[Any], ordered: Iterable[Any]) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.ordered = expression_list(ordered, "the expressions in order")
        if len(self.expressions) != len(self.ordered):
            raise ModelError(
                f"the sequences have {len(self.expressions)} and {len(self.ordered)} expressions: "
                "they must have the same length"
            )

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of both sequences."""
        for each in (*self.expressions, *self.ordered):
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the second sequence has the values of the first in order."""
        values, ordered = (
            [each.value(value_of) for each in side] for side in (self.expressions, self.ordered)
        )
        return sorted(values) == ordered

    def build(self, builder: Builder) -> None:
        """Post the parts, and that the second sequence is in order."""
        Conjunction(self._parts(builder), "sort").build(builder)
        for one, other in zip(self.ordered, self.ordered[1:], strict=False):
            (one <= other).build(builder)

    def reify(self, builder: Builder) -> int:
        """Reify the parts, which imply that the second sequence is in order."""
        return reified_all(builder, self._parts(builder))

    def _parts(self, builder: Builder) -> list[Constraint]:
        """Return that both lists have equally many expressions up to each value."""
        own, ordered = (
            [Numbered(builder.variable_of(each)) for each in side]
            for side in (self.expressions, self.ordered)
        )
        if any(builder.is_wide(each.number) for each in (*own, *ordered)):
            return self._parts_of_places(own, ordered)
        values = {value for each in (*own, *ordered) for value in builder.values(each.number)}
        check_truths(self, 2 * len(own) * len(values))
        parts: list[Constraint] = []
        for value in sorted(values)[:-1]:
            total = sum_of(truth(each <= value) for each in own)
            n_below = Numbered(builder.variable_of(total))
            parts += [(each <= value) == (n_below > k) for k, each in enumerate(ordered)]
        return parts

    def _parts_of_places(
        self, own: Sequence[Expression], ordered: Sequence[Expression]
    ) -> list[Constraint]:
        """Return that at most k expressions are below number k in order, and more are not above.

        That does not need the values, which may be many.
        """
        check_truths(self, 2 * len(own) ** 2)
        parts: list[Constraint] = []
        for k, each in enumerate(ordered):
            parts.append(sum_of(truth(one < each) for one in own) <= k)
            parts.append(sum_of(truth(one <= each) for one in own) > k)
        return parts

    def __repr__(self) -> str:
        return f"sort({self.expressions!r}, {self.ordered!r})"


def sort(expressions: Iterable[Any], ordered: Iterable[Any]) -> Sort:
    """Return the constraint that a sequence has the values of another one in ascending order.

    Consistency: for each value, bounds of the number of expressions that are at most it. There are
    2 n d truth values for n expressions and d values.

    Parameters
    ----------
    expressions
        Variables and expressions.
    ordered
        As many, which have the same values in ascending order.

    Returns
    -------
    Sort
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the sequences have different lengths, or an expression is invalid; when it is posted, if
        there are more than 16,384 truth values.

    References
    ----------
    N. Bleuzen-Guernalec and A. Colmerauer, Narrowing a block of sortings in quadratic time, CP
    1997.

    Examples
    --------
    >>> from csp import Model, sort
    >>> model = Model()
    >>> x, y = model.variables((2, 3), range(4), name="x")
    >>> model.post(sort(x, y), y[1] == 2, x[0] == 3)
    >>> sorted({tuple(s[y].tolist()) for s in model.solutions()})
    [(0, 2, 3), (1, 2, 3), (2, 2, 3)]
    """
    return Sort(expressions, ordered)
