"""Among: how many expressions have one of some values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csp.constraints.reified import truth
from csp.constraints.table import table
from csp.model.expressions import Expression, expression_list, listed, sum_of, whole


def among(expressions: Iterable[Any], values: Iterable[int]) -> Expression:
    """Return an expression: the number of expressions that have one of some values.

    Consistency: bounds of the sum of a truth value for each expression.

    Parameters
    ----------
    expressions
        Variables and expressions.
    values
        The values.

    Returns
    -------
    Expression
        An expression.

    Raises
    ------
    ModelError
        If a value is not a whole number, or an expression is invalid.

    References
    ----------
    N. Beldiceanu and E. Contejean, Introducing global constraints in CHIP, 1994.

    Examples
    --------
    >>> from csp import Model, among
    >>> model = Model()
    >>> x = model.variables(4, range(5))
    >>> model.post(among(x, [1, 3]) == 4)
    >>> model.count()
    16
    """
    rows: list[tuple[Any]]
    if isinstance(values, range):  # it may be huge, and is a condition that lists no values
        rows = [(values,)]
    else:
        rows = [(whole(value, "a value to count"),) for value in listed(values, "the values")]
    own = expression_list(expressions, "the expressions")
    return sum_of(truth(table([each], rows)) for each in own)
