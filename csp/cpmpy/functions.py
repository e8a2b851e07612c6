"""The global functions of CPMpy by name, each translated by a function of its expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from csp.constraints.among import among
from csp.constraints.cardinality import count_of
from csp.constraints.element import element
from csp.constraints.extremum import maximum, minimum
from csp.constraints.n_values import n_values
from csp.constraints.truncated import truncated_quotient, truncated_remainder

if TYPE_CHECKING:
    from csp.cpmpy.terms import Terms

Translate = Callable[["Terms", Any], Any]


def _of_numbers(function: Callable[[list[Any]], Any]) -> Translate:
    """Return the translation of a function of a list of numbers."""
    return lambda terms, given: function(terms.numbers(given.args))


def _nd_element(terms: Terms, given: Any) -> Any:
    array, *indices = given.args
    return element(terms.numbers(array), *terms.numbers(indices))


def _of_values(function: Callable[[list[Any], list[int]], Any]) -> Translate:
    """Return the translation of a function of numbers, and constants."""
    return lambda terms, given: function(terms.numbers(given.args[0]), [*map(int, given.args[1])])


FUNCTIONS: dict[str, Translate] = {
    "min": _of_numbers(minimum),
    "max": _of_numbers(maximum),
    "abs": _of_numbers(lambda own: abs(own[0])),
    "mul": _of_numbers(lambda own: own[0] * own[1]),
    "div": _of_numbers(lambda own: truncated_quotient(*own)),
    "mod": _of_numbers(lambda own: truncated_remainder(*own)),
    "pow": _of_numbers(lambda own: own[0] ** own[1]),
    "element": _of_numbers(lambda own: element(*own)),
    "nd_element": _nd_element,
    "count": _of_numbers(lambda own: count_of(*own)),
    "among": _of_values(among),
    "nvalue": _of_numbers(n_values),
    # With the value among them, which then is not counted.
    "nvalue_except": _of_numbers(lambda own: n_values([*own[0], own[1]]) - 1),
}
