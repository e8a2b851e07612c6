"""Comparisons of elements that share an index, value by value of the index.

With `after = element(time, x)` and `way = element(lengths, x)`, the sum `time[0] + way <= after`
says little while x is open: the bounds of `way` and of `after` are those of any place. For each
place k, x = k implies `time[0] + lengths[k] <= time[k]`, which excludes places that cannot be
reached in time. These comparisons follow from what is posted; they are posted when a search is
built.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from csp.constraints.element import Element
from csp.model.expressions import MOST_WHOLE, Linear, Variable
from csp.model.linear import post_linear
from csp.model.postings import LINEAR, Propagator

if TYPE_CHECKING:
    from csp.model.builder import Builder

ELEMENTS = "element:element", "element_bounds:element_bounds"
"""The propagators of elements of variables."""
PAIRS = "less:less", "equal:equal"
SUMS = {*PAIRS, "linear:less_equal", "linear:equals"}
"""The propagators of comparisons: of two variables, and of sums."""
MOST_VALUES = 32
"""The most values of an index."""
MOST_SCANNED = 1 << 14
"""Nothing is looked at if there are more propagators: that would take a millisecond."""
FEWEST_SHARED = 2
"""The fewest elements with the same index: bounds of one say as much as it does."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A variable that equals an element: the index, and the elements, variables or numbers."""

    index: int
    variables: list[int] | None
    numbers: list[int] | None


class Sum(NamedTuple):
    """A sum of variables times coefficients, which is at most a total, or equals it."""

    terms: dict[int, int]
    total: int
    is_equation: bool


def post_comparisons_by_index(builder: Builder) -> None:
    """Post what comparisons say for each value of an index that several of their terms share."""
    posted = builder.posted
    arrays = [each for each in posted if each.function in ELEMENTS]
    if not arrays or len(posted) > MOST_SCANNED:
        return
    chosen = _chosen(builder, arrays)
    bits: dict[int, dict[int, int]] = {}
    for each in _sums(builder, chosen):
        by_index: dict[int, list[int]] = {}
        for v in each.terms:
            if v in chosen:
                by_index.setdefault(chosen[v].index, []).append(v)
        for index, elements in by_index.items():
            has_variables = any(chosen[v].variables is not None for v in elements)
            if (
                len(elements) >= FEWEST_SHARED
                and has_variables
                and index not in each.terms
                and 1 < builder.n_values(index) <= MOST_VALUES
            ):
                if index not in bits:
                    bits[index] = _bits(builder, index)
                for k, bit in bits[index].items():
                    _post(builder, each, elements, chosen, k, bit)


def _chosen(builder: Builder, arrays: list[Propagator]) -> dict[int, Chosen]:
    """Return the variables that equal elements of arrays: of numbers, or of variables."""
    found = {}
    for function, v in builder.built_functions():
        if isinstance(function, Element) and isinstance(function.index, Variable):
            numbers = [
                each.constant
                for each in function.array
                if isinstance(each, Linear) and each.is_number
            ]
            if len(numbers) == len(function.array):
                found[v] = Chosen(function.index.index, None, numbers)
    for each in arrays:
        index, result, *array = each.scope
        found[result] = Chosen(index, array, None)
    return found


def _sums(builder: Builder, chosen: dict[int, Chosen]) -> Iterator[Sum]:
    """Yield the comparisons of sums that have several elements."""
    for each in [*builder.posted]:
        if each.function in SUMS and sum(v in chosen for v in each.scope) >= FEWEST_SHARED:
            found = _sum(each)
            if len(found.terms) == len(each.scope):
                yield found


def _sum(each: Propagator) -> Sum:
    """Return the comparison that a propagator states."""
    numbers = [*map(int, each.constants)]
    if each.function in PAIRS:
        x, y = each.scope
        return Sum({x: 1, y: -1}, numbers[0], each.function == "equal:equal")
    terms = dict(zip(each.scope, numbers[:-1], strict=True))
    return Sum(terms, numbers[-1], each.function == "linear:equals")


def _bits(builder: Builder, index: int) -> dict[int, int]:
    """Post a bit for each value of an index; return them."""
    bits = {k: builder.new_variable(0, 0b11) for k in builder.values(index)}
    builder.propagator("channel:channel", [index, *bits.values()], [*bits], cost=LINEAR)
    return bits


def _post(
    builder: Builder, whole: Sum, elements: list[int], chosen: dict[int, Chosen], k: int, bit: int
) -> None:
    """Post a comparison with the elements of place k, which holds if the bit is 1."""
    terms = {v: c for v, c in whole.terms.items() if v not in elements}
    total = whole.total
    for v in elements:
        c, own = whole.terms[v], chosen[v]
        if own.variables is not None:
            terms[own.variables[k]] = terms.get(own.variables[k], 0) + c
        elif own.numbers is not None:
            total -= c * own.numbers[k]
    for sign in (1, -1) if whole.is_equation else (1,):
        own_terms = [(v, sign * c) for v, c in terms.items() if c]
        ends = [sorted(c * end for end in builder.bounds(v)) for v, c in own_terms]
        more = sum(high for _, high in ends) - sign * total
        most = sum(max(-low, high) for low, high in ends) + abs(total)
        if more > 0 and most + more < MOST_WHOLE:
            post_linear(builder, "<=", [*own_terms, (bit, more)], sign * total + more)
