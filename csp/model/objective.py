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


def one_objective(language: str, minimize: Any, maximize: Any) -> tuple[str, Any]:
    """Return the goal and the objective of a text: an expression, or None for "satisfy".

    Parameters
    ----------
    language
        The name of the language, for messages.
    minimize, maximize
        What was given to the writer; a list of objectives may have one only.

    Raises
    ------
    ModelError
        If several objectives are given, or one that is no expression.

    Examples
    --------
    >>> one_objective("OPB", None, None), one_objective("OPB", None, [7])
    (('satisfy', None), ('maximize', 7))
    """
    if minimize is not None and maximize is not None:
        raise ModelError("minimize and maximize are given: give one objective")
    goal, wanted = ("minimize", minimize) if maximize is None else ("maximize", maximize)
    if wanted is None:
        return "satisfy", None
    if isinstance(wanted, list | tuple):
        if len(wanted) != 1:
            raise ModelError(f"{language} has one objective, but the model has {len(wanted)}")
        (wanted,) = wanted
    return goal, objective_of(wanted, goal)
