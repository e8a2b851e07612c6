"""The translation of a model to CP-SAT: to its own constraints, else to tables, if small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csp.constraints.absolute import Absolute
from csp.constraints.all_different import AllDifferent
from csp.constraints.cardinality import Cardinality, Count
from csp.constraints.conjunction import separate
from csp.constraints.element import Element
from csp.constraints.relation import Relation
from csp.constraints.table import Table
from csp.model.combinations import no_value, results
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, Function, Variable

if TYPE_CHECKING:
    from csp.model.model import Model

LARGEST = 1 << 40
"""The bound of the absolute values of functions."""


class Translation:
    """A model of CP-SAT, and its variables.

    Attributes
    ----------
    model
        The model of CP-SAT.
    variables
        Its variables, one for each of ours.
    """

    def __init__(self, source: Model, cp_model: Any) -> None:
        self.model = cp_model.CpModel()
        self._domain_of = cp_model.Domain.from_values
        self.variables = [self._variable(v.values, v.name) for v in source.unknowns]
        self._functions: dict[Function, Any] = {}
        for constraint in separate(source.constraints):
            self._post(constraint)

    def expression(self, each: Expression) -> Any:
        """Translate an expression."""
        linear = each.linear()
        for function in linear.dropped:
            self._atom(function)
        return linear.constant + sum(c * self._atom(a) for a, c in linear.terms.items())

    def _variable(self, values: Iterable[int], name: str = "") -> Any:
        return self.model.new_int_var_from_domain(self._domain_of(list(values)), name)

    def _atom(self, atom: Variable | Function) -> Any:
        if isinstance(atom, Variable):
            return self.variables[atom.index]
        if atom not in self._functions:
            self._functions[atom] = self._function(atom)
        return self._functions[atom]

    def _function(self, function: Function) -> Any:
        """Make a variable that equals a function."""
        if isinstance(function, Count):
            return sum(self._is(each, function.counted) for each in function.expressions)
        whole = function.as_sum()
        if whole is not None:
            return self.expression(whole)
        result = self.model.new_int_var(-LARGEST, LARGEST, "")
        if isinstance(function, Absolute):
            self.model.add_abs_equality(result, self.expression(function.operand))
        elif isinstance(function, Element):
            array = [self.expression(each) for each in function.array]
            self.model.add_element(self.expression(function.index), array, result)
        else:
            scope = list(dict.fromkeys(function.variables()))
            rows = [[*values, value] for values, value in _results(function, scope, function.value)]
            self.model.add_allowed_assignments([*map(self._atom, scope), result], rows)
        return result

    def _post(self, constraint: Constraint) -> None:
        model = self.model
        if isinstance(constraint, AllDifferent):
            model.add_all_different([self.expression(each) for each in constraint.expressions])
        elif isinstance(constraint, Relation):
            left, right = self.expression(constraint.left), self.expression(constraint.right)
            holds = {"==": left == right, "!=": left != right, "<=": left <= right}
            model.add(holds[constraint.operator])
        elif type(constraint) is Table and not any(None in each for each in constraint.tuples):
            some = [self.expression(each) for each in constraint.expressions]
            model.add_allowed_assignments(some, constraint.tuples)
        elif isinstance(constraint, Cardinality):
            for value, count in constraint.counts.items():
                total = sum(self._is(each, value) for each in constraint.expressions)
                model.add(total == self.expression(count))
        else:
            scope = list(dict.fromkeys(constraint.variables()))
            if not scope:
                if not constraint.holds(no_value):
                    model.add_bool_or([])
                return
            pairs = _results(constraint, scope, constraint.holds)
            rows = [values for values, holds in pairs if holds]
            model.add_allowed_assignments([*map(self._atom, scope)], rows)

    def _is(self, each: Expression, value: int) -> Any:
        """Return a literal that is true if and only if an expression has a value."""
        literal, translated = self.model.new_bool_var(""), self.expression(each)
        self.model.add(translated == value).only_enforce_if(literal)
        self.model.add(translated != value).only_enforce_if(~literal)
        return literal


def _results(
    what: Any, scope: Sequence[Variable], ask: Callable[[ValueOf], Any]
) -> Iterator[tuple[tuple[int, ...], Any]]:
    return results("CP-SAT", what, {variable: variable.values for variable in scope}, ask)
