"""Conditions: constraints that may hold or not, and what is said about that.

A condition is a constraint with a truth value, or an expression that is 0 or 1. What connects them
is linear in their truth values, so it has a truth value itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from csp.constraints.relation import Relation
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, Function, Variable, expression, expression_list, whole

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Truth(Function):
    """1 if a constraint holds, and 0 if not; see `truth`."""

    def __init__(self, constraint: Constraint) -> None:
        self.constraint = constraint

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the constraint."""
        yield from self.constraint.variables()

    def value(self, value_of: ValueOf) -> int:
        """Ask the constraint."""
        return int(self.constraint.holds(value_of))

    def build(self, builder: Builder) -> int:
        """Let the constraint say it."""
        return self.constraint.truth(builder)

    def __repr__(self) -> str:
        return f"({self.constraint!r})"


def truth(condition: Constraint) -> Truth:
    """Return the expression that is 1 where a condition holds, and 0 where not.

    It need not be called where another expression stands: `b == (x <= y)` is the same as
    `b == truth(x <= y)`. Comparisons, tables and predicates have truth values, and so has whatever
    connects conditions. Where an expression has no value (an element outside of its array), nothing
    holds, not even the opposite: such values are never in a solution.

    Consistency: of x == y + c, x != y + c, comparisons with one variable, and tables and predicates
    of no more than 4096 combinations of values, domain; of larger tables as of `forbidden`; else
    bounds.

    Parameters
    ----------
    condition
        A constraint that has a truth value.

    Returns
    -------
    Truth
        An expression with the values 0 and 1.

    Raises
    ------
    ModelError
        If the condition is not a constraint; when it is posted, if it has no truth value.

    Examples
    --------
    >>> from csp import Model, truth
    >>> model = Model()
    >>> x = model.variables(3, range(4), name="x")
    >>> model.post(sum(truth(v > 1) for v in x) == 2, x[0] < x[1], x[1] < x[2])
    >>> model.count()
    2
    """
    if not isinstance(condition, Constraint):
        raise ModelError(f"{condition!r} is not a constraint: only these have truth values")
    return Truth(condition)


class Connection(Relation):
    """A comparison of what conditions come to; each of them must be 0 or 1."""

    def __init__(
        self, left: Expression, operator: str, right: Expression, conditions: list[Expression]
    ) -> None:
        super().__init__(left, operator, right)
        self.conditions = conditions

    def build(self, builder: Builder) -> None:
        """Post the comparison, once the conditions were looked at."""
        self._check(builder)
        super().build(builder)

    def truth(self, builder: Builder) -> int:
        """Post what tells whether the comparison holds."""
        self._check(builder)
        return super().truth(builder)

    def _check(self, builder: Builder) -> None:
        for each in self.conditions:
            least, greatest = builder.range(each.linear())
            if not 0 <= least <= greatest <= 1:
                raise ModelError(
                    f"the condition {each!r} may have the values {_values(each, least, greatest)}: "
                    "a condition is a constraint, or 0 or 1"
                )

    def __invert__(self) -> Relation:
        opposite = super().__invert__()
        return Connection(opposite.left, opposite.operator, opposite.right, self.conditions)


def if_then(condition: Any, consequence: Any) -> Relation:
    """Say that where one condition holds another one does.

    Here, and in all that connects conditions, a condition is a constraint that has a truth value,
    or an expression whose values are 0 and 1 alone.

    Parameters
    ----------
    condition
        A constraint that has a truth value, or an expression whose values are 0 and 1 alone.
    consequence
        Another one, which holds wherever the first one does.

    Returns
    -------
    Relation
        A linear constraint.

    Raises
    ------
    ModelError
        When it is posted, if an expression may have other values.

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
    return Connection(one, "<=", other, [one, other])


def iff(one: Any, other: Any) -> Relation:
    """Say that both conditions hold, or none.

    Parameters
    ----------
    one
        A constraint that has a truth value, or an expression whose values are 0 and 1 alone.
    other
        Another one.

    Returns
    -------
    Relation
        A linear constraint.

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
    return Connection(left, "==", right, [left, right])


def exactly(n: int, conditions: Iterable[Any]) -> Relation:
    """Say how many conditions hold; with n = 1 they are an item of an exact cover.

    Parameters
    ----------
    n
        The number.
    conditions
        Constraints that have a truth value, or expressions whose values are 0 and 1 alone.

    Returns
    -------
    Relation
        A linear constraint.

    Examples
    --------
    >>> from csp import Model, exactly
    >>> model = Model()
    >>> bits = model.variables(4, range(2))
    >>> model.post(exactly(1, bits))
    >>> model.count()
    4
    """
    return _number_of(conditions, "==", n)


def at_least(n: int, conditions: Iterable[Any]) -> Relation:
    """Say that so many conditions hold, or more; with n = 1 that one or another does.

    Parameters
    ----------
    n
        The least number.
    conditions
        Constraints that have a truth value, or expressions whose values are 0 and 1 alone.

    Returns
    -------
    Relation
        A linear constraint.

    Examples
    --------
    >>> from csp import Model, at_least
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="xy")
    >>> model.post(at_least(1, [x == y, x + y == 3, x > 1]))
    >>> model.count()
    6
    """
    return _number_of(conditions, ">=", n)


def at_most(n: int, conditions: Iterable[Any]) -> Relation:
    """Say that no more conditions hold than so many.

    Parameters
    ----------
    n
        The greatest number.
    conditions
        Constraints that have a truth value, or expressions whose values are 0 and 1 alone.

    Returns
    -------
    Relation
        A linear constraint.

    Examples
    --------
    >>> from csp import Model, at_most
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="xy")
    >>> model.post(at_most(0, [x == y, x > 1]))
    >>> model.count()
    4
    """
    return _number_of(conditions, "<=", n)


def _number_of(conditions: Iterable[Any], operator: str, n: int) -> Relation:
    """Say how the number of the conditions that hold compares with n."""
    own, limit = expression_list(conditions, "the conditions"), whole(n, "a number of conditions")
    total, wanted = sum(own, expression(0)), expression(limit)
    if operator == ">=":
        return Connection(wanted, "<=", total, own)
    return Connection(total, operator, wanted, own)


def _values(each: Expression, least: int, greatest: int) -> str:
    """Return the values of an expression, in words."""
    if isinstance(each, Variable) and len(each.values) < 10:
        return ", ".join(map(str, each.values))
    return f"from {least} to {greatest}"
