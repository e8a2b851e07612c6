"""The names of all propagators, a line each; what is known of one is on the card in its file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from importlib import import_module
from typing import Any, TypeAlias

from csp.cards.card import Card, card_of_user
from exactcover.runtime.search.limits import loading


class Name(str):
    """The name of a propagator: its module and its kernel, whose card is loaded at its first use.

    The card of a kernel is the constant of the same name in its file. To know a propagator by its
    name, nothing is imported.

    Examples
    --------
    >>> LESS, LESS.card.function.__name__, LESS.card.is_linear
    ('less:less', 'less', True)
    """

    @cached_property
    def card(self) -> Card:
        """What is known of the propagator."""
        module, _, kernel = self.partition(":")
        with loading():
            found: Card = getattr(import_module(f"csp.propagators.{module}"), kernel.upper())
        return found


def _named(module: str, kernel: str = "") -> Name:
    return Name(f"{module}:{kernel or module}")


Kernel: TypeAlias = Name | Callable[..., int]
"""A propagator of the library by its name, or the kernel of a user."""


def card_of(kernel: Kernel) -> Card:
    """Return what is known of a propagator."""
    return kernel.card if isinstance(kernel, Name) else _card_of_user(kernel)


@cache
def _card_of_user(kernel: Callable[..., Any]) -> Card:
    return card_of_user(kernel)


ABSOLUTE = _named("absolute")
ADAPTIVE_DOMAIN_CONSISTENCY = _named("domain_consistency", "adaptive_domain_consistency")
ALL_DIFFERENT_EXCEPT = _named("all_different_except")
CARDINALITY = _named("cardinality")
CHANNEL = _named("channel")
CIRCUIT = _named("circuit")
CLASSES = _named("classes")
CUMULATIVE = _named("cumulative")
DIFFERENCES = _named("differences")
DISJUNCTIVE = _named("disjunctive")
DOMAIN_CONSISTENCY = _named("domain_consistency")
ELEMENT = _named("element")
ELEMENT_BOUNDS = _named("element_bounds")
ENERGY = _named("energy")
EQUAL = _named("equal")
EXTREMUM = _named("extremum")
FLOW = _named("flow")
FORBIDDEN_TABLE = _named("sparse_table", "forbidden")
HALL_INTERVALS = _named("hall_intervals")
HIDDEN_SINGLES = _named("hidden_singles")
INVERSE = _named("inverse")
KNAPSACK_BOUND = _named("knapsack_bound")
LESS = _named("less")
LEXICOGRAPHIC = _named("lexicographic")
LINEAR_EQUALS = _named("linear", "equals")
LINEAR_LESS_EQUAL = _named("linear", "less_equal")
LINEAR_NOT_EQUALS = _named("linear", "not_equals")
NO_OVERLAP = _named("no_overlap")
NOGOODS = _named("nogoods")
ORDER = _named("order")
PAIRS = _named("pairs")
PRECEDENCES = _named("precedences")
PREDICATE = _named("predicate")
PRODUCT = _named("product")
RANKS = _named("ranks")
REIFIED_EQUAL = _named("reified", "equal")
REIFIED_LINEAR_EQUALS = _named("reified", "linear_equals")
REIFIED_LINEAR_LESS_EQUAL = _named("reified", "linear_less_equal")
SCALAR_PRODUCT = _named("scalar_product")
SMART_TABLE = _named("smart_table")
SPARSE_TABLE = _named("sparse_table", "table")
SUBCIRCUIT = _named("subcircuit")
SUMS = _named("sums")
SUMS_OF_DIFFERENCES = _named("sums_of_differences")
TABLE = _named("table")

NAMES = tuple(each for each in [*globals().values()] if isinstance(each, Name))
"""All propagators."""
