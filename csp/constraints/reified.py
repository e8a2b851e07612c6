"""Reified constraints: the truth values of constraints, and logical constraints on them.

The operand of a logical constraint is a constraint that can be reified, or an expression with the
values 0 and 1 only. A logical constraint is a linear relation of the truth values of its operands,
so it can be reified, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csp.constraints.linear_relation import Relation
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import (
    Expression,
    Function,
    Linear,
    Variable,
    expression,
    expression_list,
    refuse_truth_values,
    sum_of,
    whole,
)

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Truth(Function):
    """The truth value of a constraint, 1 if it holds and 0 if not; see `truth`."""

    def __init__(self, constraint: Constraint) -> None:
        self.constraint = constraint

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the constraint."""
        yield from self.constraint.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return 1 if the constraint holds, else 0."""
        return int(self.constraint.holds(value_of))

    def build(self, builder: Builder) -> int:
        """Reify the constraint and return its truth value."""
        return self.constraint.reify(builder)

    def build_as(self, builder: Builder, v: int) -> bool:
        """Reify the constraint with a variable as its truth value, if it has the values 0 and 1."""
        return builder.bounds(v) == (0, 1) and self.constraint.reify_as(builder, v)

    def __repr__(self) -> str:
        return f"({self.constraint!r})"


def truth(constraint: Constraint) -> Truth:
    """Return an expression: the truth value of a constraint, 1 if it holds and 0 if not.

    This is reification. Where an expression is expected a constraint stands for its truth value:
    `b == (x <= y)` is the same as `b == truth(x <= y)`. All constraints of this package can be
    reified. If an expression has no value (an element outside of its array), neither the constraint
    nor its negation holds: such values are in no solution.

    Consistency: domain for x == y + c, x != y + c, comparisons with one variable, `regular`,
    `value_precedence`, and tables and predicates of at most 4096 combinations of values; for larger
    tables as `forbidden`; else bounds. Other constraints are decomposed into comparisons: so they
    remove less than where they are posted by themselves.

    Parameters
    ----------
    constraint
        A constraint that can be reified.

    Returns
    -------
    Truth
        An expression.

    Raises
    ------
    ModelError
        If it is not a constraint; when it is posted, if it cannot be reified.

    Examples
    --------
    >>> from csp import Model, truth
    >>> model = Model()
    >>> x = model.variables(3, range(4), name="x")
    >>> model.post(sum(truth(v > 1) for v in x) == 2, x[0] < x[1], x[1] < x[2])
    >>> model.count()
    2
    """
    if not isinstance(constraint, Constraint):
        raise ModelError(f"{constraint!r} is not a constraint: only these have truth values")
    return Truth(constraint)


class LogicalRelation(Relation):
    """A linear relation of truth values: each operand is a constraint, or is 0 or 1."""

    def __init__(
        self, left: Expression, operator: str, right: Expression, operands: list[Expression]
    ) -> None:
        super().__init__(left, operator, right)
        self.operands = operands

    def build(self, builder: Builder) -> None:
        """Check the operands, and post the relation."""
        if self.operator == "==" and self._defines(builder):
            return  # a truth value is 0 or 1
        self._check(builder)
        super().build(builder)

    def reify(self, builder: Builder) -> int:
        """Check the operands; return the truth value of the relation, a 0/1 variable."""
        self._check(builder)
        return super().reify(builder)

    def reify_as(self, builder: Builder, truth: int) -> bool:
        """Check the operands; post that a 0/1 variable is the truth value of the relation."""
        self._check(builder)
        return super().reify_as(builder, truth)

    def _check(self, builder: Builder) -> None:
        for each in self.operands:
            if type(each) is Variable and builder.bounds(builder.atom(each)) == (0, 1):
                continue  # most often, and fast
            least, greatest = builder.linear_bounds(each.linear())
            if not 0 <= least <= greatest <= 1:
                raise ModelError(
                    f"{each!r} may have the values {_values(each, least, greatest)}: the "
                    "operand of a logical constraint must be a constraint, or be 0 or 1"
                )

    def __invert__(self) -> Relation:
        opposite = super().__invert__()
        return LogicalRelation(opposite.left, opposite.operator, opposite.right, self.operands)


def if_then(condition: Any, consequence: Any) -> Relation:
    """Return the implication of two constraints: where one holds, the other holds.

    Consistency: bounds of the sum of the truth values, and that of the operands' `truth`. This also
    goes for `iff`, `exactly`, `at_least` and `at_most`.

    Parameters
    ----------
    condition, consequence
        Constraints that can be reified, or expressions with the values 0 and 1 only.

    Returns
    -------
    Relation
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If one is neither a constraint nor an expression; when it is posted, if a constraint cannot
        be reified, or an expression may have other values.

    Examples
    --------
    >>> from csp import Model, if_then
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="xy")
    >>> model.post(if_then(x == 0, y == 2))
    >>> model.count()
    7
    """
    one, other = expression(condition), expression(consequence)
    return LogicalRelation(one, "<=", other, [one, other])


def iff(one: Any, other: Any) -> Relation:
    """Return the equivalence of two constraints: both hold, or neither does.

    Parameters
    ----------
    one, other
        Constraints that can be reified, or expressions with the values 0 and 1 only.

    Returns
    -------
    Relation
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        As for `if_then`.

    Examples
    --------
    >>> from csp import Model, iff
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="xy")
    >>> model.post(iff(x == 0, y == 2))
    >>> model.count()
    5
    """
    left, right = expression(one), expression(other)
    return LogicalRelation(left, "==", right, [left, right])


def exactly(n: int, constraints: Iterable[Any]) -> Relation:
    """Return the constraint that exactly n of some constraints hold.

    With n = 1 and 0/1 variables it is an item of an exact cover.

    Parameters
    ----------
    n
        How many must hold.
    constraints
        Constraints that can be reified, or expressions with the values 0 and 1 only.

    Returns
    -------
    Relation
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If n is not a whole number; else as for `if_then`.

    Examples
    --------
    >>> from csp import Model, exactly
    >>> model = Model()
    >>> bits = model.variables(4, range(2))
    >>> model.post(exactly(1, bits))
    >>> model.count()
    4
    """
    return _number_of(constraints, "==", n)


def negated(condition: Any) -> Relation:
    """Return the condition that another one does not hold: the operator `~`."""
    return exactly(0, [condition])


def at_least(n: int, constraints: Iterable[Any]) -> Relation:
    """Return the constraint that at least n of some constraints hold; n = 1 is a disjunction.

    Parameters
    ----------
    n
        How many must hold at least.
    constraints
        Constraints that can be reified, or expressions with the values 0 and 1 only.

    Returns
    -------
    Relation
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If n is not a whole number; else as for `if_then`.

    Examples
    --------
    >>> from csp import Model, at_least
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="xy")
    >>> model.post(at_least(1, [x == y, x + y == 3, x > 1]))
    >>> model.count()
    6
    """
    return _number_of(constraints, ">=", n)


def disjunction(positive: Sequence[Expression], negative: Sequence[Expression]) -> Relation:
    """Return the constraint that one of some 0/1 expressions is 1, or one of others is 0."""
    if set(map(type, (*positive, *negative))) == {Variable}:  # most often, and fast
        terms = dict.fromkeys(positive, 1) | dict.fromkeys(negative, -1)
        if len(terms) == len(positive) + len(negative):  # none is there twice
            total = Linear(terms, len(negative))  # type: ignore[arg-type]
            return LogicalRelation(expression(1), "<=", total, [*positive, *negative])
    return at_least(1, [*positive, *(1 - each for each in negative)])


def at_most(n: int, constraints: Iterable[Any]) -> Relation:
    """Return the constraint that at most n of some constraints hold.

    Parameters
    ----------
    n
        How many may hold at most.
    constraints
        Constraints that can be reified, or expressions with the values 0 and 1 only.

    Returns
    -------
    Relation
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If n is not a whole number; else as for `if_then`.

    Examples
    --------
    >>> from csp import Model, at_most
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="xy")
    >>> model.post(at_most(0, [x == y, x > 1]))
    >>> model.count()
    4
    """
    return _number_of(constraints, "<=", n)


def _number_of(constraints: Iterable[Any], operator: str, n: int) -> Relation:
    """Return the comparison of n with the number of constraints that hold."""
    refuse_truth_values(constraints)
    operands = expression_list(constraints, "the constraints")
    total, number = sum_of(operands), expression(whole(n, "a number of constraints"))
    if operator == ">=":
        return LogicalRelation(number, "<=", total, operands)
    return LogicalRelation(total, operator, number, operands)


def _values(each: Expression, least: int, greatest: int) -> str:
    """Return the values of an expression as text."""
    if isinstance(each, Variable) and len(each.values) < 10:
        return ", ".join(map(str, each.values))
    return f"from {least} to {greatest}"
