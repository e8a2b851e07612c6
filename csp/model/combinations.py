"""Constraints and functions by all combinations of values, for those who know no other way."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

from csp.errors import TranslationError
from csp.model.constraint import ValueOf
from csp.model.expressions import Variable
from exactcover.limits import watched

MOST_COMBINATIONS = 1 << 14
"""A constraint that has to be enumerated may have so many combinations of values."""


def results(
    language: str, what: Any, domains: Mapping[Variable, list[int]], ask: Callable[[ValueOf], Any]
) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Go through all combinations of values; yield each, with what is made of it.

    Raises
    ------
    TranslationError
        If there are too many to say `what` in a language by them.
    """
    n = prod(map(len, domains.values()))
    if n > MOST_COMBINATIONS and len(domains) > 1:
        raise TranslationError(
            f"{language} cannot say {what!r}: it would have to try {n} combinations, "
            f"and at most {MOST_COMBINATIONS} are"
        )
    for values in watched(product(*domains.values())):
        # An array may have no such element: then the combination is not allowed.
        with suppress(IndexError):
            yield values, ask(dict(zip(domains, values, strict=True)).__getitem__)


def no_value(variable: Variable) -> int:
    """Stand in for values where no variable should be asked for one."""
    raise KeyError(variable)
