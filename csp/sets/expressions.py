"""Sets of whole numbers that depend on variables: one condition for each number that may be in it.

The conditions are 0/1 expressions, so all constraints on sets are constraints on these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from csp.constraints.conjunction import Conjunction
from csp.constraints.reified import at_least, if_then, truth
from csp.constraints.table import table
from csp.errors import ModelError, TruthValueError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, Linear, Variable, expression, listed, sum_of, whole
from csp.model.solution import Compound
from exactcover.runtime.text_view import TextView

MOST_MEMBERS = 1 << 16
"""The most numbers that may be members of a set."""
NEVER = expression(0)


class SetExpression(TextView, Compound[frozenset[int]]):
    """A set of whole numbers; it has a value under each assignment of the variables of a model.

    `|`, `&`, `-` and `^` are the union, intersection, difference and symmetric difference; `<=`
    and `<` the conditions that it is a subset or a proper subset, `==` and `!=` that it is equal
    or not. Wherever a set is expected, there may be an iterable of whole numbers.

    Attributes
    ----------
    members
        Number -> the condition that it is in the set: an expression with the values 0 and 1.
    """

    def __init__(self, members: Mapping[int, Expression], text: str) -> None:
        self.members = dict(sorted(members.items()))
        self._text = text

    def __repr__(self) -> str:
        return self._text

    @cached_property
    def required(self) -> frozenset[int]:
        """The numbers that are always in the set."""
        return frozenset(each for each, bit in self.members.items() if _least(bit) == 1)

    @property
    def possible(self) -> frozenset[int]:
        """The numbers that may be in the set."""
        return frozenset(self.members)

    def value(self, value_of: ValueOf) -> frozenset[int]:
        """Return the set under an assignment."""
        return frozenset(each for each, bit in self.members.items() if bit.value(value_of))

    def member(self, number: int) -> Expression:
        """Return the 0/1 expression that a number is in the set."""
        return self.members.get(whole(number, "a member"), NEVER)

    def contains(self, each: Any) -> Constraint:
        """Return the constraint that a number, or the value of an expression, is in the set.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> s, x = model.set_variable(range(3), "s"), model.variable(range(5), "x")
        >>> model.post(s.contains(1), s.contains(x))
        >>> model.count()
        8
        """
        own = expression(each)
        linear = own.linear()
        if isinstance(linear, Linear) and linear.is_number:
            return self.member(linear.constant) == 1
        text = f"{self!r}.contains({own!r})"
        parts: list[Constraint] = [table([own], [(number,) for number in self.members])]
        parts += [if_then(own == number, bit) for number, bit in self.members.items()]
        return Conjunction(parts, text)

    def cardinality(self) -> Expression:
        """Return the number of members as an expression.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> s = model.set_variable(range(5), "s", required=[0])
        >>> model.post(s.cardinality() == 3)
        >>> model.count()
        6
        """
        return sum_of(self.members.values())

    def sum(self, weights: Mapping[int, int] | Callable[[int], int] | None = None) -> Expression:
        """Return the sum of the members, or that of their weights, as an expression.

        Parameters
        ----------
        weights
            Number -> weight, as a mapping or a function; by default the number itself.

        Raises
        ------
        ModelError
            If a number has no weight, or one that is not a whole number.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> s = model.set_variable(range(1, 5), "s")
        >>> model.post(s.sum() == 5, s.sum({1: 7, 2: 1, 3: 1, 4: 1}) < 7)
        >>> model.solve().solution[s]
        frozenset({2, 3})
        """
        own = {number: number for number in self.members}
        try:
            if callable(weights):
                own = {number: weights(number) for number in own}
            elif weights is not None:
                own = {number: weights[number] for number in own}
        except KeyError as error:
            raise ModelError(f"{error.args[0]!r} may be in {self!r}, and has no weight") from None
        terms = (whole(own[number], "a weight") * bit for number, bit in self.members.items())
        return sum_of(terms)

    def isdisjoint(self, other: Any) -> Constraint:
        """Return the constraint that two sets have no member in common."""
        right = as_set(other)
        both = [
            (bit, right.members[each])
            for each, bit in self.members.items()
            if each in right.members
        ]
        return Conjunction([a + b <= 1 for a, b in both], f"{self!r}.isdisjoint({right!r})")

    def issubset(self, other: Any) -> Constraint:
        """Return the constraint that all members are in another set; the same as `<=`."""
        right = as_set(other)
        parts = [bit <= right.member(each) for each, bit in self.members.items()]
        return Conjunction(parts, f"{self!r} <= {right!r}")

    def __or__(self, other: Any) -> SetExpression:
        return _combined(self, "|", other, lambda a, b: truth(at_least(1, [a, b])))

    def __and__(self, other: Any) -> SetExpression:
        return _combined(self, "&", other, lambda a, b: truth(at_least(2, [a, b])))

    def __sub__(self, other: Any) -> SetExpression:
        return _combined(self, "-", other, lambda a, b: truth(at_least(2, [a, 1 - b])))

    def __xor__(self, other: Any) -> SetExpression:
        return _combined(self, "^", other, lambda a, b: truth(a != b))

    def __rsub__(self, other: Any) -> SetExpression:
        return as_set(other) - self

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __le__(self, other: Any) -> Constraint:
        return self.issubset(other)

    def __ge__(self, other: Any) -> Constraint:
        return as_set(other).issubset(self)

    def __lt__(self, other: Any) -> Constraint:
        return _proper_subset(self, as_set(other))

    def __gt__(self, other: Any) -> Constraint:
        return _proper_subset(as_set(other), self)

    def __eq__(self, other: Any) -> Constraint:  # type: ignore[override]
        right = as_set(other)
        parts = [a == b for a, b in pairs(self, right)]
        return Conjunction(parts, f"{self!r} == {right!r}")

    def __ne__(self, other: Any) -> Constraint:  # type: ignore[override]
        right = as_set(other)
        return at_least(1, [a != b for a, b in pairs(self, right)])

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TruthValueError(f"a set of variables is neither true nor false: {self!r}")


class SetVariable(SetExpression):
    """A variable whose values are sets of whole numbers; made by `Model.set_variable`.

    Attributes
    ----------
    name
        Its name.
    """

    def __init__(self, name: str, members: Mapping[int, Expression]) -> None:
        super().__init__(members, name)
        self.name = name


def as_set(value: Any) -> SetExpression:
    """Return a set variable, a set expression or an iterable of whole numbers as an expression.

    Raises
    ------
    ModelError
        If it is none of them, or has too many members.
    """
    if isinstance(value, SetExpression):
        return value
    if not isinstance(value, Iterable):
        raise ModelError(f"{value!r} is no set: give a set variable or several whole numbers")
    numbers = numbers_of(value, "a set")
    text = f"{{{', '.join(map(str, numbers))}}}" if numbers else "{}"
    return SetExpression(dict.fromkeys(numbers, expression(1)), text)


def numbers_of(values: Iterable[int], what: str) -> list[int]:
    """Return the members of a set of whole numbers in ascending order, after checking them."""
    if isinstance(values, range) and values[MOST_MEMBERS:]:  # its length may be too large for len
        n = (values[-1] - values[0]) // values.step + 1
        raise ModelError(f"{what} has {n} members: at most {MOST_MEMBERS} are possible")
    found = sorted({whole(each, f"a member of {what}") for each in listed(values, what)})
    if len(found) > MOST_MEMBERS:
        raise ModelError(f"{what} has {len(found)} members: at most {MOST_MEMBERS} are possible")
    return found


def pairs(one: SetExpression, other: SetExpression) -> list[tuple[Expression, Expression]]:
    """Return the conditions of two sets for all numbers that may be in one, in ascending order."""
    numbers = sorted({*one.members, *other.members})
    return [(one.member(each), other.member(each)) for each in numbers]


def _proper_subset(one: SetExpression, other: SetExpression) -> Constraint:
    parts = [one.issubset(other), one.cardinality() < other.cardinality()]
    return Conjunction(parts, f"{one!r} < {other!r}")


def _combined(
    one: SetExpression,
    sign: str,
    other: Any,
    condition: Callable[[Expression, Expression], Expression],
) -> SetExpression:
    """Return the set of the numbers for which a condition on both sets holds."""
    right = as_set(other)
    found = dict[int, Expression]()
    for each in sorted({*one.members, *right.members}):
        a, b = one.member(each), right.member(each)
        if _is_number(a) and _is_number(b):
            if condition(a, b).value(lambda _: 0):
                found[each] = expression(1)
        else:
            simple = _simplified(sign, a, b)
            found[each] = condition(a, b) if simple is None else simple
    found = {each: bit for each, bit in found.items() if not (_is_number(bit) and _least(bit) == 0)}
    return SetExpression(found, f"({one!r} {sign} {right!r})")


def _simplified(sign: str, a: Expression, b: Expression) -> Expression | None:
    """Return a condition without a truth value of its own, where one operand is a number."""
    if not (_is_number(a) or _is_number(b)):
        return None
    known, bit = (_least(a), b) if _is_number(a) else (_least(b), a)
    if sign == "|":
        return expression(1) if known else bit
    if sign == "&":
        return bit if known else NEVER
    if sign == "^":
        return 1 - bit if known else bit
    if _is_number(a):
        return 1 - bit if known else NEVER
    return NEVER if known else bit


def _is_number(bit: Expression) -> bool:
    return bit.linear().is_number


def _least(bit: Expression) -> int:
    """Return the least value of a condition, as far as it is known without search."""
    if isinstance(bit, Variable):
        return bit.values[0]
    linear = bit.linear()
    return linear.constant if linear.is_number else 0
