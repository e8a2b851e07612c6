"""Sequence and sliding sum: bounds in every window of a sequence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csp.constraints.among import among
from csp.constraints.conjunction import Conjunction
from csp.errors import ModelError
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression, expression_list, listed, sum_of, whole


def sliding_sum(expressions: Iterable[Any], width: int, least: Any, most: Any) -> Conjunction:
    """Return the constraint that the sum of each window of a sequence is within bounds.

    Consistency: bounds for each window by itself.

    Parameters
    ----------
    expressions
        The sequence.
    width
        How many expressions that follow one another are a window; if it is more than the sequence
        has, there is no window.
    least, most
        The bounds of each sum: numbers, variables or expressions.

    Returns
    -------
    Conjunction
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the width is less than 1 or not a whole number, or an expression is invalid.

    Examples
    --------
    >>> from csp import Model, sliding_sum
    >>> model = Model()
    >>> x = model.variables(6, range(2))
    >>> model.post(sliding_sum(x, 3, 1, 2))
    >>> model.count()
    26
    """
    own = expression_list(expressions, "the expressions")
    text = f"sliding_sum({own!r}, {width}, {least!r}, {most!r})"
    return _windows(own, own, width, (least, most), text)


def sequence(
    expressions: Iterable[Any], width: int, values: Iterable[int], least: Any, most: Any
) -> Conjunction:
    """Return a constraint on the number of times that values occur in each window of a sequence.

    Consistency: bounds of the number in each window by itself.

    Parameters
    ----------
    expressions
        The sequence.
    width
        How many expressions that follow one another are a window; if it is more than the sequence
        has, there is no window.
    values
        The values that are counted.
    least, most
        The bounds of each number: numbers, variables or expressions.

    Returns
    -------
    Conjunction
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the width is less than 1 or not a whole number, or an expression is invalid.

    References
    ----------
    N. Beldiceanu and E. Contejean, Introducing global constraints in CHIP, 1994.

    Examples
    --------
    Of any three cars, at most one gets a sunroof (kinds 1 and 2):

    >>> from csp import Model, sequence
    >>> model = Model()
    >>> cars = model.variables(5, range(3))
    >>> model.post(sequence(cars, 3, [1, 2], 0, 1))
    >>> model.count()
    23
    """
    own = expression_list(expressions, "the expressions")
    counted = values if isinstance(values, range) else listed(values, "the values")
    terms = [among([each], counted) for each in own]
    text = f"sequence({own!r}, {width}, {counted!r}, {least!r}, {most!r})"
    return _windows(own, terms, width, (least, most), text)


def _windows(
    own: list[Expression],
    terms: list[Expression],
    width: int,
    bounds: tuple[Any, Any],
    text: str,
) -> Conjunction:
    """Return the constraint that the sum of each window of terms is within bounds."""
    if whole(width, "the width of a window") < 1:
        raise ModelError(f"the width of a window is {width}: it must be 1 or more")
    least, most = map(expression, bounds)
    # All expressions must have a value, also where there is no window.
    parts: list[Constraint] = [each <= each for each in (*own, least, most)]
    for first in range(len(terms) - width + 1):
        total = sum_of(terms[first : first + width])
        parts += [least <= total, total <= most]
    return Conjunction(parts, text)
