"""All different, but for some values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from csp.model.builder import LINEAR, ON_FIXED
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, whole

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable


class AllDifferentExcept(Constraint):
    """Expressions that share no value but some; see `all_different_except`."""

    def __init__(self, expressions: Iterable[Any], shared: int | Iterable[int]) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        values = shared if isinstance(shared, Iterable) else [shared]
        self.shared = frozenset(whole(value, "a value that may be shared") for value in values)

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions."""
        for each in self.expressions:
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Compare the other values."""
        values = [each.value(value_of) for each in self.expressions]
        own = [value for value in values if value not in self.shared]
        return len(set(own)) == len(own)

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        scope = builder.numbers(self.expressions)
        builder.propagator(
            "all_different_except:all_different_except",
            scope,
            [len(self.shared), *sorted(self.shared)],
            cells=[0],
            memory=range(len(scope)),
            cost=LINEAR,
            wake=ON_FIXED,
        )

    def __repr__(self) -> str:
        return f"all_different_except({self.expressions!r}, {sorted(self.shared)})"


def all_different_except(
    expressions: Iterable[Any], shared: int | Iterable[int] = 0
) -> AllDifferentExcept:
    """Say that all expressions have different values, but for those that have a shared one.

    Consistency: the value of each variable that is fixed. O(n) time for each of n variables.

    Parameters
    ----------
    expressions
        Variables and expressions.
    shared
        The value, or the values, that several may have.

    Returns
    -------
    AllDifferentExcept
        A constraint.

    Raises
    ------
    ModelError
        If a shared value is not a whole number.

    Examples
    --------
    >>> from csp import Model, all_different_except
    >>> model = Model()
    >>> x = model.variables(3, range(3))
    >>> model.post(all_different_except(x, 0))
    >>> model.count()
    13
    """
    return AllDifferentExcept(expressions, shared)
