"""Variables, and what operators make of them: linear expressions, and functions such as abs.

Every expression has a linear normal form: a constant and, for variables and functions, a
coefficient. What compares two expressions is a constraint.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, final

import numpy as np

from csp.constraint import Constraint, ValueOf
from csp.errors import ModelError
from csp.masks import places_of

if TYPE_CHECKING:
    from csp.build import Builder
    from csp.constraints.relation import Relation
    from csp.model import Model


MOST_WHOLE = 1 << 62
"""Numbers, and all sums and products, stay below this: kernels reckon in 64 bits."""


class Expression(ABC):
    """What has a value when its variables have."""

    __hash__ = object.__hash__

    @abstractmethod
    def linear(self) -> Linear:
        """Return the linear normal form."""

    @abstractmethod
    def variables(self) -> Iterator[Variable]:
        """Yield its variables."""

    @abstractmethod
    def value(self, value_of: ValueOf) -> int:
        """Return its value under an assignment."""

    def __add__(self, other: Any) -> Expression:
        return _combine(self, other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Expression:
        return _combine(self, other, -1)

    def __rsub__(self, other: Any) -> Expression:
        return _combine(-self, other, 1)

    def __neg__(self) -> Expression:
        return self.linear().times(-1)

    def __pos__(self) -> Expression:
        return self

    def __mul__(self, other: Any) -> Expression:
        if not isinstance(other, Expression | Constraint):
            return self.linear().times(whole(other, "a factor"))
        left, right = self.linear(), expression(other).linear()
        if not right.terms:
            return left.times(right.constant)
        if not left.terms:
            return right.times(left.constant)
        from csp.constraints.product import Product

        return Product(left, right)

    __rmul__ = __mul__

    def __abs__(self) -> Expression:
        from csp.constraints.absolute import Absolute

        return Absolute(self.linear())

    def __eq__(self, other: Any) -> Relation:  # type: ignore[override]
        return _compare(self, "==", other)

    def __ne__(self, other: Any) -> Relation:  # type: ignore[override]
        return _compare(self, "!=", other)

    def __le__(self, other: Any) -> Relation:
        return _compare(self, "<=", other)

    def __lt__(self, other: Any) -> Relation:
        return _compare(self + 1, "<=", other)

    def __ge__(self, other: Any) -> Relation:
        return _compare(-self, "<=", -expression(other))

    def __gt__(self, other: Any) -> Relation:
        return _compare(1 - self, "<=", -expression(other))

    def __bool__(self) -> bool:
        raise TypeError(f"an expression is neither true nor false: {self!r}")


@final
class Variable(Expression):
    """An integer to be found; made by `Model.variable`.

    Attributes
    ----------
    name
        What it is called, in messages and in solutions.
    values
        The values that it may have, in order.
    """

    def __init__(self, model: Model, index: int, name: str, origin: int, mask: int) -> None:
        self.model = model
        self.index = index
        self.name = name
        self.origin = origin
        self.mask = mask

    @property
    def values(self) -> list[int]:
        """The values that it may have, in order."""
        return [self.origin + place for place in places_of(self.mask)]

    def linear(self) -> Linear:
        """Return once this variable."""
        return Linear({self: 1}, 0)

    def variables(self) -> Iterator[Variable]:
        """Yield itself."""
        yield self

    def value(self, value_of: ValueOf) -> int:
        """Return its value under an assignment."""
        return value_of(self)

    def __repr__(self) -> str:
        return self.name


class Function(Expression):
    """What is not linear, and is found from its operands by a constraint."""

    def linear(self) -> Linear:
        """Return once this function."""
        return Linear({self: 1}, 0)

    @abstractmethod
    def build(self, builder: Builder) -> int:
        """Make a variable that always equals it; return its number."""


class Linear(Expression):
    """A sum of variables and functions times coefficients, and a constant.

    Attributes
    ----------
    terms
        Atom -> coefficient, never 0.
    constant
        What is added.
    """

    def __init__(self, terms: dict[Variable | Function, int], constant: int) -> None:
        self.terms = terms
        self.constant = constant

    def linear(self) -> Linear:
        """Return itself."""
        return self

    def times(self, factor: int) -> Linear:
        """Return a multiple."""
        terms = {atom: factor * c for atom, c in self.terms.items()} if factor else {}
        return Linear(terms, factor * self.constant)

    def variables(self) -> Iterator[Variable]:
        """Yield its variables."""
        for atom in self.terms:
            yield from atom.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return its value under an assignment."""
        return self.constant + sum(c * atom.value(value_of) for atom, c in self.terms.items())

    def __repr__(self) -> str:
        parts = [_term(c, atom) for atom, c in self.terms.items()]
        if self.constant or not parts:
            parts.append(f"{'-' if self.constant < 0 else '+'} {abs(self.constant)}")
        return " ".join(parts).removeprefix("+ ")


def expression(value: Any) -> Expression:
    """Return an expression: a whole number is one, and so is the truth of a constraint."""
    if type(value) is Variable or isinstance(value, Expression):  # most often, and fast
        return value
    if isinstance(value, Constraint):
        from csp.constraints.truth import Truth

        return Truth(value)
    return Linear({}, whole(value, "a term"))


def whole(value: Any, what: str) -> int:
    """Return a whole number as an int.

    Raises
    ------
    ModelError
        If it is not a whole number, or too large for sums of 64 bits.
    """
    if isinstance(value, int | np.integer | np.bool_):
        if abs(int(value)) < MOST_WHOLE:
            return int(value)
        raise ModelError(f"{what} is {value}: it must be below 2**62, and above -2**62")
    raise ModelError(f"{what} is {value!r}: it must be a whole number")


def _combine(one: Expression, other: Any, sign: int) -> Expression:
    """Return one + sign * other."""
    left, right = one.linear(), expression(other).linear()
    terms = dict(left.terms)
    for atom, c in right.terms.items():
        total = terms.pop(atom, 0) + sign * c
        if total:
            terms[atom] = total
    return Linear(terms, left.constant + sign * right.constant)


def _compare(left: Expression, operator: str, right: Any) -> Relation:
    from csp.constraints.relation import Relation

    return Relation(left, operator, expression(right))


def _term(c: int, atom: Expression) -> str:
    factor = "" if abs(c) == 1 else f"{abs(c)}*"
    return f"{'-' if c < 0 else '+'} {factor}{atom!r}"
