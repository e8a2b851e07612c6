"""Constraints that connect variables: extrema, elements, channels, circuits, values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from csp.constraints.channel import channel
from csp.constraints.circuit import circuit
from csp.constraints.element import element as element_of
from csp.constraints.extremum import maximum, minimum
from csp.constraints.extremum_place import AnyExtremumPlace, ExtremumPlace
from csp.constraints.inverse import inverse
from csp.constraints.reified import at_least, if_then, truth
from csp.constraints.subcircuit import subcircuit
from csp.formats.flatzinc.forms import may_be
from csp.formats.flatzinc.predicate import all_of, number, within
from csp.formats.xcsp3 import words
from csp.formats.xcsp3.document import (
    Element,
    about,
    attribute_choice,
    attribute_number,
    stands_for,
)
from csp.formats.xcsp3.scope import Condition, Many, Scope
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression, sum_of

Build = Callable[[Scope, Element], Iterable[Constraint]]
RANKS = ("any", "first", "last")


def wanted(scope: Scope, element: Element) -> Condition:
    """Return the condition that `value` or `condition` in an element states."""
    value, condition = element.named("value"), element.named("condition")
    if (value is None) == (condition is None):
        element.fail("expected <value> or <condition>")
    if condition is not None:
        return scope.condition(condition)
    assert value is not None
    term = scope.term(value)
    return lambda each: each == term


def extremum(function: Callable[[Many], Expression]) -> Build:
    """Return the function of `minimum` or `maximum`."""

    def build(scope: Scope, element: Element) -> Iterable[Constraint]:
        own = _listed(scope, element)
        return [wanted(scope, element)(function(own))]

    return build


def place_of(sign: int) -> Build:
    """Return the function of `minimumArg` (-1) or `maximumArg` (1): a condition on the place."""

    def build(scope: Scope, element: Element) -> Iterable[Constraint]:
        own, start = _listed(scope, element), _start(element.part("list"))
        rank = attribute_choice(element, "rank", RANKS)
        holds = wanted(scope, element)
        stands_for(element, 2 * len(own))  # each is compared with the extremum, and first
        if rank == "first":
            return [holds(start + ExtremumPlace(own, sign))]
        if rank == "last":
            return [holds(start + len(own) - 1 - ExtremumPlace(own[::-1], sign))]
        conditions = [holds(expression(start + k)) for k in range(len(own))]
        return [AnyExtremumPlace(own, sign, conditions)]

    return build


def _listed(scope: Scope, element: Element) -> Many:
    own = scope.terms(element.part("list"))
    if not own:
        element.part("list").fail("it is empty")
    return own


def _start(element: Element, name: str = "startIndex") -> int:
    return attribute_number(element, name)


def element(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint on the value at an index of a list or of a matrix."""
    index, matrix = element.named("index"), element.named("matrix")
    holds = wanted(scope, element)
    if matrix is not None:
        if element.named("list") is not None:
            matrix.fail("there is a list, too: give one of them")
        rows, indices = scope.rows(matrix), scope.terms(element.part("index"))
        if len(indices) != 2 or len({len(row) for row in rows}) != 1:
            element.fail("expected a matrix whose rows have the same length, and two indices")
        i, j = indices[0] - _start(matrix, "startRowIndex"), indices[1]
        return [holds(element_of(rows, i, j - _start(matrix, "startColIndex")))]
    own = _listed(scope, element)
    if index is None:
        stands_for(element, len(own))
        return [at_least(1, [holds(each) for each in own])]
    place = scope.term(index) - _start(element.part("list"))
    value = element_of(own, place)
    rank, found = attribute_choice(index, "rank", RANKS), [holds(value)]
    if rank != "any":
        stands_for(index, 3 * len(own))  # two comparisons, and that one follows
        for k, each in enumerate(own):
            is_before = place > k if rank == "first" else place < k
            found.append(if_then(is_before, ~all_of([holds(each)], "the value")))
    return found


def channelled(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that lists are inverse, or that one says which value a term has."""
    lists, value = list(element.all_named("list")), element.named("value")
    own, starts = [*map(scope.terms, lists)], [*map(_start, lists)]
    if len(own) == 1 and value is not None:
        chosen = scope.term(value) - starts[0]
        return [within(chosen, range(len(own[0]))), channel(chosen, own[0])]
    if value is not None or len(own) not in (1, 2):
        element.fail("expected one list, two lists, or a list and a value")
    stands_for(element, max(map(len, own)))
    one = _shifted(own[0], starts[-1])
    other = one if len(own) == 1 else _shifted(own[-1], starts[0])
    if len(one) == len(other):
        return [inverse(one, other)]
    if len(one) > len(other):
        element.fail("the first list must not be longer than the second one")
    return [element_of(other, each) == k for k, each in enumerate(one)]


def _shifted(own: Many, start: int) -> Many:
    return [each - start for each in own] if start else own


def circular(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that successors form a circuit; one's own successor is left out."""
    own, size = scope.terms(element.part("list")), element.named("size")
    start = _start(element.part("list"))
    with about(element):
        has_loops = any(may_be(each, k) for k, each in enumerate(own, start))
    stands_for(element, 2 * len(own) * has_loops)
    own = _shifted(own, start)
    length = None if size is None else scope.term(size)
    if not has_loops or (length is not None and number(length) == len(own)):
        found: list[Constraint] = [circuit(own)]
        return [*found, length == len(own)] if length is not None else found
    if length is None:
        return [subcircuit(own), at_least(1, [each != k for k, each in enumerate(own)])]
    visited = sum_of([truth(each != k) for k, each in enumerate(own)])
    return [subcircuit(own), visited == length, length >= 2]


def assigned(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that variables have certain values; a star stands for any."""
    own, values = scope.terms(element.part("list")), scope.words(element.part("values"))
    if len(own) != len(values):
        element.fail(f"there are {len(own)} variables and {len(values)} values")
    pairs = zip(own, values, strict=True)
    with about(element.part("values")):
        return [each == words.number(value) for each, value in pairs if value != words.STAR]


MINIMUM, MAXIMUM = extremum(minimum), extremum(maximum)
MINIMUM_PLACE, MAXIMUM_PLACE = place_of(-1), place_of(1)
