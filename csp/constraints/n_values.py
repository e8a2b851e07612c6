"""The number of different values (nvalue)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from csp.constraints.of_expressions import OfExpressions
from csp.constraints.reified import at_least, truth
from csp.constraints.tabulated import Numbered, check_truths
from csp.kernels.bitsets import places_of
from csp.model.constraint import ValueOf
from csp.model.expressions import Function, expression_list, sum_of

if TYPE_CHECKING:
    from csp.model.builder import Builder


class NValues(OfExpressions, Function):
    """The number of different values of expressions; see `n_values`."""

    def __init__(self, expressions: Iterable[Any]) -> None:
        self.expressions = expression_list(expressions, "the expressions")

    def value(self, value_of: ValueOf) -> int:
        """Return the number of different values."""
        return len({each.value(value_of) for each in self.expressions})

    def build(self, builder: Builder) -> int:
        """Post a truth value for each value, that it occurs; return their sum."""
        numbers = list(dict.fromkeys(map(builder.variable_of, self.expressions)))
        own = [Numbered(v) for v in numbers]
        if any(map(builder.is_wide, numbers)):
            check_truths(self, len(own) ** 2)
            occurs = [
                1 - truth(at_least(1, [each == one for one in own[:k]]))
                for k, each in enumerate(own)
            ]  # those that have a value first
        else:
            ranges = builder.unions((v, 0) for v in numbers)
            check_truths(self, len(numbers) * sum(mask.bit_count() for _, mask in ranges))
            values = [least + place for least, mask in ranges for place in places_of(mask)]
            occurs = [truth(at_least(1, [each == value for each in own])) for value in values]
        result = builder.variable_of(sum_of(occurs))
        builder.restrict(result, lambda n: min(1, len(own)) <= n <= len(own))
        return result

    def __repr__(self) -> str:
        return f"n_values({self.expressions!r})"


def n_values(expressions: Iterable[Any]) -> NValues:
    """Return an expression: the number of different values that expressions have (nvalue).

    Consistency: bounds of the sum of a truth value for each value, which is 1 if and only if the
    value occurs.

    Parameters
    ----------
    expressions
        Variables and expressions.

    Returns
    -------
    NValues
        An expression.

    Raises
    ------
    ModelError
        If an expression is invalid; when it is posted, if n expressions have d values and n d is
        more than 16,384.

    References
    ----------
    F. Pachet and P. Roy, Automatic generation of music programs, CP 1999.

    Examples
    --------
    >>> from csp import Model, n_values
    >>> model = Model()
    >>> x = model.variables(4, range(3))
    >>> model.post(n_values(x) == 2)
    >>> model.count()
    42
    """
    return NValues(expressions)
