"""Comparisons of elements that share an index, value by value of the index.

With `after = element(time, x)` and `way = element(lengths, x)`, the sum `time[0] + way <= after`
says little while x is open: the bounds of `way` and of `after` are those of any place. For each
place k, x = k implies `time[0] + lengths[k] <= time[k]`, which excludes places that cannot be
reached in time. These comparisons follow from what is posted; they are posted when a search is
built.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from csp.cards.linear_comparisons import Comparison
from csp.constraints.element import Element
from csp.model.expressions import Variable
from csp.model.linear import post_implied
from csp.model.posted_records import LINEAR, Propagator
from csp.propagators.registry import (
    CHANNEL,
    ELEMENT,
    ELEMENT_BOUNDS,
)

if TYPE_CHECKING:
    from csp.model.builder import Builder

MOST_VALUES = 32
"""The most values of an index."""
MOST_SCANNED = 1 << 14
"""Nothing is looked at if there are more propagators: that would take a millisecond."""
FEWEST_SHARED = 2
"""The fewest elements with the same index: bounds of one say as much as it does."""


class Chosen(NamedTuple):
    """A variable that equals an element: of an array of variables, or of numbers."""

    index_variable: int
    variables: list[int] | None
    numbers: list[int] | None


def post_comparisons_by_index(builder: Builder) -> bool:
    """Post what comparisons say for each value of an index that several of their terms share.

    Return whether there are such comparisons.
    """
    posted = [*builder.posted]
    arrays = [each for each in posted if each.function in (ELEMENT, ELEMENT_BOUNDS)]
    if not arrays or len(posted) > MOST_SCANNED:
        return False
    chosen = _chosen(builder, arrays)
    bits: dict[int, dict[int, int]] = {}
    for comparison in _comparisons(posted, chosen):
        for index, elements in _shared(builder, comparison, chosen):
            if index not in bits:
                bits[index] = _bits(builder, index)
            for k, bit in bits[index].items():
                _post(builder, comparison, elements, k, bit)
    return bool(bits)


def _chosen(builder: Builder, arrays: list[Propagator]) -> dict[int, Chosen]:
    """Return the variables that equal elements of arrays: of numbers, or of variables."""
    found = {}
    for function, v in builder.built_functions():
        if not isinstance(function, Element) or type(function.index) is not Variable:
            continue
        if function.numbers is not None:
            found[v] = Chosen(function.index.index, None, function.numbers)
    for each in arrays:
        index, result, *array = each.scope
        found[result] = Chosen(index, array, None)
    return found


def _comparisons(posted: list[Propagator], chosen: dict[int, Chosen]) -> Iterator[Comparison]:
    """Yield the comparisons that have several elements; an equation is two of them."""
    for each in posted:
        card, scope = each.card, each.scope
        if card.is_linear and sum(v in chosen for v in scope) >= FEWEST_SHARED:
            yield from card.comparisons(scope, each.constants)


def _shared(
    builder: Builder, comparison: Comparison, chosen: dict[int, Chosen]
) -> Iterator[tuple[int, dict[int, Chosen]]]:
    """Yield each index of several terms, with these, if the comparison is worth posting for it."""
    by_index: dict[int, dict[int, Chosen]] = {}
    for v in comparison.terms:
        if v in chosen:
            by_index.setdefault(chosen[v].index_variable, {})[v] = chosen[v]
    for index, elements in by_index.items():
        is_shared = len(elements) >= FEWEST_SHARED and index not in comparison.terms
        has_variables = any(each.variables is not None for each in elements.values())
        if is_shared and has_variables and 1 < builder.n_values(index) <= MOST_VALUES:
            yield index, elements


def _bits(builder: Builder, index: int) -> dict[int, int]:
    """Post a bit for each value of an index; return them."""
    bits = {k: builder.new_variable(0, 0b11) for k in builder.values(index)}
    builder.propagator(CHANNEL, [index, *bits.values()], [*bits], cost=LINEAR)
    return bits


def _post(
    builder: Builder, whole: Comparison, elements: dict[int, Chosen], k: int, bit: int
) -> None:
    """Post a comparison with the elements of place k, which holds if the bit is 1."""
    terms = {v: c for v, c in whole.terms.items() if v not in elements}
    total = whole.total
    for v, own in elements.items():
        c = whole.terms[v]
        if own.variables is not None:
            terms[own.variables[k]] = terms.get(own.variables[k], 0) + c
        elif own.numbers is not None:
            total -= c * own.numbers[k]
    terms = {v: c for v, c in terms.items() if c}
    post_implied(builder, bit, [*terms.items()], total, is_redundant=True)
