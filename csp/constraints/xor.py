"""Exclusive or of several conditions: an odd number of them holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csp.constraints.linear_relation import Relation
from csp.constraints.reified import LogicalRelation
from csp.model.expressions import expression, expression_list, sum_of


def xor(conditions: Iterable[Any]) -> Relation:
    """Return the constraint that an odd number of conditions holds (parity).

    Consistency: that of the remainder of the sum of the truth values.

    Parameters
    ----------
    conditions
        Constraints that can be reified, or expressions with the values 0 and 1 only.

    Returns
    -------
    Relation
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        As for `if_then`.

    Examples
    --------
    >>> from csp import Model, xor
    >>> model = Model()
    >>> bits = model.bool_vars(5)
    >>> model.post(xor(bits))
    >>> model.count()
    16
    """
    operands = expression_list(conditions, "the conditions")
    parity = sum_of(operands) % 2
    return LogicalRelation(parity, "==", expression(1), operands)
