"""Constraints of packing and scheduling."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from csp.constraints.bin_packing import bin_packing, load_of
from csp.constraints.cumulative import cumulative
from csp.constraints.diffn import diffn
from csp.constraints.no_overlap import no_overlap
from csp.constraints.reified import at_least
from csp.constraints.stretch import stretch
from csp.formats.flatzinc.forms import tasks, values_of_all
from csp.formats.flatzinc.predicate import within
from csp.formats.xcsp3.counting import products
from csp.formats.xcsp3.document import (
    Element,
    about,
    attribute_choice,
    attribute_number,
    stands_for,
)
from csp.formats.xcsp3.scope import Bounds, Many, Scope
from csp.model.constraint import Constraint
from csp.model.expressions import Expression
from exactcover.runtime.reading_budget import spend


def apart(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that tasks or boxes do not overlap."""
    origins, lengths = element.part("origins"), element.part("lengths")
    is_ignored = attribute_choice(element, "zeroIgnored", ("true", "false")) == "true"
    if not origins.text.strip().startswith("("):
        starts, durations = scope.terms(origins), scope.terms(lengths)
        _check_lengths(element, starts, durations)
        return [(no_overlap if is_ignored else tasks)(starts, durations)]
    corners, sizes = scope.rows(origins), scope.rows(lengths)
    _check_lengths(element, corners, sizes)
    if len({*map(len, corners), *map(len, sizes)}) > 1:
        element.fail("expected the same number of dimensions of all boxes")
    found: list[Constraint] = [diffn(corners, sizes)]
    return found if is_ignored else [*found, *_apart(corners, sizes)]


def _apart(corners: list[Many], sizes: list[Many]) -> Iterable[Constraint]:
    """Yield for each two boxes that one is behind the other, also if it has no volume."""
    for (at, own), (there, other) in combinations(zip(corners, sizes, strict=True), 2):
        ways: list[Constraint] = []
        for a, length, b, width in zip(at, own, there, other, strict=True):
            ways += [a + length <= b, b + width <= a]
        yield at_least(1, ways)


def _check_lengths(element: Element, *lists: object) -> None:
    if len({len(each) for each in lists}) > 1:  # type: ignore[arg-type]
        element.fail("its lists must have the same length")


def cumulated(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that tasks never demand more than a capacity."""
    starts, durations = scope.terms(element.part("origins")), scope.terms(element.part("lengths"))
    demands, ends = scope.terms(element.part("heights")), element.named("ends")
    _check_lengths(element, starts, durations, demands)
    condition = element.part("condition")
    found: list[Constraint] = [
        cumulative(starts, durations, demands, _most(scope, condition)),
    ]
    if ends is not None:
        own = scope.terms(ends)
        _check_lengths(element, starts, own)
        found += [s + d == e for s, d, e in zip(starts, durations, own, strict=True)]
    return found


def _most(scope: Scope, element: Element) -> Expression:
    """Return the greatest number that a condition such as (le,5) permits."""
    name, _, operand = element.text.strip().removeprefix("(").removesuffix(")").partition(",")
    if name.strip() not in ("le", "lt"):
        element.fail(f"the operator {name.strip()!r} must be le or lt here")
    most = scope.term(Element(element.tag, element.line, text=operand))
    return most if name.strip() == "le" else most - 1


def packed(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint on the loads of bins."""
    own, sizes = scope.terms(element.part("list")), scope.numbers(element.part("sizes"))
    _check_lengths(element, own, sizes)
    start = attribute_number(element.part("list"), "startIndex")
    given = [child for child in element.children if child.tag not in ("list", "sizes")]
    if len(given) != 1:
        element.fail("expected one of <condition>, <conditions>, <limits> and <loads>")
    how, bins = given[0], [each - start for each in own]
    if how.tag == "condition":
        most = _most(scope, how)
        with about(element):
            numbers = values_of_all(own)
            spend("terms", len(numbers) * len(own))
        stands_for(how, len(numbers))
        return [load_of(own, sizes, k) <= most for k in numbers]
    if how.tag == "loads":
        return [bin_packing(bins, sizes, scope.terms(how))]
    limits = scope.terms(how) if how.tag == "limits" else scope.conditions(how)
    with about(how):
        spend("terms", len(limits) * len(own))
    stands_for(how, len(limits))
    loads = [load_of(bins, sizes, k) for k in range(len(limits))]
    parts = [
        limit(load) if callable(limit) else load <= limit
        for load, limit in zip(loads, limits, strict=True)
    ]
    return [*(within(each, range(len(parts))) for each in bins), *parts]


def knapsack(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint on the weight and the profit of what is taken."""
    weight, profit = products(scope, element)
    limit, conditions = element.named("limit"), list(element.all_named("condition"))
    if len(conditions) != (1 if limit is not None else 2):
        element.fail("expected two conditions, or <limit> and one: on the weight and on the profit")
    found: list[Constraint] = [scope.condition(conditions[-1])(profit)]
    if limit is not None:
        return [weight <= scope.term(limit), *found]
    return [scope.condition(conditions[0])(weight), *found]


def stretched(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that values occur in runs of certain lengths."""
    values, widths = scope.numbers(element.part("values")), element.part("widths")
    bounds = scope.occurrences(widths)
    _check_lengths(element, values, bounds)
    if not all(isinstance(each, Bounds) for each in bounds):
        widths.fail("expected ranges such as 1..3")
    own = scope.terms(element.part("list"))
    found: list[dict[int, Any]] = [{}]
    for value, each in zip(values, bounds, strict=True):
        if value in found[-1]:  # both bounds hold where a value is listed twice
            found.append({})
        found[-1][value] = tuple(each)  # type: ignore[arg-type]
    with about(element):
        return [stretch(own, lengths) for lengths in found]
