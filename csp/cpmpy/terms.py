"""The translation of CPMpy's expressions: a tree becomes one of this package, node by node."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint
from cpmpy.expressions.utils import is_any_list, is_bool, is_int, is_num
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl

from csp.constraints.reified import at_least, if_then, negated, truth
from csp.cpmpy.functions import FUNCTIONS
from csp.cpmpy.globals import GLOBALS
from csp.model.constraint import Constraint
from csp.model.expressions import Variable, expression, sum_of, weighted_sum

Term = Any
"""A number, or an expression or constraint of this package."""

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}


class Terms:
    """Translates expressions.

    Parameters
    ----------
    variable
        Returns the variable of this package for one of CPMpy.
    caller
        The solver, for constraints that are given in this package's own terms.
    """

    def __init__(self, variable: Callable[[Any], Variable], caller: Any) -> None:
        self._variable = variable
        self._caller = caller

    def term(self, given: Any) -> Term:
        """Return the translation of an expression.

        Raises
        ------
        NotSupportedError
            If it has real numbers, or is of a kind that this package does not know.
        """
        if isinstance(given, BoolVal):
            return int(given.args[0])
        if is_num(given):
            return whole(given)
        if isinstance(given, NegBoolView):
            return 1 - self._variable(given._bv)
        if isinstance(given, _NumVarImpl):
            return self._variable(given)
        if isinstance(given, Operator):
            return self._operation(given)
        if isinstance(given, Comparison):
            left, right = self.numbers(given.args)
            found = COMPARISONS[given.name](left, right)
            return int(found) if is_bool(found) else found
        if isinstance(given, DirectConstraint):
            import csp

            return given.callSolver(self._caller, csp)
        translate = GLOBALS.get(given.name) or FUNCTIONS.get(given.name)
        if translate is None:
            raise NotSupportedError(f"exactcover_csp does not know {given.name}: {given}")
        return translate(self, given)

    def terms(self, given: Iterable[Any]) -> list[Term]:
        """Return the translations of expressions."""
        return [self.term(each) for each in given]

    def number(self, given: Any) -> Term:
        """Return the translation of an expression; a constraint becomes its truth value."""
        found = self.term(given)
        return truth(found) if isinstance(found, Constraint) else found

    def numbers(self, given: Iterable[Any]) -> list[Term]:
        """Return the translations of expressions as numbers, in nested lists where they are."""
        return [self.numbers(e) if is_any_list(e) else self.number(e) for e in given]

    def condition(self, given: Any) -> Constraint:
        """Return the translation of a condition as a constraint."""
        found = self.term(given)
        return found if isinstance(found, Constraint) else expression(found) == 1

    def _operation(self, given: Operator) -> Term:
        name, args = given.name, given.args
        if name == "and":
            return all_of(self.terms(args))
        if name == "or":
            return at_least(1, self.terms(args))
        if name == "->":
            return if_then(*self.terms(args))
        if name == "not":
            return negated(self.term(args[0]))
        if name == "sum":
            return sum_of(self.numbers(args))
        if name == "wsum":
            weights = [whole(each) for each in args[0]]
            return weighted_sum(weights, [*map(expression, self.numbers(args[1]))])
        if name == "sub":
            left, right = self.numbers(args)
            return left - right
        if name == "-":
            return -self.number(args[0])
        raise NotSupportedError(f"exactcover_csp does not know the operator {name}: {given}")


def whole(given: Any) -> int:
    """Return a number as an integer.

    Raises
    ------
    NotSupportedError
        If it is none.
    """
    if not (is_int(given) or is_bool(given)):
        raise NotSupportedError(f"exactcover_csp has whole numbers only, not {given}")
    return int(given)


def all_of(conditions: Iterable[Any]) -> Constraint:
    """Return the constraint that all conditions hold."""
    own = list(conditions)
    return at_least(len(own), own)
