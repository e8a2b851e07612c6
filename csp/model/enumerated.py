"""Constraints and functions enumerated over all combinations of values, for other solvers."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

from csp.errors import TranslationError
from csp.model.constraint import ValueOf
from csp.model.expressions import Variable
from exactcover.runtime.search.limits import watched

MOST_COMBINATIONS = 1 << 14
"""The most combinations of values of a constraint that has to be enumerated."""


def results(
    language: str, what: Any, domains: Mapping[Variable, list[int]], ask: Callable[[ValueOf], Any]
) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield each combination of values with the result of a constraint or function for it.

    Parameters
    ----------
    language
        The name of the other solver's language, for messages.
    what
        The constraint or function, for messages.
    domains
        The values of each variable.
    ask
        Returns the result for an assignment.

    Raises
    ------
    TranslationError
        If there are too many combinations.
    """
    n = n_combinations(domains)
    if n > MOST_COMBINATIONS:
        raise TranslationError(
            f"{language} cannot express {what!r}: it has {n} combinations of values, and at most "
            f"{MOST_COMBINATIONS} are enumerated"
        )
    for values in watched(product(*domains.values())):
        # If an array has no such element, the combination is not allowed.
        with suppress(IndexError):
            yield values, ask(dict(zip(domains, values, strict=True)).__getitem__)


def n_combinations(domains: Mapping[Variable, list[int]]) -> int:
    """Return the number of combinations of the values of variables; 1 for at most one variable."""
    return prod(map(len, domains.values())) if len(domains) > 1 else 1


def no_value(variable: Variable) -> int:
    """Raise KeyError: the assignment of expressions without variables."""
    raise KeyError(variable)
