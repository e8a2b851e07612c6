"""The names of a FlatZinc program and their values, which are found when first needed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from csp.errors import ModelError
from csp.formats.flatzinc.integers import Integers
from csp.formats.flatzinc.items import Access, Call, Declaration, Name, Program
from csp.formats.flatzinc.predicate import KINDS, Predicate, number
from csp.formats.flatzinc.reals import Real, rational, real
from csp.model.expressions import MOST_WHOLE, Expression, Linear, Variable, expression, whole
from csp.sets.expressions import SetExpression
from exactcover.runtime.errors import BudgetError
from exactcover.runtime.reading_budget import spend

Convert = Callable[[Any, str], Any]
"""A function that converts a value; the text says in messages what it is."""


class Scope:
    """The names of a program.

    Parameters
    ----------
    program
        The program.
    made
        Returns the value of a declaration.

    Attributes
    ----------
    declarations
        Name -> its declaration.
    values
        Name -> its value, of those that were needed: numbers, expressions, sets, lists of these.
    """

    def __init__(self, program: Program, made: Callable[[Declaration], Any]) -> None:
        self._source, self._made = program.source, made
        self.declarations: dict[str, Declaration] = {}
        self.values: dict[str, Any] = {}
        self._open: set[str] = set()
        for each in program.declarations:
            if each.name in self.declarations:
                self.fail(each.start, f"{each.name} is declared twice")
            self.declarations[each.name] = each

    def fail(self, start: int, message: str, name: str = "") -> NoReturn:
        """Raise FlatZincError for a place in the text, or for a name that follows it."""
        self._source.fail(start, message, name)

    def value_of(self, name: str, start: int) -> Any:
        """Return the value of a name."""
        if name not in self.values:
            declaration = self.declarations.get(name)
            if declaration is None:
                self.fail(start, f"{name} is not declared", name)
            if name in self._open:
                self.fail(declaration.start, f"{name} is defined by itself")
            self._open.add(name)
            self.values[name] = self._made(declaration)
            self._open.remove(name)
        return self.values[name]

    def is_open(self, each: Any) -> bool:
        """Return whether an argument mentions a name whose value is being looked for."""
        if isinstance(each, list):
            return any(map(self.is_open, each))
        return isinstance(each, Name | Access) and each.name in self._open

    def resolved(self, each: Any, start: int = 0) -> Any:
        """Return an expression of the text with values in place of names.

        `start` is the place in the text from which on an error looks for a name.
        """
        kind = type(each)
        if kind is Name:
            values = self.values
            return values[each.name] if each.name in values else self.value_of(each.name, start)
        if kind is list:
            return [self.resolved(one, start) for one in each]
        if kind is Access:
            array = self.value_of(each.name, start)
            if not isinstance(array, list) or not 1 <= each.index <= len(array):
                self.fail(start, f"{each.name} has no element {each.index}", each.name)
            return array[each.index - 1]
        return each

    def argument(self, kind: str, given: Any, start: int, what: str) -> Any:
        """Return an argument of a kind; see `csp.formats.flatzinc.predicate.KINDS`."""
        value = self.resolved(given, start)
        name = given.name if isinstance(given, Name | Access | Call) else ""
        try:
            if isinstance(given, Name) and isinstance(value, list):
                spend("terms", len(value))
            return _CONVERTED[kind](value, what)
        except TypeError:
            self.fail(start, f"{what} must be {KINDS[kind]}", name)
        except (ModelError, BudgetError) as error:
            self.fail(start, str(error), name)

    def arguments(self, predicate: Predicate, call: Call, most: int | None = None) -> list[Any]:
        """Return the first arguments of a constraint, or all, after checking them."""
        given, kinds = call.arguments, predicate.kinds
        if len(kinds) != len(given) or "?" in kinds:
            kinds = self._kinds_given(kinds, call)
        found = []
        for k, (kind, each) in enumerate(zip(kinds, given[:most], strict=False), 1):
            try:
                value = self._variables_or_numbers(kind, each)
            except BudgetError as error:
                self.fail(call.start, str(error), each)
            if value is None:
                value = self.argument(kind, each, call.start, f"argument {k} of {call.name}")
            found.append(value)
        return found

    def _kinds_given(self, kinds: str, call: Call) -> str:
        """Return the kinds of the arguments that are given, of which some may be left out."""
        needed, _, rest = kinds.partition("?")
        optional, _, last = rest.partition("!")
        least, n = len(needed + last), len(call.arguments)
        if not least <= n <= least + len(optional):
            wanted = f"{least} to {least + len(optional)}" if optional else least
            self.fail(call.start, f"{call.name} has {n} arguments instead of {wanted}")
        return needed + optional[: n - least] + last

    def _variables_or_numbers(self, kind: str, given: Any) -> Any:
        """Return an argument of variables or numbers only; None if it must be checked in steps."""
        own = type(given)
        value = self.values.get(given) if own is Name else given
        if kind == "x":
            return value if type(value) is Variable else None
        if kind == "X":
            if own is list:
                try:
                    value = [*map(self.values.get, given)]
                except TypeError:  # there is a list in it
                    return None
            if type(value) is not list or set(map(type, value)) != {Variable}:
                return None
        elif kind == "n":
            return value if type(value) is int and abs(value) < MOST_WHOLE else None
        elif kind != "N" or type(value) is not Integers or not value.are_whole:
            return None
        if own is Name:
            spend("terms", len(value))
        return value


def _number(value: Any, what: str) -> int:
    if type(value) is int:  # most often, and fast
        return whole(value, what)
    fixed = number(value) if isinstance(value, Linear) else value
    if not isinstance(fixed, int):
        raise TypeError
    return whole(fixed, what)


def _expression(value: Any, what: str) -> Expression:
    if type(value) is Variable:  # most often, and fast
        return value
    return value if isinstance(value, Expression) else expression(_number(value, what))


def _set(value: Any, _: str) -> range | frozenset[int]:
    if not isinstance(value, range | frozenset):
        raise TypeError
    return value


def _set_expression(value: Any, what: str) -> SetExpression | range | frozenset[int]:
    return value if isinstance(value, SetExpression) else _set(value, what)


def _real(value: Any, _: str) -> Real:
    return real(value)


def _rational(value: Any, _: str) -> Fraction:
    return rational(value)


def _each(convert: Convert) -> Convert:
    """Return the function that converts the elements of a list."""

    def converted(value: Any, what: str) -> list[Any]:
        if not isinstance(value, list):
            raise TypeError
        if convert is _number and type(value) is Integers and value.are_whole:
            return value  # most often, and fast
        element = f"an element of {what}"
        return [convert(one, element) for one in value]

    return converted


_CONVERTED: dict[str, Convert] = {
    "x": _expression,
    "X": _each(_expression),
    "n": _number,
    "N": _each(_number),
    "s": _set,
    "S": _each(_set),
    "e": _set_expression,
    "E": _each(_set_expression),
    "f": _real,
    "F": _each(_real),
    "g": _rational,
    "G": _each(_rational),
}
"""Letter of a kind -> a function that converts a value; it raises TypeError if the value is of
another kind, and ModelError if a number is too large."""
