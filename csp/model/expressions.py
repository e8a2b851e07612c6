"""Variables, and what operators make of them: linear expressions, and functions such as abs.

Every expression has a linear normal form: a constant and, for variables and functions, a
coefficient. What compares two expressions is a constraint.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, final

import numpy as np

from csp.errors import ModelError
from csp.kernels.bitsets import places_of
from csp.model.constraint import Constraint, ValueOf

if TYPE_CHECKING:
    from csp.constraints.relation import Relation
    from csp.model.builder import Builder
    from csp.model.model import Model


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
            return left.times(right.constant, right.dropped)
        if not left.terms:
            return right.times(left.constant, left.dropped)
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
    dropped
        Functions whose coefficients came to 0. They add nothing, but they must still have a value:
        an element must still be one that its array has.
    """

    def __init__(
        self,
        terms: dict[Variable | Function, int],
        constant: int,
        dropped: tuple[Function, ...] = (),
    ) -> None:
        self.terms = terms
        self.constant = constant
        self.dropped = dropped

    @property
    def is_number(self) -> bool:
        """Whether neither variables nor functions stand in it."""
        return not self.terms and not self.dropped

    def linear(self) -> Linear:
        """Return itself."""
        return self

    def times(self, factor: int, dropped: tuple[Function, ...] = ()) -> Linear:
        """Return a multiple, in which more functions may have been dropped."""
        terms = {atom: factor * c for atom, c in self.terms.items()} if factor else {}
        lost = () if factor else _functions(self.terms)
        return Linear(terms, factor * self.constant, (*self.dropped, *lost, *dropped))

    def variables(self) -> Iterator[Variable]:
        """Yield its variables."""
        for atom in (*self.terms, *self.dropped):
            yield from atom.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return its value under an assignment."""
        for function in self.dropped:
            function.value(value_of)  # raises where it has none
        return self.constant + sum(c * atom.value(value_of) for atom, c in self.terms.items())

    def __repr__(self) -> str:
        parts = [_term(c, atom) for atom, c in self.terms.items()]
        parts += [f"+ 0*{function!r}" for function in self.dropped]
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


def expression_list(values: Iterable[Any], what: str) -> list[Expression]:
    """Return a list of expressions.

    Raises
    ------
    ModelError
        If `values` cannot be iterated over, or one of them is no expression.
    """
    return [expression(each) for each in listed(values, what)]


def listed(values: Iterable[Any], what: str) -> list[Any]:
    """Return the values of something that can be iterated over.

    Raises
    ------
    ModelError
        If it cannot; `what` names it in the message.
    """
    if not isinstance(values, Iterable):
        raise ModelError(f"{what} are {values!r}: give a list or an array")
    return list(values)


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
    terms, dropped = dict(left.terms), left.dropped + right.dropped
    for atom, c in right.terms.items():
        total = terms.pop(atom, 0) + sign * c
        if total:
            terms[atom] = total
        else:
            dropped += _functions([atom])
    return Linear(terms, left.constant + sign * right.constant, dropped)


def _functions(atoms: Iterable[Variable | Function]) -> tuple[Function, ...]:
    return tuple(atom for atom in atoms if isinstance(atom, Function))


def _compare(left: Expression, operator: str, right: Any) -> Relation:
    from csp.constraints.relation import Relation

    return Relation(left, operator, expression(right))


def _term(c: int, atom: Expression) -> str:
    factor = "" if abs(c) == 1 else f"{abs(c)}*"
    return f"{'-' if c < 0 else '+'} {factor}{atom!r}"
