"""Constraints by terms, tables, automata and decision diagrams."""

from __future__ import annotations

from collections.abc import Iterable

from csp.constraints.forbidden import forbidden
from csp.constraints.regular import regular
from csp.constraints.reified import disjunction
from csp.constraints.table import table
from csp.errors import ModelError
from csp.formats.flatzinc.forms import nondeterministic
from csp.formats.xcsp3 import hybrid
from csp.formats.xcsp3.document import Element, about, stands_for
from csp.formats.xcsp3.scope import Many, Scope
from csp.formats.xcsp3.words import number
from csp.model.constraint import Constraint

Steps = dict[tuple[str, int], set[str]]


def intension(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that a term is true."""
    return [scope.constraint(element.part("function"))]


def clause(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the disjunction of literals."""
    return [disjunction(scope.terms(element.part("list")), [])]


def extension(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that values are one of some tuples, or none of them."""
    own = scope.terms(element.part("list"))
    supports, conflicts = element.named("supports"), element.named("conflicts")
    if (supports is None) == (conflicts is None):
        element.fail("expected <supports> or <conflicts>")
    kind = element.attributes.get("type", hybrid.KINDS[0])
    if kind not in hybrid.KINDS:
        element.fail(f"the type {kind} is none of {', '.join(hybrid.KINDS)}")
    rows = scope.conditions_in_rows if "type" in element.attributes else scope.rows_of_numbers
    if supports is not None:
        return [table(own, rows(supports, len(own)))]
    assert conflicts is not None
    return [forbidden(own, rows(conflicts, len(own)))]


def automaton(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that an automaton accepts a sequence."""
    steps, start = _steps(scope, element), element.part("start").text.split()
    if len(start) != 1:
        element.part("start").fail("expected one state")
    final = element.part("final").text.split()
    own = _read_in_turn(scope, element)
    if any(len(states) > 1 for states in steps.values()):
        return [nondeterministic(own, steps, start[0], final)]  # type: ignore[arg-type]
    return [regular(own, {key: min(states) for key, states in steps.items()}, start[0], final)]


def diagram(scope: Scope, element: Element) -> Iterable[Constraint]:
    """Return the constraint that a decision diagram has a path from its root to its end."""
    steps = _steps(scope, element)
    sources = {state for state, _ in steps}
    targets = {state for states in steps.values() for state in states}
    roots, ends = sources - targets, targets - sources
    if len(roots) != 1 or len(ends) != 1:
        element.fail("a decision diagram must have one root and one end")
    own = _read_in_turn(scope, element)
    return [nondeterministic(own, steps, min(roots), ends)]  # type: ignore[arg-type]


def _read_in_turn(scope: Scope, element: Element) -> Many:
    """Return the sequence that an automaton reads, with a constraint for each step."""
    own = scope.terms(element.part("list"))
    stands_for(element, len(own))
    return own


def _steps(scope: Scope, element: Element) -> Steps:
    found: Steps = {}
    transitions = element.part("transitions")
    with about(transitions):
        for row in scope.tuples(transitions):
            if len(row) != 3:
                raise ModelError(f"expected transitions such as (a,0,b), and found {row}")
            found.setdefault((row[0], number(row[1])), set()).add(row[2])
    return found
