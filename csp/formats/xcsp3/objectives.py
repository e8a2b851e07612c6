"""The objectives and the annotations of an XCSP3 document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.constraints.extremum import maximum, minimum
from csp.constraints.n_values import n_values
from csp.formats.xcsp3.counting import product_of, scaled
from csp.formats.xcsp3.document import Element, attribute_choice
from csp.formats.xcsp3.scope import Many, Scope
from csp.model.expressions import Expression, Variable, sum_of

FUNCTIONS: dict[str, Callable[[Many], Expression]] = {
    "sum": sum_of,
    "product": product_of,
    "minimum": minimum,
    "maximum": maximum,
    "nValues": n_values,
}
"""The type of an objective -> the function of its list."""
GOALS = ("minimize", "maximize")
LEX = "lex"


def objective_of(scope: Scope, element: Element) -> tuple[str, Expression | list[Expression]]:
    """Return the goal and the objective: an expression, or several in the order of importance.

    Raises
    ------
    XCSP3Error
        If something is wrong, or is not in XCSP3-core.
    """
    element.check("combination")
    if not element.children:
        element.fail("there is no objective in it")
    attribute_choice(element, "combination", ("lexico",))
    found = []
    for child in element.children:
        if child.tag not in GOALS:
            child.fail("expected <minimize> or <maximize>")
        found += [each if child.tag == GOALS[0] else -each for each in _objectives(scope, child)]
    goal = element.children[0].tag
    if goal == GOALS[1]:
        found = [-each for each in found]
    return goal, found[0] if len(found) == 1 else found


def _objectives(scope: Scope, element: Element) -> Many:
    """Return the expressions of an objective, of which that of the type lex may have several."""
    element.check("type", has_text=not element.children)
    kind = attribute_choice(element, "type", ("expression", LEX, *FUNCTIONS))
    if kind == "expression":
        if element.children:
            element.children[0].fail("an objective of the type expression has text only")
        return [scope.term(element)]
    for child in element.children:
        if child.tag not in ("list", "coeffs"):
            child.fail("this is not a part of an objective in XCSP3-core")
        child.check(has_text=True)
    own = scope.terms(element.part("list") if element.children else element)
    if not own:
        element.fail("the list is empty")
    own = scaled(scope, own, element.named("coeffs"))
    return own if kind == LEX else [FUNCTIONS[kind](own)]


def search_of(scope: Scope, element: Element | None) -> dict[str, Any]:
    """Return the controls of a search that annotations ask for: the variables to decide first.

    Other annotations are advice about heuristics, and have no effect.
    """
    decision = None if element is None else element.named("decision")
    if decision is None:
        return {}
    decision.check(has_text=True)
    own = [each for each in scope.terms(decision) if isinstance(each, Variable)]
    return {"decide": own} if own else {}
