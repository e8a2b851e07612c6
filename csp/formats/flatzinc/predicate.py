"""The form of a predicate: the kinds of its arguments, and a function of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from csp.constraints.conjunction import Conjunction
from csp.constraints.linear_relation import Relation
from csp.constraints.reified import iff
from csp.constraints.table import table
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, Linear

KINDS = {
    "x": "a variable or a number",
    "X": "an array of variables and numbers",
    "n": "a number",
    "N": "an array of numbers",
    "s": "a set of numbers",
    "S": "an array of sets of numbers",
    "e": "a set variable or a set of numbers",
    "E": "an array of set variables and sets of numbers",
    "f": "a real variable or a number",
    "F": "an array of real variables and numbers",
    "g": "a real number",
    "G": "an array of real numbers",
}
"""The kinds of arguments by their letters; truth values count as the numbers 0 and 1."""


class Predicate(NamedTuple):
    """A predicate: the kinds of its arguments, and a function that returns its constraint.

    Attributes
    ----------
    kinds
        A letter of `KINDS` for each argument; those after a question mark may be left out, up to an
        exclamation mark.
    constraint
        Returns the constraint of its arguments.
    value
        For a predicate of which an argument is a function of the others: returns that function.
    result
        The place of that argument: the last or the first one.
    """

    kinds: str
    constraint: Callable[..., Constraint]
    value: Callable[..., Expression] | None = None
    result: int = -1


def function(kinds: str, value: Callable[..., Expression]) -> Predicate:
    """Return a predicate that the last argument is a function of the others."""
    return Predicate(kinds + "x", lambda *given: equal(given[-1], value(*given[:-1])), value)


def first_function(kinds: str, value: Callable[..., Expression]) -> Predicate:
    """Return a predicate that the first argument is a function of the others."""
    return Predicate("x" + kinds, lambda *given: equal(given[0], value(*given[1:])), value, 0)


def truth_of(kinds: str, condition: Callable[..., Constraint]) -> Predicate:
    """Return a predicate that the last argument is the truth value of a constraint."""
    return Predicate(kinds + "x", lambda *given: equivalent(given[-1], condition(*given[:-1])))


def equal(one: Expression, other: Expression) -> Constraint:
    """Return the constraint that two expressions are equal."""
    return Relation(one, "==", other)


def equivalent(truth: Expression, condition: Constraint) -> Constraint:
    """Return the constraint that a 0/1 expression is the truth value of a constraint."""
    return condition if number(truth) == 1 else iff(truth, condition)


def number(each: Expression) -> int | None:
    """Return the value of an expression that is a number, else None."""
    return each.constant if isinstance(each, Linear) and each.is_number else None


def all_of(parts: Iterable[Constraint], text: str) -> Conjunction:
    """Return the constraint that several constraints hold."""
    return Conjunction(list(parts), text)


def within(each: Expression, values: Iterable[int]) -> Constraint:
    """Return the constraint that an expression has one of some values."""
    if isinstance(values, range) and values:
        return all_of([each >= values[0], each <= values[-1]], f"{each!r} in {values}")
    return table([each], [(value,) for value in sorted(values)])
