"""All equal: expressions that have one value."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from csp.constraints.conjunction import Conjunction
from csp.model.constraint import Constraint
from csp.model.expressions import expression_list


def all_equal(expressions: Iterable[Any]) -> Conjunction:
    """Return the constraint that all expressions have the same value.

    Consistency: domain, if no variable is in two expressions.

    Parameters
    ----------
    expressions
        Variables and expressions.

    Returns
    -------
    Conjunction
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If an expression is invalid.

    Examples
    --------
    >>> from csp import Model, all_equal
    >>> model = Model()
    >>> x = model.variables(3, range(4))
    >>> model.post(~all_equal(x))
    >>> model.count()
    60
    """
    own = expression_list(expressions, "the expressions")
    pairs: list[Constraint] = [one == other for one, other in pairwise(own)]
    if len(own) == 1:  # it must still have a value
        pairs = [own[0] <= own[0]]
    return Conjunction(pairs, f"all_equal({own!r})")
