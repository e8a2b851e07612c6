"""Constraints that compare variables: all different, all equal, orders, precedence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from csp.constraints.all_different import all_different
from csp.constraints.all_different_except import all_different_except
from csp.constraints.all_equal import all_equal
from csp.constraints.precedence import value_precedence
from csp.constraints.reified import at_least
from csp.errors import ModelError
from csp.formats.flatzinc.forms import lex, values_of_all
from csp.formats.flatzinc.predicate import all_of
from csp.formats.xcsp3.document import Element, about, attribute_choice, stands_for
from csp.formats.xcsp3.scope import Many, Scope
from csp.formats.xcsp3.terms import COMPARISONS
from csp.formats.xcsp3.words import number
from csp.model.constraint import Constraint

CASES = {"increasing": "le", "strictlyIncreasing": "lt", "decreasing": "ge"}
CASES["strictlyDecreasing"] = "gt"
ORDERS = ("le", "lt", "ge", "gt")


def different(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that values, or those of lists, all differ."""
    lists, matrix = list(element.all_named("list")), element.named("matrix")
    excepted = element.named("except")
    if matrix is not None:
        if lists:
            matrix.fail("there are lists and a matrix: give one of them")
        rows = scope.rows(matrix)
        shared = [] if excepted is None else scope.numbers(excepted)
        return [_different(line, shared) for line in _lines(rows, matrix)]
    if len(lists) != 1:
        return [_different_lists(scope, element, [scope.terms(each) for each in lists])]
    shared = [] if excepted is None else scope.numbers(excepted)
    return [_different(scope.terms(lists[0]), shared)]


def _different(own: Many, shared: list[int]) -> Constraint:
    return all_different_except(own, shared) if shared else all_different(own)


def _different_lists(scope: Scope, element: Element, lists: list[Many]) -> Constraint:
    """Return the constraint that lists differ, but for those with one of some tuples."""
    if not lists or any(len(each) != len(lists[0]) for each in lists):
        element.fail("expected lists of the same length")
    excepted, shared = element.named("except"), list[list[int]]()
    if excepted is not None:
        with about(excepted):
            shared = [[*map(number, row)] for row in scope.tuples(excepted)]
            if any(len(row) != len(lists[0]) for row in shared):
                raise ModelError("expected tuples as long as the lists")
    parts = []
    for one, other in combinations(lists, 2):
        ways: list[Constraint] = [a != b for a, b in zip(one, other, strict=True)]
        if shared:  # the two may be equal if the first of them is one of these tuples
            ways += [_equals(one, row) for row in shared]
        parts.append(at_least(1, ways))
    return all_of(parts, "allDifferent of lists")


def _equals(own: Many, row: Sequence[int]) -> Constraint:
    return all_of([a == b for a, b in zip(own, row, strict=True)], f"{own!r} == {row!r}")


def _lines(rows: list[Many], element: Element) -> list[Many]:
    """Return the rows and the columns of a matrix."""
    if len({len(row) for row in rows}) != 1:
        element.fail("the rows of a matrix must have the same length")
    return [*rows, *map(list, zip(*rows, strict=True))]


def equal(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that values, or lists, are equal."""
    lists = [scope.terms(each) for each in element.all_named("list")]
    stands_for(element, len(lists[0]))
    if len(lists) == 1:
        return [all_equal(lists[0])]
    if len({len(each) for each in lists}) != 1:
        element.fail("the lists must have the same length")
    return [all_equal(column) for column in zip(*lists, strict=True)]


def ordered(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that a sequence is ordered, with lengths between its terms."""
    own, lengths = scope.terms(element.part("list")), element.named("lengths")
    added = [] if lengths is None else scope.terms(lengths)
    if lengths is not None and len(added) not in (len(own) - 1, len(own)):
        lengths.fail(f"there are {len(added)} lengths for {len(own)} terms")
    compared = COMPARISONS[_order(element)].value
    return [
        compared(a + added[k] if lengths is not None else a, b)
        for k, (a, b) in enumerate(pairwise(own))
    ]


def _order(element: Element) -> str:
    """Return the name of the operator of an order."""
    if "case" in element.attributes:
        return CASES[attribute_choice(element, "case", tuple(CASES))]
    name = element.part("operator").text.strip()
    if name not in ORDERS:
        element.part("operator").fail(f"{name!r} is none of {', '.join(ORDERS)}")
    return name


def lexicographic(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that lists are in lexicographic order, or rows and columns."""
    order, matrix = _order(element), element.named("matrix")
    chains = [[scope.terms(each) for each in element.all_named("list")]]
    if matrix is not None:
        rows = scope.rows(matrix)
        columns = _lines(rows, matrix)[len(rows) :]
        chains = [rows, columns]
    elif len(chains[0]) < 2:
        element.fail("expected two lists or more, or a matrix")
    found = []
    for chain in chains:
        for one, other in pairwise(reversed(chain) if order in ("ge", "gt") else chain):
            found.append(lex(one, other, strict=order in ("lt", "gt")))
    return found


def precedence(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that each value first occurs after the one before it."""
    own, values = scope.terms(element.part("list")), element.named("values")
    stands_for(element, len(own))  # an automaton reads the sequence
    if values is None:
        with about(element):
            order = values_of_all(own)
        stands_for(element, len(order))
        return [value_precedence(own, order)]
    order = scope.numbers(values)
    stands_for(values, len(order))
    found: list[Constraint] = [value_precedence(own, order)]
    if attribute_choice(values, "covered", ("false", "true")) == "true" and order:
        found.append(at_least(1, [each == order[-1] for each in own]))
    return found
