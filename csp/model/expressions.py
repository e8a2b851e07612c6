"""Expressions: variables, linear combinations of them, and functions such as abs.

Every expression has a linear normal form: a constant, and coefficients of variables and functions.
The comparison of two expressions is a constraint.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from csp.errors import ModelError, TruthValueError
from csp.kernels.bitsets import has, places_of
from csp.model.constraint import Constraint, ValueOf
from csp.model.operators import Operators, elementwise
from csp.model.posted_records import Mask, Span
from exactcover.runtime.formatting import shown
from exactcover.runtime.text_view import TextView
from exactcover.runtime.texts import printable

if TYPE_CHECKING:
    from csp.constraints.linear_relation import Relation
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph


SHORT_WHOLE = 18
"""Whole numbers of so many characters are less than `MOST_WHOLE`."""
MOST_WHOLE = 1 << 62
"""Numbers, sums and products must be less than this: kernels compute with 64-bit integers."""


class Expression(TextView, Operators, ABC):
    """An integer expression: it has a value under each assignment of its variables."""

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

    if not TYPE_CHECKING:  # there it is a method of `Operators`
        __add__ = __radd__ = elementwise(lambda one, other: _combine(one, other, 1))

    @elementwise
    def __sub__(self, other: Any) -> Expression:
        return _combine(self, other, -1)

    @elementwise
    def __rsub__(self, other: Any) -> Expression:
        return _combine(-self, other, 1)

    def __neg__(self) -> Expression:
        return self.linear().times(-1)

    def __pos__(self) -> Expression:
        return self

    @elementwise
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

    @elementwise
    def __eq__(self, other: Any) -> Relation:  # type: ignore[override]
        return _compare(self, "==", other)

    @elementwise
    def __ne__(self, other: Any) -> Relation:  # type: ignore[override]
        return _compare(self, "!=", other)

    @elementwise
    def __le__(self, other: Any) -> Relation:
        return _compare(self, "<=", other)

    @elementwise
    def __lt__(self, other: Any) -> Relation:
        return _compare(self + 1, "<=", other)

    @elementwise
    def __ge__(self, other: Any) -> Relation:
        return _compare(expression(other), "<=", self)

    @elementwise
    def __gt__(self, other: Any) -> Relation:
        return _compare(expression(other) + 1, "<=", self)

    def __bool__(self) -> bool:
        raise TruthValueError(f"an expression is neither true nor false: {self!r}")


class VariableOwner(Protocol):
    """The model of a variable, as far as its variables and solutions know it."""

    key: str
    tables: dict[int, tuple[int, ...]]

    @property
    def names(self) -> Mapping[str, int]:
        """Name -> index of all variables."""


class Variable(Expression):
    """An integer variable of a model; made by `Model.variable`.

    Attributes
    ----------
    name
        Its name in messages and solutions.
    values
        The values that it may have, in ascending order.
    """

    def __init__(
        self, model: VariableOwner, index: int, name: str, origin: int, mask: Mask
    ) -> None:
        self.model = model
        self.index = index
        self.name = name
        self.origin = origin
        self.mask = mask

    @property
    def values(self) -> Sequence[int]:
        """The values that it may have, in ascending order."""
        if isinstance(self.mask, Span):
            return range(self.origin, self.origin + self.mask.bit_count())
        return [self.origin + place for place in places_of(self.mask)]

    def may_be(self, value: int) -> bool:
        """Return whether a number is one of its values."""
        place = value - self.origin
        if isinstance(self.mask, Span):
            return 0 <= place <= self.mask.greatest
        return has(self.mask, place)

    def coded(self, value: int) -> int:
        """Return the number by which a search knows a value; see `csp.model.sparse`."""
        return value

    def decoded(self, number: int) -> int:
        """Return the value that a search knows by a number."""
        return number

    def build(self, builder: Builder) -> int:
        """Return its number; only variables of which a search knows other numbers post more."""
        return self.index

    def build_as(self, builder: Builder, v: int) -> bool:
        """Return whether a variable became this one, which it never does."""
        return False

    def at(self, builder: Builder, number: int) -> int:
        """Return the variable of the value that is known by the number that a variable has."""
        return number

    def linear(self) -> Linear:
        """Return the linear expression of this variable alone."""
        return Linear({self: 1}, 0)

    def variables(self) -> Iterator[Variable]:
        """Yield itself."""
        yield self

    def value(self, value_of: ValueOf) -> int:
        """Return its value under an assignment."""
        return value_of(self)

    def __repr__(self) -> str:
        return printable(self.name)


class Function(Expression):
    """A non-linear function of expressions; a propagator computes it from its operands."""

    def linear(self) -> Linear:
        """Return the linear expression of this function alone."""
        return Linear({self: 1}, 0)

    @abstractmethod
    def build(self, builder: Builder) -> int:
        """Post its propagators; return the number of a variable that equals it."""

    def build_as(self, builder: Builder, v: int) -> bool:
        """Post its propagators so that a variable equals it; return False if nothing was posted.

        By default it has a variable of its own, and both are equal.
        """
        return False

    def as_sum(self) -> Expression | None:
        """Return an equal sum of simpler expressions, which shows how it is symmetric; or None."""
        return None

    def unordered(self) -> tuple[Hashable, list[Expression]] | None:
        """Return a name and the operands, if their order and repetition do not matter; or None."""
        return None

    def add_values(self, graph: LiteralGraph) -> dict[int, int] | None:
        """Add the condition of each value to the graph of literals; return value -> vertex.

        None, as by default, leaves it to the graph, which enumerates the values of the variables.
        """
        return None


class Linear(Expression):
    """A sum of variables and functions times coefficients, and a constant; it never changes.

    Attributes
    ----------
    terms
        Variable or function -> coefficient, which is not 0.
    constant
        The constant.
    dropped
        Functions whose coefficients cancelled. They add nothing, but they must still have a value:
        the index of an element must still be within its array.
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
        """Whether it has neither variables nor functions."""
        return not self.terms and not self.dropped

    def linear(self) -> Linear:
        """Return itself."""
        return self

    def times(self, factor: int, dropped: tuple[Function, ...] = ()) -> Linear:
        """Return a multiple of it, with further dropped functions."""
        terms = {atom: factor * c for atom, c in self.terms.items()} if factor else {}
        lost = () if factor else _functions(self.terms)
        return Linear(terms, factor * self.constant, (*self.dropped, *lost, *dropped))

    def variables(self) -> Iterator[Variable]:
        """Return an iterator over its variables."""
        if not self.dropped and set(map(type, self.terms)) == {Variable}:  # most often, and fast
            return iter(self.terms)  # type: ignore[arg-type]
        return chain.from_iterable(atom.variables() for atom in (*self.terms, *self.dropped))

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
    """Return a value as an expression: an integer, or the truth value of a constraint."""
    if type(value) is int:  # most often, and fast
        return _number(value)
    if type(value) is Variable or isinstance(value, Expression):
        return value
    if isinstance(value, Constraint):
        from csp.constraints.reified import Truth

        return Truth(value)
    return Linear({}, whole(value, "a term"))


