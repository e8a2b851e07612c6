"""The check of objectives, for the verbs and for the writers of texts."""

from __future__ import annotations

from typing import Any

from csp.errors import ModelError
from csp.model.expressions import Expression, expression


def objective_of(given: Any, name: str = "objective") -> Expression:
    """Return an objective as an expression, after checking it.

    Parameters
    ----------
    given
        An expression, a constraint for its truth value, or a number.
    name
        The argument, for the message.

    Raises
    ------
    ModelError
        If it is something else, such as a set or a generator of expressions.

    Examples
    --------
    >>> objective_of({1, 2})
    Traceback (most recent call last):
        ...
    csp.errors.ModelError: objective is {1, 2}: it must be an expression; minimize and maximize \
also take a list of several, the first of which counts most
    """
    try:
        return expression(given)
    except ModelError:
        raise ModelError(
            f"{name} is {given!r}: it must be an expression; minimize and maximize also take a "
            "list of several, the first of which counts most"
        ) from None
