"""The constraints that define variables: what a variable equals by one of them.

A variable that is another one plus a number needs no values of its own, and one that has too many
values cannot have any: both become the expressions that define them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from csp.formats.flatzinc.bounds import DEFINED
from csp.formats.flatzinc.items import Call, Declaration, Name, Program
from csp.formats.flatzinc.reals import Real, combined
from csp.formats.flatzinc.registry import find
from csp.formats.flatzinc.scope import Scope
from csp.model.expressions import Expression, weighted_sum

DEFINES = "defines_var"
"""The annotation of that constraint."""


class Definitions:
    """The definitions of variables.

    Attributes
    ----------
    used
        The numbers of the constraints that hold because a variable was replaced.
    """

    def __init__(self, program: Program, scope: Scope) -> None:
        self._constraints, self._scope = program.constraints, scope
        self.used: set[int] = set()
        self._by_name: dict[str, list[int]] | None = None
        self._of_two: dict[str, list[int]] | None = None

    def copies(self) -> Iterator[tuple[str, Any]]:
        """Yield the integer variables that are truth values, each with the truth value.

        Their constraints are used by that.
        """
        found: set[str] = set()
        for k, call in enumerate(self._constraints):
            if call.name != "bool2int" or len(call.arguments) != 2:
                continue
            one, other = call.arguments
            own = self._scope.declarations.get(other.name) if isinstance(other, Name) else None
            if own and own.value is None and own.length is None and own.name not in found:
                found.add(own.name)
                self.used.add(k)
                yield own.name, one

    def view(self, own: Declaration) -> Expression | None:
        """Return the variable plus a number that a variable is defined as, or None."""
        for k in self._of_two_terms(own) if DEFINED in own.annotations else ():
            if k not in self.used:
                found = self._solved_linear(own.name, self._constraints[k], is_view=True)
                if found is not None:
                    self.used.add(k)
                    return found
        return None

    def may_have_view(self, own: Declaration) -> bool:
        """Return whether a variable may be another one plus a number."""
        return DEFINED in own.annotations and bool(self._of_two_terms(own))

    def _of_two_terms(self, own: Declaration) -> list[int]:
        """Return the equations of two terms with a variable; first those that define it."""
        if self._of_two is None:
            self._of_two = {}
            equations = [
                (k, call)
                for k, call in enumerate(self._constraints)
                if call.name == "int_lin_eq" and self._n_terms(call) == 2
            ]
            _list_by_name(self._of_two, equations)
        return self._of_two.get(own.name, [])

    def _n_terms(self, call: Call) -> int:
        """Return the number of terms of an equation; 0 if it is not one."""
        atoms = self._atoms(call.arguments[1]) if len(call.arguments) == 3 else None
        return len(atoms) if isinstance(atoms, list) else 0

    def expressions(self, name: str) -> Iterator[tuple[int, Expression]]:
        """Yield the expressions that equal a variable, with the numbers of their constraints."""
        for k in self._candidates(name):
            call = self._constraints[k]
            if call.name == "int_lin_eq":
                found = self._solved_linear(name, call)
            else:
                found = self._solved(name, call)
            if found is not None:
                yield k, found

    def real(self, name: str) -> Real | None:
        """Return the real number that a variable is defined as, or None."""
        for k in self._candidates(name):
            call = self._constraints[k]
            solve = self._solved_real_sum if call.name == "float_lin_eq" else self._solved
            found: Any = solve(name, call)
            if isinstance(found, Real):
                self.used.add(k)
                return found
        return None

    def _solved_real_sum(self, name: str, call: Call) -> Real | None:
        """Return what a variable is by an equation of real numbers, divided by its coefficient."""
        own = self._scope.declarations[name]
        if len(call.arguments) != 3 or not isinstance(
            atoms := self._atoms(call.arguments[1]), list
        ):
            return None
        weights = self._scope.argument("G", call.arguments[0], call.start, "the coefficients")
        total = self._scope.argument("g", call.arguments[2], call.start, "the sum")
        places = [k for k, each in enumerate(atoms) if _name_of(each) == name]
        if len(places) != 1 or len(weights) != len(atoms) or not weights[places[0]]:
            return None
        divisor = -weights.pop(places[0])
        others = [each for k, each in enumerate(atoms) if k != places[0]]
        if self._scope.is_open(others):
            return None
        reals = self._scope.argument("F", others, own.start, f"the definition of {name}")
        return combined([weight / divisor for weight in weights], reals, -total / divisor)

    def _atoms(self, given: Any) -> Any:
        """Return the elements of an array that may be given by its name."""
        if isinstance(given, Name) and given.name in self._scope.declarations:
            return self._scope.declarations[given.name].value
        return given

    def in_order(self, names: Collection[str]) -> Iterator[str]:
        """Yield names of variables, each after those that its definition mentions.

        So none of them needs the value of another one before that is known.
        """
        done = set[str]()
        for first in names:
            path = [] if first in done else [(first, self._mentioned(first, names))]
            begun = {first}
            while path:
                name, others = path[-1]
                other = next((one for one in others if one not in done and one not in begun), None)
                if other is not None:
                    begun.add(other)
                    path.append((other, self._mentioned(other, names)))
                else:
                    path.pop()
                    done.add(name)
                    yield name

    def _mentioned(self, name: str, names: Collection[str]) -> Iterator[str]:
        """Yield those of some names that the constraints which may define a variable mention."""
        own = self._candidates(name)
        annotated = [k for k in own if name in map(_name_of, _annotated(self._constraints[k]))]
        for k in annotated or own:
            for each in self._constraints[k].arguments:
                array = self._scope.declarations.get(_name_of(each) or "")
                if array is not None and not array.is_variable:
                    continue
                if array is not None and array.value is not None:
                    each = array.value
                for one in each if isinstance(each, list) else [each]:
                    if _name_of(one) in names:
                        yield one.name

    def _candidates(self, name: str) -> list[int]:
        """Return the unused constraints that may define a variable; annotated ones first."""
        if self._by_name is None:
            self._by_name = {}
            _list_by_name(self._by_name, [*enumerate(self._constraints)])
        return [k for k in self._by_name.get(name, ()) if k not in self.used]

    def _solved(self, name: str, call: Call) -> Expression | None:
        """Return the function of which a variable is the result; None if it is its argument."""
        predicate = find(call.name)
        if predicate is None or predicate.value is None or not call.arguments:
            return None
        others = [*call.arguments]
        if _name_of(others.pop(predicate.result)) != name or any(map(self._scope.is_open, others)):
            return None
        if predicate.result == 0:
            of_others = predicate._replace(kinds=predicate.kinds[1:])
            given = self._scope.arguments(of_others, replace(call, arguments=others))
        else:
            given = self._scope.arguments(predicate, call, len(others))
        return predicate.value(*given)

    def _solved_linear(self, name: str, call: Call, *, is_view: bool = False) -> Expression | None:
        """Return the sum that equals a variable by an equation where its coefficient is 1 or -1."""
        if len(call.arguments) != 3:
            return None
        scope, (given, atoms, constant) = self._scope, call.arguments
        what = "argument {} of " + call.name
        weights = [*scope.argument("N", given, call.start, what.format(1))]
        if isinstance(atoms, Name) and atoms.name in scope.declarations:
            atoms = scope.declarations[atoms.name].value
        if not isinstance(atoms, list) or len(atoms) != len(weights):
            return None
        own = [k for k, each in enumerate(atoms) if _name_of(each) == name]
        if len(own) != 1 or (is_view and sorted(weights) != [-1, 1]):
            return None
        sign = weights.pop(own[0])
        others = [each for k, each in enumerate(atoms) if k != own[0]]
        if abs(sign) != 1 or scope.is_open(others):
            return None
        total = scope.argument("n", constant, call.start, what.format(3))
        terms = scope.argument("X", others, call.start, what.format(2))
        return weighted_sum([-sign * weight for weight in weights], terms, sign * total)


def _list_by_name(found: dict[str, list[int]], calls: Sequence[tuple[int, Call]]) -> None:
    """Append the numbers of constraints to the lists of the variables that they may define.

    First come those that are annotated to define it.
    """
    for names_of in (_annotated, _results):
        for k, call in calls:
            for one in names_of(call):
                if type(one) is Name:
                    found.setdefault(one.name, []).append(k)


def _annotated(call: Call) -> list[Any]:
    """Return the variables that a constraint is annotated to define."""
    notes = [each for each in call.annotations if type(each) is Call and each.name == DEFINES]
    return [one for each in notes for one in each.arguments]


def _results(call: Call) -> list[Any]:
    """Return the arguments of a constraint that may be the results of a function."""
    if call.name in ("int_lin_eq", "float_lin_eq") and len(call.arguments) == 3:
        return call.arguments[1] if isinstance(call.arguments[1], list) else []
    predicate = find(call.name)
    return call.arguments[:1] if predicate and predicate.result == 0 else call.arguments[-1:]


def _name_of(each: Any) -> str | None:
    """Return the name that an argument is, or None if it is something else."""
    return each if type(each) is Name else None