@lru_cache(maxsize=1 << 12)
def _number(value: int) -> Linear:
    """Return an integer as an expression, which never changes."""
    return Linear({}, whole(value, "a term"))


def sum_of(expressions: Iterable[Any]) -> Linear:
    """Return the sum of expressions, numbers and constraints, in time linear in their length.

    The sum of Python copies all terms for each one that it adds.
    """
    own = [expression(each) for each in expressions]
    return weighted_sum([1] * len(own), own)


def weighted_sum(
    weights: Iterable[int], expressions: Iterable[Expression], constant: int = 0
) -> Linear:
    """Return the sum of expressions times numbers, in time linear in their length."""
    weights, expressions = [*weights], [*expressions]
    if set(map(type, expressions)) == {Variable} and 0 not in weights:  # most often, and fast
        own_terms = dict(zip(expressions, weights, strict=True))
        if len(own_terms) == len(expressions):  # none is there twice
            return Linear(own_terms, constant)  # type: ignore[arg-type]
    terms: dict[Variable | Function, int] = {}
    dropped: list[Function] = []
    for weight, each in zip(weights, expressions, strict=True):
        own = each.linear()
        constant += weight * own.constant
        dropped += own.dropped
        for atom, c in own.terms.items():
            terms[atom] = terms.get(atom, 0) + weight * c
    dropped += _functions(atom for atom, c in terms.items() if not c)
    return Linear({atom: c for atom, c in terms.items() if c}, constant, tuple(dropped))


def expression_list(values: Iterable[Any], what: str) -> list[Expression]:
    """Return values as a list of expressions.

    Raises
    ------
    ModelError
        If `values` is not iterable, or one of them is not an expression; `what` names them.
    """
    own = listed(values, what)
    if set(map(type, own)) == {Variable}:  # most often, and fast
        return own
    return [expression(each) for each in own]


def listed(values: Iterable[Any], what: str) -> list[Any]:
    """Return the values of an iterable as a list, and a data frame as the list of its rows.

    Raises
    ------
    ModelError
        If it is not iterable, or a text or a mapping; `what` names it in the message.
    """
    if type(values) is list or type(values) is tuple:  # as most are
        return list(values)
    is_single = not isinstance(values, Iterable) or getattr(values, "ndim", 1) == 0
    if is_single or isinstance(values, str | bytes | Mapping):
        raise ModelError(f"{what}: {shown(values)} is given where a list or an array is needed")
    if hasattr(values, "itertuples"):  # what a data frame iterates over are the names of columns
        return list(values.itertuples(index=False, name=None))
    return list(values)


def refuse_truth_values(values: Any) -> None:
    """Raise ModelError if an array, or a Series, has truth values where constraints are meant."""
    if getattr(getattr(values, "dtype", None), "kind", "") == "b" and values.ndim:
        raise ModelError(
            "an array of True and False is given where constraints are needed: it is the result "
            "of a comparison, or of a test such as isin, that has no variables. Of a Series of "
            "variables, series.map(lambda v: v == 1) makes constraints"
        )


def whole(value: Any, what: str) -> int:
    """Return a Python or NumPy integer as an int.

    Raises
    ------
    ModelError
        If it is not a whole number, or is too large; `what` names it in the message.
    """
    if type(value) is int and -MOST_WHOLE < value < MOST_WHOLE:  # most often, and fast
        return value
    if isinstance(value, int | np.integer | np.bool_) and not isinstance(value, np.timedelta64):
        if abs(int(value)) < MOST_WHOLE:
            return int(value)
        raise ModelError(f"{what} is {shown(int(value))}: it must be below 2**62, and above -2**62")
    if isinstance(value, np.ndarray) and not value.ndim and value.dtype.kind in "iub":
        return whole(value[()], what)
    raise ModelError(f"{what} is {shown(value)}: it must be a whole number")


def _combine(one: Expression, other: Any, sign: int) -> Expression:
    """Return one + sign * other."""
    left, right = one.linear(), expression(other).linear()
    if right.is_number:  # most often, and fast
        return Linear(left.terms, left.constant + sign * right.constant, left.dropped)
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
    from csp.constraints.linear_relation import Relation

    return Relation(left, operator, expression(right))


def _term(c: int, atom: Expression) -> str:
    factor = "" if abs(c) == 1 else f"{abs(c)}*"
    return f"{'-' if c < 0 else '+'} {factor}{atom!r}"
