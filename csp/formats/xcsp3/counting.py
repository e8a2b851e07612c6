"""Constraints that sum and count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from csp.constraints.among import among
from csp.constraints.cardinality import cardinality, count_of
from csp.constraints.n_values import n_values
from csp.constraints.reified import at_least, truth
from csp.errors import ModelError
from csp.formats.flatzinc.forms import occurrences
from csp.formats.flatzinc.predicate import number
from csp.formats.xcsp3.document import Element, attribute_choice, stands_for
from csp.formats.xcsp3.scope import Bounds, Many, Scope
from csp.model.constraint import Constraint
from csp.model.expressions import MOST_WHOLE, Expression, expression, sum_of, weighted_sum


def condition_on_sum(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return a condition on the sum of a list, whose coefficients may be variables."""
    own, coefficients = scope.terms(element.part("list")), element.named("coeffs")
    condition = scope.condition(element.part("condition"))
    return [condition(total(scope, own, coefficients))]


def total(scope: Scope, own: Many, coefficients: Element | None) -> Expression:
    """Return the sum of terms times their coefficients."""
    if coefficients is None:
        return sum_of(own)
    with suppress(ModelError):  # they may be variables
        numbers = scope.numbers(coefficients)
        if len(numbers) == len(own) and max(map(abs, numbers), default=0) < MOST_WHOLE:
            return weighted_sum(numbers, own)
    return sum_of(scaled(scope, own, coefficients))


def scaled(scope: Scope, own: Many, coefficients: Element | None) -> Many:
    """Return terms times their coefficients."""
    if coefficients is None:
        return own
    factors = scope.terms(coefficients)
    if len(factors) != len(own):
        coefficients.fail(f"there are {len(factors)} coefficients for {len(own)} terms")
    return [each * _plain(factor) for each, factor in zip(own, factors, strict=True)]


def _plain(each: Expression) -> int | Expression:
    """Return a number as such."""
    fixed = number(each)
    return each if fixed is None else fixed


def counted(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return a condition on the number of terms that have one of some values."""
    own, values = scope.terms(element.part("list")), scope.terms(element.part("values"))
    condition = scope.condition(element.part("condition"))
    if len(values) == 1:
        return [condition(occurrences(own, values[0]))]
    fixed = [number(value) for value in values]
    stands_for(element, len(own) * (len(values) if None in fixed else 1))
    if None not in fixed:
        return [condition(among(own, fixed))]  # type: ignore[arg-type]
    met = [truth(at_least(1, [each == value for value in values])) for each in own]
    return [condition(sum_of(met))]


def different_values(scope: Scope, own: Many, excepted: Element | None) -> Expression:
    """Return the number of different values of terms, without some values."""
    if excepted is None:
        return n_values(own)
    ignored = sorted(set(scope.numbers(excepted)))
    return n_values([*own, *ignored]) - len(ignored)


def n_of_values(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return a condition on the number of different values."""
    own, condition = scope.terms(element.part("list")), scope.condition(element.part("condition"))
    return [condition(different_values(scope, own, element.named("except")))]


def occurring(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the global cardinality constraint."""
    own, values = scope.terms(element.part("list")), scope.terms(element.part("values"))
    wanted = scope.occurrences(element.part("occurs"))
    if len(values) != len(wanted):
        element.part("occurs").fail(f"there are {len(wanted)} numbers for {len(values)} values")
    yield from _cardinality(own, values, wanted)
    if attribute_choice(element.part("values"), "closed", ("false", "true")) == "true":
        yield from (at_least(1, [each == value for value in values]) for each in own)


def _cardinality(
    own: Many, values: Many, wanted: Sequence[Expression | Bounds]
) -> Iterable[Constraint]:
    fixed = [number(value) for value in values]
    simple = {
        value: each
        for value, each in zip(fixed, wanted, strict=True)
        if value is not None and isinstance(each, Expression)
    }
    if len(simple) == len(values):
        yield cardinality(own, simple)
        return
    for value, known, each in zip(values, fixed, wanted, strict=True):
        n = count_of(own, value if known is None else known)
        if isinstance(each, Bounds):
            yield from (n >= each.least, n <= each.most)
        else:
            yield n == each


def product_of(own: Many) -> Expression:
    """Return the product of terms."""
    found = expression(1)
    for each in own:
        found = found * each
    return found


def products(scope: Scope, element: Element) -> tuple[Expression, Expression]:
    """Return the weights and the profits of what a knapsack holds."""
    own = scope.terms(element.part("list"))
    weights = scope.numbers(element.part("weights"))
    profits = scope.numbers(element.part("profits"))
    if not len(own) == len(weights) == len(profits):
        element.fail(f"there are {len(own)} terms, {len(weights)} weights, {len(profits)} profits")
    return weighted_sum(weights, own), weighted_sum(profits, own)
